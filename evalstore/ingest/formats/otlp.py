"""Evaluations in OpenTelemetry: `gen_ai.evaluation.result` in OTLP JSON, of logs or spans."""

from collections.abc import Iterator
from pathlib import Path

from evalstore.ingest.experiment_rows import exported, json_rows
from evalstore.ingest.experiment_rows.exported import ExportedRow, ExportedRun
from evalstore.ingest.otlp.evaluations import EVALUATION, UNNAMED, Spans
from evalstore.ingest.records import Skip, SourceFile, SourceRecord
from evalstore.phrases import counted

MAPPING = "ingest/experiment_rows"
HOLDS_WHOLE_RUN = True
REQUESTS = ("resourceLogs", "resourceSpans")


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """Export requests of logs or spans as JSON; that something was evaluated, reading tells."""
    start = head.decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    return start[:1] in ("{", "[") and any(f'"{name}"' in start[:400] for name in REQUESTS)


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield the run's start, a row for each reply that was evaluated, and the run's end."""
    spans, skips = Spans(), []
    for item in json_rows.documents(source):
        if isinstance(item, Skip):
            skips.append(item)
        else:
            spans.take(item[1], item[0])
    if spans.unplaced:
        source.warnings.append(
            f"{source.name}: {len(spans.unplaced)} evaluations without a name, or that name "
            "neither a span nor a response, are left out"
        )
    service = spans.service or UNNAMED
    run = ExportedRun(
        run_id=exported.run_id_of("otlp", source),
        suite=service,
        system_id=service,
        generator="otlp",
    )
    rows: Iterator[ExportedRow | Skip] = iter([*skips, *spans.rows()])
    if spans.repeated_count:
        source.warnings.append(
            f"{source.name}: {counted(spans.repeated_count, 'evaluation')} came again under the "
            "same name for the same reply; the last of each counts"
        )
    yield from exported.records(run, rows, source, nothing=f"no {EVALUATION} with a name")
