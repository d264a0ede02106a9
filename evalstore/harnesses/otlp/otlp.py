"""Evaluations in OpenTelemetry: `gen_ai.evaluation.result` in OTLP JSON, of logs or spans."""

from collections.abc import Iterator

from evalstore.base.phrases import counted
from evalstore.harnesses import event_records
from evalstore.harnesses.experiment_rows import exported, json_rows
from evalstore.harnesses.experiment_rows.exported import ExportedRow, ExportedRun
from evalstore.harnesses.otlp.evaluations import EVALUATION, UNNAMED, Origin, Spans
from evalstore.harnesses.otlp.otlp_files import recognises
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = event_records.MAPPING
FAMILY = "experiment_rows"
HOLDS_WHOLE_RUN = True
# 2: each service, and each pipeline run, is a run; a reply without a span has no text.
READING = 2


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield the start, a row for each evaluated reply, and the end of each service."""
    spans, skips = Spans(), []
    for item in json_rows.documents(source):
        if isinstance(item, Skip):
            skips.append(item)
        else:
            spans.take(item[1], item[0])
    evaluated = spans.rows()
    _tell(spans, source)
    origins = dict.fromkeys(origin for origin, _ in evaluated)
    runs = {origin: _run(origin, source, is_alone=len(origins) == 1) for origin in origins}
    rows: list[tuple[ExportedRun, ExportedRow] | Skip] = [*skips]
    rows += [(runs[origin], row) for origin, row in evaluated]
    yield from exported.records_of_runs(rows, source, nothing=f"no {EVALUATION} with a name")


def _run(origin: Origin, source: SourceFile, *, is_alone: bool) -> ExportedRun:
    run_id, service = exported.run_id_of("otlp", source), origin.service or UNNAMED
    return ExportedRun(
        run_id=run_id if is_alone else f"{run_id}-{origin.name}",
        suite=service,
        system_id=service,
        generator="otlp",
    )


def _tell(spans: Spans, source: SourceFile) -> None:
    """Add doubts about evaluations that are left out or merged."""
    if spans.unplaced:
        source.doubts.append(
            f"{source.name}: skipped {len(spans.unplaced)} evaluations without a name, or without "
            "the id of a span or a response"
        )
    if spans.repeated_count:
        source.doubts.append(
            f"{source.name}: {counted(spans.repeated_count, 'evaluation')} with the same name and "
            "reply as another; the newest of each counts"
        )
    if spans.shared_responses:
        source.doubts.append(
            f"{source.name}: {counted(len(spans.shared_responses), 'response')} shared by several "
            f"spans, such as {min(spans.shared_responses)}; evaluations by the response's id are "
            "assigned to the span with the smallest id"
        )
