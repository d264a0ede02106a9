"""every_eval_ever: an aggregate record of one model, with its lines of samples beside it."""

from collections.abc import Iterator
from typing import Any

from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.event_records import as_text
from evalstore.harnesses.every_eval_ever import aggregate, detail
from evalstore.harnesses.every_eval_ever.aggregate import seconds
from evalstore.harnesses.every_eval_ever.every_eval_ever_files import (
    SAMPLES,
    companions,
    recognises,
)
from evalstore.harnesses.every_eval_ever.metrics import ResultMetrics, metrics_of
from evalstore.harnesses.every_eval_ever.sample_events import time_of
from evalstore.harnesses.every_eval_ever.samples import samples
from evalstore.harnesses.every_eval_ever.told_figures import figures_of
from evalstore.harnesses.inspect.strict_json import strict
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "companions", "read", "recognises"]

# 2: scores that are infinite, NaN or null are unscored (before, their lines were left out); a
# sample id with several questions is a case for each, named as in the other formats.
READING = 2
MAPPING = event_records.MAPPING
FAMILY = "every_eval_ever"
HOLDS_WHOLE_RUN = True


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield the run's start, a record for each line of samples, its figures and its end.

    The end is left out if samples are missing or cannot be read. Raises UnreadableInputError if
    the file cannot be read, or is a file of samples next to its aggregate.
    """
    if source.path.suffix == ".jsonl":
        yield from _samples_alone(source)
        return
    record = aggregate.opened(source)
    detail.warn_of_samples(record, source)
    names = aggregate.names_of(record)
    is_own = aggregate.is_own(record)
    metrics = metrics_of(aggregate.results_of(record), names["run_id"])
    started = aggregate.started(record)
    yield _record("the file", names["run_id"], _start(started))
    expected = detail.total_rows(record)
    is_whole = not expected or bool(source.companions)
    for path in source.companions:
        read = yield from samples(source, path, metrics, started, is_own=is_own)
        detail.warn_of_rows(expected, read.row_count, read.own_count, source, path)
        is_whole = read.holds(expected)
    figures, skips = figures_of(record, metrics, source)
    yield from skips
    if figures:
        yield _record("evaluation_results", names["run_id"], *_figures(figures, names))
    if is_whole:
        finished_at = seconds(aggregate.details_of(record).get("finished_at"))
        end = event_records.finished(at=time_of(finished_at))
        yield _record("the file's end", names["run_id"], end)


def _samples_alone(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    record_path = source.path.with_name(f"{source.path.stem.removesuffix(SAMPLES)}.json")
    if record_path.is_file():
        raise UnreadableInputError(
            f"{source.name}: contains the samples of {record_path.name}; ingest that file, which "
            "reads both"
        )
    source.warnings.append(
        f"{source.name}: {record_path.name} was not found next to it, so the figures that the "
        "record reports are unknown"
    )
    yield from samples(source, source.path, ResultMetrics(), None)


def _start(started: dict[str, Any]) -> event_records.Event:
    at = seconds(started["started_at"])
    payload = {
        "suite": as_text(started["suite"]),
        "suite_version": as_text(started["suite_version"]),
        "git_sha": as_text(started["git_sha"]),
        "git_branch": as_text(started["git_branch"]),
        "systems": started["systems"],
        "config": started["config"],
    }
    return event_records.started(payload, time_of(started["seconds"] if at is None else at))


def _figures(
    figures: list[dict[str, Any]], names: dict[str, str]
) -> Iterator[event_records.Event]:
    for figure in figures:
        scorer, metric = as_text(figure["scorer"]), as_text(figure["metric"])
        named = {"system_id": names["system_id"], "scorer": scorer, "metric": metric}
        yield event_records.figure({**figure, **named})


def _record(location: str, run_id: str, *events: event_records.Event) -> SourceRecord:
    return event_records.record(location, strict(run_id), *map(strict, events))
