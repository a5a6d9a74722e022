"""Playing a move and taking it back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import azul
from games.models import GameStatus, Move, PlacementScore, RoundScore, Seat, Via
from games.render.refusals import misreading_sentence, refusal_sentence
from games.selectors.positions import Table
from games.services import audit, outbox
from games.services.automatic import answer_turns, revive_orders
from games.services.clocks import resume_clock
from games.services.errors import (
    GameOver,
    IllegalMoveRefused,
    NoSuchGame,
    NotAllowed,
    NotYourTurn,
    TooLate,
    UnreadableMove,
    stale_turn,
)
from games.services.locking import locked_table
from games.services.progress import announce, write_awaited, write_game, write_row

UNDO_WINDOW = timedelta(seconds=120)


@dataclass(frozen=True, slots=True)
class Played:
    """A move that stands. `is_repeat` tells that it stood already before this request."""

    game_id: int
    seat: int
    turn: int
    notation: str
    is_repeat: bool


@transaction.atomic(durable=True)
def play_move(
    *,
    game_id: int,
    seat: int,
    turn: int,
    move: str,
    via: Via,
    now: datetime,
    epoch: int | None = None,
) -> Played:
    """Play a move for a seat.

    `turn` is the turn at which the seat was asked (`Seat.awaited_turn`), `move` its notation in any
    spelling. `epoch` is the link epoch a turn link was checked against: if the seat's has risen since,
    the link has lost its power. Sending the same again changes nothing and gives the same answer. Writes the Move and,
    at a round's end, Round, RoundScore and PlacementScore; queues the next turn mails.

    Raises NoSuchGame, UnreadableMove, StaleTurn, GameOver, NotYourTurn, NotAllowed or
    IllegalMoveRefused.
    """
    table = locked_table(game_id)
    played = _stored_answer(table, seat, turn)
    if epoch is not None and table.seats[seat].epoch != epoch:
        raise NotAllowed(_("This link is no longer valid."))
    chosen = _parsed(move)
    if played is not None:
        return _repeated(table, played, seat, chosen)
    asked = _asked_seat(table, seat, turn)
    before = table.position
    if isinstance(chosen, azul.Tile):
        chosen = _completed(before, seat, chosen)
    try:
        after = azul.apply(before, seat, chosen, table.dealer)
    except azul.IllegalMove as fault:
        raise _refused(fault) from fault
    notation = write_move(table, asked, chosen, after, via=via, now=now)
    return Played(game_id, seat, turn, notation, is_repeat=False)


def write_move(
    table: Table,
    seat: Seat,
    move: azul.Move,
    after: azul.Position,
    *,
    via: Via,
    now: datetime,
) -> str:
    """Write a legal move of a seat that is to move, and all that follows; return its notation.

    `after` is the position it leads to. What follows may be moves that players have left beforehand.
    Runs inside the caller's transaction with the game locked.
    """
    row = write_row(table, seat, move, before=table.position, after=after, via=via, now=now)
    answer_turns(table, after, mover=seat, now=now)
    announce(table, now=now)
    return row.notation


@transaction.atomic(durable=True)
def undo_move(*, game_id: int, seat: int, now: datetime) -> Played:
    """Take back the seat's last move: within 120 seconds, while nobody has acted on or seen it.

    Never when it ended the factory offer or a round (others' tiles are scored, new ones drawn). The
    Move row stays with a stamp; the mail it caused is dropped if it still waits. Raises NoSuchGame,
    GameOver or TooLate.
    """
    table = locked_table(game_id)
    fault = undo_fault(table, seat=seat, now=now)
    if fault:
        raise TooLate(fault)
    move = table.moves[-1]
    before, after = table.position, table.position_before
    outbox.supersede_turn_mail(game_id=game_id, turn=before.turn)
    move.undone_at = now
    move.save(update_fields=["undone_at"])
    RoundScore.objects.filter(
        round__game=table.game, round__number=move.round, seat=move.seat
    ).delete()
    PlacementScore.objects.filter(
        round__game=table.game, round__number=move.round, seat=move.seat
    ).delete()
    revive_orders(table, mover=move.seat, turn=before.turn)
    table.game.takebacks += 1
    resume_clock(table.seats[seat])
    write_awaited(table, before=before, after=after, now=now, resumed=seat)
    _restore_asked_turn(table, move, now)
    write_game(table, after=after)
    audit.record(
        "undo_move",
        now=now,
        game=table.game,
        actor=move.seat.player,
        turn=move.turn,
        move=move.notation,
    )
    return Played(game_id, seat, move.asked_turn, move.notation, is_repeat=False)


def undoable_move(table: Table, *, seat: int, now: datetime) -> Move | None:
    """Return the move this seat may still take back, None if there is none."""
    return None if undo_fault(table, seat=seat, now=now) else table.moves[-1]


def undo_fault(table: Table, *, seat: int, now: datetime) -> str:
    """Return why this seat's last move can't be taken back, "" if it can."""
    if table.game.is_over:
        return _("This game is over: its last move stands.")
    holder = table.seats[seat] if 0 <= seat < len(table.seats) else None
    move = table.moves[-1] if table.game.is_running and table.moves else None
    if move is None or holder is None or holder.is_bot or move.turn < (holder.held_from or 0):
        return _("There is no move of yours to take back.")
    if move.seat_id != holder.pk or move.via == Via.BOT:
        if not any(each.seat_id == holder.pk for each in table.moves):
            return _("There is no move of yours to take back.")
        return _("This move can't be taken back any more: somebody has moved since.")
    if Via(move.via).is_automatic:
        return _("The server played this move for you, as you had asked: it stands.")
    earlier, position = table.position_before, table.position
    if (earlier.phase, earlier.round) != (position.phase, position.round):
        return _("This move can't be taken back: it ended the round.")
    if now - move.played_at > UNDO_WINDOW:
        return _("This move can't be taken back any more: two minutes have passed.")
    return _time_is_up(holder, move, now) or _was_seen(table, seat)


def _time_is_up(seat: Seat, move: Move, now: datetime) -> str:
    """Say so if the deadline has come since the move; one that came late may be changed by its player."""
    if seat.deadline_at is not None and move.played_at < seat.deadline_at <= now:
        return _("This move can't be taken back any more: your time is up.")
    return ""


def _was_seen(table: Table, seat: int) -> str:
    if any(was_opened(table, other) for other in table.seats if other.index != seat):
        return _("This move can't be taken back any more: the next player has seen the board.")
    return ""


def note_opened(table: Table, seat: Seat) -> None:
    """Remember that the seat's holder has seen the board it is to move on.

    Kept in the cache only: opening a link writes nothing to the database. A lost note merely lets the
    player before take back a move that has been seen.
    """
    if seat.awaited_turn is not None:
        cache.set(_opened_key(table, seat), 1, timeout=UNDO_WINDOW.total_seconds() * 2)


def was_opened(table: Table, seat: Seat) -> bool:
    """Whether the seat's holder has seen the board since the last move."""
    return seat.awaited_turn is not None and cache.get(_opened_key(table, seat)) is not None


def _opened_key(table: Table, seat: Seat) -> str:
    # The number of moves taken back tells apart two boards at the same turn.
    return f"opened:{table.game.pk}:{table.game.turn}:{table.game.takebacks}:{seat.index}"


def _stored_answer(table: Table, seat: int, turn: int) -> Move | None:
    """Return the move that already answers this turn of this seat."""
    if not 0 <= seat < len(table.seats):
        raise NoSuchGame(_("There is no such seat."))
    seat_id = table.seats[seat].pk
    return next(
        (move for move in table.moves if move.seat_id == seat_id and move.asked_turn == turn), None
    )


def _parsed(move: str) -> azul.Move:
    try:
        return azul.parse_move(move)
    except azul.InvalidNotation as fault:
        sentence = misreading_sentence(fault, get_language() or "en")
        raise UnreadableMove(sentence) from fault


def _refused(fault: azul.IllegalMove) -> IllegalMoveRefused:
    """Return the rules' refusal with its sentence in the reader's language."""
    return IllegalMoveRefused(refusal_sentence(fault, get_language() or "en"), fault.reason)


def _completed(position: azul.Position, seat: int, tile: azul.Tile) -> azul.Tile:
    """Add the placements that leave no choice, so that the whole tiling is stored. Rule: R18."""
    try:
        return azul.complete_tile(position, seat, tile)
    except azul.IllegalMove as fault:
        raise _refused(fault) from fault


def _repeated(table: Table, played: Move, seat: int, chosen: azul.Move) -> Played:
    """Answer a request that was carried out before; another move for the same turn is refused."""
    stored = azul.parse_move(played.notation)
    if isinstance(chosen, azul.Tile) and isinstance(stored, azul.Tile):
        # A repeat may leave out forced lines, as the first request may have.
        same = set(chosen.places) <= set(stored.places)
    else:
        same = chosen == stored
    if not same:
        raise stale_turn()
    return Played(table.game.pk, seat, played.asked_turn, played.notation, is_repeat=True)


def _asked_seat(table: Table, seat: int, turn: int) -> Seat:
    """Return the seat if it is to move at this turn; else say why not."""
    holder = table.seats[seat]
    if table.game.status != GameStatus.RUNNING:
        raise GameOver(_("This game takes no more moves."))
    if holder.awaited_turn == turn:
        return holder
    if turn > table.game.turn or (holder.awaited_turn is None and turn == table.game.turn):
        raise NotYourTurn(_("It is not your turn."))
    raise stale_turn()


def _restore_asked_turn(table: Table, move: Move, now: datetime) -> None:
    """Ask the seat again at the turn it was asked before, so that its mail and link hold."""
    holder = next(seat for seat in table.seats if seat.pk == move.seat_id)
    holder.awaited_turn, holder.awaited_at = move.asked_turn, now
    holder.save(update_fields=["awaited_turn", "awaited_at"])
