"""A whole game as data: `Record`, its making from a game, and its checking by replay."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .moves import Move
from .position import EndReason, Position
from .tiles import Displays
from .walls import WallKind


class InvalidRecord(ValueError):
    """Text that can't be read as a record; ``str()`` says where and why."""


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """One round: the displays as dealt, the (seat, move) list, the scores after its tiling.

    `scores` is None while the round is being played.
    """

    displays: Displays
    moves: tuple[tuple[int, Move], ...]
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """How a game ended: the reason, final scores by seat, (place, seats) from the best."""

    end_reason: EndReason
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A game, over or still being played (`result` and `seed` are None then).

    `players` are the names in seat order; `seed` and `seed_hash` are hexadecimal, "" or None when the
    game was not drawn from a seed.
    """

    players: tuple[str, ...]
    wall_kind: WallKind
    start_seat: int
    rounds: tuple[RecordedRound, ...]
    result: RecordedResult | None = None
    site: str = ""
    game: str = ""
    date: str = ""
    rules: int = 1
    seed_hash: str = ""
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """What replaying a record showed; `faults` are sentences that name round, move and player.

    `position` is the last one reached (None: not even the first); `moves` counts the picks played.
    """

    faults: tuple[str, ...]
    position: Position | None
    moves: int

    @property
    def ok(self) -> bool:
        """Whether everything the record states is what the rules give."""
        return not self.faults


def record_of(
    position: Position,
    moves: Iterable[tuple[int, Move]],
    *,
    players: Sequence[str],
    site: str = "",
    game: str = "",
    date: str = "",
    seed_hash: str = "",
    seed: str | None = None,
) -> Record:
    """Return the record of a game from its last position and its whole move list.

    The seed is left out unless the game is over.
    """
    raise NotImplementedError


def format_record(record: Record) -> str:
    """Return a record as text (docs/notation.md)."""
    raise NotImplementedError


def parse_record(text: str) -> Record:
    """Read one record from text. Raises `InvalidRecord`."""
    raise NotImplementedError


def format_json(record: Record) -> str:
    """Return a record as one line of `azul-record/1` JSON."""
    raise NotImplementedError


def parse_json(text: str) -> Record:
    """Read an `azul-record/1` record. Raises `InvalidRecord`."""
    raise NotImplementedError


def check_record(record: Record) -> Check:
    """Replay a record and compare everything it states."""
    raise NotImplementedError


def check_draws(record: Record) -> Check:
    """Check a finished seeded game: the commitment, every draw, and the whole replay."""
    raise NotImplementedError
