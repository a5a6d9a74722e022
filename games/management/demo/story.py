"""The games of the demo world: who plays them, how far they are, and the moves that lead there."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from games import azul

BOT = "bot"


@dataclass(frozen=True, kw_only=True)
class Plan:
    """One game of the demo world and the point it is played to.

    `people` are first names in seat order, or BOT. The game stops in round `round` (1-based) in
    `phase`, after at least `turns` moves of the whole game, when it is `waits_for`'s turn; round 0
    stops before the first move. `days` ago it began, `idle_hours` ago the last move was played.
    """

    name: str
    people: tuple[str, ...]
    wall: azul.WallKind = azul.WallKind.COLORED
    round: int = 0
    turns: int = 0
    phase: azul.Phase = azul.Phase.OFFER
    waits_for: str = ""
    days: float = 6
    idle_hours: float = 3
    pace: str = "3d"

    @property
    def seed(self) -> bytes:
        """Return 32 bytes that are this game's draws on every machine."""
        return hashlib.sha256(f"azul demo: {self.name}".encode()).digest()

    def is_reached(self, position: azul.Position) -> bool:
        """Tell whether the game has come to where it waits for the visitor."""
        if not self.round:
            return self.phase == position.phase
        seats = [self.people[seat] for seat in position.to_move]
        is_far = position.round >= self.round and position.turn >= self.turns
        return is_far and position.phase == self.phase and self.waits_for in seats


PLANS = (
    Plan(
        name="Friday tiles",
        people=("Alice", "Bob", "Carol", "Dave"),
        round=3,
        turns=33,
        waits_for="Alice",
    ),
    Plan(
        name="Breakfast duel", people=("Bob", "Alice"), round=2, turns=11, waits_for="Alice", days=3
    ),
    Plan(
        name="Gray afternoon",
        people=("Carol", "Alice", "Erin"),
        wall=azul.WallKind.GRAY,
        round=2,
        phase=azul.Phase.TILING,
        waits_for="Alice",
        days=5,
        idle_hours=7,
    ),
    Plan(name="Against the machine", people=("Alice", BOT), days=0.05, idle_hours=1),
    Plan(
        name="Night train",
        people=("Dave", "Bob"),
        wall=azul.WallKind.GRAY,
        round=3,
        turns=24,
        waits_for="Bob",
        days=8,
    ),
    Plan(
        name="Club evening",
        people=("Erin", "Frank", "Carol"),
        round=2,
        turns=30,
        waits_for="Carol",
        days=7,
        pace="2d",
    ),
    Plan(name="Just dealt", people=("Frank", "Dave"), days=0.2, idle_hours=4),
    Plan(
        name="Old rivals",
        people=("Alice", "Bob"),
        phase=azul.Phase.OVER,
        days=20,
        idle_hours=90,
    ),
    Plan(
        name="Four corners",
        people=("Dave", "Erin", "Alice", "Frank"),
        phase=azul.Phase.OVER,
        days=30,
        idle_hours=200,
    ),
    Plan(
        name="Gray Sunday",
        people=("Bob", "Carol"),
        wall=azul.WallKind.GRAY,
        phase=azul.Phase.OVER,
        days=16,
        idle_hours=130,
    ),
)


def moves_of(plan: Plan) -> Iterator[tuple[int, azul.Move]]:
    """Yield (seat, move) until the plan's point is reached; the same on every machine."""
    dealer = azul.SeededDealer(plan.seed)
    position = azul.start(
        players=len(plan.people),
        wall_kind=plan.wall,
        start_seat=azul.drawn_start_seat(plan.seed, len(plan.people)),
        dealer=dealer,
    )
    while not plan.is_reached(position):
        if position.phase == azul.Phase.OVER:
            raise LookupError(f"{plan.name} ends before it comes to its point")
        others = [seat for seat in position.to_move if plan.people[seat] != plan.waits_for]
        seat = (others or list(position.to_move))[0]
        move = sensible_move(position, seat)
        yield seat, move
        position = azul.apply(position, seat, move, dealer)


def sensible_move(position: azul.Position, seat: int) -> azul.Move:
    """Return the move that looks best at first sight, so that the demo's boards look like play."""
    moves = azul.legal_moves(position, seat)
    return max(moves, key=lambda move: _first_sight(position, seat, move))


def _first_sight(position: azul.Position, seat: int, move: azul.Move) -> float:
    """Return how good a move looks: tiles and points won against points lost."""
    if isinstance(move, azul.Tile):
        return float(azul.tile(position, seat, move).boards[seat].score)
    result = azul.pick_result(position, seat, move)
    open_spaces = 0 if move.line == azul.FLOOR or result.completes else move.line + 1 - result.kept
    return (
        3.0 * result.completes
        + (result.points or 0)
        + 0.5 * result.kept
        - 0.7 * open_spaces
        - 1.5 * abs(result.floor_cost)
        - 0.5 * result.fallen
    )
