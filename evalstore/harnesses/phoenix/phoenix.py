"""Experiments of Arize Phoenix, as downloaded from it: JSON or CSV."""

from collections.abc import Iterator
from typing import Any

from evalstore.base import input_file
from evalstore.harnesses import event_records
from evalstore.harnesses.experiment_rows import csv_rows, exported, json_rows
from evalstore.harnesses.experiment_rows.exported import ExportedRow
from evalstore.harnesses.phoenix.phoenix_files import COLUMNS, recognises
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.values import amount, listed, mappings, name, text, whole

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = event_records.MAPPING
FAMILY = "experiment_rows"
HOLDS_WHOLE_RUN = True
# 2: scores without an output count, answers that could not be parsed do not, and a repeated
# repetition number is a further attempt.
READING = 2
ANNOTATION = "annotation_"
PARTS = ("label", "score", "explanation", "annotator_kind", "error")


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield the run's start, a row for each run of an example, and the run's end."""
    with input_file.open_bytes(source.path) as file:
        is_list = file.read(64).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"["
    run = exported.run_of("phoenix", source)
    yield from exported.records(run, _of_json(source) if is_list else _of_csv(source), source)


def _of_json(source: SourceFile) -> Iterator[ExportedRow | Skip]:
    for item in json_rows.objects(source, "runs"):
        yield item if isinstance(item, Skip) else _row(*item)


def _of_csv(source: SourceFile) -> Iterator[ExportedRow | Skip]:
    for item in csv_rows.rows(source, COLUMNS):
        yield item if isinstance(item, Skip) else _row(item[0], _from_cells(item[1]))


def _from_cells(cells: dict[str, str]) -> dict[str, Any]:
    """Return a row of CSV in the shape of JSON: an empty cell is null, annotations are a list."""
    row: dict[str, Any] = {
        name: cell or None for name, cell in cells.items() if not name.startswith(ANNOTATION)
    }
    for field in ("input", "reference_output", "output"):
        row[field] = csv_rows.parsed(row.get(field))
    for field in ("latency_ms", "prompt_token_count", "completion_token_count"):
        row[field] = csv_rows.number(row.get(field))
    row["repetition_number"] = csv_rows.number(row.get("repetition_number"))
    names = [
        column.removeprefix(ANNOTATION).removesuffix("_annotator_kind")
        for column in cells
        if column.startswith(ANNOTATION) and column.endswith("_annotator_kind")
    ]
    row["annotations"] = [
        {
            "name": annotation,
            **{part: cells.get(f"{ANNOTATION}{annotation}_{part}") or None for part in PARTS},
            "score": csv_rows.figure(cells.get(f"{ANNOTATION}{annotation}_score")),
        }
        for annotation in names
        if cells.get(f"{ANNOTATION}{annotation}_annotator_kind")
    ]
    return row


def _row(location: str, run: dict[str, Any]) -> ExportedRow | Skip:
    example = name(run.get("example_id"))
    if example is None:
        detail = "example_id is missing; download the experiment again"
        return Skip(location, "no example", detail)
    scores = [
        {
            "validator_id": name(annotation.get("name")),
            "score": annotation.get("score"),
            "label": annotation.get("label"),
            "reason": annotation.get("explanation"),
            "error": annotation.get("error"),
        }
        for annotation in mappings(listed(run.get("annotations")))
        if name(annotation.get("name"))
    ]
    repetition, trace = whole(run.get("repetition_number")) or None, name(run.get("trace_id"))
    return ExportedRow(
        location,
        run.get("input"),
        case_id=example,
        record_id=f"{example}, repetition {repetition}, trace {trace}" if trace else None,
        attempt=repetition,
        expected=run.get("reference_output"),
        output=run.get("output"),
        error=text(run.get("error")),
        at=text(run.get("start_time")),
        latency_ms=amount(run.get("latency_ms")),
        tokens_in=amount(run.get("prompt_token_count")),
        tokens_out=amount(run.get("completion_token_count")),
        scores=scores,
    )
