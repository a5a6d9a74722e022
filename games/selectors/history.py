"""A game's past: the table after any move, the score sheet, the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from django.conf import settings

from games import azul
from games.azul import Bonus, Color, Placement, PlayerBoard, Position, Tiled
from games.models import Game, Seat
from games.render import words
from games.render.svg import Fresh
from games.selectors.market import Market, market_of
from games.selectors.positions import NoSuchTurn, Table, load_table
from games.selectors.story import StoryLine, fresh_tiles, story_of

__all__ = [
    "HistoryBoard",
    "HistoryPage",
    "RoundMoves",
    "RoundSheet",
    "ScoreSheet",
    "SeatSheet",
    "Total",
    "history_page",
    "record_of_game",
    "score_sheet",
]


@dataclass(frozen=True, slots=True)
class HistoryBoard:
    """One player's board at that time. `is_mover`: the move shown is theirs."""

    seat: int
    name: str
    board: PlayerBoard
    fresh: Fresh | None
    is_mover: bool
    is_to_move: bool


@dataclass(frozen=True, slots=True)
class RoundMoves:
    """The moves of one round, and the turn at which it was dealt."""

    number: int
    turn: int
    lines: tuple[StoryLine, ...]
    is_shown: bool


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """The table after `turn` moves of `last`. `lines` tell the last move and the scoring it brought."""

    game: Game
    position: Position
    market: Market
    boards: tuple[HistoryBoard, ...]
    turn: int
    last: int
    round: int
    lines: tuple[StoryLine, ...]
    rounds: tuple[RoundMoves, ...]
    played_at: datetime | None

    @property
    def previous(self) -> int | None:
        """The turn before, None at the start."""
        return self.turn - 1 if self.turn else None

    @property
    def next(self) -> int | None:
        """The turn after, None at the end."""
        return self.turn + 1 if self.turn < self.last else None

    @property
    def is_now(self) -> bool:
        """Whether this is the table as it stands."""
        return self.turn == self.last


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """What one player scored in one round; None as long as it isn't tiled."""

    name: str
    tiled: Tiled | None

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

    Bonus and place are None while the game is played.
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
class ScoreSheet:
    """Every point of a game, worked out anew from its moves."""

    game: Game
    rounds: tuple[RoundSheet, ...]
    totals: tuple[Total, ...]
    is_over: bool
    end_sentence: str
    last: int


def history_page(game_id: int, turn: int, *, language: str = "en") -> HistoryPage:
    """Return the table after `turn` moves. Three queries. Raises Game.DoesNotExist or NoSuchTurn."""
    whole = load_table(game_id)
    if not 0 <= turn <= len(whole.moves):
        raise NoSuchTurn(turn)
    then = replace(whole, moves=whole.moves[:turn])
    position = then.position
    story = story_of(whole, language=language)
    # The round of the move shown: after a round's last move the next one is dealt already.
    number = whole.moves[turn - 1].round if turn else 1
    return HistoryPage(
        game=whole.game,
        position=position,
        market=market_of(position, language=language),
        boards=_boards(then),
        turn=turn,
        last=len(whole.moves),
        round=position.round,
        lines=tuple(line for line in story if line.turn == turn),
        rounds=_rounds(whole, story, number),
        played_at=whole.moves[turn - 1].played_at if turn else whole.game.started_at,
    )


def score_sheet(game_id: int, *, language: str = "en") -> ScoreSheet:
    """Return every point of a game. Three queries. Raises Game.DoesNotExist."""
    table = load_table(game_id)
    position = table.position
    is_over = position.end_reason is not None
    places = {
        seat: place
        for place, seats in (azul.ranking(position.boards) if is_over else ())
        for seat in seats
    }
    return ScoreSheet(
        game=table.game,
        rounds=tuple(_round_sheet(table, number) for number in _scored_rounds(position)),
        totals=tuple(_total(position, seat, places) for seat in table.seats),
        is_over=is_over,
        end_sentence=(
            words.end_reason_sentence(position.end_reason, language) if position.end_reason else ""
        ),
        last=len(table.moves),
    )


def record_of_game(game_id: int) -> azul.Record:
    """Return a game's record so far; its seed is in it only when the game is over. Three queries.

    Raises Game.DoesNotExist.
    """
    table = load_table(game_id)
    game = table.game
    started = game.started_at or game.created_at
    return azul.record_of(
        table.position,
        [(table.seat_index(move), azul.parse_move(move.notation)) for move in table.moves],
        players=_names(table.seats),
        site=settings.BASE_URL,
        game=game.title,
        date=started.date().isoformat(),
        seed_hash=game.seed_hash,
        seed=game.seed if game.is_over else None,
    )


def _names(seats: Sequence[Seat]) -> list[str]:
    return [seat.name for seat in seats]


def _boards(table: Table) -> tuple[HistoryBoard, ...]:
    position = table.position
    mover = table.seat_index(table.moves[-1]) if table.moves else None
    fresh = fresh_tiles(table, first=len(table.moves) - 1)
    return tuple(
        HistoryBoard(
            seat=seat.index,
            name=seat.name,
            board=position.boards[seat.index],
            fresh=fresh.get(seat.index),
            is_mover=seat.index == mover,
            is_to_move=seat.index in position.to_move,
        )
        for seat in table.seats
    )


def _rounds(table: Table, story: Sequence[StoryLine], shown: int) -> tuple[RoundMoves, ...]:
    def number_of(line: StoryLine) -> int:
        return table.moves[line.turn - 1].round

    rounds = [
        RoundMoves(number, lines[0].turn - 1, tuple(lines), is_shown=number == shown)
        for number, group in groupby(story, key=number_of)
        if (lines := list(group))
    ]
    dealt = table.position.round
    if table.position.phase is azul.Phase.OFFER and dealt > len(rounds):
        rounds.append(RoundMoves(dealt, len(table.moves), (), is_shown=False))
    return tuple(rounds)


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
            SeatSheet(seat.name, tiled) for seat, tiled in zip(table.seats, tilings, strict=True)
        ),
    )


def _total(position: Position, seat: Seat, places: dict[int, int]) -> Total:
    board = position.boards[seat.index]
    tiled = [position.tilings[number - 1][seat.index] for number in _scored_rounds(position)]
    before = next((score.score_after for score in reversed(tiled) if score is not None), 0)
    return Total(
        name=seat.name,
        rounds=tuple(score.score_after if score else None for score in tiled),
        before=before,
        bonus=azul.bonuses(board) if places else None,
        score=board.score,
        place=places.get(seat.index),
    )
