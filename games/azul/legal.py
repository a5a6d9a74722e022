"""Which moves are legal, and why the others are not."""

from typing import Final

from .moves import CENTER, FLOOR, OPEN_PICKS, PICKS, IllegalMove, Move, Pick, Reason
from .position import Phase, PlayerBoard, Position
from .tiles import BITS, COLORS, FIELD, TILES_PER_DISPLAY, Color, pack
from .tiling import tile_refusal, tilings
from .walls import SIZE


def _multisets(size: int, first: int = 0) -> list[tuple[int, ...]]:
    """Return all sorted color lists of one length."""
    if size == 0:
        return [()]
    return [(color, *rest) for color in range(first, SIZE) for rest in _multisets(size - 1, color)]


COLORS_ON: Final[dict[int, tuple[int, ...]]] = {
    pack([tiles.count(color) for color in range(SIZE)]): tuple(sorted(set(tiles)))
    for size in range(TILES_PER_DISPLAY + 1)
    for tiles in _multisets(size)
}
"""The colors on a display, for each packed content it can have."""

_CENTER_PICKS: Final = OPEN_PICKS[CENTER]
_OFFER: Final = Phase.OFFER


def legal_moves(position: Position, seat: int) -> list[Move]:
    """Return all moves open to a seat now; [] if the table doesn't wait for it.

    Picks come by source, color, line; tilings by line and column, each complete (forced lines too).
    Rules: R5, R6, R7, R18.
    """
    _, phase, _, to_move, boards, displays, center, _, _, _, _ = position
    moves: list[Move] = []
    if phase is not _OFFER:
        return [*tilings(boards[seat], position.wall_kind)] if seat in to_move else moves
    if seat != to_move[0]:
        return moves
    opened = boards[seat].open_lines
    open_lines = (opened & 31, opened >> 5 & 31, opened >> 10 & 31, opened >> 15 & 31, opened >> 20)
    colors_on = COLORS_ON
    for display, picks in zip(displays, OPEN_PICKS):  # noqa: B905 - the tables go on to display 9
        if display:
            for color in colors_on[display]:
                moves += picks[color][open_lines[color]]
    color = 0
    while center:
        if center & 63:
            moves += _CENTER_PICKS[color][open_lines[color]]
        center >>= 6
        color += 1
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
        return IllegalMove(Reason.WRONG_PHASE, "Tiles go to the wall when the round is over.")
    if position.tilings[-1][seat] is not None:
        return IllegalMove(Reason.ALREADY_TILED, "Your wall is already tiled this round.")
    return tile_refusal(position.boards[seat], position.wall_kind, move)


def _pick_refusal(position: Position, seat: int, pick: Pick) -> IllegalMove | None:
    """Return why a pick is not legal. Rules: R5, R6."""
    if position.phase is not Phase.OFFER:
        return IllegalMove(Reason.WRONG_PHASE, "No tiles can be taken now: the round is over.")
    if seat not in position.to_move:
        return IllegalMove(Reason.NOT_YOUR_TURN, "It is not your turn.")
    source, color, line = pick
    if source != CENTER and not 0 <= source < len(position.packed_displays):
        shown = f" {source + 1}" if source >= 0 else ""
        return IllegalMove(Reason.NO_SUCH_SOURCE, f"There is no display{shown} on this table.")
    if color not in COLORS:
        return IllegalMove(Reason.NO_SUCH_COLOR, "There is no such tile color.")
    packed = position.packed_center if source == CENTER else position.packed_displays[source]
    if not packed >> BITS * color & FIELD:
        where = "The center" if source == CENTER else f"Display {source + 1}"
        name = Color(color).name.lower()
        return IllegalMove(Reason.NONE_OF_THAT_COLOR, f"{where} has no {name} tile.")
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
        return IllegalMove(Reason.LINE_FULL, f"Line {line + 1} is full.")
    if held is not None and held is not color:
        sentence = f"Line {line + 1} already holds {held.name.lower()}."
        return IllegalMove(Reason.OTHER_COLOR_IN_LINE, sentence)
    sentence = f"Row {line + 1} of your wall already has {color.name.lower()}."
    return IllegalMove(Reason.COLOR_ON_WALL, sentence)
