"""Whether the game ends after a round, and what the end adds to the scores."""

from .position import EndReason, Phase, Position
from .scoring import bonuses
from .walls import WallKind, can_complete_a_row


def finish_round(position: Position) -> Position:
    """Decide after everybody has tiled whether the game goes on. Rules: R19, R22."""
    walls = [board.wall for board in position.boards]
    if any(wall.has_complete_row() for wall in walls):
        return end_of_game(position, EndReason.ROW_COMPLETE)
    if position.wall_kind is WallKind.GRAY and not any(map(can_complete_a_row, walls)):
        return end_of_game(position, EndReason.NO_ROW_POSSIBLE)
    return position._replace(phase=Phase.DRAW)


def end_of_game(position: Position, reason: EndReason) -> Position:
    """Return the finished game, end bonuses added to the scores. Rule: R20."""
    boards = tuple(
        board._replace(score=board.score + bonuses(board).points) for board in position.boards
    )
    return position._replace(phase=Phase.OVER, to_move=(), boards=boards, end_reason=reason)
