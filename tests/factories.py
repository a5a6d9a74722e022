"""Builders for tests: plain functions that use the real services."""

from datetime import UTC, datetime, timedelta

from games import azul, bots
from games.models import Game, GameStatus, League, Player, Rating, Result, Season, Seat, Step, Via
from games.selectors.positions import Eyes, Table, load_table
from games.services.endings import finalize_game
from games.services.lobby import SeatPlan, Setup, create_game, start_game
from games.services.play import Played, play_move
from games.services.players import register_player
from games.services.season_steps import run_step
from games.services.season_tables import start_tables
from games.services.seasons import create_season, enter_season
from games.services.tables import Company, offer_table
from tests.copies import once

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
SEED = bytes(range(32))
PEOPLE = ("alice", "bob", "carol", "dave")


def a_player(name: str = "alice", **fields: object) -> Player:
    """Return the player of this name, made now if there is none; `fields` are set on it."""
    address = f"{name.lower().replace(' ', '.')}@example.org"
    player = register_player(email=address, name=name, now=NOW)
    if fields:
        Player.objects.filter(pk=player.pk).update(**fields)
        player.refresh_from_db()
    return player


def a_stand_by(name: str, seats: int = 1, **fields: object) -> Player:
    """Return a player who stands in for others and has signed in once."""
    return a_player(name, stands_in=seats, last_login=NOW, **fields)


def a_game(
    *names: str,
    wall: str = "colored",
    seed: bytes = SEED,
    start_seat: int | None = 0,
    name: str = "Friday tiles",
    pace: str = "3d",
    now: datetime = NOW,
) -> Game:
    """Return a started game of these people (alice and bob if none is named)."""
    game = create_game(
        name=name,
        wall=wall,
        seats=[SeatPlan(player=a_player(person)) for person in names or PEOPLE[:2]],
        seed=seed,
        start_seat=start_seat,
        pace=pace,
        now=now,
    )
    return start_game(game_id=game.pk, now=now)


def awaited_seat(game_id: int) -> Seat:
    """Return the first seat that is to move."""
    return Seat.objects.awaited().filter(game_id=game_id).order_by("index")[0]


def some_move(table: Table, seat: int, salt: bytes = b"test") -> str:
    """Return a legal move of this seat in notation, the same for the same position and salt."""
    return azul.format_move(bots.choose("random", table.position, seat, salt))


def play_next(game_id: int, salt: bytes = b"test", now: datetime = NOW) -> Played:
    """Play one legal move for the first seat that is to move."""
    table = load_table(game_id, Eyes.SERVER)
    seat = awaited_seat(game_id)
    assert seat.awaited_turn is not None
    return play_move(
        game_id=game_id,
        seat=seat.index,
        turn=seat.awaited_turn,
        move=some_move(table, seat.index, salt),
        via=Via.PAGE,
        now=now,
    )


def play_random_moves(game: Game, count: int, now: datetime = NOW) -> None:
    """Play up to `count` legal moves, a minute apart; fewer when the game ends.

    Every move goes through the service. Which one is next is worked out here along the way, since to read
    and replay the game before each would take as long again.
    """
    table = load_table(game.pk, Eyes.SERVER)
    position = table.position
    for number in range(count):
        seat = Seat.objects.awaited().filter(game=game).order_by("index").first()
        if seat is None or seat.awaited_turn is None:
            break
        if seat.awaited_turn != position.turn or position.phase is not azul.Phase.OFFER:
            table = load_table(game.pk, Eyes.SERVER)  # others may have moved by themselves
            position = table.position
        move = bots.choose("random", position, seat.index, b"test")
        play_move(
            game_id=game.pk,
            seat=seat.index,
            turn=seat.awaited_turn,
            move=azul.format_move(move),
            via=Via.PAGE,
            now=now + timedelta(minutes=number),
        )
        position = azul.apply(position, seat.index, move, table.dealer)
    game.refresh_from_db()


def a_finished_game(*names: str, wall: str = "colored", seed: bytes = SEED) -> Game:
    """Return a game played to its end and scored."""

    def play() -> Game:
        game = a_game(*names, wall=wall, seed=seed)
        play_random_moves(game, 1000)
        return game

    game = once((names, wall, seed), play, a_player)
    finalize_game(game_id=game.pk, now=NOW + timedelta(days=30))
    game.refresh_from_db()
    return game


def a_table(
    host: str = "alice",
    *,
    invite: tuple[str, ...] = (),
    free: int = 0,
    robots: int = 0,
    entry: str = "open",
    name: str = "Friday tiles",
    now: datetime = NOW,
) -> Game:
    """Return a table set up by this host: people invited by name, free places, bots."""
    return offer_table(
        by=a_player(host),
        setup=Setup(name=name, entry=entry),
        company=Company(
            invite=tuple(f"{person}@example.org" for person in invite),
            free=free,
            bots=("random",) * robots,
        ),
        now=now,
    )


def a_league(slug: str = "tiles", **rules: object) -> League:
    """Return a league that carol directs; `rules` are its fields."""
    league = League.objects.create(**{"slug": slug, "name": slug.title(), **rules})
    league.directors.add(a_player("carol"))
    return league


def a_season(league: League, *names: str, is_drawn: bool = True, now: datetime = NOW) -> Season:
    """Return the league's next season with these people in it (alice to dave if none is named).

    Where they fill several divisions they have ratings, the first named the highest: so they stand in a first season.
    """
    people = names or PEOPLE
    if len(people) > league.largest_division:
        rank(*people)
    director = league.directors.get()
    season = create_season(league_id=league.pk, by=director, now=now)
    for name in people:
        enter_season(season_id=season.pk, player_id=a_player(name).pk, now=now)
    if is_drawn:
        season = run_step(season_id=season.pk, step=Step.PUBLISH, by=director, now=now)
    return season


def rank(*names: str) -> None:
    """Give these people ratings, the first the highest; who has one keeps it."""
    for index, name in enumerate(names):
        Rating.objects.get_or_create(
            player=a_player(name),
            defaults={
                "mu": 30.0 - index, "sigma": 7.0, "games": 1, "forfeits": 0, "shown": 1900 - 40 * index,
                "is_provisional": True,
            },
        )  # fmt: skip


def a_running_season(league: League, *names: str, now: datetime = NOW) -> Season:
    """Return the league's next season with the tables of its first rounds begun."""
    season = a_season(league, *names, now=now)
    run_step(season_id=season.pk, step=Step.START, by=None, now=now)
    while start_tables(season_id=season.pk, clock=lambda: now):
        pass
    season.refresh_from_db()
    return season


def decide(game: Game, winner: int = 0, now: datetime = NOW) -> None:
    """End a game as if it had been played out: this seat first, the others behind in their order."""
    seats = list(game.seats.order_by("index"))
    order = [seats[winner], *[seat for seat in seats if seat.index != winner]]
    Result.objects.bulk_create(
        [
            Result(
                game=game, seat=seat, place=place, score=60 - 10 * place,
                rows=0, columns=0, colors=0, bonus=0,
            )
            for place, seat in enumerate(order, start=1)
        ]
    )  # fmt: skip
    game.seats.update(awaited_turn=None)
    Game.objects.filter(pk=game.pk).update(status=GameStatus.FINISHED, finished_at=now)


def decide_all(season: Season, now: datetime = NOW) -> int:
    """End every running game of a season, the first seat wins; return how many."""
    games = Game.objects.filter(fixture__division__season=season, status=GameStatus.RUNNING)
    for game in games:
        decide(game, now=now)
    return len(games)
