"""Promotion and relegation: who should play in which division next season, and why.

The rules in words: docs/leagues.md.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from games.competition.lots import Lots

Player = int
"""The number of a player, as the database knows it."""


class InvalidProposal(ValueError):
    """What was asked can't be: somebody comes twice, or limits that nothing can keep."""


class Reason(StrEnum):
    """Why a player has a claim to a division, the strongest claim first."""

    STAYED = "stayed"
    PROMOTED = "promoted"
    RELEGATED = "relegated"
    RETURNING = "returning"
    NEW = "new"


class Shift(StrEnum):
    """Why a player is in another division than the claim was for."""

    NONE = "none"
    FILLED = "filled"
    NO_ROOM = "no_room"


@dataclass(frozen=True, slots=True)
class Finisher:
    """A line of a division's final table: places from 1, equal ones shared.

    `is_back` tells whether the player enters the next season; who doesn't counts for the places
    that go up and down all the same, and may return later.
    """

    player: Player
    place: int
    is_back: bool = True


@dataclass(frozen=True, slots=True)
class Returning:
    """A player who paused at least a season, and the level last played at (0 is the top)."""

    player: Player
    level: int


@dataclass(frozen=True, slots=True)
class Formula:
    """How many go up and down between two divisions, and what sizes divisions may have."""

    up: int = 2
    down: int = 2
    smallest: int = 4
    largest: int = 16

    def __post_init__(self) -> None:
        if min(self.up, self.down) < 0 or not 0 < self.smallest <= self.largest:
            raise InvalidProposal("counts aren't negative, and the smallest size isn't the larger")


@dataclass(frozen=True, slots=True)
class Assignment:
    """Where a player should play, and why.

    `claim` is the level that the reason gives a claim to; `level` is where there was room.
    `was_level` and `was_place` tell where the player finished, None for who didn't play.
    `is_by_lot` says that a shared place was parted by lot at the edge of a zone.
    """

    player: Player
    level: int
    reason: Reason
    shift: Shift
    claim: int
    was_level: int | None = None
    was_place: int | None = None
    is_by_lot: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """Next season's divisions from the top, each in the order of its claims.

    `is_within_limits` is False if the players are so few, or so awkward in number, that no
    division of them keeps all sizes within the limits.
    """

    divisions: tuple[tuple[Assignment, ...], ...]
    is_within_limits: bool


def division_sizes(players: int, formula: Formula, *, usual: int) -> tuple[list[int], bool]:
    """Return sizes from the top, as equal as can be and larger at the foot; and if limits hold.

    Of all numbers of divisions that keep the limits it takes the nearest to `usual`. If none
    does, the largest size holds and the smallest doesn't.

    >>> division_sizes(25, Formula(smallest=6, largest=10), usual=3)
    ([8, 8, 9], True)
    """
    if not players:
        return [], True
    fewest, most = -(-players // formula.largest), players // formula.smallest
    count = fewest if most < fewest else min(max(usual, fewest), most)
    small, larger = divmod(players, count)
    return [small] * (count - larger) + [small + 1] * larger, fewest <= most


def proposal(
    last: Sequence[Sequence[Finisher]],
    formula: Formula,
    seed: bytes,
    *,
    returning: Iterable[Returning] = (),
    new: Sequence[Player] = (),
    unrated: Collection[Player] = (),
) -> Proposal:
    """Return next season's divisions for everybody who enters it, each player exactly once.

    `last` are the final tables from the top division down; `returning` and `new` players come in
    the order of their claims, the strongest first; `unrated` are those of them whose order was
    drawn. First everybody gets a claim: the best `up` places to the division above, the last `down`
    to the one below, the others to their own; returning players to their old level, new ones to
    the lowest, in a first season to wherever their order puts them. Then divisions are filled from
    the top. Where claims are too many, the weakest go one down, but who was to go up never below
    the old division while that has room; where they are too few, the next follow from below.
    Raises InvalidProposal if somebody comes twice.
    """
    lots = Lots(seed, "promotion")
    levels = max(len(last), 1)
    claims = [claim for level in range(len(last)) for claim in _claims(last, level, formula, lots)]
    claims += _arrivals(returning, new, levels - 1)
    everybody = [claim.player for claim in claims] + [
        line.player for table in last for line in table if not line.is_back
    ]
    if len(set(everybody)) != len(everybody):
        raise InvalidProposal("a player comes twice")
    sizes, fits = division_sizes(len(claims), formula, usual=levels)
    divisions = _filled(claims, sizes)
    if not last:
        divisions = [tuple([_first(line, unrated) for line in each]) for each in divisions]
    return Proposal(tuple(divisions), fits)


def _first(line: Assignment, unrated: Collection[Player]) -> Assignment:
    """Return a line of a first season: new players have no claim but their order."""
    if line.reason is not Reason.NEW:
        return line
    is_by_lot = line.player in unrated
    return replace(line, shift=Shift.NONE, claim=line.level, is_by_lot=is_by_lot)


def _arrivals(
    returning: Iterable[Returning], new: Sequence[Player], lowest: int
) -> list[Assignment]:
    """Return the claims of those who didn't play last season."""
    back = [(one.player, min(max(one.level, 0), lowest), Reason.RETURNING) for one in returning]
    first = [(player, lowest, Reason.NEW) for player in new]
    return [
        Assignment(player, level, reason, Shift.NONE, level)
        for player, level, reason in (*back, *first)
    ]


_CLAIM_ORDER: Final = tuple(Reason)
_FILL_ORDER: Final = (
    Reason.STAYED,
    Reason.RELEGATED,
    Reason.PROMOTED,
    Reason.RETURNING,
    Reason.NEW,
)
"""Who of a division moves up first when there is room above: by merit there, then its newcomers."""


def _claims(
    last: Sequence[Sequence[Finisher]], level: int, formula: Formula, lots: Lots
) -> list[Assignment]:
    """Return the claims of one division's players who are back, the best first."""
    drawn = lots.shuffled(sorted(last[level], key=lambda line: line.player))
    table = sorted(drawn, key=lambda line: line.place)
    up = min(formula.up, len(table)) if level > 0 else 0
    down = min(formula.down, len(table) - up) if level < len(last) - 1 else 0
    edges = [edge for edge in (up, len(table) - down) if 0 < edge < len(table)]
    parted = {table[edge].place for edge in edges if table[edge - 1].place == table[edge].place}
    claims = []
    for index, line in enumerate(table):
        reason, claim = Reason.STAYED, level
        if index < up:
            reason, claim = Reason.PROMOTED, level - 1
        elif index >= len(table) - down:
            reason, claim = Reason.RELEGATED, level + 1
        if line.is_back:
            claims.append(
                Assignment(
                    line.player, claim, reason, Shift.NONE, claim, level, line.place,
                    line.place in parted,
                )
            )  # fmt: skip
    return claims


def _filled(claims: Sequence[Assignment], sizes: Sequence[int]) -> list[tuple[Assignment, ...]]:
    """Fill divisions of these sizes from the top, by claims."""
    waiting = list(claims)
    divisions = []
    for level, size in enumerate(sizes):
        here = [claim for claim in waiting if claim.claim <= level]
        here.sort(key=lambda claim: (claim.claim, _CLAIM_ORDER.index(claim.reason)))
        below = [claim for claim in waiting if claim.claim > level]
        below.sort(key=lambda claim: (claim.claim, _FILL_ORDER.index(claim.reason)))
        first = sorted(here, key=lambda claim: not _is_kept(claim, level))[:size]
        kept = {claim.player for claim in first}
        chosen = ([claim for claim in here if claim.player in kept] + below)[:size]
        taken = {claim.player for claim in chosen}
        waiting = [claim for claim in waiting if claim.player not in taken]
        divisions.append(tuple([_at(claim, level) for claim in chosen]))
    return divisions


def _is_kept(claim: Assignment, level: int) -> bool:
    """Tell whether a player was to go up from this level and found no room: never further down than before."""
    return claim.reason is Reason.PROMOTED and claim.was_level == level


def _at(claim: Assignment, level: int) -> Assignment:
    shift = Shift.NONE
    if level != claim.claim:
        shift = Shift.FILLED if level < claim.claim else Shift.NO_ROOM
    return Assignment(
        claim.player, level, claim.reason, shift, claim.claim,
        claim.was_level, claim.was_place, claim.is_by_lot,
    )  # fmt: skip
