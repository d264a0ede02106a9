"""Read rows separated by commas, semicolons, tabs or bars, with quoted fields of several lines."""

import csv
import io
from collections.abc import Iterator, Mapping
from itertools import islice, zip_longest
from pathlib import Path

from evalstore.errors import UsageError

DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
ROWS_LOOKED_AT = 50
Found = Iterator[tuple[str, Mapping[str, object], str | None]]


def read_delimited(
    path: Path, text: str, delimiter: str | None, cell_characters_max: int, skipped_lines: int = 0
) -> tuple[str, Found]:
    """
    Return the form in words, and the place, values and problem of each row.

    The first record names the columns; an empty field is None. Without a ``delimiter``, it is the
    one with the most columns among those by which the first rows agree. Raises UsageError for a
    delimiter of several characters and for duplicate column names.
    """
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise UsageError(f"delimiter is {delimiter!r}; expected one character, such as ;")
    # Empty lines in place of the skipped ones keep the line numbers.
    lines = text.split("\n") if skipped_lines else []
    if lines:
        text = "\n" * min(skipped_lines, len(lines)) + "\n".join(lines[skipped_lines:])
    chosen = delimiter or max(DELIMITERS, key=lambda each: _columns_by(each, text))
    limit = csv.field_size_limit(max(cell_characters_max, csv.field_size_limit()))
    try:
        rows = list(_rows(path, text, chosen))
    finally:
        csv.field_size_limit(limit)
    return f"CSV, separated by {DELIMITERS.get(chosen, chosen)}", iter(rows)


def _columns_by(delimiter: str, text: str) -> tuple[bool, int]:
    """Return whether the first rows agree, and the number of columns, with this delimiter."""
    try:
        records = csv.reader(io.StringIO(text[:1_000_000], newline=""), delimiter=delimiter)
        lengths = [len(fields) for fields in islice(records, ROWS_LOOKED_AT) if fields]
    except csv.Error:
        return False, 0
    # A few rows with a wrong number of fields do not rule out a delimiter.
    agreeing = sum(length == lengths[0] for length in lengths) if lengths else 0
    column_count = lengths[0] if lengths else 0
    return column_count > 1 and 2 * agreeing > len(lengths), column_count


def _rows(path: Path, text: str, delimiter: str) -> Found:
    # Strict: a quote that is never closed would take the rest of the file into one field.
    records = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        names = _names(path, next((fields for fields in records if any(fields)), []))
        width, line = len(names), records.line_num
        for fields in records:
            place, line = f"line {line + 1}", records.line_num
            if not any(fields):
                continue
            values = {name: field or None for name, field in zip_longest(names, fields[:width])}
            yield place, values, _problem(fields, names)
    except csv.Error as error:
        raise UsageError(f"{path}, line {records.line_num} is not CSV: {error}") from error


def _problem(fields: list[str], names: list[str]) -> str | None:
    if len(fields) == len(names):
        return None
    return (
        f"found {len(fields)} fields; expected {len(names)}, as in the first line: put fields "
        "that contain the delimiter into double quotes"
    )


def _names(path: Path, header: list[str]) -> list[str]:
    names = [name.strip() or f"column {place}" for place, name in enumerate(header, 1)]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UsageError(f"{path}: found two columns {twice[0]!r}; rename one of them")
    return names
