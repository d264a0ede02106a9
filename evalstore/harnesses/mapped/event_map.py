"""A map: one SELECT over ``records`` that returns the columns of an event line."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import duckdb

from evalstore.base import input_file
from evalstore.base.phrases import counted, unknown_name
from evalstore.errors import UsageError

REQUIRED = ("kind", "run_id", "payload")
OPTIONAL = ("occurred_at", "subject", "supersedes", "schema_version", "record_number")
MAP_BYTES_MAX = 1024 * 1024
# DuckDB quotes lines of a table in full.
LINE_LENGTH_MAX = 500


@dataclass(frozen=True, slots=True)
class EventMap:
    """The map in a file: its path, its text, and the SHA-256 of its bytes in hex."""

    path: Path
    text: str
    sha256: str

    @classmethod
    def read(cls, path: Path) -> Self:
        """Return the map in a file; raises UsageError unless it is one SELECT of at most 1 MiB."""
        try:
            data = input_file.read_bytes(path)
            text = data.decode("utf-8-sig")
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise UsageError(
                f"{path}: byte {error.start} is not valid UTF-8, expected SQL; save the file as "
                "UTF-8"
            ) from error
        if len(data) > MAP_BYTES_MAX:
            raise UsageError(f"{path} has {len(data):,} bytes, expected a SELECT of at most 1 MiB")
        try:
            statements = duckdb.extract_statements(text)
        except duckdb.Error as error:
            raise UsageError(f"{path}: {in_words(error)}") from error
        if len(statements) != 1:
            statement_count = counted(len(statements), "statement")
            raise UsageError(
                f"{path}: {statement_count}, expected one SELECT; "
                "join several by `union all by name`"
            )
        kind = statements[0].type
        if kind != duckdb.StatementType.SELECT:
            raise UsageError(
                f"{path}: found a {kind.name} statement, expected one SELECT over `records`"
            )
        return cls(path, text, hashlib.sha256(data).hexdigest())

    def require_columns(self, columns: list[str], *, has_run_id: bool) -> None:
        """
        Raise UsageError if the map's columns are not those of an event line.

        ``has_run_id`` is True if the caller sets the run id, so that the map need not return it.
        """
        allowed = (*REQUIRED, *OPTIONAL)
        for column in columns:
            if column not in allowed:
                raise unknown_name("column", column, allowed, where=f" of an event in {self.path}")
        required = [name for name in REQUIRED if name != "run_id" or not has_run_id]
        missing = [name for name in required if name not in columns]
        if missing:
            raise UsageError(
                f"{self.path}: found the columns {', '.join(columns)}; {' and '.join(missing)} "
                f"missing, expected {', '.join(REQUIRED)}, optionally {', '.join(OPTIONAL)}"
            )


def in_words(error: duckdb.Error) -> str:
    r"""
    Return DuckDB's message about a map on one line: the error, suggestions, and the line number.

    >>> print(in_words(duckdb.Error('Binder Error: no "kin"!\nThere is "kind"\n\nLINE 3: a')))
    no "kin"; There is "kind" (line 3)
    """
    # The solutions that DuckDB suggests are settings, which a map cannot change.
    text = str(error).partition("\nPossible solutions")[0]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    at = next((line for line in lines if line.startswith("LINE ")), "")
    messages = [
        line.rstrip("!.")
        for line in lines[: lines.index(at) if at else len(lines)]
        if not line.startswith("^")
    ]
    first = (
        messages[0].partition(" Error: ")[2] or messages[0] if messages else "no reason is given"
    )
    place = f" (line {at.split(':')[0].removeprefix('LINE ')})" if at else ""
    return "; ".join(line[:LINE_LENGTH_MAX] for line in (first, *messages[1:3])) + place
