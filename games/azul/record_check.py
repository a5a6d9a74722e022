"""Checking a record by replay: everything it states is compared with what the rules give."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from .draws import RecordedDealer, SeededDealer, seed_hash
from .moves import Pick
from .position import Position
from .record import RULES_VERSION, Record, result_of
from .record_json import load_document, read_document
from .record_replay import Replayed, place_of, replay_record
from .record_words import (
    COLOR_WORDS,
    Json,
    deal_words,
    end_words,
    move_words,
    ranking_words,
    tiling_words,
)
from .tiles import COLOR_LETTERS, Counts, Displays

MAX_FAULTS: Final = 20
_OF_ALL_PLAYERS: Final = ("bonuses", "walls", "final_scores")
_REQUIRED_AT_END: Final = ("end_reason", "final_scores", "ranking")


@dataclass(frozen=True, slots=True)
class Check:
    """What replaying a record showed; `faults` are sentences that name round, move and player.

    `position` is the last one reached (None: not even the first); `moves` counts the picks played.
    """

    game: str
    players: tuple[str, ...]
    faults: tuple[str, ...]
    position: Position | None
    moves: int

    @property
    def ok(self) -> bool:
        """Whether everything the record states is what the rules give."""
        return not self.faults

    @property
    def scores(self) -> dict[str, int]:
        """Everybody's score by name in the last position; empty if there is none."""
        if self.position is None:
            return {}
        boards = self.position.boards
        return {name: board.score for name, board in zip(self.players, boards, strict=True)}

    @property
    def ranking(self) -> list[Json]:
        """The places of a game that is over, as `azul-record/1` writes them; else empty."""
        if self.position is None or self.position.end_reason is None:
            return []
        return ranking_words(self.position.boards, self.players)


def check_record(record: Record) -> Check:
    """Replay a record and compare everything it states, the seed too when it is there."""
    dealer = _Witness(record)
    replayed = replay_record(record, dealer)
    faults = [*_rules_faults(record), *dealer.faults, *_round_faults(record, replayed)]
    return _check(record, replayed, [*faults, *_end_faults(record, replayed)])


def check_draws(record: Record) -> Check:
    """Check a finished seeded game: the commitment, every draw, and the whole replay."""
    check = check_record(record)
    missing = []
    if record.seed is None:
        missing.append("Seed: the record gives none; it is only told when the game is over")
    if not record.seed_hash:
        missing.append("SeedHash: the record gives none")
    if record.seed is not None and check.position is not None and not check.ranking:
        missing.append("end: the game is not over")
    faults = (*missing, *check.faults)
    return Check(check.game, check.players, faults, check.position, check.moves)


def check_json(text: str) -> Check:
    """Replay an `azul-record/1` text and compare every field it has. Raises `InvalidRecord`."""
    document = load_document(text)
    record = read_document(document)
    dealer = _Witness(record)
    replayed = replay_record(record, dealer)
    stated = _document_faults(record, document, replayed)
    faults = [*_rules_faults(record), *dealer.faults, *stated]
    position = replayed.position
    if replayed.fault is not None:
        faults.append(replayed.fault)
    elif position is None or position.end_reason is None:
        faults += ["end: the game is not over"] if record.result is not None else []
    else:
        faults += _differences(
            document, end_words(position, record.players), "end", required=_REQUIRED_AT_END
        )
    return _check(record, replayed, faults)


class _Witness:
    """Deals what the record says, and notes where the record's seed would have drawn otherwise."""

    def __init__(self, record: Record) -> None:
        self._recorded = RecordedDealer([played.displays for played in record.rounds])
        self._seeded: SeededDealer | None = None
        self.faults: list[str] = []
        if record.seed is None:
            return
        try:
            seed = bytes.fromhex(record.seed)
            self._seeded = SeededDealer(seed)
        except ValueError:
            self.faults.append("Seed: this is not 64 hexadecimal digits")
            return
        if record.seed_hash and seed_hash(seed) != record.seed_hash:
            self.faults.append(f"SeedHash: the seed's is {seed_hash(seed)}")

    def deal(self, *, round_number: int, players: int, bag: Counts, lid: Counts) -> Displays:
        """Return the recorded displays."""
        said = self._recorded.deal(round_number=round_number, players=players, bag=bag, lid=lid)
        if self._seeded is not None:
            drawn = self._seeded.deal(round_number=round_number, players=players, bag=bag, lid=lid)
            for index, (ours, theirs) in enumerate(zip(drawn, said, strict=False), 1):
                if ours != theirs:
                    place = f"round {round_number}, draw, display {index}"
                    self.faults.append(
                        f"{place}: the seed gives {_letters(ours)}, the record says {_letters(theirs)}"
                    )
        return said


def _letters(tiles: tuple[Any, ...]) -> str:
    """Return tiles as letters."""
    return "".join(COLOR_LETTERS[tile] for tile in tiles) or "nothing"


def _check(record: Record, replayed: Replayed, faults: list[str]) -> Check:
    """Return the check, with no more faults than anybody reads."""
    if len(faults) > MAX_FAULTS:
        more = len(faults) - MAX_FAULTS
        faults = [*faults[:MAX_FAULTS], f"and {more} more"]
    picks = sum(isinstance(step.move, Pick) for step in replayed.steps)
    return Check(record.game, record.players, tuple(faults), replayed.position, picks)


def _rules_faults(record: Record) -> Iterator[str]:
    """Yield a fault when the record is of rules not known here."""
    if not 1 <= record.rules <= RULES_VERSION:
        yield f"Rules: version {record.rules} is not known here"


def _round_faults(record: Record, replayed: Replayed) -> Iterator[str]:
    """Yield where start seats and scores of the rounds differ."""
    position = replayed.position
    if position is None:
        return
    for number, (played, deal, tilings) in enumerate(
        zip(record.rounds, position.deals, position.tilings, strict=False), 1
    ):
        names = record.players
        if played.start_seat != deal.start_seat:
            start = f"{names[deal.start_seat]} starts"
            yield f"round {number}: {start}, the record says {names[played.start_seat]}"
        if played.scores is None:
            continue
        for name, tiled, score in zip(names, tilings, played.scores, strict=True):
            after = None if tiled is None else tiled.score_after
            if after != score:
                shown = "not tiled yet" if after is None else after
                yield f"round {number}, scores ({name}): {shown}, the record says {score}"


def _end_faults(record: Record, replayed: Replayed) -> Iterator[str]:
    """Yield what stopped the replay, or where the end differs."""
    if replayed.fault is not None or replayed.position is None:
        yield replayed.fault or "nothing could be played"
        return
    said, result = record.result, result_of(replayed.position)
    if said == result:
        return
    if said is None or result is None:
        yield f"end: the game is {'not ' if result is None else ''}over"
        return
    if said.end_reason is not result.end_reason:
        yield f"end: end_reason is {result.end_reason}, the record says {said.end_reason}"
    for name, score, stated in zip(record.players, result.scores, said.scores, strict=True):
        if score != stated:
            yield f"end, final_scores ({name}): {score}, the record says {stated}"
    if said.ranking != result.ranking:
        yield f"end: ranking is {_places(result.ranking)}, the record says {_places(said.ranking)}"


def _places(ranking: tuple[tuple[int, tuple[int, ...]], ...]) -> str:
    """Return a ranking in one line."""
    return ", ".join(f"{place}. Seat{seat + 1}" for place, seats in ranking for seat in seats)


def _document_faults(record: Record, document: Json, replayed: Replayed) -> Iterator[str]:
    """Yield where a document's rounds differ from the replay, in the order of play."""
    position = replayed.position
    if position is None:
        return
    names = record.players
    for index, (said, deal) in enumerate(zip(document["rounds"], position.deals, strict=False)):
        yield from _differences(said, deal_words(deal, names), f"round {index + 1}, deal")
        for step in replayed.steps:
            if step.round_index == index and isinstance(step.move, Pick):
                words = move_words(step.before, step.seat, step.move, names)
                place = place_of(record, index, step.number, step.seat, step.move)
                yield from _differences(said["moves"][step.number - 1], words, place)
        tilings = dict(zip(names, position.tilings[index], strict=True))
        for name, tiled in tilings.items():
            stated = said.get("tiling", {}).get(name)
            place = f"round {index + 1}, wall-tiling ({name})"
            if (tiled is None) is not (stated is None):
                yield f"{place}: {'missing in the record' if stated is None else 'the round is not over'}"
            elif tiled is not None:
                yield from _differences(stated, tiling_words(tiled), place)


def _differences(
    said: Any, words: Any, place: str, path: str = "", *, required: tuple[str, ...] = ()
) -> Iterator[str]:
    """Yield a fault for everything stated that differs from the rules' words.

    Fields the record leaves out are not compared, unless they are required.
    """
    if isinstance(said, dict) and isinstance(words, dict) and not _are_counts(words):
        for key, value in words.items():
            inner = f"{path}.{key}" if path else key
            if key in said:
                yield from _differences(said[key], value, place, inner)
            elif key in required or path in _OF_ALL_PLAYERS:
                yield f"{place}: {inner} is missing in the record"
    elif _are_objects(said) and _are_objects(words) and len(said) == len(words):
        for number, (stated, value) in enumerate(zip(said, words, strict=True), 1):
            yield from _differences(stated, value, place, f"{path} {number}")
    elif _shown(said) != _shown(words):
        yield f"{place}: {path} is {_shown(words)}, the record says {_shown(said)[:200]}"


def _are_counts(words: Json) -> bool:
    """Tell whether an object counts tiles by color: such are compared as a whole."""
    return words.keys() <= set(COLOR_WORDS)


def _are_objects(value: object) -> bool:
    """Tell whether a value is a list of objects."""
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _shown(value: object) -> str:
    """Return a value as JSON, the same for equal values only."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
