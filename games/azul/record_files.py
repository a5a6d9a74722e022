"""Files of records: told apart, cut up, and checked one by one."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from .record import InvalidRecord, Record
from .record_check import Check, check_draws, check_json, check_record
from .record_json import parse_json
from .record_text import parse_record


class RecordText(NamedTuple):
    """One record's text in a file, and the line where it begins, from 1."""

    line: int
    text: str
    is_json: bool


def split_records(text: str) -> Iterator[RecordText]:
    """Yield the records of a file: text records one after another, one JSON object, or JSON lines."""
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        yield from _split_json(text.removeprefix("\ufeff"))
        return
    begin, in_rounds = 1, False
    lines = text.removeprefix("\ufeff").split("\n")
    for number, line in enumerate(lines, 1):
        if line.startswith("[") and in_rounds:
            yield RecordText(begin, "\n".join(lines[begin - 1 : number - 1]), is_json=False)
            begin, in_rounds = number, False
        in_rounds = in_rounds or line.startswith("Round ")
    rest = "\n".join(lines[begin - 1 :])
    if rest.strip():
        yield RecordText(begin, rest, is_json=False)


def _split_json(text: str) -> Iterator[RecordText]:
    """Yield one object, if the whole text is one, else one for every line."""
    try:
        is_one = isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        is_one = False
    if is_one:
        yield RecordText(1, text, is_json=True)
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield RecordText(number, line, is_json=True)


def check_file(text: str, *, draws: bool = False) -> Iterator[Check]:
    """Yield a check for each record of a file; what can't be read is a fault too.

    With `draws` each has to be a finished game with its seed, as `check_draws` wants it.
    """
    found = False
    for part in split_records(text):
        found = True
        try:
            check = _check(part, draws=draws)
        except InvalidRecord as error:
            yield Check(f"line {part.line}", (), (f"can't be read: {error}",), None, 0)
            continue
        yield check if check.game else replace(check, game=f"line {part.line}")
    if not found:
        yield Check("line 1", (), ("can't be read: there is no record in it",), None, 0)


def _check(part: RecordText, *, draws: bool) -> Check:
    """Return the check of one record. Raises `InvalidRecord`."""
    if part.is_json and not draws:
        return check_json(part.text)
    record = _read(part)
    return check_draws(record) if draws else check_record(record)


def _read(part: RecordText) -> Record:
    """Return one record, its faults counted in lines of the whole file. Raises `InvalidRecord`."""
    if part.is_json:
        return parse_json(part.text)
    return parse_record("\n" * (part.line - 1) + part.text)
