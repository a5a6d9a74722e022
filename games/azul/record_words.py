"""The words of `azul-record/1`: what its JSON says about a deal, a move, a tiling, the end.

The spelling (`colour`, `grey`, `D3`, `L2`) is part of that format.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final, TypeAlias

from .legal import legal_moves
from .moves import FLOOR, PICKS, Pick
from .position import PlayerBoard, Position
from .preview import pick_result
from .rounds import Deal, Tiled
from .scoring import bonuses, ranking
from .tiles import CENTER, COLORS, Color, Counts, FloorTile
from .walls import SIZE, WallKind

Json: TypeAlias = dict[str, Any]

FORMAT: Final = "azul-record/1"
VARIANTS: Final = {WallKind.COLORED: "standard", WallKind.GRAY: "grey"}
COLOR_WORDS: Final = tuple(color.name.lower() for color in COLORS)
SOURCE_WORDS: Final = (*(f"D{display}" for display in range(1, CENTER + 1)), "C")
LINE_WORDS: Final = (*(f"L{line}" for line in range(1, FLOOR + 1)), "F")

_PICK_WORDS: Final = {
    pick: f"{SOURCE_WORDS[pick.source]} {COLOR_WORDS[pick.color]} {LINE_WORDS[pick.line]}"
    for pick in PICKS.values()
}


def counts_words(counts: Counts) -> Json:
    """Return counts by color name, without those that are 0."""
    return {word: count for word, count in zip(COLOR_WORDS, counts, strict=True) if count}


def deal_words(deal: Deal, players: Sequence[str]) -> Json:
    """Return what a record says about a round's deal."""
    refill = None
    if deal.refill_lid is not None:
        refill = {"after_tiles": deal.refill_after, "lid": counts_words(deal.refill_lid)}
    return {
        "round": deal.round,
        "start_player": players[deal.start_seat],
        "draws": [[COLOR_WORDS[tile] for tile in display] for display in deal.displays],
        "refill": refill,
        "bag_after_draw": counts_words(deal.bag_after),
        "lid_after_draw": counts_words(deal.lid_after),
    }


def legal_hash(position: Position, seat: int) -> str:
    """Return the short hash of a seat's legal picks."""
    words = sorted(
        _PICK_WORDS[move] for move in legal_moves(position, seat) if isinstance(move, Pick)
    )
    return sha256("\n".join(words).encode()).hexdigest()[:12]


def move_words(position: Position, seat: int, pick: Pick, players: Sequence[str]) -> Json:
    """Return what a record says about a pick played in this position."""
    result = pick_result(position, seat, pick)
    return {
        "player": players[seat],
        "from": SOURCE_WORDS[pick.source],
        "colour": COLOR_WORDS[pick.color],
        "to": LINE_WORDS[pick.line],
        "count": result.count,
        "kept": result.kept,
        "marker": result.marker,
        "legal": len(legal_moves(position, seat)),
        "legal_hash": legal_hash(position, seat),
    }


def floor_words(floor: Sequence[FloorTile]) -> list[str]:
    """Return a floor line's words, left to right."""
    return [COLOR_WORDS[tile] if isinstance(tile, Color) else "marker" for tile in floor]


def tiling_words(tiled: Tiled) -> Json:
    """Return what a record says about one player's wall-tiling."""
    placements = [
        {
            "line": placement.row + 1,
            "colour": COLOR_WORDS[placement.color],
            "column": None if placement.column is None else placement.column + 1,
            "across": placement.across,
            "down": placement.down,
            "points": placement.points,
        }
        for placement in tiled.placements
    ]
    return {
        "placements": placements,
        "floor": floor_words(tiled.floor),
        "gained": tiled.gained,
        "penalty": tiled.penalty,
        "score_before": tiled.score_before,
        "score_after": tiled.score_after,
    }


def wall_words(board: PlayerBoard) -> list[list[str | None]]:
    """Return a wall as 5 rows of 5 color names or None."""
    cells = [[board.wall_color(row, column) for column in range(SIZE)] for row in range(SIZE)]
    return [[None if cell is None else COLOR_WORDS[cell] for cell in row] for row in cells]


def bonus_words(board: PlayerBoard) -> Json:
    """Return what a record says about a board's end bonus."""
    bonus = bonuses(board)
    return {
        "rows": bonus.rows,
        "columns": bonus.columns,
        "colours": bonus.colors,
        "points": bonus.points,
    }


def ranking_words(boards: Sequence[PlayerBoard], players: Sequence[str]) -> list[Json]:
    """Return the places, best first, with the names that share each."""
    return [
        {"place": place, "players": [players[seat] for seat in seats]}
        for place, seats in ranking(boards)
    ]


def end_words(position: Position, players: Sequence[str]) -> Json:
    """Return what a record says about a finished game."""
    boards = dict(zip(players, position.boards, strict=True))
    return {
        "end_reason": None if position.end_reason is None else position.end_reason.value,
        "bonuses": {name: bonus_words(board) for name, board in boards.items()},
        "walls": {name: wall_words(board) for name, board in boards.items()},
        "final_scores": {name: board.score for name, board in boards.items()},
        "ranking": ranking_words(position.boards, players),
    }
