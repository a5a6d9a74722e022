"""Ratings to read about: the leaderboard, and a player's history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games.models import Player, Rating, RatingChange

if TYPE_CHECKING:
    from django.db.models import QuerySet

__all__ = ["LeaderLine", "Leaderboard", "RatingHistory", "history_of", "leaderboard"]

PAGE_SIZE: Final = 50
MOST_POINTS: Final = 40
MOST_LINES: Final = 10


@dataclass(frozen=True, slots=True)
class LeaderLine:
    """A line of the leaderboard; equal numbers share a place."""

    place: int
    rating: Rating


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Some lines, the best first. `after` and `before` are the keys to page on from, "" at the ends."""

    lines: tuple[LeaderLine, ...]
    after: str
    before: str


def leaderboard(*, after: str = "", before: str = "") -> Leaderboard:
    """Return one page of the settled ratings of people who still play here. Two queries.

    Keys are a rating and a row, like "1520-7"; one that can't be read shows the first page.
    """
    ranked = Rating.objects.filter(is_provisional=False, player__is_active=True)
    found, more_before, more_after = _page(ranked.select_related("player"), after, before)
    if not found:
        return Leaderboard((), "", "")
    place = ranked.filter(shown__gt=found[0].shown).count() + 1
    lines: list[LeaderLine] = []
    first = ranked.filter(shown=found[0].shown, pk__lt=found[0].pk).count() if more_before else 0
    for index, rating in enumerate(found):
        if index and rating.shown != found[index - 1].shown:
            place = lines[0].place + first + index
        lines.append(LeaderLine(place, rating))
    return Leaderboard(
        tuple(lines),
        _key(found[-1]) if more_after else "",
        _key(found[0]) if more_before else "",
    )


def _page(ranked: QuerySet[Rating], after: str, before: str) -> tuple[list[Rating], bool, bool]:
    """Return the rows of a page, and whether there are more before and after them."""
    if (key := _parsed(before)) is not None:
        earlier = ranked.filter(shown__gte=key[0]).exclude(shown=key[0], pk__gte=key[1])
        rows = list(earlier.order_by("shown", "-pk")[: PAGE_SIZE + 1])
        return rows[:PAGE_SIZE][::-1], len(rows) > PAGE_SIZE, True
    key = _parsed(after)
    if key is not None:
        ranked = ranked.filter(shown__lte=key[0]).exclude(shown=key[0], pk__lte=key[1])
    rows = list(ranked.order_by("-shown", "pk")[: PAGE_SIZE + 1])
    return rows[:PAGE_SIZE], key is not None, len(rows) > PAGE_SIZE


def _key(rating: Rating) -> str:
    return f"{rating.shown}-{rating.pk}"


def _parsed(text: str) -> tuple[int, int] | None:
    shown, _dash, pk = text.partition("-")
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in (shown, pk)):
        return None
    return int(shown), int(pk)


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """A player's rating; `points` are the numbers after the last games, the oldest first.

    `lines` are the last games, the newest first.
    """

    rating: Rating
    points: tuple[int, ...]
    lines: tuple[RatingChange, ...]


def history_of(player: Player) -> RatingHistory | None:
    """Return a player's rating and how it came about, None before the first rated game. Two queries."""
    rating = Rating.objects.filter(player=player).first()
    if rating is None:
        return None
    newest = player.rating_changes.select_related("game").order_by("-at", "-game")
    changes = list(newest[:MOST_POINTS])
    points = [change.shown for change in changes[::-1]]
    if changes:
        points.insert(0, changes[-1].shown_before)
    return RatingHistory(rating, tuple(points), tuple(changes[:MOST_LINES]))
