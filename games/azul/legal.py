"""Which moves are legal, and why the others are not."""

from typing import Final

from .moves import FAR_PICKS, FLOOR, NEAR_PICKS, PICKS, IllegalMove, Move, Pick, Reason
from .position import Phase, PlayerBoard, Position
from .tiles import BITS, CENTER, COLORS, FIELD, Color
from .tiling import tile_refusal, tilings

_OFFER: Final = Phase.OFFER
_BLUES, _YELLOWS, _REDS, _BLACKS, _CYANS = NEAR_PICKS


def legal_moves(position: Position, seat: int) -> list[Move]:
    """Return all moves open to a seat now; [] if the table doesn't wait for it.

    Picks come by color and line, from displays 1 to 5, the center, then displays 6 to 9; tilings by line
    and column, each complete (forced lines too). Rules: R5, R6, R7, R18.
    """
    if seat not in position.to_move:
        return []
    board, sources = position.boards[seat], position.sources
    if position.phase is not _OFFER:
        return [*tilings(board, position.wall_kind)]
    lines = board.open_lines
    moves: list[Move] = [
        *_BLUES[sources & 63][lines & 31],
        *_YELLOWS[sources >> 6 & 63][lines >> 5 & 31],
        *_REDS[sources >> 12 & 63][lines >> 10 & 31],
        *_BLACKS[sources >> 18 & 63][lines >> 15 & 31],
        *_CYANS[sources >> 24 & 63][lines >> 20 & 31],
    ]
    if far := sources >> 30:
        for picks in FAR_PICKS:
            moves += picks[far & 15][lines & 31]
            far >>= 4
            lines >>= 5
    return moves


def is_legal(position: Position, seat: int, move: Move) -> bool:
    """Tell whether `flow.apply` would take the move."""
    return refusal(position, seat, move) is None


def refusal(position: Position, seat: int, move: Move) -> IllegalMove | None:
    """Return why a move is not legal, ready to be raised; None when it is. Rule: R23."""
    if position.phase is Phase.OVER:
        return IllegalMove(Reason.GAME_OVER, "The game is over.")
    if not 0 <= seat < position.players:
        return IllegalMove(Reason.NO_SUCH_SEAT, "There is no such seat at this table.")
    if isinstance(move, Pick):
        return _pick_refusal(position, seat, move)
    if position.phase is not Phase.TILING:
        sentence = "Tiles go to the wall when the round is over."
        return IllegalMove(Reason.WRONG_PHASE, sentence, phase=position.phase)
    if position.tilings[-1][seat] is not None:
        return IllegalMove(Reason.ALREADY_TILED, "Your wall is already tiled this round.")
    return tile_refusal(position.boards[seat], position.wall_kind, move)


def _pick_refusal(position: Position, seat: int, pick: Pick) -> IllegalMove | None:
    """Return why a pick is not legal. Rules: R5, R6."""
    if position.phase is not Phase.OFFER:
        sentence = "No tiles can be taken now: the round is over."
        return IllegalMove(Reason.WRONG_PHASE, sentence, phase=position.phase)
    if seat not in position.to_move:
        return IllegalMove(Reason.NOT_YOUR_TURN, "It is not your turn.")
    source, color, line = pick
    if source != CENTER and not 0 <= source < len(position.displays):
        shown = f" {source + 1}" if source >= 0 else ""
        sentence = f"There is no display{shown} on this table."
        return IllegalMove(Reason.NO_SUCH_SOURCE, sentence, source=source)
    if color not in COLORS:
        return IllegalMove(Reason.NO_SUCH_COLOR, "There is no such tile color.")
    if not position.packed_at(source) >> BITS * color & FIELD:
        where = "The center" if source == CENTER else f"Display {source + 1}"
        name = Color(color).name.lower()
        sentence = f"{where} has no {name} tile."
        return IllegalMove(Reason.NONE_OF_THAT_COLOR, sentence, source=source, color=color)
    if line == FLOOR:
        return None
    if (source, color, line) not in PICKS:
        return IllegalMove(
            Reason.NO_SUCH_LINE, "There are pattern lines 1 to 5 and the floor line."
        )
    return _line_refusal(position.boards[seat], Color(color), line)


def _line_refusal(board: PlayerBoard, color: Color, line: int) -> IllegalMove | None:
    """Return why a pattern line does not take a color. Rules: R5, R6."""
    if board.takes(line, color):
        return None
    held, count = board.line(line)
    if count > line:
        return IllegalMove(Reason.LINE_FULL, f"Line {line + 1} is full.", line=line)
    if held is not None and held is not color:
        sentence = f"Line {line + 1} already holds {held.name.lower()}."
        return IllegalMove(Reason.OTHER_COLOR_IN_LINE, sentence, line=line, color=held)
    sentence = f"Row {line + 1} of your wall already has {color.name.lower()}."
    return IllegalMove(Reason.COLOR_ON_WALL, sentence, line=line, color=color)
