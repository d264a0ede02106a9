"""Tables of traces exported from the pages of Langfuse, a column for each score: JSON or CSV."""

import json
from collections.abc import Iterator
from typing import Any, TypeGuard

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.detect import text_of
from evalstore.harnesses.experiment_rows import csv_rows, exported, json_rows
from evalstore.harnesses.experiment_rows.exported import ExportedRow
from evalstore.harnesses.langfuse_table.langfuse_table_files import (
    FIRST_COLUMNS,
    OF_TRACES,
    columns_of,
    recognises,
)
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.values import amount, name, number, text

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = event_records.MAPPING
FAMILY = "experiment_rows"
HOLDS_WHOLE_RUN = True
# 2: scores of a trace without an output count, and the same row twice counts once.
READING = 2
ATTRIBUTES = ("name", "release", "version", "environment")
MEASURES = ("latency", "inputTokens", "outputTokens", "totalCost")
COLUMNS = frozenset({
    *FIRST_COLUMNS, *ATTRIBUTES, *MEASURES, "projectId", "userId", "tags", "input", "output",
    "metadata", "usage", "inputCost", "outputCost", "level", "errorCount", "warningCount",
    "defaultCount", "debugCount", "observationCount", "totalTokens", "comments",
})  # fmt: skip
# A score of such a name would replace the column's value.
OF_ONE_VALUE = ("id", "timestamp", "level", *ATTRIBUTES, *MEASURES)
MILLISECONDS = 1000
ERROR = "ERROR"
FAILED = "an observation of the trace has the level ERROR, and the trace no output"


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield the run's start, a row for each trace, and the run's end.

    Raises UnreadableInputError for a file that is neither JSON nor a CSV with quoted columns.
    """
    with input_file.open_bytes(source.path) as file:
        start = text_of(file.read(4096))
    if start[:1] not in ('"', "[", "{"):
        is_older = set(FIRST_COLUMNS) <= set(columns_of(start))
        raise UnreadableInputError(
            f"{source.name}: found "
            + ("columns without quotes, as written by an older Langfuse or a spreadsheet program, "
               "which may have changed texts" if is_older
               else "neither JSON nor CSV with quoted columns")
            + "; expected the table of traces as Langfuse exports it; export it as JSON"
        )  # fmt: skip
    run = exported.run_of("langfuse", source)
    table = _Table()
    rows = table.of_csv(source) if start[:1] == '"' else table.of_json(source)
    yield from exported.records(run, rows, source, nothing="no trace")
    if table.odd_columns:
        source.warnings.append(
            f"{source.name}: {', '.join(table.odd_columns)[:200]}: found values that are not "
            "lists of scores, or two columns of the same name; ignored"
        )


class _Table:
    """The rows of a table, and its further columns that do not contain scores."""

    def __init__(self) -> None:
        self.odd_columns: dict[str, None] = {}

    def of_json(self, source: SourceFile) -> Iterator[ExportedRow | Skip]:
        for item in json_rows.documents(source):
            yield item if isinstance(item, Skip) else self._row(*item)

    def of_csv(self, source: SourceFile) -> Iterator[ExportedRow | Skip]:
        for item in csv_rows.rows(source, (*FIRST_COLUMNS, "input", "output")):
            if isinstance(item, Skip):
                yield item
                continue
            location, cells = item
            yield self._row(location, {key: _cell(key, cell) for key, cell in cells.items()})

    def _row(self, location: str, cells: dict[str, Any]) -> ExportedRow | Skip:
        objection = _objection(cells)
        if objection is not None:
            return Skip(location, "no trace", objection)
        output = _said(cells.get("output"))
        seconds, tokens_in, tokens_out, cost = (_number(cells.get(key)) for key in MEASURES)
        has_failed = output is None and cells.get("level") == ERROR
        return ExportedRow(
            location,
            _said(cells.get("input")),
            case_id=name(cells["id"]),
            record_id=name(cells["id"]),
            output=output,
            error=FAILED if has_failed else None,
            at=text(cells.get("timestamp")),
            latency_ms=amount(MILLISECONDS * seconds) if seconds is not None else None,
            # The table has 0 both for no tokens and for an unknown count.
            tokens_in=amount(tokens_in) or None,
            tokens_out=amount(tokens_out) or None,
            cost_usd=amount(cost) or None,
            attributes={key: value for key in ATTRIBUTES if (value := text(cells.get(key)))},
            scores=list(self._scores(cells)),
        )

    def _scores(self, cells: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """
        Yield a score for each further column with a list of values.

        If the values differ, the label lists all of them, and the reason says so.
        """
        seen = set()
        for column, cell in cells.items():
            if column in COLUMNS or cell is None or cell == []:
                continue
            scorer = name(column)
            values = csv_rows.parsed(cell) if isinstance(cell, str) else cell
            if scorer is None or scorer in seen or not _are_scores(values):
                self.odd_columns[scorer or "a column without a name"] = None
                continue
            seen.add(scorer)
            if len(set(values)) == 1:
                yield {"validator_id": scorer, "score": values[0]}
                continue
            reason = f"{len(values)} scores of one name, of which the table does not say the last"
            label = ", ".join(map(str, values))
            yield {"validator_id": scorer, "label": label, "reason": reason}


def _objection(cells: dict[str, Any]) -> str | None:
    """Return why an object is not a row of the table; None if it is."""
    missing = [column for column in FIRST_COLUMNS if column not in cells]
    if missing:
        return f"{', '.join(missing)} missing, expected the columns of the table of traces"
    if OF_TRACES in cells:
        return "found a trace as the API gives it; --format langfuse reads it"
    if name(cells["id"]) is None:
        return "expected an id that is text; export it again"
    lists = [column for column in OF_ONE_VALUE if isinstance(cells.get(column), list)]
    if lists:
        return (
            f"found a list in {lists[0]}, because a score has the name of that column; rename the "
            "score"
        )
    return None


def _are_scores(values: object) -> TypeGuard[list[str | float]]:
    if not isinstance(values, list) or not values:
        return False
    return all(isinstance(value, str | int | float) for value in values)


def _said(value: object) -> Any:
    """Return an input or output; Langfuse writes an object as the text of its JSON."""
    return csv_rows.parsed(value) if isinstance(value, str) and value else value


def _number(value: object) -> float | None:
    """Return a number; costs are texts with one."""
    return csv_rows.number(value) if isinstance(value, str) else number(value)


def _cell(column: str, cell: str) -> Any:
    """
    Return the value of a cell: times and costs are texts of JSON, and an empty cell is None.

    >>> _cell("totalCost", '"0.002"'), _cell("output", '"no"'), _cell("latency", "[0.5]")
    ('0.002', '"no"', [0.5])
    """
    if column == "timestamp" or column.endswith("Cost"):
        try:
            value = json.loads(cell)
        except (ValueError, RecursionError):
            return cell or None
        return value if isinstance(value, str) else cell
    return csv_rows.parsed(cell) if column in OF_ONE_VALUE else cell or None
