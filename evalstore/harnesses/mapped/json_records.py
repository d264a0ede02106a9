"""JSON objects, one a line, in a list or as a table in one object, written as lines for DuckDB."""

import json
import math
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_lines
from evalstore.harnesses.helm.elements import as_read, elements_of
from evalstore.harnesses.inspect.stream_errors import reason_of
from evalstore.harnesses.inspect.strict_json import (
    NotStrictJsonError,
    decode,
    encode,
    is_json,
    repaired,
)
from evalstore.harnesses.mapped import frames
from evalstore.harnesses.nesting import require_writable
from evalstore.harnesses.records import Skip, SourceFile
from evalstore.harnesses.repeated_keys import RepeatedKeyError

PIECE_BYTES = 16 * 1024 * 1024
# The limit of one object, be it a record of a table or a whole table.
OBJECT_BYTES_MAX = 64 * 1024 * 1024
# The limit of nested levels; DuckDB's limit is 128.
DEPTH_MAX = 120
NUMBER = "record_number"
UNNAMED = "unnamed"
NO_OBJECT = "no JSON object"
LIST, OBJECT = "list", "object"
REASONS = {"no object": NO_OBJECT}
Item = tuple[int, dict[str, Any]] | Skip


def objects_of(source: SourceFile, *, is_list: bool) -> Iterator[Item]:
    """Yield the objects of a file, each with the number of its line or element, and Skips."""
    return _elements(source) if is_list else _lines(source)


def rows_of_one_object(source: SourceFile, start: bytes) -> Iterator[Item] | None:
    """
    Return the rows of a file that is one JSON object with a table; None for any other file.

    ``start`` is the unpacked start of the file.
    """
    table = _one_object(source, start) if start[:1] == b"{" else None
    rows = frames.rows_of(table) if table else None
    return None if rows is None else _numbered(rows)


def write_lines(source: SourceFile, items: Iterator[Item], path: Path) -> list[Skip]:
    """
    Write the objects of a file, one a line, each with its number, and return those left out.

    An object that has a ``record_number`` keeps it. Raises UnreadableInputError if no object can
    be written.
    """
    skips: list[Skip] = []
    written_count = 0
    with path.open("wb") as file:
        for item in items:
            if isinstance(item, Skip):
                skips.append(item)
                continue
            number, record = item
            try:
                line = _written(number, record)
                file.write(line + b"\n")
                written_count += 1
            except RecursionError as error:
                skips.append(Skip(f"record {number}", reason_of(error), str(error)))
            except NotStrictJsonError as error:
                skips.append(Skip(f"record {number}", "not writable", str(error)))
    if not written_count:
        found_first = skips[0].detail if skips else "found nothing"
        raise UnreadableInputError(
            f"{source.name}: {found_first}; expected JSON objects, one a line or in a list"
        )
    return skips


def _written(number: int, record: dict[str, Any]) -> bytes:
    """Return a line of strict JSON, except for infinite numbers, which DuckDB can read."""
    is_plain = _is_plain(record)
    clean = record if is_plain else repaired(record, "", [])
    infinite = {} if is_plain else {
        name: value
        for name, value in record.items()
        if isinstance(value, float) and math.isinf(value) and name in clean
    }  # fmt: skip
    whole = {NUMBER: number, **_named({**clean, **infinite})}
    line = json.dumps(whole).encode() if infinite else encode(whole).encode()
    if line.count(b"[") + line.count(b"{") > DEPTH_MAX:
        require_writable(clean, DEPTH_MAX)
    return line


def _one_object(source: SourceFile, start: bytes) -> dict[str, Any] | None:
    """Return the object that is the whole file; None for lines, and for too large a file."""
    first, _, rest = start.partition(b"\n")
    if rest.strip() and is_json(first):
        return None
    with tempfile.TemporaryDirectory(prefix="evalstore-") as folder:
        path = source.path
        if event_lines.is_packed(path):
            path = Path(folder) / OBJECT
            if event_lines.unpack(source.path, path) is not None:
                return None
        if path.stat().st_size > OBJECT_BYTES_MAX:
            return None
        try:
            content, _ = decode(
                input_file.read_bytes(path).removeprefix(event_lines.BYTE_ORDER_MARK)
            )
        except (ValueError, RecursionError):
            return None
    return content if isinstance(content, dict) else None


def _numbered(rows: Iterator[dict[str, Any] | Skip]) -> Iterator[Item]:
    for number, row in enumerate(rows, 1):
        yield row if isinstance(row, Skip) else (number, row)


def _lines(source: SourceFile) -> Iterator[Item]:
    for piece in event_lines.pieces(source.path, PIECE_BYTES):
        yield from piece.skips
        with input_file.open_bytes(piece.path) as file:
            for number, line in enumerate(file, piece.first_line_number):
                if stripped := line.strip():
                    yield _decoded(number, stripped)


def _decoded(number: int, line: bytes) -> tuple[int, dict[str, Any]] | Skip:
    location = f"line {number}"
    try:
        value, _ = decode(line)
    except (RecursionError, RepeatedKeyError) as error:
        return Skip(location, reason_of(error), str(error))
    except ValueError as error:
        return Skip(location, NO_OBJECT, f"{error}; write the line again")
    if not isinstance(value, dict):
        return Skip(location, NO_OBJECT, f"found a {type(value).__name__}, expected an object")
    return number, value


def _elements(source: SourceFile) -> Iterator[Item]:
    with tempfile.TemporaryDirectory(prefix="evalstore-") as folder:
        path, damage = source.path, None
        if event_lines.is_packed(path):
            path = Path(folder) / LIST
            damage = event_lines.unpack(source.path, path)
        for number, item in enumerate(
            elements_of(path, None, again="write it again", strict_of=as_read), 1
        ):
            if not isinstance(item, Skip):
                yield number, item[1]
                continue
            if item.location == path.name:
                damage = damage or item
            else:
                reason = REASONS.get(item.reason, item.reason)
                yield Skip(f"record {number}", reason, item.detail)
        if damage is not None:
            yield Skip(source.name, damage.reason, damage.detail)


def _named(record: dict[str, Any]) -> dict[str, Any]:
    """
    Return an object in which an empty key is replaced by a name that no other key has.

    DuckDB reads a file with an empty key as one column of JSON.

    >>> _named({"": 1, "unnamed": 2})
    {'unnamed_': 1, 'unnamed': 2}
    """
    if "" not in record:
        return record
    name = UNNAMED
    while name in record:
        name += "_"
    return {key or name: value for key, value in record.items()}


def _is_plain(value: object) -> bool:
    """Return True if the fast encoder can write a value unchanged."""
    if isinstance(value, dict):
        return all(_is_plain(item) for item in value.values())
    if isinstance(value, list):
        return all(map(_is_plain, value))
    # Texts read by the slow decoder may contain lone surrogates, and numbers may be NaN.
    return isinstance(value, bool | None) or (
        isinstance(value, str) and (value.isascii() or value.isprintable())
    )
