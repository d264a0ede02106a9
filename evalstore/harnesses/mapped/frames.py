"""Tables in one JSON object, as written by pandas and MLflow, as rows."""

from collections.abc import Iterator
from typing import Any

from evalstore.harnesses.mapped.columns import NAMES, VERDICTS
from evalstore.harnesses.records import Skip

INDEX = "index"
Row = dict[str, Any]
KNOWN = {*VERDICTS, *(name for names in NAMES.values() for name in names)} - {INDEX}


def rows_of(table: Row) -> Iterator[Row | Skip] | None:
    """
    Return the rows of a table in one object; None if the object is not a table.

    A table has columns and data, or a schema and data, or its fields are columns (of values by
    row, or lists of one length) or rows (of values by column). Row labels other than 0, 1, 2, …
    become the column ``index``.

    >>> list(rows_of({"columns": ["a", "b"], "data": [[1, 2], [3, 4]]}))
    [{'a': 1, 'b': 2}, {'a': 3, 'b': 4}]
    >>> list(rows_of({"score": {"0": 1, "1": 2}, "model": {"0": "m", "1": "m"}}))
    [{'score': 1, 'model': 'm'}, {'score': 2, 'model': 'm'}]
    >>> rows_of({"question": "2 + 2?", "answer": "4"})
    """
    columns, data = table.get("columns"), table.get("data")
    if isinstance(columns, list) and _is_list_of(data, list):
        return _split(list(map(_column, columns)), data or [], table.get(INDEX))
    if isinstance(table.get("schema"), dict) and _is_list_of(data, dict):
        labels = [row.get(INDEX) for row in data or []]
        is_counted = labels == list(range(len(labels)))
        return iter([_without_index(row) if is_counted else row for row in data or []])
    values = list(table.values())
    if len(values) > 1 and all(isinstance(value, list) for value in values):
        lengths = {len(value) for value in values}
        if len(lengths) == 1 and lengths.pop() > 1:
            return (dict(zip(table, row, strict=True)) for row in zip(*values, strict=True))
    if values and all(isinstance(value, dict) and value for value in values):
        return _by_label(table)
    return None


def _is_list_of(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(item, kind) for item in value)


def _column(name: object) -> str:
    """Return the name of a column; a list of names has several levels."""
    return "/".join(map(str, name)) if isinstance(name, list) else str(name)


def _split(columns: list[str], data: list[list[Any]], index: object) -> Iterator[Row | Skip]:
    labels = index if isinstance(index, list) and len(index) == len(data) else None
    if labels == list(range(len(data))) or INDEX in columns:
        labels = None
    for number, cells in enumerate(data, 1):
        if len(cells) != len(columns):
            detail = f"found {len(cells)} values, expected {len(columns)}, one for each column"
            yield Skip(f"record {number}", "other count of values", detail)
            continue
        row = dict(zip(columns, cells, strict=True))
        yield row if labels is None else {INDEX: labels[number - 1], **row}


def _without_index(row: Row) -> Row:
    return {name: value for name, value in row.items() if name != INDEX}


def _by_label(table: dict[str, Row]) -> Iterator[Row] | None:
    """Return the rows of an object of objects; None if columns and rows look the same."""
    inner = list(next(iter(table.values())))
    if any(list(entry) != inner for entry in table.values()):
        return None
    outer = list(table)
    are_inner_labels = all(name.isdecimal() for name in inner)
    are_outer_labels = all(name.isdecimal() for name in outer)
    if are_inner_labels == are_outer_labels:
        counts = [sum(_words(name) in KNOWN for name in names) for names in (outer, inner)]
        # A record may contain several objects with the same keys, which are not a table.
        if counts[0] == counts[1] or min(len(outer), len(inner)) <= 1:
            return None
        are_inner_labels = counts[0] > counts[1]
    rows = (
        {label: {name: table[name][label] for name in outer} for label in inner}
        if are_inner_labels
        else table
    )
    if list(rows) == [str(number) for number in range(len(rows))] or INDEX in next(
        iter(rows.values())
    ):
        return iter(rows.values())
    return ({INDEX: label, **row} for label, row in rows.items())


def _words(name: str) -> str:
    return name.lower().replace(" ", "_")
