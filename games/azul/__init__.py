"""The rules of Azul: plain Python without clock, files, or chance of its own.

Everything is 0-based (seats, displays, rows, columns) except round numbers. A game is its options, its
draws and its moves: `start` it, `apply` moves to immutable positions, or `replay` a whole list.
"""

from .dealing import deal
from .draws import BadDeal, Dealer, RecordedDealer, SeededDealer, drawn_start_seat, seed_hash
from .flow import apply, positions, replay, start, take, tile
from .legal import is_legal, legal_moves
from .moves import (
    FLOOR,
    IllegalMove,
    Move,
    Pick,
    Place,
    Reason,
    Tile,
)
from .notation import InvalidNotation, format_move, parse_move
from .position import (
    EndReason,
    Phase,
    PlayerBoard,
    Position,
    has_all_tiles,
    tile_counts,
)
from .preview import PickResult, board_if_round_ended, open_columns, pick_result
from .record import (
    RULES_VERSION,
    InvalidRecord,
    Record,
    RecordedResult,
    RecordedRound,
    record_of,
)
from .record_check import Check, check_draws, check_json, check_record
from .record_files import check_file
from .record_json import format_json, parse_json
from .record_text import format_record, parse_record
from .rounds import Deal, Placement, Tiled
from .scoring import FLOOR_PENALTIES, Bonus, bonuses, ranking
from .setup import set_up_board, set_up_position
from .spelling import Misread
from .tiles import (
    CENTER,
    COLOR_LETTERS,
    COLORS,
    DISPLAYS_FOR,
    MARKER,
    Color,
    Counts,
    Displays,
    FloorTile,
    Marker,
)
from .tiling import complete_tile
from .walls import COLUMN_OF, SIZE, WALL_COLORS, WallKind

__all__ = [
    "CENTER",
    "COLORS",
    "COLOR_LETTERS",
    "COLUMN_OF",
    "DISPLAYS_FOR",
    "FLOOR",
    "FLOOR_PENALTIES",
    "MARKER",
    "RULES_VERSION",
    "SIZE",
    "WALL_COLORS",
    "BadDeal",
    "Bonus",
    "Check",
    "Color",
    "Counts",
    "Deal",
    "Dealer",
    "Displays",
    "EndReason",
    "FloorTile",
    "IllegalMove",
    "InvalidNotation",
    "InvalidRecord",
    "Marker",
    "Misread",
    "Move",
    "Phase",
    "Pick",
    "PickResult",
    "Place",
    "Placement",
    "PlayerBoard",
    "Position",
    "Reason",
    "Record",
    "RecordedDealer",
    "RecordedResult",
    "RecordedRound",
    "SeededDealer",
    "Tile",
    "Tiled",
    "WallKind",
    "apply",
    "board_if_round_ended",
    "bonuses",
    "check_draws",
    "check_file",
    "check_json",
    "check_record",
    "complete_tile",
    "deal",
    "drawn_start_seat",
    "format_json",
    "format_move",
    "format_record",
    "has_all_tiles",
    "is_legal",
    "legal_moves",
    "open_columns",
    "parse_json",
    "parse_move",
    "parse_record",
    "pick_result",
    "positions",
    "ranking",
    "record_of",
    "replay",
    "seed_hash",
    "set_up_board",
    "set_up_position",
    "start",
    "take",
    "tile",
    "tile_counts",
]
