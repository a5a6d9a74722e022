"""What a database says about its tables, to compare one with another."""

from collections.abc import Iterator

from django.db import connection

COLUMNS = """
    SELECT table_name, column_name, data_type, character_maximum_length, numeric_precision,
           is_nullable, column_default, identity_generation
    FROM information_schema.columns WHERE table_schema = current_schema()
"""
CONSTRAINTS = """
    SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
    FROM pg_constraint WHERE conrelid <> 0 AND connamespace = current_schema()::regnamespace
"""
INDEXES = """
    SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()
"""


def described_tables() -> set[tuple[object, ...]]:
    """Return every column, constraint and index with its table and definition, in no order.

    Left out is where a column stands in its table: nothing asks for columns by position.
    """
    if connection.vendor == "sqlite":
        return set(_in_sqlite())
    return {row for query in (COLUMNS, CONSTRAINTS, INDEXES) for row in _rows(query)}


def _rows(query: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return list(cursor.fetchall())


def _in_sqlite() -> Iterator[tuple[object, ...]]:
    """Yield indexes as they were written, and tables part by part."""
    query = "SELECT type, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    for kind, table, text in _rows(query):
        if kind == "table":
            for part in _parts(str(text)):
                yield table, part
        else:
            yield table, text


def _parts(text: str) -> Iterator[str]:
    """Yield what stands between the outermost brackets, split at the commas in no other brackets."""
    depth, part = 0, ""
    for letter in text[text.index("(") + 1 : text.rindex(")")]:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += letter
    yield part.strip()
