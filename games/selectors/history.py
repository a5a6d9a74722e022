"""A game's past: the table as it was after any move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from games import azul
from games.azul import PlayerBoard, Position
from games.models import Game
from games.render.svg import Fresh
from games.selectors.market import Market, market_of
from games.selectors.positions import NoSuchTurn, Reader, Table, load_table
from games.selectors.story import StoryLine, fresh_tiles, story_of

__all__ = ["HistoryBoard", "HistoryPage", "RoundMoves", "history_page"]


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
    def names(self) -> list[str]:
        """The names of all players, by seat."""
        return [board.name for board in self.boards]

    @property
    def is_now(self) -> bool:
        """Whether this is the table as it stands."""
        return self.turn == self.last


def history_page(
    game_id: int, turn: int, *, reader: Reader = None, language: str = "en"
) -> HistoryPage:
    """Return the table after `turn` moves. Three queries.

    Raises Game.DoesNotExist, HiddenTable or NoSuchTurn.
    """
    whole = load_table(game_id, reader)
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


def _boards(table: Table) -> tuple[HistoryBoard, ...]:
    position = table.position
    mover = table.seat_index(table.moves[-1]) if table.moves else None
    fresh = fresh_tiles(table, first=len(table.moves) - 1)
    return tuple(
        HistoryBoard(
            seat=seat.index,
            name=seat.shown_name,
            board=position.boards[seat.index],
            fresh=fresh.get(seat.index),
            is_mover=seat.index == mover,
            is_to_move=seat.index in position.to_move,
        )
        for seat in table.seats
    )


def _rounds(table: Table, story: Sequence[StoryLine], shown: int) -> tuple[RoundMoves, ...]:
    def number_of(line: StoryLine) -> int:
        return table.moves[line.turn - 1].round if table.moves else 1

    rounds = [
        RoundMoves(number, lines[0].turn - 1, tuple(lines), is_shown=number == shown)
        for number, group in groupby(story, key=number_of)
        if (lines := list(group))
    ]
    dealt = table.position.round
    if table.position.phase is azul.Phase.OFFER and dealt > len(rounds):
        rounds.append(RoundMoves(dealt, len(table.moves), (), is_shown=False))
    return tuple(rounds)
