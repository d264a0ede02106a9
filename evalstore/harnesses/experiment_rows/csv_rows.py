"""Rows of a CSV export as cells by column name."""

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
    Yield location and cells of each row; a row with another number of cells yields a Skip.

    Raises UnreadableInputError if a column of ``needed`` is missing, a column name occurs twice,
    or the file is not CSV.
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
            # Spreadsheet programs may add cells without a column name to each line.
            twice = next(
                (header for header in columns if header and columns.count(header) > 1), None
            )
            if twice is not None:
                raise UnreadableInputError(
                    f"{source.name}: found the column {twice[:200]} twice, expected it once; "
                    "remove one of them"
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
    Return the value of a cell: a JSON object or list, else its text, or None if it is empty.

    JSON with a repeated key stays text, since an object would lose a value.

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
    Return the finite number in a cell, else None.

    >>> number("1.5"), number("nan"), number(""), number("one")
    (1.5, None, None, None)
    """
    parsed_number = figure(cell)
    return parsed_number if parsed_number is not None and math.isfinite(parsed_number) else None


def figure(cell: str | None) -> float | None:
    """
    Return the number in a cell, which may be infinite or NaN, else None.

    >>> figure("1.5"), figure("-inf"), figure(""), figure("one")
    (1.5, -inf, None, None)
    """
    try:
        return float(cell) if cell else None
    except ValueError:
        return None


def score(cell: str | None) -> bool | float | str | None:
    """
    Return the boolean, number or label in a cell, in the notation of pandas.

    >>> score("True"), score("0.5"), score("polite"), score("")
    (True, 0.5, 'polite', None)
    """
    if cell in ("True", "False"):
        return cell == "True"
    parsed_number = figure(cell)
    return parsed_number if parsed_number is not None else cell or None
