"""Records as `azul-record/1` JSON: written whole, read for what is needed to play the game again."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from .draws import RecordedDealer
from .moves import PICKS, Move, Pick, Place, Tile
from .position import EndReason, Position
from .record import RULES_VERSION, InvalidRecord, Record, RecordedResult, RecordedRound
from .record_replay import Step, replay_record
from .record_words import (
    COLOR_WORDS,
    FORMAT,
    LINE_WORDS,
    SOURCE_WORDS,
    VARIANTS,
    Json,
    deal_words,
    end_words,
    move_words,
    tiling_words,
)
from .tiles import COLORS, DISPLAYS_FOR, TILES_PER_DISPLAY, Color
from .walls import SIZE, WallKind

MAX_LENGTH: Final = 4_000_000
_NO_DEFAULT: Final = object()


def format_json(record: Record) -> str:
    """Return a record as one line of `azul-record/1` JSON.

    Raises `InvalidRecord` when the record can't be played through.
    """
    replayed = replay_record(record, RecordedDealer([played.displays for played in record.rounds]))
    if replayed.fault is not None or replayed.position is None:
        raise InvalidRecord(replayed.fault or "nothing could be played")
    document = document_of(record, replayed.steps, replayed.position)
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def document_of(record: Record, steps: Iterable[Step], position: Position) -> Json:
    """Return the whole document of a record that was played through."""
    names = record.players
    rounds = [deal_words(deal, names) | {"moves": [], "tiling": {}} for deal in position.deals]
    for step in steps:
        if isinstance(step.move, Pick):
            words = move_words(step.before, step.seat, step.move, names)
            rounds[step.round_index]["moves"].append(words)
    for of_round, tilings in zip(rounds, position.tilings, strict=True):
        for name, tiled in zip(names, tilings, strict=True):
            if tiled is not None:
                of_round["tiling"][name] = tiling_words(tiled)
    document: Json = {
        "id": record.game,
        "format": FORMAT,
        "site": record.site,
        "date": record.date,
        "rules": record.rules,
        "players": list(names),
        "variant": VARIANTS[record.wall_kind],
        "seed_hash": record.seed_hash,
        "seed": record.seed,
        "rounds": rounds,
        "end_reason": None,
    }
    return document if position.end_reason is None else document | end_words(position, names)


def parse_json(text: str) -> Record:
    """Read an `azul-record/1` record, with the draws it gives. Raises `InvalidRecord`.

    Moves that follow without a choice (forced gray tilings) are left out of the record's moves.
    """
    record = read_document(load_document(text))
    replayed = replay_record(record, RecordedDealer([played.displays for played in record.rounds]))
    return record if replayed.fault is not None else _without_forced(record, replayed.steps)


def _without_forced(record: Record, steps: Iterable[Step]) -> Record:
    """Return the record with only the moves that were really played."""
    moves: list[list[tuple[int, Move]]] = [[] for _ in record.rounds]
    for step in steps:
        moves[step.round_index].append((step.seat, step.move))
    rounds = zip(record.rounds, moves, strict=True)
    return replace(
        record, rounds=tuple(replace(played, moves=tuple(of_round)) for played, of_round in rounds)
    )


def load_document(text: str) -> Json:
    """Return the JSON object in a text. Raises `InvalidRecord`."""
    if len(text) > MAX_LENGTH:
        raise InvalidRecord("the text is too long for a record")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(f"this is not JSON ({str(error)[:80]})") from None
    if not isinstance(document, dict):
        raise InvalidRecord("a record is a JSON object")
    if document.get("format") != FORMAT:
        raise InvalidRecord(f"the format is not {FORMAT}")
    return document


def read_document(document: Json) -> Record:
    """Return the record in a document; every gray tiling is a move, also the forced ones."""
    names = _names(document)
    variant = _get(document, "variant", str, "the record")
    kinds = {word: kind for kind, word in VARIANTS.items()}
    if variant not in kinds:
        raise InvalidRecord("variant has to be standard or grey")
    rounds = _get(document, "rounds", list, "the record")
    if not rounds:
        raise InvalidRecord("there is no round in the record")
    read = tuple(
        _round(item, number, names, kinds[variant]) for number, item in enumerate(rounds, 1)
    )
    return Record(
        players=names,
        wall_kind=kinds[variant],
        start_seat=read[0].start_seat,
        rounds=read,
        result=_result(document, names),
        site=_get(document, "site", str, "the record", ""),
        game=str(document.get("id", "")),
        date=_get(document, "date", str, "the record", ""),
        rules=_get(document, "rules", int, "the record", RULES_VERSION),
        seed_hash=_get(document, "seed_hash", str, "the record", ""),
        seed=None if document.get("seed") is None else _get(document, "seed", str, "the record"),
    )


def _get(container: Any, key: str, kind: type, where: str, default: object = _NO_DEFAULT) -> Any:
    """Return a value of the right type from a JSON object. Raises `InvalidRecord`."""
    if not isinstance(container, dict):
        raise InvalidRecord(f"{where} has to be an object")
    value = container.get(key, default)
    if value is _NO_DEFAULT:
        raise InvalidRecord(f"{where} has no {key}")
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise InvalidRecord(f"{where}: {key} has to be a {_KIND_WORDS[kind]}")
    return value


_KIND_WORDS: Final = {str: "text", int: "number", list: "list", dict: "object"}


def _one_of(words: tuple[str, ...], value: object, where: str) -> int:
    """Return the index of a word. Raises `InvalidRecord`."""
    if value not in words or not isinstance(value, str):
        raise InvalidRecord(f"{where}: “{str(value)[:30]}” is not one of {', '.join(words)}")
    return words.index(value)


def _names(document: Json) -> tuple[str, ...]:
    """Return the players' names, in seat order."""
    names = _get(document, "players", list, "the record")
    if len(names) not in DISPLAYS_FOR or not all(isinstance(name, str) for name in names):
        raise InvalidRecord("players has to name two to four players")
    if len(set(names)) < len(names):
        raise InvalidRecord("two players have the same name")
    return tuple(names)


def _round(item: object, number: int, names: tuple[str, ...], kind: WallKind) -> RecordedRound:
    """Return one round."""
    where = f"round {number}"
    start = _one_of(names, _get(item, "start_player", str, where), where)
    displays = tuple(_display(draw, where) for draw in _get(item, "draws", list, where))
    moves: list[tuple[int, Move]] = [
        _pick(move, f"{where}, move {index}", names)
        for index, move in enumerate(_get(item, "moves", list, where), 1)
    ]
    tiling = _get(item, "tiling", dict, where, {})
    scores: list[int] = []
    for seat, name in enumerate(names):
        if name not in tiling:
            continue
        place = f"{where}, wall-tiling ({name})"
        scores.append(_get(tiling[name], "score_after", int, place, 0))
        tile = _tile(_get(tiling[name], "placements", list, place), place)
        if tile.places and kind is WallKind.GRAY:
            moves.append((seat, tile))
    return RecordedRound(
        start, displays, tuple(moves), tuple(scores) if len(scores) == len(names) else None
    )


def _display(draw: object, where: str) -> tuple[Color, ...]:
    """Return the tiles of one display."""
    if not isinstance(draw, list) or len(draw) > TILES_PER_DISPLAY:
        raise InvalidRecord(f"{where}: draws has to be lists of at most four tiles")
    return tuple(COLORS[_one_of(COLOR_WORDS, tile, where)] for tile in draw)


def _pick(move: object, where: str, names: tuple[str, ...]) -> tuple[int, Pick]:
    """Return one pick with its seat."""
    seat = _one_of(names, _get(move, "player", str, where), where)
    source = _one_of(SOURCE_WORDS, _get(move, "from", str, where), where)
    color = _one_of(COLOR_WORDS, _get(move, "colour", str, where), where)
    line = _one_of(LINE_WORDS, _get(move, "to", str, where), where)
    return seat, PICKS[source, color, line]


def _tile(placements: list[object], where: str) -> Tile:
    """Return the tiling that placements describe."""
    places: list[Place] = []
    for placement in placements:
        row = _get(placement, "line", int, where) - 1
        column = None
        if placement_column(placement) is not None:
            column = _get(placement, "column", int, where) - 1
        if not 0 <= row < SIZE or not (column is None or 0 <= column < SIZE):
            raise InvalidRecord(f"{where}: lines and columns go from 1 to 5")
        places.append(Place(row, column))
    return Tile(tuple(places))


def placement_column(placement: object) -> object:
    """Return the column a placement states, or None."""
    return placement.get("column") if isinstance(placement, dict) else None


def _result(document: Json, names: tuple[str, ...]) -> RecordedResult | None:
    """Return the result the document states; None while the game goes on."""
    if document.get("end_reason") is None:
        return None
    where = "the end"
    reasons = tuple(reason.value for reason in EndReason)
    reason = EndReason(reasons[_one_of(reasons, document["end_reason"], where)])
    scores = _get(document, "final_scores", dict, "the record")
    places: list[tuple[int, tuple[int, ...]]] = []
    for item in _get(document, "ranking", list, "the record"):
        seats = tuple(_one_of(names, name, where) for name in _get(item, "players", list, where))
        places.append((_get(item, "place", int, where), seats))
    return RecordedResult(
        reason, tuple(_get(scores, name, int, "final_scores") for name in names), tuple(places)
    )
