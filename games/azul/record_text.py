"""Records as text: header tags, then each round's displays and moves. See docs/notation.md."""

import re
from collections.abc import Iterator
from typing import Final

from .moves import Move, Tile
from .notation import InvalidNotation, format_move, parse_move
from .position import EndReason
from .record import InvalidRecord, Record, RecordedResult, RecordedRound
from .tiles import COLOR_LETTERS, COLORS, DISPLAYS_FOR, Color
from .walls import WallKind

_TAG: Final = re.compile(r'\[([A-Za-z0-9]+) "((?:[^"\\]|\\.)*)"\]', re.DOTALL)
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
_UNESCAPES: Final = {escaped: plain for plain, escaped in _ESCAPES.items()}
_PLACE: Final = re.compile(r"([1-4])\. Seat([1-4]) ([0-9]{1,6})")
_EMPTY: Final = "-"
_UNFINISHED: Final = "*"
MAX_LENGTH: Final = 1_000_000


def format_record(record: Record) -> str:
    """Return a record as text; `parse_record` gives exactly the same record back."""
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in _tags(record)]
    for number, played in enumerate(record.rounds, 1):
        displays = (
            "".join(COLOR_LETTERS[tile] for tile in display) or _EMPTY
            for display in played.displays
        )
        lines += ["", f"Round {number} Seat{played.start_seat + 1} {' '.join(displays)}"]
        lines += _move_lines(played.moves, len(record.players))
        if played.scores is not None:
            lines.append(f"Scores {' '.join(map(str, played.scores))}")
    return "\n".join(lines) + "\n"


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the header's names and values, in order."""
    yield "Site", record.site
    yield "Game", record.game
    yield "Date", record.date
    yield "Variant", record.wall_kind
    yield "Players", str(len(record.players))
    for seat, name in enumerate(record.players, 1):
        yield f"Seat{seat}", name
    yield "Start", f"Seat{record.start_seat + 1}"
    if record.result is None:
        yield "Result", _UNFINISHED
    else:
        scores = record.result.scores
        places = (
            f"{place}. Seat{seat + 1} {scores[seat]}"
            for place, seats in record.result.ranking
            for seat in seats
        )
        yield "Result", ", ".join(places)
        yield "End", record.result.end_reason
    if record.seed_hash:
        yield "SeedHash", record.seed_hash
    if record.seed is not None:
        yield "Seed", record.seed
    yield "Rules", str(record.rules)


def _move_lines(moves: tuple[tuple[int, Move], ...], players: int) -> Iterator[str]:
    """Yield lines of moves: once around the table per line, then the tilings with their seats."""
    picks = [format_move(move) for _, move in moves if not isinstance(move, Tile)]
    for start in range(0, len(picks), players):
        yield " ".join(picks[start : start + players])
    tilings = [f"{seat + 1}:{format_move(move)}" for seat, move in moves if isinstance(move, Tile)]
    if tilings:
        yield " ".join(tilings)


def _escaped(value: str) -> str:
    """Return a tag's value with quotes, backslashes and line ends escaped."""
    return "".join(_ESCAPES.get(letter, letter) for letter in value)


def parse_record(text: str) -> Record:
    """Read one record from text. Raises `InvalidRecord` with the line.

    What the record states is only read here; `check_record` compares it with the rules.
    """
    if len(text) > MAX_LENGTH:
        raise InvalidRecord("the text is too long for a record")
    reader = _RecordReader()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        try:
            reader.read(line.strip(" \t\r"))
        except (InvalidRecord, InvalidNotation) as error:
            raise InvalidRecord(f"line {number}: {error}") from None
    return reader.finished()


class _RecordReader:
    """Reads the lines of one record: header, then rounds."""

    def __init__(self) -> None:
        self._tags: dict[str, str] = {}
        self._rounds: list[_RoundReader] = []

    def read(self, line: str) -> None:
        """Read one line."""
        if not line:
            return
        if line.startswith("[") and not self._rounds:
            _read_tag(line, self._tags)
        elif line.startswith("Round "):
            self._rounds.append(_RoundReader(line, len(self._rounds) + 1, _players(self._tags)))
        elif self._rounds:
            self._rounds[-1].read(line)
        else:
            raise InvalidRecord("a round has to begin with “Round 1”")

    def finished(self) -> Record:
        """Return the record."""
        if not self._rounds:
            raise InvalidRecord("there is no round in the record")
        return _record(self._tags, tuple(reader.finished() for reader in self._rounds))


def _read_tag(line: str, tags: dict[str, str]) -> None:
    """Add one header line to the tags."""
    match = _TAG.fullmatch(line)
    if match is None:
        raise InvalidRecord('a header line looks like [Name "value"]')
    name, value = match.groups()
    if name in tags:
        raise InvalidRecord(f"{name} is given twice")
    tags[name] = re.sub(r"\\.", lambda part: _UNESCAPES.get(part[0], part[0][1:]), value)


def _players(tags: dict[str, str]) -> tuple[str, ...]:
    """Return the players' names from the tags, in seat order."""
    count = tags.get("Players", "")
    if count not in ("2", "3", "4"):
        raise InvalidRecord("Players has to be 2, 3 or 4")
    try:
        names = tuple(tags[f"Seat{seat}"] for seat in range(1, int(count) + 1))
    except KeyError as missing:
        raise InvalidRecord(f"{missing.args[0]} is missing") from None
    if len(set(names)) < len(names):
        raise InvalidRecord("two seats have the same name")
    return names


def _seat(text: str, players: int) -> int:
    """Return a seat's index from `Seat2`."""
    seats = [f"Seat{seat}" for seat in range(1, players + 1)]
    if text not in seats:
        raise InvalidRecord(f"“{text[:20]}” is no seat of this table")
    return seats.index(text)


class _RoundReader:
    """Reads the lines of one round."""

    def __init__(self, line: str, expected: int, names: tuple[str, ...]) -> None:
        words = line.split()
        if words[1] != str(expected):
            raise InvalidRecord(f"round {expected} should come here")
        self._players = len(names)
        self._start_seat = _seat(words[2] if len(words) > 2 else "", self._players)
        self._displays = tuple(_display(word) for word in words[3:])
        if len(self._displays) != DISPLAYS_FOR[self._players]:
            count = DISPLAYS_FOR[self._players]
            raise InvalidRecord(f"{self._players} players have {count} displays")
        self._moves: list[tuple[int, Move]] = []
        self._scores: tuple[int, ...] | None = None

    def read(self, line: str) -> None:
        """Read one line of moves or scores."""
        if self._scores is not None:
            raise InvalidRecord("nothing but a new round comes after the scores")
        words = line.split()
        if words[0] == "Scores":
            self._scores = _numbers(words[1:], self._players)
            return
        for word in words:
            if word[1:2] == ":":
                seat = _seat(f"Seat{word[0]}", self._players)
                move = parse_move(word[2:])
            else:
                seat = (self._start_seat + len(self._moves)) % self._players
                move = parse_move(word)
            if isinstance(move, Tile) is not (word[1:2] == ":"):
                raise InvalidRecord(f"“{word[:20]}”: a tiling, and nothing else, names its seat")
            self._moves.append((seat, move))

    def finished(self) -> RecordedRound:
        """Return the round."""
        return RecordedRound(self._start_seat, self._displays, tuple(self._moves), self._scores)


def _display(word: str) -> tuple[Color, ...]:
    """Return the tiles of one display from its letters."""
    letters = "" if word == _EMPTY else word
    if len(letters) > 4 or not all(letter in COLOR_LETTERS for letter in letters):
        raise InvalidRecord(f"“{word[:20]}” is no display")
    return tuple(COLORS[COLOR_LETTERS.index(letter)] for letter in letters)


def _numbers(words: list[str], players: int) -> tuple[int, ...]:
    """Return one number per player."""
    if len(words) != players or not all(re.fullmatch("[0-9]{1,6}", word) for word in words):
        raise InvalidRecord("Scores has one number for each player")
    return tuple(map(int, words))


def _record(tags: dict[str, str], rounds: tuple[RecordedRound, ...]) -> Record:
    """Put the record together from its tags and rounds."""
    names = _players(tags)
    if tags.get("Variant") not in tuple(WallKind):
        raise InvalidRecord("Variant has to be colored or gray")
    rules = tags.get("Rules", "1")
    if not re.fullmatch("[0-9]{1,6}", rules):
        raise InvalidRecord("Rules has to be a number")
    return Record(
        players=names,
        wall_kind=WallKind(tags["Variant"]),
        start_seat=_seat(tags.get("Start", ""), len(names)),
        rounds=rounds,
        result=_result(tags, len(names)),
        site=tags.get("Site", ""),
        game=tags.get("Game", ""),
        date=tags.get("Date", ""),
        rules=int(rules),
        seed_hash=tags.get("SeedHash", ""),
        seed=tags.get("Seed"),
    )


def _result(tags: dict[str, str], players: int) -> RecordedResult | None:
    """Return the result from its tags; None for `*`."""
    text = tags.get("Result", _UNFINISHED)
    if text == _UNFINISHED:
        return None
    scores: dict[int, int] = {}
    places: dict[int, list[int]] = {}
    for part in text.split(", "):
        match = _PLACE.fullmatch(part)
        if match is None:
            raise InvalidRecord(f"Result: “{part[:30]}” should look like “1. Seat2 65”")
        place, seat, score = (int(number) for number in match.groups())
        scores[seat - 1] = score
        places.setdefault(place, []).append(seat - 1)
    if sorted(scores) != list(range(players)) or text.count(",") != players - 1:
        raise InvalidRecord("Result has to name every seat once")
    if tags.get("End") not in tuple(EndReason):
        raise InvalidRecord("End has to say why the game ended")
    return RecordedResult(
        EndReason(tags["End"]),
        tuple(scores[seat] for seat in range(players)),
        tuple((place, tuple(seats)) for place, seats in places.items()),
    )
