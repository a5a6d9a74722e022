"""Records as `azul-record/1` JSON."""

from .record import Record


def format_json(record: Record) -> str:
    """Return a record as one line of `azul-record/1` JSON."""
    raise NotImplementedError


def parse_json(text: str) -> Record:
    """Read an `azul-record/1` record. Raises `InvalidRecord`."""
    raise NotImplementedError
