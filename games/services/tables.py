"""Tables that wait for players: setting one up, joining, leaving, filling with bots, calling off."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games import bots
from games.models import Entry, Game, GameStatus, Invitation, InvitationState, Player, Seat
from games.selectors.invited import invitations_to
from games.selectors.positions import Table
from games.selectors.reliability import reliability_of
from games.services import audit
from games.services.errors import BadTable, NotAllowed, TooLate
from games.services.invitations import accept_for, add_invitation
from games.services.lobby import SeatPlan, Setup, add_game, check_tables_today
from games.services.locking import locked_table
from games.services.players import checked_address
from games.services.seating import (
    begin_if_full,
    call_off,
    check_waiting,
    free_places,
    hosted_table,
    sit_down,
    waiting_table,
)

EXPIRES_AFTER = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Company:
    """Who is to play besides the host: addresses to invite, places for whoever comes, bots by name."""

    invite: tuple[str, ...] = ()
    free: int = 0
    bots: tuple[str, ...] = ()


@transaction.atomic(durable=True)
def offer_table(*, by: Player, setup: Setup, company: Company, now: datetime) -> Game:
    """Set up a table with a seat for `by`, invite, and begin at once if only bots are to play too.

    Places: the host, the invited in the order given, free ones, bots. Raises BadAddress, BadTable,
    NotAllowed, TooMany or TooManyWaiting.
    """
    # Holding the host's row, two tables at once can't both slip under a limit.
    host = Player.objects.select_for_update().get(pk=by.pk)
    check_waiting(host)
    check_tables_today(host, now)
    addresses = [checked_address(address) for address in company.invite]
    if len(set(addresses)) != len(addresses):
        raise BadTable(_("Each address can be given once."))
    if any(bot not in bots.BOTS for bot in company.bots):
        raise BadTable(_("There is no such bot."))
    if setup.entry not in Entry.values:
        raise BadTable(_("Choose who may take a free place."))
    waiting: list[SeatPlan | None] = [None] * (len(addresses) + company.free)
    robots = [SeatPlan(bot=bot) for bot in company.bots]
    seats = [SeatPlan(player=host), *waiting, *robots]
    game = add_game(setup=setup, seats=seats, created_by=host, now=now)
    for index, address in enumerate(addresses, start=1):
        add_invitation(game=game, index=index, by=host, email=address, now=now)
    begin_if_full(game, now)
    return game


@transaction.atomic(durable=True)
def join_table(*, game_id: int, by: Player, now: datetime, by_link: bool = False) -> None:
    """Take a free place at a table; an invited player takes the place kept for them.

    `by_link` tells that the player holds the table's private link. Joining twice changes nothing.
    Raises NoSuchGame, NotAllowed, TooLate or TooManyWaiting.
    """
    table = locked_table(game_id)
    if table.seat_of(by) is not None:
        return
    table = waiting_table(game_id)
    kept = _invitation_of(table, by)
    if kept is not None:
        accept_for(kept, by, now)
        return
    allowed = {Entry.OPEN, Entry.LINK} if by_link else {Entry.OPEN}
    if table.game.entry not in allowed:
        raise NotAllowed(_("This table is for invited people."))
    _check_reliable(table.game, by, now)
    free = free_places(table.game)
    if not free:
        raise TooLate(_("Somebody was faster: there is no free place left."))
    sit_down(table.game, by, free[0], now)


@transaction.atomic(durable=True)
def leave_table(*, game_id: int, by: Player, now: datetime) -> None:
    """Give a place back before the game begins; leaving twice changes nothing.

    Who set up the table calls it off instead. Raises NoSuchGame, NotAllowed or TooLate.
    """
    table = waiting_table(game_id)
    seat = table.seat_of(by)
    if seat is None:
        return
    if table.game.created_by_id == by.pk:
        raise NotAllowed(_("This is your table: call it off instead."))
    Seat.objects.filter(pk=seat.pk).delete()
    audit.record("leave_table", now=now, game=table.game, actor=by, seat=seat.index)


@transaction.atomic(durable=True)
def cancel_table(*, game_id: int, by: Player, now: datetime) -> None:
    """Call off a table that has not begun; doing it twice changes nothing.

    Raises NoSuchGame, NotAllowed or TooLate.
    """
    table = locked_table(game_id)
    if table.game.status == GameStatus.VOID and table.game.created_by_id == by.pk:
        return
    call_off(hosted_table(game_id, by), news="cancelled", by=by, now=now)


@transaction.atomic(durable=True)
def seat_bots(*, game_id: int, by: Player, now: datetime, bot: str = bots.SIMPLEST) -> None:
    """Give every free place to a bot, and begin if nobody's answer is waited for.

    Raises NoSuchGame, NotAllowed, TooLate or BadTable.
    """
    table = hosted_table(game_id, by)
    if bot not in bots.BOTS:
        raise BadTable(_("There is no such bot."))
    free = free_places(table.game)
    Seat.objects.bulk_create([Seat(game=table.game, index=index, bot=bot) for index in free])
    audit.record("seat_bots", now=now, game=table.game, actor=by, seats=free)
    begin_if_full(table.game, now)


@transaction.atomic(durable=True)
def change_entry(*, game_id: int, by: Player, entry: str, now: datetime) -> None:
    """Say who may take the free places: invited people, whoever has the link, or anyone signed in.

    Raises NoSuchGame, NotAllowed, TooLate or BadTable.
    """
    table = hosted_table(game_id, by)
    if entry not in Entry.values:
        raise BadTable(_("Choose who may take a free place."))
    if table.game.entry != entry:
        table.game.entry = entry
        table.game.save(update_fields=["entry"])
        audit.record("change_entry", now=now, game=table.game, actor=by, entry=entry)


@transaction.atomic(durable=True)
def expire_table(*, game_id: int, now: datetime) -> bool:
    """Call off a table that has waited for 14 days; return whether it did."""
    table = locked_table(game_id)
    game = table.game
    if game.status != GameStatus.OPEN or now - game.created_at < EXPIRES_AFTER:
        return False
    call_off(table, news="expired", by=None, now=now)
    return True


def _check_reliable(game: Game, player: Player, now: datetime) -> None:
    """Keep to what the host asked for; who has played too little to tell may sit down. Raises NotAllowed."""
    if not game.reliability_floor:
        return
    figure = reliability_of([player.pk], now=now)[player.pk].percent
    if figure is not None and figure < game.reliability_floor:
        text = _("This table is for people who answer at least %(floor)d%% of their turns in time.")
        raise NotAllowed(text % {"floor": game.reliability_floor})


def _invitation_of(table: Table, player: Player) -> Invitation | None:
    """Return the invitation of this table that waits for this player."""
    waiting = invitations_to(player).filter(game=table.game, state=InvitationState.PENDING)
    invitation = waiting.order_by("email", "pk").first()  # one by name, without an address, first
    if invitation is not None:
        invitation.game = table.game
    return invitation
