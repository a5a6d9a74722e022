"""What a turn mail shows: the table as the player to move sees it, in cells and in letters."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.azul import Phase, Place, Position, Tile, format_move, legal_moves
from games.mail import tables
from games.mail.boards import boards_of
from games.mail.links import turn_url
from games.mail.relevance import Sitting
from games.mail.times import deadline_of
from games.models import OutgoingMail
from games.render import text, words
from games.selectors.orders import lapse_of
from games.selectors.story import StoryLine
from games.selectors.table import TableView, table_view

MOST_NEWS = 16
NAME_COLUMNS = 32


@dataclass(frozen=True, slots=True)
class NewsLine:
    """Something that happened: a sentence, a short form, and the tile that was taken."""

    text: str
    short: str
    chip: SafeString
    is_round: bool


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One player's points now and if the round ended now, as numbers and for the text part."""

    name: str
    is_you: bool
    now: int
    then: int

    @property
    def padded_name(self) -> str:
        """The name in as many columns as every other name."""
        name = text.clip(self.name, NAME_COLUMNS)
        return name + " " * (NAME_COLUMNS - text.width(name))

    @property
    def now_text(self) -> str:
        """The points now, right-aligned."""
        return f"{self.now:>4}"

    @property
    def then_text(self) -> str:
        """The points if the round ended now, right-aligned."""
        return f"{self.then:>6}"


@dataclass(frozen=True, slots=True)
class LineToPlace:
    """A complete line of the gray wall that leaves a choice, with a link for each open column."""

    text: str
    chip: SafeString
    cells: SafeString


def your_turn(
    mail: OutgoingMail, sitting: Sitting, *, now: datetime, language: str
) -> dict[str, Any]:
    """Return what the templates of a turn mail show."""
    table, seat = sitting.table, sitting.seat
    view = table_view(table, seat=seat.index, may_move=True, language=language)
    link = turn_url(seat, mail.turn or 0)
    is_tiling = view.position.phase is Phase.TILING
    deadline = seat.deadline_at
    return {
        "link": link,
        "round": view.position.round,
        "is_tiling": is_tiling,
        "lapse": lapse_of(seat),
        "deadline": deadline_of(deadline, now=now) if deadline else None,
        **_news(view),
        **(_tiling(view, seat.index, link, language) if is_tiling else _market(view, link)),
        **boards_of(view, language),
        "boards_text": text.boards_text(
            view.position,
            [each.name for each in table.seats],
            first=seat.index,
            language=language,
        ),
        "key": text.key(language),
        "scores": _scores(view),
    }


def _news(view: TableView) -> dict[str, Any]:
    """Return what happened since the player's last move, including what a round's end scored."""
    own = view.story.own_move
    shown = view.story.lines[-MOST_NEWS:]
    return {
        "news_title": _("Since your last turn") if own else _("What happened so far"),
        "news": [_news_line(line) for line in shown],
        "opens_game": view.position.turn == 0,
        "news_left_out": view.story.count - sum(1 for line in shown if line.seat is not None),
    }


def _news_line(line: StoryLine) -> NewsLine:
    return NewsLine(line.text, line.short, tables.chip(line.color), is_round=line.seat is None)


def _market(view: TableView, link: str) -> dict[str, Any]:
    return {
        "displays_html": tables.displays(view.market, link),
        "displays_text": text.displays_text(view.position),
        "center_html": tables.center(view.market, link),
        "taken": view.market.taken,
        "taken_count": view.market.taken_count,
    }


def _scores(view: TableView) -> list[ScoreRow]:
    rows = [
        ScoreRow(each.seat.name, each.seat.is_viewer, each.seat.score, each.score)
        for each in view.estimates
    ]
    return sorted(rows, key=lambda row: -row.now)


def _tiling(view: TableView, seat: int, link: str, language: str) -> dict[str, Any]:
    return {
        "lines": [
            _line_to_place(view.position, seat, row, columns, link, language)
            for row, columns in _open_columns(view.position, seat).items()
            if len(columns) > 1
        ]
    }


def _open_columns(position: Position, seat: int) -> dict[int, list[int]]:
    """Return for each complete line the columns that some legal tiling uses, from the top."""
    found: dict[int, set[int]] = {}
    for move in legal_moves(position, seat):
        if isinstance(move, Tile):
            for place in move.places:
                if place.column is not None:
                    found.setdefault(place.row, set()).add(place.column)
    return {row: sorted(found[row]) for row in sorted(found)}


def _line_to_place(
    position: Position, seat: int, row: int, columns: list[int], link: str, language: str
) -> LineToPlace:
    color = position.boards[seat].line(row)[0]
    sentence = _("Line %(line)d, %(color)s: columns %(columns)s") % {
        "line": row + 1,
        "color": words.color_name(color, language) if color is not None else "",
        "columns": words.lines_in_words([column + 1 for column in columns], language),
    }
    values = [(column + 1, format_move(Tile((Place(row, column),)))) for column in columns]
    return LineToPlace(sentence, tables.chip(color), tables.columns(values, link))
