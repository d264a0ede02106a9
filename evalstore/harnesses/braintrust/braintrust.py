"""Experiments of Braintrust: the rows that it exports and its API gives, JSON or JSON Lines."""

from collections.abc import Iterator
from typing import Any

from evalstore.harnesses import event_records
from evalstore.harnesses.braintrust.braintrust_files import recognises
from evalstore.harnesses.experiment_rows import exported, json_rows
from evalstore.harnesses.experiment_rows.exported import ExportedRow, ExportedRun
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.values import amount, mapping, mappings, name, number, text

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = event_records.MAPPING
FAMILY = "experiment_rows"
HOLDS_WHOLE_RUN = True
# 2: each experiment of a file is a run, scores without an output count, and only the newest of
# several versions of a row does.
READING = 2
EVENTS = "events"
MILLISECONDS = 1000
VERSION_DIGITS = 24


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield for each experiment the run's start, a row for each root span, and the run's end."""
    yield from exported.records_of_runs(_rows(source), source)


def _rows(source: SourceFile) -> Iterator[tuple[ExportedRun, ExportedRow] | Skip]:
    below_count = 0
    runs: dict[str | None, ExportedRun] = {}
    for item in json_rows.objects(source, EVENTS):
        if isinstance(item, Skip):
            yield item
            continue
        for location, row in _unrolled(*item):
            experiment = name(row.get("experiment_id"))
            if not _is_root(row):
                below_count += 1
                continue
            if experiment not in runs:
                runs[experiment] = _run(experiment, row, source)
            yield runs[experiment], _row(location, row)
    if below_count:
        source.warnings.append(
            f"{source.name}: skipped {below_count} spans that are not root spans: only a root "
            "span has the input, output and scores of a case"
        )


def _unrolled(location: str, item: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the rows of an object that is a page, else the object itself as a row."""
    page = item.get(EVENTS)
    if not isinstance(page, list):
        yield location, item
        return
    for place, row in enumerate(mappings(page)):
        yield f"{location}, {EVENTS}[{place}]", row


def _run(experiment: str | None, first: dict[str, Any], source: SourceFile) -> ExportedRun:
    return ExportedRun(
        run_id=experiment or exported.run_id_of("braintrust", source),
        suite="braintrust",
        system_id=name(mapping(first.get("metadata")).get("model")) or exported.system_of(source),
        generator="braintrust",
        config={"project_id": first.get("project_id"), "experiment_id": experiment},
    )


def _is_root(row: dict[str, Any]) -> bool:
    is_root = row.get("is_root")
    return is_root if isinstance(is_root, bool) else row.get("span_id") == row.get("root_span_id")


def _version(transaction: object) -> str:
    """
    Return the id of a row's last transaction, padded so that texts sort like numbers.

    >>> _version("999") < _version("1000"), _version(None)
    (True, '')
    """
    return str(transaction).rjust(VERSION_DIGITS, "0") if transaction else ""


def _row(location: str, fields: dict[str, Any]) -> ExportedRow:
    metrics, error = mapping(fields.get("metrics")), fields.get("error")
    start, end = number(metrics.get("start")), number(metrics.get("end"))
    return ExportedRow(
        location,
        fields.get("input"),
        case_id=name(fields.get("dataset_record_id")),
        record_id=name(fields.get("id")) or name(fields.get("span_id")),
        version=_version(fields.get("_xact_id")),
        expected=fields.get("expected"),
        output=fields.get("output"),
        error=exported.text_of(error) or None,
        at=text(fields.get("created")),
        latency_ms=amount(MILLISECONDS * (end - start))
        if start is not None and end is not None
        else None,
        tokens_in=amount(metrics.get("prompt_tokens")),
        tokens_out=amount(metrics.get("completion_tokens")),
        cost_usd=amount(metrics.get("estimated_cost")),
        attributes=mapping(fields.get("metadata")),
        scores=[*_scores(fields)],
    )


def _scores(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the scores of a row, and errors of scorers, which the row has in its metadata."""
    scores = mapping(row.get("scores"))
    broken = mapping(mapping(row.get("metadata")).get("scorer_errors"))
    for scorer, score in scores.items():
        if name(scorer) and (score is not None or scorer not in broken):
            yield {"validator_id": scorer, "score": score}
    for scorer, trace in broken.items():
        if name(scorer) and scores.get(scorer) is None:
            message = exported.text_of(trace) or "the scorer raised an exception"
            yield {"validator_id": scorer, "error": message}
