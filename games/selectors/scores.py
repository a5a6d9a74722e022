"""The score sheet: every point of a game, worked out anew from its moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import azul
from games.azul import Bonus, Color, Placement, Position, Tiled
from games.models import Game, GameStatus, Seat
from games.render.sheet import Line, WallTile
from games.selectors.places import (
    DIRECTOR,
    end_sentence,
    final_ranking,
    is_forfeited,
    is_lost_by_all,
)
from games.selectors.positions import Reader, Table, load_table

__all__ = ["Chart", "RoundSheet", "ScoreSheet", "SeatSheet", "Step", "Total", "score_sheet"]


class Step(NamedTuple):
    """One tile placed, and the tiles that lay on the wall before it."""

    placed: Placement
    standing: tuple[WallTile, ...]


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """What one player scored in one round; None as long as it isn't tiled."""

    name: str
    tiled: Tiled | None
    steps: tuple[Step, ...] = ()

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The complete lines, from the top."""
        return self.tiled.placements if self.tiled else ()

    @property
    def floor(self) -> tuple[Color | None, ...]:
        """The floor line left to right; None is the marker."""
        pieces = self.tiled.floor if self.tiled else ()
        return tuple(piece if isinstance(piece, Color) else None for piece in pieces)

    @property
    def forgiven(self) -> int:
        """Minus points that found no points to take: a score never falls below 0. Rule: R15."""
        if self.tiled is None:
            return 0
        return max(0, self.tiled.penalty - self.tiled.score_before - self.tiled.gained)


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """One round's scores. `turn` is the turn page that shows the walls just tiled."""

    number: int
    turn: int
    seats: tuple[SeatSheet, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """One player's scores: after each round (None: not tiled yet), the bonus, the sum, the place.

    Bonus and place are None while the game is played; the bonus also after a forfeit, which earns none.
    """

    name: str
    rounds: tuple[int | None, ...]
    before: int
    bonus: Bonus | None
    score: int
    place: int | None

    @property
    def row_points(self) -> int:
        """Points for complete rows. Rule: R20."""
        return 2 * self.bonus.rows if self.bonus else 0

    @property
    def column_points(self) -> int:
        """Points for complete columns. Rule: R20."""
        return 7 * self.bonus.columns if self.bonus else 0

    @property
    def color_points(self) -> int:
        """Points for complete colors. Rule: R20."""
        return 10 * self.bonus.colors if self.bonus else 0


@dataclass(frozen=True, slots=True)
class Chart:
    """The scores as lines: `points` are the places on the axis, a round each and then the end."""

    lines: tuple[Line, ...]
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Every point of a game, worked out anew from its moves; `totals` by place, by seat before the end.

    `is_over` tells that the last round was scored, bonuses and all: not so after a forfeit, or without a result.
    """

    game: Game
    rounds: tuple[RoundSheet, ...]
    totals: tuple[Total, ...]
    chart: Chart
    is_over: bool
    end_sentence: str
    last: int

    @property
    def caption(self) -> str:
        """What the scores are."""
        if self.is_over:
            return _("Final scores")
        if self.game.status == GameStatus.VOID:
            return _("Scores when the game was ended")
        if is_forfeited(self.game):
            return _("Scores at the forfeit")
        return _("Scores as they were left") if _is_decided(self.game) else _("Scores so far")


def score_sheet(game_id: int, *, reader: Reader = None, language: str = "en") -> ScoreSheet:
    """Return every point of a game. Three queries. Raises Game.DoesNotExist or HiddenTable."""
    table = load_table(game_id, reader)
    position = table.position
    is_over = position.end_reason is not None
    has_places = is_over or is_forfeited(table.game) or _is_decided(table.game)
    has_places = has_places and not is_lost_by_all(table.seats)
    ranking = final_ranking(table.game, table.seats, position.boards) if has_places else ()
    places = {seat: place for place, seats in ranking for seat in seats}
    totals = tuple(_total(position, seat, places) for seat in table.seats)
    return ScoreSheet(
        game=table.game,
        rounds=tuple(_round_sheet(table, number) for number in _scored_rounds(position)),
        totals=tuple(sorted(totals, key=lambda total: total.place or 0)),
        chart=_chart(totals),
        is_over=is_over,
        end_sentence=end_sentence(table, language),
        last=len(table.moves),
    )


def _is_decided(game: Game) -> bool:
    """Whether a director has decided the places."""
    return game.is_over and game.end_reason == DIRECTOR


def _scored_rounds(position: Position) -> list[int]:
    """Return the numbers of the rounds that at least one seat has tiled."""
    return [number for number, row in enumerate(position.tilings, start=1) if any(row)]


def _round_sheet(table: Table, number: int) -> RoundSheet:
    tilings = table.position.tilings[number - 1]
    played = [move.turn for move in table.moves if move.round == number]
    return RoundSheet(
        number=number,
        turn=max(played, default=0) + 1,
        seats=tuple(
            SeatSheet(seat.shown_name, tiled, _steps(table.position, seat.index, number))
            for seat, tiled in zip(table.seats, tilings, strict=True)
        ),
    )


def _steps(position: Position, seat: int, number: int) -> tuple[Step, ...]:
    """Return a seat's placements of one round, each with the wall as it found it."""
    standing: list[WallTile] = []
    steps: list[Step] = []
    for tilings in position.tilings[:number]:
        tiled = tilings[seat]
        steps = []
        for placed in tiled.placements if tiled else ():
            steps.append(Step(placed, tuple(standing)))
            if placed.column is not None:
                standing.append(WallTile(placed.row, placed.column, placed.color))
    return tuple(steps)


def _chart(totals: tuple[Total, ...]) -> Chart:
    """Return every score after each round, and after the bonuses when the game is over."""
    is_over = any(total.bonus is not None for total in totals)
    rounds = len(totals[0].rounds)
    points = [_("R%(number)d") % {"number": number} for number in range(1, rounds + 1)]
    return Chart(
        lines=tuple(
            Line(total.name, (*total.rounds, total.score) if is_over else total.rounds)
            for total in totals
        ),
        points=(*points, _("end")) if is_over else tuple(points),
    )


def _total(position: Position, seat: Seat, places: dict[int, int]) -> Total:
    board = position.boards[seat.index]
    tiled = [position.tilings[number - 1][seat.index] for number in _scored_rounds(position)]
    before = next((score.score_after for score in reversed(tiled) if score is not None), 0)
    return Total(
        name=seat.shown_name,
        rounds=tuple(score.score_after if score else None for score in tiled),
        before=before,
        bonus=azul.bonuses(board) if position.end_reason else None,
        score=board.score,
        place=places.get(seat.index),
    )
