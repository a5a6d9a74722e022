"""Setting up games and starting them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from games import azul
from games.competition.clock import InvalidPace, parse_pace
from games.models import Game, GameStatus, MailKind, Player, Seat, Wall
from games.models.names import GAME_NAME_LENGTH, clean_name, validate_game_name
from games.selectors.positions import table_of
from games.services import audit, outbox
from games.services.errors import BadTable, TooMany
from games.services.locking import locked_table
from games.services.players import checked_address, find_or_add_player
from games.services.progress import write_progress

TABLES_PER_DAY = 20
STRANGERS_PER_DAY = 10


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who is to sit at a place: a player, or a bot by name."""

    player: Player | None = None
    bot: str = ""


@transaction.atomic(durable=True)
def create_game(
    *,
    name: str,
    wall: str,
    seats: Sequence[SeatPlan],
    now: datetime,
    created_by: Player | None = None,
    pace: str = "3d",
    seed: bytes | None = None,
    start_seat: int | None = None,
) -> Game:
    """Write a game with its seats, not yet started.

    The seed is made here (256 bits) unless given; its hash is public from now on. The starting seat
    is drawn from the seed unless given. Raises BadTable.
    """
    return _add_game(
        name=name,
        wall=wall,
        seats=seats,
        now=now,
        created_by=created_by,
        pace=pace,
        seed=seed,
        start_seat=start_seat,
    )


@transaction.atomic(durable=True)
def start_game(*, game_id: int, now: datetime) -> Game:
    """Deal the first round and ask the first player; starting twice changes nothing."""
    table = locked_table(game_id)
    if table.game.status == GameStatus.OPEN:
        _start(table.game, now)
    return table.game


@transaction.atomic(durable=True)
def open_table(
    *,
    addresses: Sequence[str],
    now: datetime,
    name: str = "",
    wall: str = Wall.COLORED,
    by: Player | None = None,
    pace: str = "3d",
    seed: bytes | None = None,
) -> Game:
    """Make a game for these mail addresses and start it at once; unknown people become players.

    `by` is the player who asks, held to the day's limits; None is the operator. Raises BadAddress,
    BadTable or TooMany.
    """
    wanted = [checked_address(address) for address in addresses]
    if len(set(wanted)) != len(wanted):
        raise BadTable(_("Each address can be given once."))
    if by is not None:
        _check_limits(by, wanted, now)
    players = [find_or_add_player(email=address, now=now) for address in wanted]
    for player in players:
        if not player.is_active:
            raise BadTable(_("%(name)s can't be invited.") % {"name": player.name})
    game = _add_game(
        name=name or _("Azul"),
        wall=wall,
        seats=[SeatPlan(player=player) for player in players],
        now=now,
        created_by=by,
        pace=pace,
        seed=seed,
        start_seat=None,
    )
    _start(game, now)
    return game


def _add_game(
    *,
    name: str,
    wall: str,
    seats: Sequence[SeatPlan],
    now: datetime,
    created_by: Player | None,
    pace: str,
    seed: bytes | None,
    start_seat: int | None,
) -> Game:
    _check_table(name, wall, seats, pace)
    seed = secrets.token_bytes(32) if seed is None else seed
    if len(seed) != 32:
        raise BadTable(_("A seed is 32 bytes: 64 hexadecimal digits."))
    if start_seat is None:
        start_seat = azul.drawn_start_seat(seed, len(seats))
    game = Game.objects.create(
        name=name,
        wall=wall,
        seed=seed.hex(),
        seed_hash=azul.seed_hash(seed),
        start_seat=start_seat,
        pace=pace.strip().lower(),
        created_by=created_by,
        created_at=now,
    )
    Seat.objects.bulk_create(
        [
            Seat(game=game, index=index, player=plan.player, bot=plan.bot)
            for index, plan in enumerate(seats)
        ]
    )
    audit.record("create_game", now=now, game=game, actor=created_by, seats=len(seats), wall=wall)
    return game


def _check_table(name: str, wall: str, seats: Sequence[SeatPlan], pace: str) -> None:
    if not 2 <= len(seats) <= 4:
        raise BadTable(_("Azul is for 2 to 4 players."))
    if any(plan.player is None and not plan.bot for plan in seats):
        raise BadTable(_("Every seat needs a player or a bot."))
    people = [plan.player.pk for plan in seats if plan.player is not None]
    if len(set(people)) != len(people):
        raise BadTable(_("A player sits at a table once."))
    if wall not in Wall.values:
        raise BadTable(_("Choose the colored or the gray wall."))
    if not name:
        raise BadTable(_("Give the game a name."))
    try:
        validate_game_name(name)
        parse_pace(pace)
    except ValidationError as fault:
        raise BadTable(" ".join(fault.messages)) from None
    except InvalidPace as fault:
        raise BadTable(str(fault)) from None


def _start(game: Game, now: datetime) -> None:
    table = table_of(game)
    game.started_at = now
    game.save(update_fields=["started_at"])
    for seat in table.seats:
        if seat.player is not None:
            outbox.queue_mail(
                key=f"{MailKind.GAME_STARTED}:{game.pk}:{seat.index}",
                kind=MailKind.GAME_STARTED,
                player=seat.player,
                game=game,
                turn=0,
                seat=seat.index,
                now=now,
            )
    write_progress(table, before=None, after=table.position, now=now)
    audit.record("start_game", now=now, game=game, actor=game.created_by)


def _check_limits(by: Player, addresses: Sequence[str], now: datetime) -> None:
    """Keep one person from mailing the world: so many tables, and so many unknown addresses, a day."""
    today = now - timedelta(days=1)
    tables = Game.objects.filter(created_by=by, created_at__gt=today)
    if tables.count() >= TABLES_PER_DAY:
        raise TooMany(_("You have started many games today. Come back tomorrow."))
    known = set(Player.objects.filter(email__in=addresses).values_list("email", flat=True))
    strangers = sum(1 for address in addresses if address not in known)
    invited = (
        Player.objects.filter(seats__game__in=tables, joined_at__gt=today)
        .exclude(pk=by.pk)
        .distinct()
        .count()
    )
    if strangers and strangers + invited > STRANGERS_PER_DAY:
        raise TooMany(
            _("You can invite %(count)d new people a day. Come back tomorrow.")
            % {"count": STRANGERS_PER_DAY}
        )


def proposed_name(players: Sequence[str]) -> str:
    """Return a game name made of the players' names: "Alice, Bob and Carol"."""
    listed = ", ".join(players[:-1])
    text = _("%(first)s and %(last)s") % {"first": listed, "last": players[-1]}
    return clean_name(text, GAME_NAME_LENGTH)
