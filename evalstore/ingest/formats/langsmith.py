"""Experiments of LangSmith: the table of results that its client makes, as CSV."""

import re
from collections.abc import Iterator
from pathlib import Path

from evalstore.ingest.experiment_rows import csv_rows, exported
from evalstore.ingest.experiment_rows.exported import ExportedRow
from evalstore.ingest.records import Skip, SourceFile, SourceRecord
from evalstore.ingest.values import amount, name

MAPPING = "ingest/experiment_rows"
HOLDS_WHOLE_RUN = True
COLUMNS = ("execution_time", "example_id", "id")
PARTS = re.compile(r"(?:^|,)\"?(?:inputs|outputs)\.")
INPUTS, OUTPUTS, REFERENCE, FEEDBACK = "inputs.", "outputs.", "reference.", "feedback."


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """A first row with inputs or outputs, the time, the example and the run."""
    first = head.decode("utf-8", "replace").removeprefix("\ufeff").partition("\n")[0].rstrip("\r")
    return PARTS.search(first) is not None and set(COLUMNS) <= set(first.split(","))


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield the run's start, a row for each run of an example, and the run's end."""
    run = exported.run_of("langsmith", source)
    yield from exported.records(run, _rows(source), source)


def _rows(source: SourceFile) -> Iterator[ExportedRow | Skip]:
    for item in csv_rows.rows(source, COLUMNS):
        if isinstance(item, Skip):
            yield item
            continue
        location, cells = item
        seconds = csv_rows.number(cells["execution_time"])
        asked = _part(cells, INPUTS)
        yield ExportedRow(
            location,
            asked,
            case_id=name(cells["example_id"]),
            expected=_part(cells, REFERENCE) or None,
            output=_part(cells, OUTPUTS) or None,
            error=cells.get("error") or None,
            latency_ms=amount(1000 * seconds) if seconds is not None else None,
            attributes=asked,
            scores=[
                {"validator_id": scorer, "score": csv_rows.score(cell)}
                for column, cell in cells.items()
                if column.startswith(FEEDBACK)
                and (scorer := name(column.removeprefix(FEEDBACK))) is not None
            ],
        )


def _part(cells: dict[str, str], prefix: str) -> dict[str, object]:
    """Return the columns of one part, empty cells left out."""
    return {
        column.removeprefix(prefix): csv_rows.parsed(cell)
        for column, cell in cells.items()
        if column.startswith(prefix) and cell
    }
