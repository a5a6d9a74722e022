"""The game page, ready for its template: one frozen TableView with everything it shows."""

from __future__ import annotations

from dataclasses import dataclass

from games import azul
from games.azul import Bonus, Phase, Pick, PlayerBoard, Position, Tiled, WallKind
from games.models import Game, GameStatus, Player
from games.render import words
from games.render.svg import Fresh
from games.selectors.market import Market, market_of
from games.selectors.mat import Mat, MatForm, Preview, mat_of, preview_of
from games.selectors.places import end_sentence, final_ranking, is_forfeited, is_lost_by_all
from games.selectors.positions import Table
from games.selectors.story import Story, fresh_tiles, story_for
from games.selectors.tilings import TilingView, tiling_of

__all__ = ["Choice", "Estimate", "Final", "SeatView", "TableView", "table_view"]


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen on the page and not yet played: form values, "" where nothing is.

    `take` is like "3R", `line` "1" to "5" or "F", `place` the placements of a tiling so far.
    """

    take: str = ""
    line: str = ""
    place: str = ""

    @property
    def is_made(self) -> bool:
        """Whether anything is chosen."""
        return bool(self.take or self.line or self.place)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player as the page shows them."""

    index: int
    name: str
    player: Player | None
    board: PlayerBoard
    is_viewer: bool
    is_to_move: bool
    is_bot: bool
    bot: str
    has_resigned: bool
    fresh: Fresh | None

    @property
    def score(self) -> int:
        """Points so far."""
        return self.board.score


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a player would have if the round ended now."""

    seat: SeatView
    gained: int
    penalty: int
    score: int


@dataclass(frozen=True, slots=True)
class Final:
    """A player's place at the end, None where all have forfeited. `before` is the score without the bonus."""

    place: int | None
    seat: SeatView
    bonus: Bonus
    before: int


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything on the game page.

    `seats` go clockwise from the viewer's left, the big board (`main`) left out; `asked_turn` is
    set while the viewer may move, and the page then is a form. `story` is what followed
    the viewer's last move.
    """

    game: Game
    position: Position
    wall_kind: WallKind
    wall_name: str
    viewer: int | None
    main: SeatView
    others: tuple[SeatView, ...]
    to_move: tuple[SeatView, ...]
    asked_turn: int | None
    market: Market
    mat: Mat
    preview: Preview | None
    tiling: TilingView | None
    story: Story
    estimates: tuple[Estimate, ...]
    finals: tuple[Final, ...]
    end_sentence: str

    @property
    def names(self) -> list[str]:
        """The names of all players, by seat."""
        seats = sorted((self.main, *self.others), key=lambda seat: seat.index)
        return [seat.name for seat in seats]

    @property
    def is_offer(self) -> bool:
        """Whether tiles are being taken."""
        return self.position.phase is Phase.OFFER

    @property
    def is_over(self) -> bool:
        """Whether no move will follow."""
        return self.game.is_over

    @property
    def is_form(self) -> bool:
        """Whether the viewer may move here and now."""
        return self.asked_turn is not None

    @property
    def has_left(self) -> bool:
        """Whether the viewer gave up this seat."""
        return self.main.is_viewer and self.main.has_resigned

    @property
    def is_after_own_move(self) -> bool:
        """Whether the viewer made the last move and now waits."""
        has_news = self.story.count > 0 or self.is_form or self.is_over
        return self.story.own_move is not None and not has_news


def table_view(
    table: Table,
    *,
    seat: int | None,
    may_move: bool,
    choice: Choice | None = None,
    since: int | None = None,
    language: str = "en",
) -> TableView:
    """Return the game page for one viewer.

    `seat` is the seat they look from (None: spectator), `may_move` whether they may play it here,
    `since` the move number the story starts at (default: after the viewer's last move).
    """
    position, choice = table.position, choice or Choice()
    asked = table.seats[seat].awaited_turn if seat is not None and may_move else None
    story = story_for(table, _reading(table, seat), since=since, language=language)
    seats = _seat_views(table, seat, fresh_tiles(table, first=story.first))
    main = seats[_main_seat(table, seat)]
    form = _mat_form(position, main.index, choice, language) if asked is not None else None
    is_tiling = asked is not None and position.phase is Phase.TILING
    return TableView(
        game=table.game,
        position=position,
        wall_kind=position.wall_kind,
        wall_name=words.wall_kind_name(position.wall_kind, language),
        viewer=seat,
        main=main,
        others=tuple(seats[(main.index + step) % len(seats)] for step in range(1, len(seats))),
        to_move=tuple(view for view in seats if view.is_to_move),
        asked_turn=asked,
        market=market_of(position, chosen=choice.take if form else "", language=language),
        mat=mat_of(position, main.index, form=form, fresh=main.fresh, language=language),
        preview=form.preview if form else None,
        tiling=tiling_of(position, main.index, place=choice.place, language=language)
        if is_tiling
        else None,
        story=story,
        estimates=() if table.game.is_over else _estimates(position, seats),
        finals=_finals(table, seats),
        end_sentence=end_sentence(table, language),
    )


def _reading(table: Table, seat: int | None) -> int | None:
    """Return whose moves count as the reader's own: nobody's, once a bot plays the seat."""
    return None if seat is None or table.seats[seat].is_bot else seat


def _main_seat(table: Table, seat: int | None) -> int:
    """Return whose board is drawn large: the viewer's, else the one to move, else the winner's."""
    if seat is not None:
        return seat
    if table.position.to_move:
        return table.position.to_move[0]
    return azul.ranking(table.position.boards)[0][1][0]


def _seat_views(table: Table, viewer: int | None, fresh: dict[int, Fresh]) -> tuple[SeatView, ...]:
    is_running = table.game.status == GameStatus.RUNNING
    return tuple(
        SeatView(
            index=seat.index,
            name=seat.shown_name,
            player=seat.player,
            board=table.position.boards[seat.index],
            is_viewer=seat.index == viewer,
            is_to_move=is_running and seat.index in table.position.to_move,
            is_bot=seat.is_bot,
            bot=seat.bot_title,
            has_resigned=seat.is_left,
            fresh=fresh.get(seat.index),
        )
        for seat in table.seats
    )


def _line(value: str) -> int | None:
    """Return the line that a form value names, None for none."""
    if value == "F":
        return azul.FLOOR
    return int(value) - 1 if value in {"1", "2", "3", "4", "5"} else None


def _mat_form(position: Position, seat: int, choice: Choice, language: str) -> MatForm | None:
    """Return what is chosen on the board of the seat to move, None unless it takes tiles."""
    if position.phase is not Phase.OFFER:
        return None
    market = market_of(position)
    pick = azul.parse_move(choice.take + choice.line) if choice.take and choice.line else None
    return MatForm(
        counts=market.counts,
        color=next((c.color for c in market.colors if c.letter == choice.take[-1:]), None),
        line=_line(choice.line),
        preview=preview_of(position, seat, pick, language) if isinstance(pick, Pick) else None,
    )


def _estimates(position: Position, seats: tuple[SeatView, ...]) -> tuple[Estimate, ...]:
    """Return what each player would have if the round ended now; () when the game is over."""
    if position.phase is Phase.OVER:
        return ()
    tilings: tuple[Tiled | None, ...] = (None,) * len(seats)
    if len(position.tilings) >= position.round:
        tilings = position.tilings[position.round - 1]
    estimates = []
    for seat, tiled in zip(seats, tilings, strict=True):
        known = tiled or azul.board_if_round_ended(seat.board, position.wall_kind)
        estimates.append(Estimate(seat, known.gained, -known.penalty, known.score_after))
    return tuple(estimates)


def _finals(table: Table, seats: tuple[SeatView, ...]) -> tuple[Final, ...]:
    position = table.position
    if position.phase is not Phase.OVER and not is_forfeited(table.game):
        return ()
    finals, nobody = [], is_lost_by_all(table.seats)
    for place, members in final_ranking(table.game, table.seats, position.boards):
        for index in members:
            bonus = azul.bonuses(position.boards[index])
            if position.phase is not Phase.OVER:
                bonus = Bonus(0, 0, 0, 0)  # the boards as they were left
            before = position.boards[index].score - bonus.points
            finals.append(Final(None if nobody else place, seats[index], bonus, before))
    return tuple(finals)
