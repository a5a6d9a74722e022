"""Taking a place at a table that has not begun, inside the transaction of whoever asks."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, GameStatus, Invitation, InvitationState, MailKind, Player, Seat
from games.selectors.positions import Table
from games.services import audit, outbox
from games.services.errors import NotAllowed, TooLate, TooManyWaiting
from games.services.lobby import begin_game
from games.services.locking import locked_table


def waiting_table(game_id: int) -> Table:
    """Lock a table that waits for players. Raises NoSuchGame, or TooLate when it began or was called off."""
    table = locked_table(game_id)
    if table.game.started_at is not None:
        raise TooLate(_("This game has begun."))
    if table.game.status != GameStatus.OPEN:
        raise TooLate(_("This table was called off."))
    return table


def hosted_table(game_id: int, by: Player) -> Table:
    """Lock a waiting table for who set it up, or for staff. Raises as waiting_table, or NotAllowed."""
    table = waiting_table(game_id)
    if table.game.created_by_id != by.pk and not by.is_staff:
        raise NotAllowed(_("Only who set up the table can do this."))
    return table


def free_places(game: Game) -> list[int]:
    """Return the places, from the first, that nobody has and that are kept for nobody. Two queries."""
    taken = set(Seat.objects.filter(game=game).values_list("index", flat=True))
    taken |= set(pending_invitations(game).values_list("index", flat=True))
    return [index for index in range(game.places) if index not in taken]


def pending_invitations(game: Game) -> QuerySet[Invitation]:
    """Return the invitations of a game that wait for an answer."""
    return Invitation.objects.filter(game=game, state=InvitationState.PENDING)


def sit_down(game: Game, player: Player, index: int, now: datetime) -> None:
    """Give a player this place, and begin when it was the last one. Raises TooManyWaiting."""
    check_waiting(player)
    Seat.objects.create(game=game, index=index, player=player)
    audit.record("take_seat", now=now, game=game, actor=player, seat=index)
    begin_if_full(game, now)


def begin_if_full(game: Game, now: datetime) -> bool:
    """Begin the game when every place is taken; return whether it began."""
    if Seat.objects.filter(game=game).count() < game.places:
        return False
    begin_game(game, now)
    return True


def check_waiting(player: Player) -> None:
    """Keep who lets many games wait from beginning more. Raises TooManyWaiting."""
    most = settings.MOST_WAITING_GAMES
    waiting = Seat.objects.awaited().filter(player=player, bot="").count()
    if waiting > most:
        raise TooManyWaiting(
            ngettext(
                "%(count)d game waits for your move. Play there first, then begin or join another.",
                "%(count)d games wait for your move. Play some of them first, then begin or join another.",
                waiting,
            )
            % {"count": waiting}
        )


def call_off(table: Table, *, news: str, by: Player | None, now: datetime) -> None:
    """End a table that has not begun: take back its invitations and tell who sat there already.

    `news` is "cancelled" or "expired".
    """
    game = table.game
    game.status = GameStatus.VOID
    game.save(update_fields=["status"])
    pending_invitations(game).update(state=InvitationState.WITHDRAWN, answered_at=now)
    audit.record(f"table_{news}", now=now, game=game, actor=by)
    for seat in table.seats:
        if by is None or seat.player_id != by.pk:
            tell(game, seat, news=news, now=now)


def tell(game: Game, seat: Seat, *, news: str, now: datetime, about: int = 0) -> None:
    """Queue news of a table that has not begun for one of its players, once for each fact."""
    outbox.queue_to_seat(
        seat,
        kind=MailKind.TABLE_NEWS,
        game=game,
        fact=f"{news}:{about}",
        context={"news": news, "invitation": about},
        now=now,
    )
