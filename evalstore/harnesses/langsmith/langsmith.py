"""Experiments of LangSmith: the table of results made by its client, as CSV."""

from collections.abc import Iterator
from dataclasses import replace

from evalstore.harnesses import event_records
from evalstore.harnesses.experiment_rows import csv_rows, exported
from evalstore.harnesses.experiment_rows.exported import ExportedRow, ExportedRun
from evalstore.harnesses.langsmith.langsmith_files import COLUMNS, recognises
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.values import amount, name

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = event_records.MAPPING
FAMILY = "experiment_rows"
HOLDS_WHOLE_RUN = True
# 2: each experiment named in a column is a run, and scores without an output count.
READING = 2
# Columns that name the experiment in a table of several; the client writes no such column.
EXPERIMENTS = (
    "experiment", "experiment_name", "experiment_id", "session_name", "session", "session_id",
    "project_name", "project_id",
)  # fmt: skip
INDEX = ""
INPUTS, OUTPUTS, REFERENCE, FEEDBACK = "inputs.", "outputs.", "reference.", "feedback."


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield the start, a row for each run of an example, and the end of each experiment."""
    alone = exported.run_of("langsmith", source)
    runs: dict[str, ExportedRun] = {}
    start_count = 0

    def rows() -> Iterator[tuple[ExportedRun, ExportedRow] | Skip]:
        nonlocal start_count
        for item in csv_rows.rows(source, COLUMNS):
            if isinstance(item, Skip):
                yield item
                continue
            start_count += item[1].get(INDEX) == "0"
            experiment = next(
                (
                    experiment_name
                    for column in EXPERIMENTS
                    if (experiment_name := name(item[1].get(column)))
                ),
                "",
            )
            if experiment not in runs:
                runs[experiment] = _run(experiment, alone) if experiment else alone
            yield runs[experiment], _row(*item)

    yield from exported.records_of_runs(rows(), source, alone=alone)
    if start_count > 1 and len(runs) == 1:
        source.doubts.append(
            f"{source.name}: row number 0 occurs {start_count} times, so the table "
            "probably joins several experiments; read as one run. Put each experiment in a "
            "separate file"
        )


def _run(experiment: str, alone: ExportedRun) -> ExportedRun:
    """Return the run of one of several experiments."""
    return replace(alone, run_id=f"{alone.run_id}-{experiment}", system_id=experiment)


def _row(location: str, cells: dict[str, str]) -> ExportedRow:
    seconds = csv_rows.number(cells["execution_time"])
    inputs, output = _part(cells, INPUTS), _part(cells, OUTPUTS) or None
    feedback = {
        scorer: csv_rows.score(cell)
        for column, cell in cells.items()
        if column.startswith(FEEDBACK)
        and (scorer := name(column.removeprefix(FEEDBACK))) is not None
    }
    # All rows have the columns of feedback: if all are empty, this row was not scored.
    is_scored = output is not None or any(score is not None for score in feedback.values())
    return ExportedRow(
        location,
        inputs,
        case_id=name(cells["example_id"]),
        record_id=name(cells["id"]),
        expected=_part(cells, REFERENCE) or None,
        output=output,
        error=cells.get("error") or None,
        latency_ms=amount(1000 * seconds) if seconds is not None else None,
        attributes=inputs,
        scores=[
            {"validator_id": scorer, "score": score}
            for scorer, score in feedback.items()
            if is_scored
        ],
    )


def _part(cells: dict[str, str], prefix: str) -> dict[str, object]:
    """Return the columns of one part, without empty cells."""
    return {
        column.removeprefix(prefix): csv_rows.parsed(cell)
        for column, cell in cells.items()
        if column.startswith(prefix) and cell
    }
