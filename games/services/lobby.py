"""Setting up games and starting them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from games import azul
from games.competition.clock import InvalidPace, format_pace, parse_pace
from games.models import Deal, Entry, Game, GameStatus, MailKind, Player, Seat, TimeoutPolicy, Wall
from games.models.names import GAME_NAME_LENGTH, clean_name, validate_game_name
from games.selectors.positions import table_of
from games.services import audit, outbox
from games.services.errors import BadTable, TooMany, pace_sentence
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


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game is to be. `seed` and `start_seat` are drawn when None; the seed has 32 bytes.

    With a `deal` the seed is that one's, and `start_seat` must be given.
    """

    name: str
    wall: str = Wall.COLORED
    pace: str = "3d"
    entry: str = Entry.INVITED
    seed: bytes | None = None
    deal: Deal | None = None
    start_seat: int | None = None
    rematch_of: Game | None = None
    timeout_policy: str = TimeoutPolicy.REMIND_ONLY
    has_weekends_off: bool = False
    excused: int = 0
    reliability_floor: int = 0


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
    setup = Setup(name=name, wall=wall, pace=pace, seed=seed, start_seat=start_seat)
    return add_game(setup=setup, seats=seats, created_by=created_by, now=now)


@transaction.atomic(durable=True)
def start_game(*, game_id: int, now: datetime) -> Game:
    """Deal the first round and ask the first player; starting twice changes nothing.

    Raises BadTable while a place is free.
    """
    table = locked_table(game_id)
    if table.game.status == GameStatus.OPEN:
        begin_game(table.game, now)
    return table.game


@transaction.atomic(durable=True)
def open_table(
    *,
    addresses: Sequence[str],
    now: datetime,
    setup: Setup | None = None,
    by: Player | None = None,
    bots: Sequence[str] = (),
) -> Game:
    """Make a game for these mail addresses and start it at once; unknown people become players.

    `setup` says what is to be played, the usual game by default; without a name it is called Azul. `bots`
    take the last seats. `by` is the player who asks, held to the day's limits; None is the
    operator. Raises BadAddress, BadTable or TooMany.
    """
    wanted = [checked_address(address) for address in addresses]
    if len(set(wanted)) != len(wanted):
        raise BadTable(_("Each address can be given once."))
    if by is not None:
        check_tables_today(by, now)
        _check_strangers(by, wanted, now)
    players = [find_or_add_player(email=address, now=now) for address in wanted]
    for address, player in zip(wanted, players, strict=True):
        if not player.is_active:
            # Named by the address given: whose it is stays untold.
            raise BadTable(_("%(who)s can't be invited.") % {"who": address})
    setup = setup or Setup(name="")
    setup = replace(setup, name=setup.name or _("Azul"))
    seats = [SeatPlan(player=player) for player in players]
    seats += [SeatPlan(bot=bot) for bot in bots]
    game = add_game(setup=setup, seats=seats, created_by=by, now=now)
    begin_game(game, now)
    return game


def add_game(
    *, setup: Setup, seats: Sequence[SeatPlan | None], created_by: Player | None, now: datetime
) -> Game:
    """Do the work of create_game inside the caller's transaction; None is a place still free."""
    _check_table(setup, seats)
    seed = secrets.token_bytes(32) if setup.seed is None else setup.seed
    if len(seed) != 32:
        raise BadTable(_("A seed is 32 bytes: 64 hexadecimal digits."))
    start_seat = setup.start_seat
    if start_seat is None:
        start_seat = azul.drawn_start_seat(seed, len(seats))
    game = Game.objects.create(
        name=setup.name,
        wall=setup.wall,
        seed="" if setup.deal else seed.hex(),
        seed_hash=setup.deal.seed_hash if setup.deal else azul.seed_hash(seed),
        deal=setup.deal,
        start_seat=start_seat,
        pace=format_pace(parse_pace(setup.pace)),
        places=len(seats),
        entry=setup.entry,
        rematch_of=setup.rematch_of,
        timeout_policy=setup.timeout_policy,
        has_weekends_off=setup.has_weekends_off,
        excused=setup.excused,
        reliability_floor=setup.reliability_floor,
        created_by=created_by,
        created_at=now,
    )
    Seat.objects.bulk_create(
        [
            Seat(game=game, index=index, player=plan.player, bot=plan.bot)
            for index, plan in enumerate(seats)
            if plan is not None
        ]
    )
    audit.record(
        "create_game", now=now, game=game, actor=created_by, seats=len(seats), wall=setup.wall
    )
    return game


def excused_by(timeout_policy: str) -> int:
    """Return how many time-outs of each player a new game excuses: one, where a time-out does anything."""
    return 0 if timeout_policy == TimeoutPolicy.REMIND_ONLY else 1


def _check_table(setup: Setup, seats: Sequence[SeatPlan | None]) -> None:
    if not 2 <= len(seats) <= 4:
        raise BadTable(_("Azul is for 2 to 4 players."))
    taken = [plan for plan in seats if plan is not None]
    if any(plan.player is None and not plan.bot for plan in taken):
        raise BadTable(_("Every seat needs a player or a bot."))
    people = [plan.player.pk for plan in taken if plan.player is not None]
    if len(set(people)) != len(people):
        raise BadTable(_("A player sits at a table once."))
    if setup.wall not in Wall.values:
        raise BadTable(_("Choose the colored or the gray wall."))
    if setup.timeout_policy not in TimeoutPolicy.values:
        raise BadTable(_("Choose what happens when time is up."))
    if not setup.name:
        raise BadTable(_("Give the game a name."))
    try:
        validate_game_name(setup.name)
        parse_pace(setup.pace)
    except ValidationError as fault:
        raise BadTable(" ".join(fault.messages)) from None
    except InvalidPace as fault:
        raise BadTable(pace_sentence(fault)) from None


def begin_game(game: Game, now: datetime) -> None:
    """Do the work of start_game inside the caller's transaction. Raises BadTable."""
    table = table_of(game)
    if len(table.seats) < game.places:
        raise BadTable(_("There are still free places at this table."))
    game.started_at = now
    game.save(update_fields=["started_at"])
    for seat in table.seats:
        outbox.queue_to_seat(seat, kind=MailKind.GAME_STARTED, game=game, turn=0, now=now)
    write_progress(table, before=None, after=table.position, now=now)
    audit.record("start_game", now=now, game=game, actor=game.created_by)


def check_tables_today(by: Player, now: datetime) -> None:
    """Keep one person from making tables without end. Raises TooMany."""
    tables = Game.objects.filter(created_by=by, created_at__gt=now - timedelta(days=1))
    if tables.count() >= TABLES_PER_DAY:
        raise TooMany(_("You have started many games today. Come back tomorrow."))


def _check_strangers(by: Player, addresses: Sequence[str], now: datetime) -> None:
    """Keep one person from mailing the world: so many unknown addresses a day."""
    today = now - timedelta(days=1)
    tables = Game.objects.filter(created_by=by, created_at__gt=today)
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
