"""Traces of Langfuse with their scores, and runs of its datasets: JSON from its API."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from evalstore.base.phrases import counted
from evalstore.harnesses import event_records
from evalstore.harnesses.experiment_rows import exported, json_rows
from evalstore.harnesses.experiment_rows.exported import ExportedRow, ExportedRun
from evalstore.harnesses.experiment_rows.langfuse_objects import (
    DATA,
    TRACES,
    DatasetLink,
    LangfuseObjects,
    tell_missing,
)
from evalstore.harnesses.held_lines import HeldLines
from evalstore.harnesses.inspect.strict_json import decode
from evalstore.harnesses.langfuse.langfuse_files import recognises
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.values import amount, listed, mapping, mappings, name, number, text

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = event_records.MAPPING
FAMILY = "experiment_rows"
HOLDS_WHOLE_RUN = True
# 2: a trace is in every dataset run that links it, and scores without an output count.
READING = 2
MILLISECONDS = 1000
ERROR = "ERROR"
FAILED = "an observation of the trace has the level ERROR, and the trace no output"

NO_RUN = ""


class HeldTrace(NamedTuple):
    """A trace's location in the file, its place among the held lines, and its id."""

    location: str
    line: tuple[int, int]
    trace: str


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield the start, a row for each trace, and the end of each dataset run.

    Without links to dataset runs, all traces are one run.
    """
    objects = LangfuseObjects()
    passed_over: set[str] = set()
    with HeldLines() as held:
        places, skips = _held(source, objects, held)
        source.doubts += [f"{source.name}: {doubt}" for doubt in objects.miscounts()]
        runs = _runs(objects, source, {place.trace for place in places})

        def rows() -> Iterator[tuple[ExportedRun, ExportedRow] | Skip]:
            yield from skips
            for place in places:
                trace = decode(held.line(place.line))[0]
                if NO_RUN in runs:
                    yield runs[NO_RUN], _row(place.location, trace, None, {}, passed_over)
                for link in objects.links_of(place.trace):
                    item = objects.items.get(link.item, {})
                    yield runs[link.run], _row(place.location, trace, link, item, passed_over)

        if NO_RUN not in runs:
            yield from _unlinked(places, objects)
        nothing = "no trace with scores, or none that a dataset run links"
        yield from exported.records_of_runs(rows(), source, nothing=nothing)
    if passed_over:
        source.doubts.append(
            f"{source.name}: ignored {counted(len(passed_over), 'score')}, such as "
            f"{min(passed_over)}: the trace has a newer score of that name, or one on the trace "
            "itself next to one on an observation"
        )


def _held(
    source: SourceFile, objects: LangfuseObjects, held: HeldLines
) -> tuple[list[HeldTrace], list[Skip]]:
    """Hold back the traces, take the other objects; return the traces' places, and the skips."""
    places, skips = [], []
    for item in json_rows.documents(source):
        if isinstance(item, Skip):
            skips.append(item)
            continue
        for location, entry in _unrolled(*item):
            kind = _kind(entry, location, objects)
            if isinstance(kind, Skip):
                skips.append(kind)
                continue
            objects.count(item[1], kind, entry)
            if kind == TRACES:
                line = held.add(json_rows.line_of(entry))
                places.append(HeldTrace(location, line, name(entry.get("id")) or ""))
    return places, skips


def _kind(entry: dict[str, Any], place: str, objects: LangfuseObjects) -> str | Skip:
    """Return an object's kind, or a Skip; a run, link or item of a dataset goes to `objects`."""
    if isinstance(entry.get("scores"), list) and "observations" in entry:
        if any(isinstance(score, str) for score in entry["scores"]):
            detail = (
                "found only the ids of its scores, as in a list of traces; fetch each trace by "
                "its id, with GET /api/public/traces/ID"
            )
            return Skip(place, "no scores", detail)
        return TRACES
    detail = "found neither a trace with scores nor a dataset run or item"
    return objects.take(entry) or Skip(place, "no trace", detail)


def _runs(
    objects: LangfuseObjects, source: SourceFile, traces: set[str]
) -> dict[str, ExportedRun]:
    """Return the dataset runs by id; if no run links a trace, one run of all traces."""
    are_all = objects.are_all(TRACES)
    if not objects.links:
        source.doubts += [
            f"{source.name}: run {run_id} links no trace, so the traces are read without a run"
            for run_id in objects.runs
        ]
        return {NO_RUN: _run(None, {}, source, is_whole=are_all)}
    missing = dict(objects.missing(traces))
    for run_id, absent in missing.items():
        tell_missing(source, run_id, absent)
    return {
        run_id: _run(run_id, dataset_run, source, is_whole=are_all and run_id not in missing)
        for run_id, dataset_run in objects.runs.items()
    }


def _run(
    run_id: str | None, dataset_run: dict[str, Any], source: SourceFile, *, is_whole: bool
) -> ExportedRun:
    return ExportedRun(
        run_id=run_id or exported.run_id_of("langfuse", source),
        suite=name(dataset_run.get("datasetName")) or "langfuse",
        system_id=name(dataset_run.get("name")) or exported.system_of(source),
        generator="langfuse",
        config={"metadata": mapping(dataset_run.get("metadata")) or None},
        is_whole=is_whole,
    )


def _unlinked(places: list[HeldTrace], objects: LangfuseObjects) -> Iterator[Skip]:
    """Yield a Skip for each trace that no run links: its run is unknown if the file has runs."""
    for place in places:
        if not objects.links_of(place.trace):
            detail = (
                f"no dataset run in the file links the trace {place.trace}; put traces without a "
                "run in a separate file"
            )
            yield Skip(place.location, "no run", detail)


def _unrolled(location: str, document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the objects of a page, or the object itself, each with its location."""
    page = document.get(DATA)
    for number_in, entry in enumerate(mappings(page) if isinstance(page, list) else [document]):
        yield location if number_in == 0 else f"{location}[{number_in}]", entry


def _row(
    location: str,
    trace: dict[str, Any],
    link: DatasetLink | None,
    item: dict[str, Any],
    passed_over: set[str],
) -> ExportedRow:
    trace_id = name(trace.get("id"))
    observations = mappings(trace.get("observations"))
    linked = link.observation if link is not None else None
    seconds = number(trace.get("latency"))
    output = _said(trace, observations, "output", linked)
    return ExportedRow(
        location,
        _said(trace, observations, "input", linked),
        case_id=link.item if link is not None else trace_id,
        question=item.get("input"),
        record_id=trace_id
        and f"{trace_id} {linked or ''} {link.item if link is not None else ''}".strip(),
        version=text(trace.get("updatedAt")) or "",
        expected=item.get("expectedOutput"),
        output=output,
        error=_error(observations) if output is None else None,
        at=text(trace.get("timestamp")),
        latency_ms=amount(MILLISECONDS * seconds) if seconds is not None else None,
        tokens_in=_tokens(observations, "input"),
        tokens_out=_tokens(observations, "output"),
        cost_usd=amount(trace.get("totalCost")) or None,
        attributes={
            key: trace.get(key)
            for key in ("name", "release", "version", "environment")
            if trace.get(key) is not None
        },
        scores=_scores(trace, linked, passed_over),
    )


def _said(
    trace: dict[str, Any], observations: list[dict[str, Any]], side: str, linked: str | None
) -> Any:
    """
    Return the input or output of a trace, else of its root observations; None if missing.

    That of a ``linked`` observation is preferred to both.
    """
    itself = [
        source for source in observations if linked is not None and source.get("id") == linked
    ]
    roots = [source for source in observations if source.get("parentObservationId") is None]
    speakers = (*itself, trace, *roots)
    return next((source[side] for source in speakers if source.get(side) is not None), None)


def _error(observations: list[dict[str, Any]]) -> str | None:
    """Return the error of a trace without output; None if no observation failed."""
    failed = [observation for observation in observations if observation.get("level") == ERROR]
    messages = (text(observation.get("statusMessage")) for observation in failed)
    return next((message for message in messages if message), FAILED if failed else None)


def _scores(
    trace: dict[str, Any], linked: str | None, passed_over: set[str]
) -> list[dict[str, Any]]:
    """
    Return one score of each name: that of the ``linked`` observation, else of the whole trace.

    Of several, the newest is returned, and the others are added to ``passed_over``. If only
    observations have the score and their values differ, the score is None, with a reason.
    """
    by_name: dict[str, list[dict[str, Any]]] = {}
    for score in mappings(trace.get("scores")):
        if (scorer := name(score.get("name"))) is not None:
            by_name.setdefault(scorer, []).append(score)
    chosen = []
    for scorer, scores in by_name.items():
        scores.sort(key=lambda score: _rank(score, linked))
        *others, newest = scores
        of = newest.get("observationId")
        values = {json.dumps(_value(score) | {"reason": None}) for score in scores}
        if of is not None and of != linked and len(values) > 1 and _are_of_several(scores):
            reason = f"{len(scores)} observations of the trace have such a score, and they differ"
            chosen.append({"validator_id": scorer, "score": None, "reason": reason})
            continue
        passed_over.update(
            str(score.get("id") or f"{scorer} of {trace.get('id')}") for score in others
        )
        chosen.append({"validator_id": scorer, **_value(newest)})
    return chosen


def _rank(score: dict[str, Any], linked: str | None) -> tuple[bool, bool, list[str]]:
    of = score.get("observationId")
    newness = [str(score.get(key)) for key in ("timestamp", "updatedAt", "id")]
    return of is not None and of == linked, of is None, newness


def _are_of_several(scores: list[dict[str, Any]]) -> bool:
    return len({str(score.get("observationId")) for score in scores}) > 1


def _value(score: dict[str, Any]) -> dict[str, Any]:
    kind, value, label = score.get("dataType"), score.get("value"), text(score.get("stringValue"))
    fields: dict[str, Any] = {"reason": score.get("comment")}
    if kind == "BOOLEAN":
        return {**fields, "score": bool(value) if number(value) in (0, 1) else None}
    if kind == "CATEGORICAL":
        return {**fields, "label": label or text(value)}
    return {**fields, "score": value, "label": label}


def _tokens(observations: list[dict[str, Any]], side: str) -> float | None:
    """Return the sum of the observations' tokens; None if no observation states them."""
    counts = [
        amount(mapping(observation.get("usageDetails") or observation.get("usage")).get(side))
        for observation in listed(observations)
    ]
    stated_counts = [count for count in counts if count is not None]
    return sum(stated_counts) if stated_counts else None
