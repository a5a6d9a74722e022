"""What the mail says that closes a game: places, points, bonuses, and how to check the draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.azul import EndReason
from games.mail.boards import boards_of
from games.mail.links import absolute
from games.mail.relevance import Sitting
from games.models import OutgoingMail, Result
from games.render import text, words
from games.selectors.table import table_view

NAME_COLUMNS = 28
NUMBER_COLUMNS = 9


@dataclass(frozen=True, slots=True)
class RankRow:
    """One player's final place. `bonus` is part of `score`."""

    place: int
    name: str
    is_you: bool
    score: int
    rows: int
    columns: int
    colors: int
    bonus: int

    @property
    def signed_bonus(self) -> str:
        """The bonus with its sign."""
        return words.signed(self.bonus)

    @property
    def text(self) -> str:
        """The row for the text part, below table_head()."""
        counts = (self.score, self.rows, self.columns, self.colors)
        return _columns(f"{self.place}.", self.name, (*map(str, counts), self.signed_bonus))


def table_head() -> str:
    """Return the heads of the columns of RankRow.text."""
    heads = (_("Points"), _("Rows"), _("Columns"), _("Colors"), _("Bonus"))
    return _columns("", _("Player"), heads)


def _columns(place: str, name: str, numbers: Sequence[str]) -> str:
    """Return one line of the ranking, 78 columns at most."""
    clipped = text.clip(name, NAME_COLUMNS)
    padding = " " * (NAME_COLUMNS - text.width(clipped))
    figures = (" " * (NUMBER_COLUMNS - text.width(number)) + number for number in numbers)
    return f"{place:>3} {clipped}{padding}" + "".join(figures)


def game_over(
    mail: OutgoingMail, sitting: Sitting, *, now: datetime, language: str
) -> dict[str, Any]:
    """Return what the templates of the closing mail show. Two queries at most."""
    del now
    game = sitting.table.game
    ranking = _ranking(sitting)
    own = next(row for row in ranking if row.is_you)
    seed = game.told_seed()
    view = table_view(sitting.table, seat=sitting.seat.index, may_move=False)
    return {
        "ranking": ranking,
        "table_head": table_head(),
        "headline": _headline(ranking, own, language, is_left=sitting.seat.is_left),
        "is_left": sitting.seat.is_left,
        "why": _why(game.end_reason, language),
        "scores": absolute("scores", mail.game_id),
        "record": absolute("record-text", mail.game_id),
        "fairness": absolute("fairness"),
        "seed": seed,
        "seed_parts": (seed[:32], seed[32:]),
        "is_hidden": game.is_hidden(),
        **boards_of(view, language),
        "moves": len(sitting.table.moves),
        "rounds": game.round,
    }


def _why(end_reason: str, language: str) -> str:
    """Return what ended the game: what the rules say, or a clock."""
    if end_reason == "forfeit":
        return _("Time was up: the game was lost by forfeit, and the boards count as they were.")
    if end_reason == "director":
        return _("A director ended the game and decided the places; the boards count as they were.")
    return words.end_reason_sentence(EndReason(end_reason), language) if end_reason else ""


def _ranking(sitting: Sitting) -> list[RankRow]:
    names = {seat.pk: seat.shown_name for seat in sitting.table.seats}
    results = Result.objects.filter(game=sitting.table.game).order_by("place", "seat_id")
    return [
        RankRow(
            place=result.place,
            name=names[result.seat_id],
            is_you=result.seat_id == sitting.seat.pk,
            score=result.score,
            rows=result.rows,
            columns=result.columns,
            colors=result.colors,
            bonus=result.bonus,
        )
        for result in results
    ]


def _headline(ranking: list[RankRow], own: RankRow, language: str, *, is_left: bool) -> str:
    """Return the result as the player feels it: won, shared, or who won."""
    winners = [row for row in ranking if row.place == 1]
    if is_left and own.place == 1:
        return _("The bot on your seat came first")
    if own.place == 1 and len(winners) == 1:
        return _("You won, %(name)s!") % {"name": own.name}
    if own.place == 1:
        return _("You share the first place, %(name)s!") % {"name": own.name}
    names = words.listed([row.name for row in winners], language)
    place = {2: _("second"), 3: _("third")}.get(own.place, _("fourth"))
    return _("%(names)s won, you came %(place)s") % {"names": names, "place": place}
