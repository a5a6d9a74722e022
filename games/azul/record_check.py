"""Checking a record by replay: every number it states is compared with what the rules give."""

from dataclasses import dataclass

from .position import Position
from .record import Record


@dataclass(frozen=True, slots=True)
class Check:
    """What replaying a record showed; `faults` are sentences that name round, move and player.

    `position` is the last one reached (None: not even the first); `moves` counts the picks played.
    """

    game: str
    players: tuple[str, ...]
    faults: tuple[str, ...]
    position: Position | None
    moves: int

    @property
    def ok(self) -> bool:
        """Whether everything the record states is what the rules give."""
        return not self.faults


def check_record(record: Record) -> Check:
    """Replay a record and compare everything it states."""
    raise NotImplementedError


def check_draws(record: Record) -> Check:
    """Check a finished seeded game: the commitment, every draw, and the whole replay."""
    raise NotImplementedError
