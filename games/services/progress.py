"""Writing down what a new position means: rounds dealt, points scored, who is asked next, mail to queue."""

from __future__ import annotations

from datetime import datetime

from games import azul
from games.models import (
    Game,
    GameStatus,
    MailKind,
    Move,
    Notices,
    OfferCause,
    OfferState,
    PlacementScore,
    Round,
    RoundScore,
    Seat,
    Via,
)
from games.selectors.positions import Table
from games.services import outbox
from games.services.clocks import CLOCK_FIELDS, charge, first_deadline, set_deadlines, start_clock
from games.services.seat_offers import close_offers

_LETTERS = "BYRKC"


def write_progress(
    table: Table, *, before: azul.Position | None, after: azul.Position, now: datetime
) -> None:
    """Bring game, seats, rounds and scores up to `after`, and queue the mails and hints it asks for.

    `before` is None when the game starts. Runs inside the caller's transaction with the game locked.
    """
    write_state(table, before, after, now)
    announce(table, now=now)


def write_row(
    table: Table,
    seat: Seat,
    move: azul.Move,
    *,
    before: azul.Position,
    after: azul.Position,
    via: Via,
    now: datetime,
) -> Move:
    """Write a legal move and the state it leads to; nobody is told yet. Returns the row.

    Runs inside the caller's transaction with the game locked. Raises ValueError for a seat that isn't
    to move.
    """
    if seat.awaited_turn is None:
        raise ValueError(f"seat {seat.pk} is not to move")
    row = Move.objects.create(
        game=table.game,
        turn=before.turn,
        asked_turn=seat.awaited_turn,
        seat=seat,
        round=before.round,
        notation=azul.format_move(move),
        via=via,
        played_at=now,
    )
    if seat.is_overdue:
        # Back before anybody has come.
        close_offers(
            seats=[seat.pk], state=OfferState.WITHDRAWN, cause=OfferCause.TIME_OUT, now=now
        )
    charge(seat, moved_at=now)
    write_state(table, before, after, now)
    return row


def write_state(
    table: Table, before: azul.Position | None, after: azul.Position, now: datetime
) -> None:
    """Bring game, seats, rounds and scores up to `after`, at most a round later; nobody is told."""
    _write_rounds(table, before, after)
    _write_scores(table, before, after)
    write_awaited(table, before=before, after=after, now=now)
    write_game(table, after=after)


def write_awaited(
    table: Table,
    *,
    before: azul.Position | None,
    after: azul.Position,
    now: datetime,
    resumed: int | None = None,
) -> None:
    """Note on each seat whether it is to move and since which turn.

    A seat that still has to tile while others finish theirs keeps the turn it was asked at, and its
    clock. `resumed` is the seat whose move was taken back: it is on the clock it had.
    """
    changed = []
    for seat in table.seats:
        asked = seat.index in after.to_move
        if not asked:
            turn, at = None, None
        elif before is not None and _still_tiling(seat, before, after):
            continue
        else:
            turn, at = after.turn, now
        score = after.boards[seat.index].score
        if (seat.awaited_turn, seat.score) != (turn, score):
            seat.awaited_turn, seat.awaited_at, seat.score = turn, at, score
            changed.append(seat)
            if asked and seat.index != resumed:
                start_clock(seat, now=now)
    set_deadlines([seat for seat in changed if seat.awaited_turn is not None])
    for seat in changed:
        seat.save(update_fields=["awaited_turn", "awaited_at", "score", *CLOCK_FIELDS])


def announce(table: Table, *, now: datetime) -> None:
    """Queue the turn mails of every seat that is to move, and hint at bots and scoring."""
    game = table.game
    if game.status == GameStatus.SCORING:
        outbox.hint("games.tasks.finalize_game", game.pk)
    for seat in table.seats:
        if seat.awaited_turn is None:
            continue
        if seat.is_bot:
            outbox.hint("games.tasks.play_bots", game.pk)
        else:
            queue_turn_mail(game, seat, now)


def queue_turn_mail(game: Game, seat: Seat, now: datetime, *, again: str = "") -> None:
    """Queue the mail of a seat's open turn, once; with `again`, once more for this reason."""
    player, turn = seat.player, seat.awaited_turn
    if player is None or turn is None or seat.is_muted or player.notices == Notices.NEVER:
        return
    key = f"{MailKind.YOUR_TURN}:{game.pk}:{turn}:{seat.index}"
    if seat.held_from is not None:
        # The player before may have been mailed about the same turn.
        key = f"{key}:{player.pk}"
    if not again and game.takebacks and outbox.requeue_mail(key=key, now=now):
        return
    if game.takebacks and outbox.was_sent(key=key):
        # The move before was taken back after this mail had left: the board is another, so the
        # player is told once more.
        key = f"{key}:{game.takebacks}"
    if again:
        key = f"{key}:{again}"
    outbox.queue_mail(
        key=key,
        kind=MailKind.YOUR_TURN,
        player=player,
        game=game,
        turn=turn,
        seat=seat.index,
        now=now,
    )


def _still_tiling(seat: Seat, before: azul.Position, after: azul.Position) -> bool:
    return _same_tiling(before, after) and seat.index in before.to_move


def _same_tiling(before: azul.Position, after: azul.Position) -> bool:
    return before.phase == azul.Phase.TILING == after.phase and before.round == after.round


def write_game(table: Table, *, after: azul.Position) -> None:
    """Repeat on the game's row what lists and queries need of the position and the clocks."""
    game = table.game
    game.turn = after.turn
    game.round = after.round
    game.phase = after.phase.value
    game.deadline_at = first_deadline(table.seats)
    game.end_reason = after.end_reason.value if after.end_reason else ""
    game.status = GameStatus.SCORING if after.phase == azul.Phase.OVER else GameStatus.RUNNING
    game.save(
        update_fields=["turn", "round", "phase", "deadline_at", "end_reason", "status", "takebacks"]
    )


def _write_rounds(table: Table, before: azul.Position | None, after: azul.Position) -> None:
    known = len(before.deals) if before is not None else 0
    Round.objects.bulk_create(
        [
            Round(
                game=table.game,
                number=deal.round,
                first_turn=after.turn,
                start_seat=deal.start_seat,
                displays=" ".join(
                    "".join(_LETTERS[color] for color in display) or "-"
                    for display in deal.displays
                ),
                refill_after=deal.refill_after,
                bag_after=" ".join(str(count) for count in deal.bag_after),
                lid_after=" ".join(str(count) for count in deal.lid_after),
            )
            for deal in after.deals[known:]
        ]
    )


def _write_scores(table: Table, before: azul.Position | None, after: azul.Position) -> None:
    """Insert the scores of every seat that tiled between the two positions."""
    known = _tiled(before)
    new = [key for key in _tiled(after) if key not in known]
    if not new:
        return
    rounds = {row.number: row for row in Round.objects.filter(game=table.game)}
    placements = []
    for number, seat_index in new:
        tiled = after.tilings[number - 1][seat_index]
        if tiled is None:
            continue
        round_row, seat = rounds[number], table.seats[seat_index]
        RoundScore.objects.create(
            round=round_row,
            seat=seat,
            floor="".join(
                "M" if piece == azul.MARKER else _LETTERS[piece] for piece in tiled.floor
            ),
            gained=tiled.gained,
            penalty=tiled.penalty,
            score_before=tiled.score_before,
            score_after=tiled.score_after,
        )
        placements += [
            PlacementScore(
                round=round_row,
                seat=seat,
                line=placement.row,
                color=_LETTERS[placement.color],
                column=placement.column,
                across=placement.across,
                down=placement.down,
                points=placement.points,
            )
            for placement in tiled.placements
        ]
    PlacementScore.objects.bulk_create(placements)


def _tiled(position: azul.Position | None) -> set[tuple[int, int]]:
    """Return (round number, seat) of every tiling done so far."""
    if position is None:
        return set()
    return {
        (number, seat)
        for number, row in enumerate(position.tilings, start=1)
        for seat, tiled in enumerate(row)
        if tiled is not None
    }
