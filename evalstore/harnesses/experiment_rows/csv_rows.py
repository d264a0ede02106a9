"""Rows of an export as CSV: their cells by the names of the columns."""

import csv
import json
import math
from collections.abc import Iterable, Iterator
from typing import Any

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses.inspect.strict_json import repaired
from evalstore.harnesses.records import Skip, SourceFile
from evalstore.harnesses.repeated_keys import object_of

CELL_LENGTH_MAX = 16 * 1024 * 1024


def rows(source: SourceFile, needed: Iterable[str]) -> Iterator[tuple[str, dict[str, str]] | Skip]:
    """
    Yield each row with where it stands; one of another number of cells is a Skip.

    Raises UnreadableInputError where the columns ``needed`` are not there, one is there twice, or
    it is no CSV.
    """
    csv.field_size_limit(CELL_LENGTH_MAX)
    try:
        with input_file.open_text(source.path, encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, strict=True)
            columns = list(reader.fieldnames or ())
            missing = [column for column in needed if column not in columns]
            if missing:
                raise UnreadableInputError(
                    f"{source.name}: found the columns {', '.join(columns)[:200] or 'none'}, "
                    f"expected {', '.join(missing)} among them; export it again"
                )
            # Spreadsheets end each line with cells of no name.
            twice = next((one for one in columns if one and columns.count(one) > 1), None)
            if twice is not None:
                raise UnreadableInputError(
                    f"{source.name}: found the column {twice[:200]} twice, expected it once; keep "
                    "the one that is meant"
                )
            for number, cells in enumerate(reader, 1):
                location = f"record {number}"
                if None in cells or None in cells.values():
                    detail = "another number of cells than the first row has"
                    yield Skip(location, "other columns", detail)
                else:
                    yield location, repaired(cells, "", [])
    except (csv.Error, UnicodeDecodeError) as error:
        raise UnreadableInputError(f"{source.name}: {error}; export it again") from error


def parsed(cell: str | None) -> Any:
    """
    Return what a cell holds: JSON where it is an object or a list, else its text; empty is None.

    JSON that has a key twice stays text, since an object would lack a value.

    >>> parsed('{"a": 1}'), parsed("4"), parsed(""), parsed("[a"), parsed('{"a": 1, "a": 2}')
    ({'a': 1}, '4', None, '[a', '{"a": 1, "a": 2}')
    """
    if not cell or cell[0] not in ("{", "["):
        return cell or None
    try:
        return json.loads(cell, object_pairs_hook=object_of)
    except (ValueError, RecursionError):
        return cell


def number(cell: str | None) -> float | None:
    """
    Return a cell's finite number; None where it has none.

    >>> number("1.5"), number("nan"), number(""), number("one")
    (1.5, None, None, None)
    """
    found = figure(cell)
    return found if found is not None and math.isfinite(found) else None


def figure(cell: str | None) -> float | None:
    """
    Return a cell's number, which may be infinite or NaN; None where it has none.

    >>> figure("1.5"), figure("-inf"), figure(""), figure("one")
    (1.5, -inf, None, None)
    """
    try:
        return float(cell) if cell else None
    except ValueError:
        return None


def score(cell: str | None) -> bool | float | str | None:
    """
    Return a cell's truth value, number or label, as pandas writes them.

    >>> score("True"), score("0.5"), score("polite"), score("")
    (True, 0.5, 'polite', None)
    """
    if cell in ("True", "False"):
        return cell == "True"
    found = figure(cell)
    return found if found is not None else cell or None
