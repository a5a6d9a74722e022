"""What happened in a game, line by line: moves as sentences, and what each round's end scored."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import dropwhile

from django.utils.translation import gettext as _

from games.azul import Color, Pick, Position, Tiled, parse_move, pick_result
from games.models import Via
from games.render import words
from games.render.svg import Fresh
from games.selectors.positions import Table

__all__ = ["Story", "StoryLine", "fresh_tiles", "story_for", "story_of"]

LONGEST_STORY = 40


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One move, or (`seat` None) the scoring of a round that it ended, or a player who came for another.

    `turn` is the number of moves played after it: the turn page that shows the result.
    """

    turn: int
    seat: int | None
    color: Color | None
    text: str
    short: str


@dataclass(frozen=True, slots=True)
class Story:
    """What a reader has missed.

    `own_move` is their last move, `lines` what followed it, `count` the number of moves in that,
    `cut` how many of them, the oldest, are left out of `lines`; `first` is the first one's number.
    """

    own_move: StoryLine | None
    lines: tuple[StoryLine, ...]
    count: int
    cut: int
    first: int

    @property
    def last_move(self) -> StoryLine | None:
        """The last move of the story."""
        return next((line for line in reversed(self.lines) if line.seat is not None), None)


def story_for(
    table: Table, seat: int | None, *, since: int | None = None, language: str = "en"
) -> Story:
    """Return the story for the holder of a seat (None: a spectator).

    It begins with move number `since`; by default after the last move that the reader made by hand,
    or a lap ago.
    """
    played = len(table.moves)
    own = [
        number
        for number in range(played)
        if table.seat_index(table.moves[number]) == seat
        and not table.former_name(table.seats[seat], number)
        and not Via(table.moves[number].via).is_automatic
    ]
    first = since
    if first is None:
        first = own[-1] + 1 if own else max(0, played - len(table.seats))
    own_lines: tuple[StoryLine, ...] = ()
    if own:
        last = own[-1]
        told = story_of(table, first=last, last=last + 1, language=language, you=seat)
        own_lines = tuple(dropwhile(lambda line: line.seat is None, told))
    cut = max(0, played - LONGEST_STORY - first)
    lines = story_of(table, first=first + cut, language=language)
    if since is None and not cut:
        lines = own_lines[1:] + lines  # the scoring of a round that the own move ended
    return Story(
        own_move=own_lines[0] if own_lines else None,
        lines=lines,
        count=played - first,
        cut=cut,
        first=first,
    )


def story_of(
    table: Table,
    *,
    first: int = 0,
    last: int | None = None,
    language: str = "en",
    you: int | None = None,
) -> tuple[StoryLine, ...]:
    """Return what happened from move number `first` (0 is the first move) to before `last`.

    Moves of the seat `you` are told to its holder: "You took 3 blue".
    """
    first, end = max(0, first), len(table.moves) if last is None else last
    lines = _change_lines(table, 0) if first == 0 else []
    for index in range(first, end):
        before, after = table.positions[index], table.positions[index + 1]
        lines.append(_move_line(table, index, before, after, language, you))
        scored = _scored_round(before, after)
        if scored:
            lines.append(_round_line(table, index + 1, scored, after, language))
        lines += _change_lines(table, index + 1)
    return tuple(lines)


def fresh_tiles(table: Table, *, first: int) -> dict[int, Fresh]:
    """Return for each seat what its last move since `first` laid on its board in this round."""
    fresh: dict[int, Fresh] = {}
    for index in range(max(0, first), len(table.moves)):
        before, after = table.positions[index], table.positions[index + 1]
        move = parse_move(table.moves[index].notation)
        is_now = (before.round, before.phase) == (table.position.round, table.position.phase)
        if not isinstance(move, Pick) or not is_now:
            continue
        seat = table.seat_index(table.moves[index])
        fresh[seat] = Fresh(
            line=move.line,
            kept=pick_result(before, seat, move).kept,
            fallen=len(after.boards[seat].floor) - len(before.boards[seat].floor),
        )
    return fresh


def _move_line(
    table: Table,
    index: int,
    before: Position,
    after: Position,
    language: str,
    you: int | None,
) -> StoryLine:
    move = parse_move(table.moves[index].notation)
    seat = table.seat_index(table.moves[index])
    holder = table.seats[seat]
    name = holder.shown_name if table.moves[index].via == Via.BOT else holder.name
    name = table.former_name(holder, index) or name
    if seat == you:
        name = _("You")
    color = None
    if isinstance(move, Pick):
        result, color = pick_result(before, seat, move), move.color
        text = words.pick_words(move, result, name, language)
        short = words.pick_short(move, result.count, name, language)
    else:
        tiled = after.tilings[before.round - 1][seat]
        text = words.tiling_sentence(tiled.placements if tiled else (), name, language)
        short = words.tiling_short(name, language)
    if Via(table.moves[index].via).is_automatic:
        text, short = words.automatic(text, language), words.automatic(short, language)
    return StoryLine(turn=index + 1, seat=seat, color=color, text=text, short=short)


def _change_lines(table: Table, turn: int) -> list[StoryLine]:
    """Return a line for each seat that went to another player after so many moves."""
    lines = []
    for change in table.changes:
        if change.turn == turn:
            names = {"new": change.to_player.shown_name, "old": change.from_player.shown_name}
            text = _("%(new)s took over from %(old)s.") % names
            # What came before the first move stands with it.
            lines.append(StoryLine(max(turn, 1), seat=None, color=None, text=text, short=text))
    return lines


def _scored_round(before: Position, after: Position) -> int:
    """Return the number of the round that this move ended, 0 if it ended none."""
    number = before.round
    if number > len(after.tilings) or None in after.tilings[number - 1]:
        return 0
    was_done = number <= len(before.tilings) and None not in before.tilings[number - 1]
    return 0 if was_done else number


def _round_line(table: Table, turn: int, number: int, after: Position, language: str) -> StoryLine:
    tilings: tuple[Tiled | None, ...] = after.tilings[number - 1]
    scored = [
        (table.former_name(seat, turn - 1) or seat.name, tiled)
        for seat, tiled in zip(table.seats, tilings, strict=True)
        if tiled is not None
    ]
    text = words.round_sentence(number, scored, language)
    return StoryLine(turn=turn, seat=None, color=None, text=text, short=text)
