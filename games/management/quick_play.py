"""Playing a game on in one go: hundreds of games take seconds where a service call a move takes minutes.

For demonstrations and simulations; what is written is what the services write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from games import azul
from games.models import Game, GameStatus, Move, Via
from games.selectors.positions import Table
from games.services.endings import finalize_game
from games.services.locking import locked_table
from games.services.progress import announce, write_state

Choose = Callable[[azul.Position, int], azul.Move]
MOST_MOVES = 600


def play_out(*, game_id: int, choose: Choose, now: datetime) -> bool:
    """Play a game to its end and write its result; False if the players block each other.

    Moves are spread over the time from the start of the game to `now`.
    """
    play_on(game_id=game_id, choose=choose, now=now)
    return finalize_game(game_id=game_id, now=now)


@transaction.atomic(durable=True)
def play_on(
    *,
    game_id: int,
    choose: Choose,
    now: datetime,
    is_far: Callable[[azul.Position], bool] = lambda position: False,
) -> None:
    """Play a running game on until it is far enough, or over; the next player is told as usual."""
    table = locked_table(game_id)
    if table.game.status != GameStatus.RUNNING:
        return
    before = table.position
    run = _Run(table, before)
    for position in run.played(choose, is_far):
        if len(position.deals) > len(before.deals):
            write_state(table, before, position, now)
            before = position
    if run.position is not before:
        write_state(table, before, run.position, now)
    Move.objects.bulk_create(run.rows(table.game, now))
    announce(table, now=now)


@dataclass
class _Run:
    """Moves played in memory, with what their rows need."""

    table: Table
    position: azul.Position
    moves: list[tuple[int, int, int, int, str]] = field(default_factory=list)

    def played(
        self, choose: Choose, is_far: Callable[[azul.Position], bool]
    ) -> Iterator[azul.Position]:
        """Play move after move and yield the position after each."""
        asked = {
            seat.index: seat.awaited_turn
            for seat in self.table.seats
            if seat.awaited_turn is not None
        }
        while self.position.to_move and not is_far(self.position):
            if len(self.moves) >= MOST_MOVES:
                return
            before, seat = self.position, self.position.to_move[0]
            move = choose(before, seat)
            self.moves.append(
                (seat, before.turn, asked[seat], before.round, azul.format_move(move))
            )
            self.position = azul.apply(before, seat, move, self.table.dealer)
            is_same = before.phase == azul.Phase.TILING == self.position.phase
            kept = asked if is_same and before.round == self.position.round else {}
            asked = {index: kept.get(index, self.position.turn) for index in self.position.to_move}
            yield self.position

    def rows(self, game: Game, now: datetime) -> list[Move]:
        """Return the rows of the moves, spread over the time since the game began."""
        begun = game.started_at or now
        step = (now - begun) / (len(self.moves) + 1)
        return [
            Move(
                game=game,
                turn=turn,
                asked_turn=asked,
                seat=self.table.seats[seat],
                round=round_number,
                notation=notation,
                via=Via.LINK,
                played_at=begun + step * number,
            )
            for number, (seat, turn, asked, round_number, notation) in enumerate(self.moves, 1)
        ]
