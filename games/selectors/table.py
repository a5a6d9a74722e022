"""The game page, ready for its template: one frozen TableView with everything it shows."""

from __future__ import annotations

from dataclasses import dataclass

from games import azul
from games.azul import Bonus, Phase, Pick, PlayerBoard, Position, Tiled, WallKind
from games.models import Game, GameStatus, Player, Seat
from games.render import words
from games.render.svg import Fresh
from games.selectors.market import Market, market_of
from games.selectors.mat import Mat, MatForm, Preview, mat_of, preview_of
from games.selectors.positions import Table
from games.selectors.story import StoryLine, fresh_tiles, story_of
from games.selectors.tilings import TilingView, tiling_of

__all__ = ["Choice", "Estimate", "Final", "SeatView", "TableView", "table_view"]

LONGEST_STORY = 40


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen on the page and not yet played: form values, "" where nothing is.

    `take` is like "3R", `line` "1" to "5" or "F", `place` the placements of a tiling so far.
    """

    take: str = ""
    line: str = ""
    place: str = ""


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
    """A player's place at the end. `before` is the score without the bonus."""

    place: int
    seat: SeatView
    bonus: Bonus
    before: int


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything on the game page.

    `seats` go clockwise from the viewer's left, the big board (`main`) left out; `asked_turn` is
    set while the viewer may move, and the page then is a form. `own_move` is the viewer's last move
    and `story` what followed it; `story_cut` earlier moves were left out.
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
    choice: Choice
    own_move: StoryLine | None
    story: tuple[StoryLine, ...]
    story_cut: int
    story_moves: int
    estimates: tuple[Estimate, ...]
    finals: tuple[Final, ...]
    end_sentence: str

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
    def is_after_own_move(self) -> bool:
        """Whether the viewer made the last move and now waits."""
        return self.own_move is not None and not (self.story or self.is_form or self.is_over)

    @property
    def last_story(self) -> StoryLine | None:
        """The last move of the story."""
        return next((line for line in reversed(self.story) if line.seat is not None), None)


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
    is_picking = asked is not None and position.phase is Phase.OFFER
    own = _own_last(table, seat)
    first = since if since is not None else _first_new(table, own)
    seats = _seat_views(table, seat, fresh_tiles(table, first=first))
    main = seats[_main_seat(table, seat)]
    market = market_of(position, chosen=choice.take if is_picking else "", language=language)
    preview = _preview(position, seat, choice) if is_picking else None
    story = story_of(table, first=max(first, len(table.moves) - LONGEST_STORY), language=language)
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
        market=market,
        mat=mat_of(
            position,
            main.index,
            form=_mat_form(choice, market, preview) if is_picking else None,
            fresh=main.fresh,
            language=language,
        ),
        preview=preview,
        tiling=_tiling(position, seat, asked, choice, language),
        choice=choice,
        own_move=story_of(table, first=own, last=own + 1)[0] if own is not None else None,
        story=story,
        story_cut=max(0, len(table.moves) - LONGEST_STORY - first),
        story_moves=len(table.moves) - first,
        estimates=_estimates(position, seats),
        finals=_finals(position, seats),
        end_sentence=_end_sentence(position, language),
    )


def _own_last(table: Table, seat: int | None) -> int | None:
    """Return the number of the viewer's last move, None without one."""
    own = [i for i, move in enumerate(table.moves) if table.seat_index(move) == seat]
    return own[-1] if own else None


def _first_new(table: Table, own: int | None) -> int:
    """Return the number of the first move to tell: after the own last one, else a lap ago."""
    if own is not None:
        return own + 1
    return max(0, len(table.moves) - len(table.seats))


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
            name=seat.name,
            player=seat.player,
            board=table.position.boards[seat.index],
            is_viewer=seat.index == viewer,
            is_to_move=is_running and seat.index in table.position.to_move,
            is_bot=seat.is_bot,
            has_resigned=_has_resigned(seat),
            fresh=fresh.get(seat.index),
        )
        for seat in table.seats
    )


def _has_resigned(seat: Seat) -> bool:
    return seat.resigned_at is not None


def _line(value: str) -> int | None:
    """Return the line that a form value names, None for none."""
    if value == "F":
        return azul.FLOOR
    return int(value) - 1 if value in {"1", "2", "3", "4", "5"} else None


def _mat_form(choice: Choice, market: Market, preview: Preview | None) -> MatForm:
    return MatForm(
        counts=market.counts,
        color=next((c.color for c in market.colors if c.letter == choice.take[-1:]), None),
        line=_line(choice.line),
        preview=preview,
    )


def _preview(position: Position, seat: int | None, choice: Choice) -> Preview | None:
    if seat is None or not (choice.take and choice.line):
        return None
    pick = azul.parse_move(choice.take + choice.line)
    return preview_of(position, seat, pick) if isinstance(pick, Pick) else None


def _tiling(
    position: Position, seat: int | None, asked: int | None, choice: Choice, language: str
) -> TilingView | None:
    if seat is None or asked is None or position.phase is not Phase.TILING:
        return None
    return tiling_of(position, seat, place=choice.place, language=language)


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


def _finals(position: Position, seats: tuple[SeatView, ...]) -> tuple[Final, ...]:
    if position.phase is not Phase.OVER:
        return ()
    finals = []
    for place, members in azul.ranking(position.boards):
        for index in members:
            bonus = azul.bonuses(position.boards[index])
            before = position.boards[index].score - bonus.points
            finals.append(Final(place, seats[index], bonus, before))
    return tuple(finals)


def _end_sentence(position: Position, language: str) -> str:
    reason = position.end_reason
    return words.end_reason_sentence(reason, language) if reason else ""
