"""One JSON object that holds a whole table, as pandas and MLflow write it, as rows."""

from collections.abc import Iterator
from typing import Any

from evalstore.harnesses.mapped.columns import NAMES, VERDICTS
from evalstore.harnesses.records import Skip

INDEX = "index"
Row = dict[str, Any]
KNOWN = {*VERDICTS, *(name for names in NAMES.values() for name in names)} - {INDEX}


def rows_of(found: Row) -> Iterator[Row | Skip] | None:
    """
    Return the rows of a table; None where an object is none.

    It is split into columns and data, has a schema and data, or its fields are columns (of values
    by row, or lists of one length) or rows (of values by column). Labels of rows that are not
    counted from 0 are the column ``index``.

    >>> list(rows_of({"columns": ["a", "b"], "data": [[1, 2], [3, 4]]}))
    [{'a': 1, 'b': 2}, {'a': 3, 'b': 4}]
    >>> list(rows_of({"score": {"0": 1, "1": 2}, "model": {"0": "m", "1": "m"}}))
    [{'score': 1, 'model': 'm'}, {'score': 2, 'model': 'm'}]
    >>> rows_of({"question": "2 + 2?", "answer": "4"})
    """
    columns, data = found.get("columns"), found.get("data")
    if isinstance(columns, list) and _is_list_of(data, list):
        return _split(list(map(_column, columns)), data or [], found.get(INDEX))
    if isinstance(found.get("schema"), dict) and _is_list_of(data, dict):
        labels = [row.get(INDEX) for row in data or []]
        is_counted = labels == list(range(len(labels)))
        return iter([_without_index(row) if is_counted else row for row in data or []])
    values = list(found.values())
    if len(values) > 1 and all(isinstance(one, list) for one in values):
        lengths = {len(one) for one in values}
        if len(lengths) == 1 and lengths.pop() > 1:
            return (dict(zip(found, row, strict=True)) for row in zip(*values, strict=True))
    if values and all(isinstance(one, dict) and one for one in values):
        return _by_label(found)
    return None


def _is_list_of(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(one, kind) for one in value)


def _column(name: object) -> str:
    """Return the name of a column, which has several levels where it is a list."""
    return "/".join(map(str, name)) if isinstance(name, list) else str(name)


def _split(columns: list[str], data: list[list[Any]], index: object) -> Iterator[Row | Skip]:
    labels = index if isinstance(index, list) and len(index) == len(data) else None
    if labels == list(range(len(data))) or INDEX in columns:
        labels = None
    for number, cells in enumerate(data, 1):
        if len(cells) != len(columns):
            found = f"found {len(cells)} values in it, expected {len(columns)}, one for a column"
            yield Skip(f"record {number}", "other count of values", found)
            continue
        row = dict(zip(columns, cells, strict=True))
        yield row if labels is None else {INDEX: labels[number - 1], **row}


def _without_index(row: Row) -> Row:
    return {name: value for name, value in row.items() if name != INDEX}


def _by_label(found: dict[str, Row]) -> Iterator[Row] | None:
    """Return rows of objects in an object, where it can be told which names are of columns."""
    inner = list(next(iter(found.values())))
    if any(list(one) != inner for one in found.values()):
        return None
    outer = list(found)
    are_inner_labels = all(name.isdecimal() for name in inner)
    are_outer_labels = all(name.isdecimal() for name in outer)
    if are_inner_labels == are_outer_labels:
        known = [sum(_words(name) in KNOWN for name in names) for names in (outer, inner)]
        # Two objects of one form in a record are no table yet.
        if known[0] == known[1] or min(len(outer), len(inner)) <= 1:
            return None
        are_inner_labels = known[0] > known[1]
    rows = (
        {label: {name: found[name][label] for name in outer} for label in inner}
        if are_inner_labels
        else found
    )
    if list(rows) == [str(number) for number in range(len(rows))] or INDEX in next(
        iter(rows.values())
    ):
        return iter(rows.values())
    return ({INDEX: label, **row} for label, row in rows.items())


def _words(name: str) -> str:
    return name.lower().replace(" ", "_")
