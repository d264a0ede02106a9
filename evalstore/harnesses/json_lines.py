"""Strict records of a JSON Lines file, plain or compressed with gzip or zstd, line by line."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.errors import RefusedEventError, UnreadableInputError
from evalstore.events import parsing, repair
from evalstore.harnesses import detect, event_lines
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

PIECE_BYTES = 16 * 1024 * 1024
LINES_LOOKED_AT_MAX = 50
RUN_STARTED = '{"kind":"run_started"}'
RUN_FINISHED = '{"kind":"run_finished"}'


@dataclass(frozen=True, slots=True)
class Field:
    """
    The requirement for a field of a record.

    ``fits`` tests a value, ``expected`` describes valid values in messages. An optional field may
    be absent or null.
    """

    name: str
    fits: Callable[[Any], bool]
    expected: str
    is_required: bool = True


def holds(head: bytes, needed: Iterable[str], one_of: Iterable[str] = ()) -> bool:
    """
    Return whether one of the first lines is an object with all keys of ``needed`` and, if there
    are any, at least one of ``one_of``. Event lines do not count.

    >>> holds(b'{"id": "c1", "facts": []}', ("id", "facts"))
    True
    >>> holds(b'{"id": "c1", "kind": "a", "run_id": "b", "facts": []}', ("id", "facts"))
    False
    """
    needed, one_of = set(needed), set(one_of)
    text = detect.unpacked(head).removeprefix(event_lines.BYTE_ORDER_MARK)
    if not all(f'"{name}"'.encode() in text for name in needed):
        return False
    for line in text.splitlines()[:LINES_LOOKED_AT_MAX]:
        try:
            # Not the fast decoder, which refuses lines that are repaired or reported later.
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict) and not {"kind", "run_id"} <= record.keys():
            names = record.keys()
            if needed <= names and (not one_of or one_of & names):
                return True
    return False


def read(
    source: SourceFile,
    kind: str,
    fields: tuple[Field, ...],
    *,
    named_numbers: tuple[str, ...] = (),
) -> Iterator[SourceRecord | Skip]:
    """
    Yield a file's records as ``{"kind": …, "fields": …}``, after a record that starts the run.

    Lone surrogates become U+FFFD and are listed in ``repairs``. A line that violates ``fields``
    yields a Skip, and so does a line with a number that is not finite, except in the objects
    under ``named_numbers``, where the number becomes its text. Raises UnreadableInputError if the
    file has no line.
    """
    is_empty, is_started = True, False
    for piece in event_lines.pieces(source.path, PIECE_BYTES):
        for skip in piece.skips:
            is_empty = False
            yield skip
        for number, line in _lines(piece.path, piece.first_line_number):
            is_empty = False
            item = _record(f"line {number}", line, kind, fields, named_numbers)
            if isinstance(item, SourceRecord) and not is_started:
                # A file without a single valid line does not start a run.
                is_started = True
                yield SourceRecord("the file", RUN_STARTED)
            yield item
    if is_empty:
        raise UnreadableInputError(
            f"{source.name}: the file is empty, expected one JSON object a line; write it again"
        )


def _lines(path: Path, first_line_number: int) -> Iterator[tuple[int, str]]:
    # Only a line feed ends a line; JSON text may contain other line separators.
    with input_file.open_text(path, encoding="utf-8", newline="\n") as file:
        for number, line in enumerate(file, first_line_number):
            stripped = line.strip(" \t\r\n")
            if stripped:
                yield number, stripped


def _record(
    location: str, line: str, kind: str, fields: tuple[Field, ...], named_numbers: tuple[str, ...]
) -> SourceRecord | Skip:
    try:
        record_fields = _object(line)
        repairs: list[dict[str, Any]] = []
        is_named = False
        if parsing.may_need_repair(line):
            named = {
                name: _named(record_fields[name])
                for name in named_numbers
                if name in record_fields
            }
            is_named = any(record_fields[name] != value for name, value in named.items())
            record_fields, repairs = _repaired(record_fields | named)
        for field in fields:
            _require(field, record_fields)
    except RefusedEventError as refusal:
        return Skip(location, refusal.reason, refusal.detail)
    if not repairs and not is_named:
        # The original line, so that the notation of numbers is kept.
        return SourceRecord(location, f'{{"kind":"{kind}","fields":{line}}}')
    record = {"kind": kind, "fields": record_fields, "repairs": repairs}
    return SourceRecord(location, json.dumps(record, ensure_ascii=False))


def _object(line: str) -> dict[str, Any]:
    value = parsing.parse(line)
    if not isinstance(value, dict):
        raise RefusedEventError(
            "not a JSON object",
            f"found {parsing.shortened(line)}, expected one object on one line",
        )
    return value


def _named(value: Any) -> Any:
    """Return an object with its non-finite numbers replaced by their texts."""
    if not isinstance(value, dict):
        return value
    return {
        key: item.text if isinstance(item, parsing.NotFinite) else item
        for key, item in value.items()
    }


def _repaired(fields: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    changes = repair.Changes()
    whole = repair.repaired(fields, "", changes)
    for change in changes.repairs:
        if change["rule"] == "not_finite":
            raise RefusedEventError(
                "not finite",
                f"{change['path']}: found {change['was']}, expected what JSON has; "
                "write null where there is no value",
            )
    return whole, changes.repairs


def _require(field: Field, fields: dict[str, Any]) -> None:
    value = fields.get(field.name)
    if value is None and not field.is_required:
        return
    if field.name not in fields:
        raise RefusedEventError(
            "missing field",
            f"{field.name}: missing, expected {field.expected}; found the fields "
            f"{parsing.shortened(', '.join(fields))}",
        )
    if not field.fits(value):
        shown = parsing.shortened(value if isinstance(value, str) else json.dumps(value))
        raise RefusedEventError(
            "wrong value", f"{field.name}: found {shown}, expected {field.expected}"
        )
