"""Many games for the benchmarks: rows as the services write them, without playing.

Some thousand games are made one by one; the database copies them until there are enough, which takes
seconds for hundreds of thousands, and takes every column along that the schema has.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeAlias

from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.models import ExpressionWrapper, F

from games.azul import WallKind
from games.models import Game, GameStatus, Player, Result, Seat
from games.models.lookalikes import name_key

PLAYERS: Final = 500
PATTERN: Final = 6_900
"""How many games are made one by one: a multiple of every period in `a_game`."""
LIVE_EVERY: Final = 23
START: Final = datetime(2026, 1, 1, tzinfo=UTC)
APART: Final = timedelta(minutes=1)

Rows: TypeAlias = type[Game] | type[Seat] | type[Result]


def fill(games: int) -> None:
    """Write that many games of 2 to 4 players: one in 23 is live, the rest finished.

    The first player sits in every fifth game, the others evenly in all. Needs empty tables.
    """
    players = Player.objects.bulk_create(
        Player(
            email=f"player{number}@example.org",
            name=f"Player {number}",
            name_key=name_key(f"Player {number}"),
            last_login=START,
        )
        for number in range(PLAYERS)
    )
    with transaction.atomic():
        shifts = _write(min(games, PATTERN), players)
    for begin in range(PATTERN, games, PATTERN):
        with transaction.atomic():
            _copy(shifts, times=begin // PATTERN, games=min(PATTERN, games - begin))
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [*shifts]):
            cursor.execute(statement)


def _write(count: int, players: list[Player]) -> dict[Rows, int]:
    """Write the first games; return how many rows there are of each model."""
    made = Game.objects.bulk_create(a_game(number) for number in range(count))
    seats = Seat.objects.bulk_create(
        _seat(game, index, players[_who(number, index)])
        for number, game in enumerate(made)
        for index in range(game.places)
    )
    over = {game.pk for game in made if game.status == GameStatus.FINISHED}
    results = Result.objects.bulk_create(
        Result(
            game_id=seat.game_id,
            seat=seat,
            place=seat.index + 1,
            score=seat.score,
            rows=1,
            columns=1,
            colors=0,
            bonus=9,
        )
        for seat in seats
        if seat.game_id in over
    )
    return {Game: len(made), Seat: len(seats), Result: len(results)}


def _copy(shifts: dict[Rows, int], *, times: int, games: int) -> None:
    """Write the first `games` games once more, with all that belongs to them, `times` patterns later."""
    last = Game.objects.order_by("pk").values_list("pk", flat=True)[games - 1]
    for model in shifts:
        key = "pk" if model is Game else "game_id"
        rows = model.objects.filter(**{f"{key}__lte": last})
        meta = model._meta  # noqa: SLF001 - Django's own name for it
        values = (_shifted(field, shifts, times) for field in meta.concrete_fields)
        select, params = rows.values_list(*values).query.sql_with_params()
        quote = connection.ops.quote_name
        columns = ", ".join(quote(field.column or "") for field in meta.concrete_fields)
        with connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {quote(meta.db_table)} ({columns}) {select}", params)


def _shifted(
    field: models.Field[Any, Any], shifts: dict[Rows, int], times: int
) -> F | ExpressionWrapper[Any]:
    """Return a column's value in the copy: ids move on by so many rows, times by so many minutes."""
    if isinstance(field, models.DateTimeField):
        later = F(field.attname) + APART * PATTERN * times
        return ExpressionWrapper(later, output_field=models.DateTimeField())
    target = field.model if field.primary_key else field.related_model
    if target in shifts:
        moved = F(field.attname) + shifts[target] * times
        return ExpressionWrapper(moved, output_field=models.BigIntegerField())
    return F(field.attname)


def a_game(number: int) -> Game:
    """Return an unsaved game; what it is like depends on its number alone."""
    is_live = number % LIVE_EVERY == 0
    begun = START + APART * number
    return Game(
        name="Friday tiles",
        wall=WallKind.GRAY if number % 4 == 0 else WallKind.COLORED,
        status=GameStatus.RUNNING if is_live else GameStatus.FINISHED,
        seed=number.to_bytes(32, "big").hex(),
        seed_hash="",
        places=2 + number % 3,
        turn=40,
        round=3,
        created_at=begun,
        started_at=begun,
        finished_at=None if is_live else begun + timedelta(days=20),
    )


def _seat(game: Game, index: int, player: Player) -> Seat:
    """Return an unsaved seat; a live game waits for its last one."""
    seat = Seat(game=game, index=index, player=player, score=20 + index)
    if game.status == GameStatus.RUNNING and index == game.places - 1:
        seat.awaited_turn, seat.awaited_at = game.turn, game.started_at
    return seat


def _who(number: int, index: int) -> int:
    """Return who sits there: nobody twice at a table."""
    if index == 0 and number % 5 == 0:
        return 0
    return 1 + (number * 7 + index * 101) % (PLAYERS - 1)
