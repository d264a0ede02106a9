"""Experiments of Braintrust: the rows that it exports and its API gives, JSON or JSON Lines."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalstore.harnesses.experiment_rows import exported, json_rows
from evalstore.harnesses.experiment_rows.exported import ExportedRow, ExportedRun
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.values import amount, mapping, mappings, name, number, text

MAPPING = "ingest/experiment_rows"
HOLDS_WHOLE_RUN = True
# 2: each experiment of a file is a run, scores without an output count, and of several versions
# of a row the newest.
READING = 2
FIELDS = ("span_id", "root_span_id", "input", "output")
# A log has the same rows and no experiment.
EXPERIMENT = re.compile(r'"experiment_id"\s*:\s*"')
EVENTS = "events"
MILLISECONDS = 1000
VERSION_DIGITS = 24


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """Objects with spans of an experiment, listed or one a line."""
    start = head.decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    names = all(f'"{field}"' in start for field in FIELDS)
    return start[:1] in ("[", "{") and names and EXPERIMENT.search(start) is not None


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield of each experiment the run's start, a row for each root span, and the run's end."""
    yield from exported.records_of_runs(_rows(source), source)


def _rows(source: SourceFile) -> Iterator[tuple[ExportedRun, ExportedRow] | Skip]:
    below_count = 0
    runs: dict[str | None, ExportedRun] = {}
    for item in json_rows.objects(source, EVENTS):
        if isinstance(item, Skip):
            yield item
            continue
        for location, found in _unrolled(*item):
            experiment = name(found.get("experiment_id"))
            if not _is_root(found):
                below_count += 1
                continue
            if experiment not in runs:
                runs[experiment] = _run(experiment, found, source)
            yield runs[experiment], _row(location, found)
    if below_count:
        source.warnings.append(
            f"{source.name}: {below_count} spans below the rows were left out: only a root span "
            "has input, output and scores of its case"
        )


def _unrolled(location: str, found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the rows of a page that stands on a line, or the row itself."""
    page = found.get(EVENTS)
    if not isinstance(page, list):
        yield location, found
        return
    for number_in, one in enumerate(mappings(page)):
        yield f"{location}, {EVENTS}[{number_in}]", one


def _run(experiment: str | None, first: dict[str, Any], source: SourceFile) -> ExportedRun:
    return ExportedRun(
        run_id=experiment or exported.run_id_of("braintrust", source),
        suite="braintrust",
        system_id=name(mapping(first.get("metadata")).get("model")) or exported.system_of(source),
        generator="braintrust",
        config={"project_id": first.get("project_id"), "experiment_id": experiment},
    )


def _is_root(found: dict[str, Any]) -> bool:
    said = found.get("is_root")
    return said if isinstance(said, bool) else found.get("span_id") == found.get("root_span_id")


def _version(transaction: object) -> str:
    """
    Return the number of a row's last transaction, larger with each change, to be put in order.

    >>> _version("999") < _version("1000"), _version(None)
    (True, '')
    """
    return str(transaction).rjust(VERSION_DIGITS, "0") if transaction else ""


def _row(location: str, found: dict[str, Any]) -> ExportedRow:
    metrics, error = mapping(found.get("metrics")), found.get("error")
    start, end = number(metrics.get("start")), number(metrics.get("end"))
    return ExportedRow(
        location,
        found.get("input"),
        case_id=name(found.get("dataset_record_id")),
        record_id=name(found.get("id")) or name(found.get("span_id")),
        version=_version(found.get("_xact_id")),
        expected=found.get("expected"),
        output=found.get("output"),
        error=exported.text_of(error) or None,
        at=text(found.get("created")),
        latency_ms=amount(MILLISECONDS * (end - start))
        if start is not None and end is not None
        else None,
        tokens_in=amount(metrics.get("prompt_tokens")),
        tokens_out=amount(metrics.get("completion_tokens")),
        cost_usd=amount(metrics.get("estimated_cost")),
        attributes=mapping(found.get("metadata")),
        scores=[*_scores(found)],
    )


def _scores(found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the scores of a row; a scorer that raised an exception stands in its metadata."""
    scores = mapping(found.get("scores"))
    broken = mapping(mapping(found.get("metadata")).get("scorer_errors"))
    for scorer, score in scores.items():
        if name(scorer) and (score is not None or scorer not in broken):
            yield {"validator_id": scorer, "score": score}
    for scorer, trace in broken.items():
        if name(scorer) and scores.get(scorer) is None:
            said = exported.text_of(trace) or "the scorer raised an exception"
            yield {"validator_id": scorer, "error": said}
