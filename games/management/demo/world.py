"""Filling an empty database with the demo world, by the services that people's requests use."""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta

from games import azul
from games.management.demo import league
from games.management.demo.story import BOT, PLANS, Plan, moves_of
from games.models import (
    AuditEntry,
    BotKind,
    Entry,
    Game,
    GameStatus,
    MailKind,
    MailState,
    OutgoingMail,
    Player,
    Seat,
    Via,
    Wall,
)
from games.services.endings import finalize_game
from games.services.lobby import SeatPlan, Setup, create_game, start_game
from games.services.play import play_move
from games.services.players import register_player
from games.services.tables import Company, join_table, offer_table

SEEDED = "seed_demo"
PEOPLE = {
    "Alice": "Europe/London",
    "Bob": "America/New_York",
    "Carol": "Asia/Tokyo",
    "Dave": "Europe/Paris",
    "Erin": "Australia/Sydney",
    "Frank": "UTC",
    "Grace": "America/Chicago",
    "Heidi": "Europe/Vienna",
}
DIRECTOR = "Alice"
OPEN_TABLE = "Sunday afternoon"


def address(name: str) -> str:
    """Return a demo player's mail address; nobody receives mail at example.org."""
    return f"{name.lower()}@example.org"


def is_seeded() -> bool:
    """Tell whether this database holds the whole demo world already."""
    return AuditEntry.objects.filter(action=SEEDED).exists()


def seed_world(*, now: datetime, bot: str = BotKind.GREEDY.value) -> None:
    """Write the demo's players and games; begun and broken off, it goes on where it was."""
    players = {name: _player(name, zone, now) for name, zone in PEOPLE.items()}
    for plan in PLANS:
        _play_plan(plan, players, now, bot)
    _set_tables(players, now - timedelta(hours=5))
    league.seed_league(players, now)
    AuditEntry.objects.create(action=SEEDED, at=now)


def _player(name: str, zone: str, now: datetime) -> Player:
    player = register_player(email=address(name), name=name, now=now - timedelta(days=40))
    is_director = name == DIRECTOR
    Player.objects.filter(pk=player.pk).update(
        time_zone=zone, is_staff=is_director, is_superuser=is_director
    )
    return player


def _play_plan(plan: Plan, players: dict[str, Player], now: datetime, bot: str) -> None:
    """Bring one game to the point of its plan."""
    moves = list(moves_of(plan))
    begin = now - timedelta(days=plan.days)
    times = _times(plan, len(moves), begin, now - timedelta(hours=plan.idle_hours))
    game = Game.objects.filter(seed=plan.seed.hex()).first() or _create(plan, players, begin, bot)
    start_game(game_id=game.pk, now=begin)
    game.refresh_from_db()
    for number in range(game.turn, len(moves)):
        seat, move = moves[number]
        _play(game.pk, seat, move, times[number])
    game.refresh_from_db()
    if game.status == GameStatus.SCORING:
        finalize_game(game_id=game.pk, now=times[-1] + timedelta(seconds=2))
    _drop_passed_mail(game)


def _set_tables(players: dict[str, Player], now: datetime) -> None:
    """Let two tables wait: one that anyone may join, one to which Alice is invited."""
    if Game.objects.filter(name=OPEN_TABLE).exists():
        return
    game = offer_table(
        by=players["Erin"],
        setup=Setup(name=OPEN_TABLE, wall=Wall.COLORED, pace="2d", entry=Entry.OPEN),
        company=Company(free=2),
        now=now,
    )
    join_table(game_id=game.pk, by=players["Frank"], now=now)
    offer_table(
        by=players["Bob"],
        setup=Setup(name="Gray Monday", wall=Wall.GRAY),
        company=Company(invite=(address(DIRECTOR),)),
        now=now,
    )


def _create(plan: Plan, players: dict[str, Player], now: datetime, bot: str) -> Game:
    seats = [
        SeatPlan(bot=bot) if name == BOT else SeatPlan(player=players[name]) for name in plan.people
    ]
    creator = next(players[name] for name in plan.people if name != BOT)
    return create_game(
        name=plan.name,
        wall=plan.wall.value,
        seats=seats,
        created_by=creator,
        pace=plan.pace,
        seed=plan.seed,
        now=now,
    )


def _play(game_id: int, seat: int, move: azul.Move, at: datetime) -> None:
    asked = Seat.objects.get(game_id=game_id, index=seat).awaited_turn
    if asked is None:
        raise LookupError(f"game {game_id}: seat {seat} isn't asked to move")
    via = Via.LINK if at.minute % 3 else Via.PAGE
    play_move(game_id=game_id, seat=seat, turn=asked, move=azul.format_move(move), via=via, now=at)


def _times(plan: Plan, count: int, begin: datetime, end: datetime) -> Sequence[datetime]:
    """Spread `count` moves unevenly over the days from `begin` to `end`, the last one at `end`."""
    digest = hashlib.shake_256(plan.seed).digest(max(count, 1))
    total = sum(digest[:count]) + count or 1
    times, passed = [], 0
    for byte in digest[:count]:
        passed += byte + 1
        times.append(begin + (end - begin) * (passed / total))
    return times


def _drop_passed_mail(game: Game) -> None:
    """Drop the turn mails of turns that were played before any worker looked at them."""
    awaited = Seat.objects.awaited().filter(game=game).values_list("awaited_turn", flat=True)
    OutgoingMail.objects.filter(
        game=game, kind=MailKind.YOUR_TURN, state=MailState.PENDING
    ).exclude(turn__in=list(awaited)).update(state=MailState.SUPERSEDED)
