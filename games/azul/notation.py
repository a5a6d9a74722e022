"""Moves as text: `3R2`, `CCF`, `W13+W42`; free spelling in English and Japanese on reading."""

from .moves import Move


class InvalidNotation(ValueError):
    """Text that can't be read as a move; ``str()`` of it is one English sentence."""


def format_move(move: Move) -> str:
    """Return a move in canonical notation."""
    raise NotImplementedError


def parse_move(text: str) -> Move:
    """Read a move in canonical or free spelling. Raises `InvalidNotation`."""
    raise NotImplementedError
