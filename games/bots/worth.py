"""What boards promise at the end of a round: points, bonuses so far, and what may still come.

Which tiles come later nobody knows. What may come is weighed by how often such lines get full, and by how many
tiles of each color bag and lid still hold, which every player can count.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple

from games.azul import (
    COLORS,
    SIZE,
    WALL_COLORS,
    Color,
    PlayerBoard,
    Position,
    Tiled,
    WallKind,
    board_if_round_ended,
)
from games.azul.scoring import COLOR_POINTS, COLUMN_POINTS, ROW_POINTS, TILE_POINTS, run_length

Cells = tuple[tuple[Color | None, ...], ...]
"""5 rows x 5 columns, row 0 on top: the color on each wall space, None where it is free."""

START_POINTS: Final = 1.0
"""What beginning the next round is worth."""
RATES: Final = (0.95, 0.9, 0.75, 0.6, 0.5)
"""How many tiles a round brings to each row of the wall, from the top."""
FILLED: Final = (1.0, 0.85, 0.7, 0.5, 0.35, 0.25)
"""How likely a line is to get full in one round, by the tiles it needs."""
MOST_LIKELY: Final = 0.95
FULL: Final = 0b11111


class Tally(NamedTuple):
    """A board once its round is tiled.

    `longest` is the number of tiles in its fullest row; `free` has row, column and points of each free
    space, as if the next tile were laid there.
    """

    score: int
    bonus: int
    longest: int
    cells: Cells
    free: tuple[tuple[int, int, int], ...]


class Appraiser:
    """Weighs boards of one game in one round; remembers what it has weighed.

    Made anew for every move: it holds nothing that outlives it.
    """

    def __init__(self, position: Position) -> None:
        """Take what stays the same for this round: the wall, and what bag and lid hold."""
        self._kind = position.wall_kind
        self._shares = _shares(position)
        self._walls: dict[Hashable, Cells] = {}
        self._tallies: dict[PlayerBoard, Tally] = {}
        self._hopes: dict[tuple[PlayerBoard, int], float] = {}

    def standings(self, position: Position) -> tuple[float, ...]:
        """Return for each seat how far it would be ahead of the best other if the round ended now."""
        tallies = [self._tally(board) for board in position.boards]
        rounds = SIZE - max([tally.longest for tally in tallies])
        if rounds == 0:
            worths = [float(tally.score + tally.bonus) for tally in tallies]
        else:
            worths = [
                tally.score + self._hope(board, tally, rounds)
                for board, tally in zip(position.boards, tallies, strict=True)
            ]
            worths[position.next_start] += START_POINTS
        if len(worths) == 2:
            ahead = worths[0] - worths[1]
            return ahead, -ahead
        return _ahead(worths)

    def _tally(self, board: PlayerBoard) -> Tally:
        known = self._tallies.get(board)
        if known is None:
            cells = self._walls.get(board.wall)
            if cells is None:
                cells = self._walls[board.wall] = _cells(board)
            known = _tally(cells, board_if_round_ended(board, self._kind))
            self._tallies[board] = known
        return known

    def _hope(self, board: PlayerBoard, tally: Tally, rounds: int) -> float:
        known = self._hopes.get((board, rounds))
        if known is None:
            chances = _chances(board, tally.cells, rounds, self._shares)
            known = _hope(tally, chances, self._kind)
            self._hopes[board, rounds] = known
        return known


def final_standings(position: Position) -> tuple[float, ...]:
    """Return for each seat how far it is ahead of the best other in a game that is over."""
    return _ahead([float(board.score) for board in position.boards])


def _ahead(worths: Sequence[float]) -> tuple[float, ...]:
    return tuple(
        worth - max(other for rival, other in enumerate(worths) if rival != seat)
        for seat, worth in enumerate(worths)
    )


def _shares(position: Position) -> tuple[float, ...]:
    """Return for each color how many tiles the next deal should bring, 1 = one fifth of them."""
    wanted = 4 * len(position.displays)
    bag, lid = position.bag, position.lid
    rest = max(0, wanted - sum(bag))
    from_lid = min(1.0, rest / sum(lid)) if sum(lid) else 0.0
    coming = [
        held * min(1.0, wanted / sum(bag) if sum(bag) else 0.0) + thrown * from_lid
        for held, thrown in zip(bag, lid, strict=True)
    ]
    total = sum(coming)
    return tuple(SIZE * count / total for count in coming) if total else (1.0,) * SIZE


def _tally(wall: Cells, tiled: Tiled) -> Tally:
    """Return what a board is once this tiling of its wall is done."""
    cells = _cells_after(wall, tiled)
    rows = [_mask(row) for row in cells]
    columns = [_mask([row[column] for row in cells]) for column in range(SIZE)]
    colors = sum(all(color in row for row in cells) for color in COLORS)
    bonus = ROW_POINTS * rows.count(FULL) + COLUMN_POINTS * columns.count(FULL)
    free = tuple(
        (row, column, TILE_POINTS[RUNS[rows[row]][column]][RUNS[columns[column]][row]])
        for row in range(SIZE)
        for column in range(SIZE)
        if cells[row][column] is None
    )
    longest = max(row.bit_count() for row in rows)
    return Tally(tiled.score_after, bonus + COLOR_POINTS * colors, longest, cells, free)


def _mask(spaces: Sequence[Color | None]) -> int:
    """Return the bits of the spaces that are taken, the first one's lowest."""
    return sum(1 << index for index, color in enumerate(spaces) if color is not None)


def _cells_after(wall: Cells, tiled: Tiled) -> Cells:
    """Return the wall with the tiles of this round laid."""
    rows = list(wall)
    for row, color, column, *_ in tiled.placements:
        if column is not None:
            rows[row] = (*rows[row][:column], color, *rows[row][column + 1 :])
    return tuple(rows)


def _cells(board: PlayerBoard) -> Cells:
    columns = range(SIZE)
    return tuple(tuple(board.wall_color(row, column) for column in columns) for row in range(SIZE))


def _chances(
    board: PlayerBoard, cells: Cells, rounds: int, shares: Sequence[float]
) -> list[dict[Color, float]]:
    """Return for each row how likely each missing color is to be laid in the rounds to come."""
    chances = []
    for row, (held, count) in enumerate(board.lines):
        laid = cells[row]
        missing = [color for color in COLORS if color not in laid]
        own = held if held is not None and count <= row and held in missing else None
        left, rivals = float(rounds), len(missing)
        likely: dict[Color, float] = {}
        if own is not None:
            once = FILLED[row + 1 - count] * _lean(shares[own], rounds)
            likely[own] = 1 - (1 - min(MOST_LIKELY, once)) ** rounds
            left, rivals = left - 0.7, rivals - 1
        for color in missing:
            if color is not own:
                chance = RATES[row] * left / rivals * _lean(shares[color], rounds)
                likely[color] = min(MOST_LIKELY, max(0.0, chance))
        chances.append(likely)
    return chances


def _lean(share: float, rounds: int) -> float:
    """Return how much a color's share of the next deal counts: the fewer rounds, the more."""
    return 1 + (min(share, 1.6) - 1) / (2 * rounds)


def _hope(tally: Tally, chances: Sequence[dict[Color, float]], kind: WallKind) -> float:
    """Return the points that a board may be expected to make in the rounds to come."""
    hope = 0.0
    columns = [1.0] * SIZE
    for row, column, points in tally.free:
        likely = chances[row]
        if kind is WallKind.COLORED:
            chance = likely[WALL_COLORS[row][column]]
        else:
            chance = sum(likely.values()) / len(likely)
        columns[column] *= chance
        hope += chance * points
    for color in COLORS:
        together = 1.0
        for likely in chances:
            together *= likely.get(color, 1.0)
        hope += COLOR_POINTS * together
    return hope + COLUMN_POINTS * sum(columns)


RUNS: Final = tuple(
    tuple(run_length(mask, index) for index in range(SIZE)) for mask in range(FULL + 1)
)
"""`RUNS[taken spaces][index]`: the run that a tile there would make."""
