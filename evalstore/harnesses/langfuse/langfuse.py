"""Traces of Langfuse with their scores, and runs of its datasets, as its API gives them: JSON."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from evalstore.base.phrases import counted
from evalstore.harnesses.detect import unpacked
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
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.values import amount, listed, mapping, mappings, name, number, text

MAPPING = "ingest/experiment_rows"
HOLDS_WHOLE_RUN = True
# 2: a trace belongs to every dataset run that links it, and scores without an output count.
READING = 2
# A trace has both, and scores that say of what type they are.
TRACE = ('"observations"', '"scores"')
LANGFUSE = re.compile(r'"(?:htmlPath|projectId|dataType|datasetRunItems)"\s*:')
MILLISECONDS = 1000
ERROR = "ERROR"
FAILED = "an observation of the trace has the level ERROR, and the trace no output"

NO_RUN = ""


class HeldTrace(NamedTuple):
    """Where a trace stands in the file and among the held lines, and its id."""

    location: str
    line: tuple[int, int]
    trace: str


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """Objects with observations and scores, or a dataset run with its items."""
    start = unpacked(head).decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    is_trace = all(word in start for word in TRACE) or '"datasetRunItems"' in start
    return start[:1] in ("[", "{") and is_trace and LANGFUSE.search(start) is not None


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield of each dataset run, or of all traces, its start, a row for each trace, its end."""
    objects = LangfuseObjects()
    passed_over: set[str] = set()
    with HeldLines() as held:
        places, skips = _held(source, objects, held)
        source.doubts += [f"{source.name}: {said}" for said in objects.miscounts()]
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
        nothing = "no trace with its scores, or none that a dataset run links"
        yield from exported.records_of_runs(rows(), source, nothing=nothing)
    if passed_over:
        source.doubts.append(
            f"{source.name}: {counted(len(passed_over), 'score')} passed over, such as "
            f"{min(passed_over)}: the trace has a newer one of the name, or one of its own beside "
            "that of an observation"
        )


def _held(
    source: SourceFile, objects: LangfuseObjects, held: HeldLines
) -> tuple[list[HeldTrace], list[Skip]]:
    """Hold the traces back, take what stands beside them, and return what is left out."""
    places, skips = [], []
    for item in json_rows.documents(source):
        if isinstance(item, Skip):
            skips.append(item)
            continue
        for location, one in _unrolled(*item):
            kind = _kind(one, location, objects)
            if isinstance(kind, Skip):
                skips.append(kind)
                continue
            objects.count(item[1], kind, one)
            if kind == TRACES:
                line = held.add(json_rows.line_of(one))
                places.append(HeldTrace(location, line, name(one.get("id")) or ""))
    return places, skips


def _kind(one: dict[str, Any], place: str, objects: LangfuseObjects) -> str | Skip:
    """Say what an object is; a run, a link or an item of a dataset is taken."""
    if isinstance(one.get("scores"), list) and "observations" in one:
        if any(isinstance(score, str) for score in one["scores"]):
            detail = (
                "its scores are ids alone, as a list of traces has them; fetch each trace by "
                "its id, with GET /api/public/traces/ID"
            )
            return Skip(place, "no scores", detail)
        return TRACES
    detail = "neither a trace with its scores nor a dataset run or item"
    return objects.take(one) or Skip(place, "no trace", detail)


def _runs(
    objects: LangfuseObjects, source: SourceFile, traces: set[str]
) -> dict[str, ExportedRun]:
    """Return the dataset runs that link traces, by their ids, or else the one of all traces."""
    are_all = objects.are_all(TRACES)
    if not objects.links:
        source.doubts += [
            f"{source.name}: run {own} links no trace, so the traces are read as of no run"
            for own in objects.runs
        ]
        return {NO_RUN: _run(None, {}, source, is_whole=are_all)}
    missing = dict(objects.missing(traces))
    for own, absent in missing.items():
        tell_missing(source, own, absent)
    return {
        own: _run(own, found, source, is_whole=are_all and own not in missing)
        for own, found in objects.runs.items()
    }


def _run(
    own: str | None, found: dict[str, Any], source: SourceFile, *, is_whole: bool
) -> ExportedRun:
    return ExportedRun(
        run_id=own or exported.run_id_of("langfuse", source),
        suite=name(found.get("datasetName")) or "langfuse",
        system_id=name(found.get("name")) or exported.system_of(source),
        generator="langfuse",
        config={"metadata": mapping(found.get("metadata")) or None},
        is_whole=is_whole,
    )


def _unlinked(places: list[HeldTrace], objects: LangfuseObjects) -> Iterator[Skip]:
    """Yield the traces that no run links: beside runs nobody knows of which they are."""
    for place in places:
        if not objects.links_of(place.trace):
            detail = (
                f"no dataset run in the file links the trace {place.trace}; read traces of no run "
                "from a file of their own"
            )
            yield Skip(place.location, "no run", detail)


def _unrolled(location: str, found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the objects of a page, or the object itself, each with where it stands."""
    page = found.get(DATA)
    for number_in, one in enumerate(mappings(page) if isinstance(page, list) else [found]):
        yield location if number_in == 0 else f"{location}[{number_in}]", one


def _row(
    location: str,
    trace: dict[str, Any],
    link: DatasetLink | None,
    item: dict[str, Any],
    passed_over: set[str],
) -> ExportedRow:
    own = name(trace.get("id"))
    observations = mappings(trace.get("observations"))
    linked = link.observation if link is not None else None
    seconds = number(trace.get("latency"))
    output = _said(trace, observations, "output", linked)
    return ExportedRow(
        location,
        _said(trace, observations, "input", linked),
        case_id=link.item if link is not None else own,
        question=item.get("input"),
        record_id=own and f"{own} {linked or ''} {link.item if link is not None else ''}".strip(),
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
    Return what a trace was asked or said, where it does not say it itself by its root.

    Where an observation in it is ``linked``, that speaks for itself first.
    """
    itself = [one for one in observations if linked is not None and one.get("id") == linked]
    roots = [one for one in observations if one.get("parentObservationId") is None]
    speakers = (*itself, trace, *roots)
    return next((one[side] for one in speakers if one.get(side) is not None), None)


def _error(observations: list[dict[str, Any]]) -> str | None:
    """Return what went wrong in a trace that says nothing; None where nothing did."""
    failed = [one for one in observations if one.get("level") == ERROR]
    said = (text(one.get("statusMessage")) for one in failed)
    return next((one for one in said if one), FAILED if failed else None)


def _scores(
    trace: dict[str, Any], linked: str | None, passed_over: set[str]
) -> list[dict[str, Any]]:
    """
    Return a score of each name: that of the ``linked`` observation, else of the whole trace.

    Of several it is the newest, and the others are noted in ``passed_over``. Where observations
    alone have it, and they differ, none of them speaks for the trace.
    """
    by_name: dict[str, list[dict[str, Any]]] = {}
    for one in mappings(trace.get("scores")):
        if (scorer := name(one.get("name"))) is not None:
            by_name.setdefault(scorer, []).append(one)
    found = []
    for scorer, scores in by_name.items():
        scores.sort(key=lambda one: _rank(one, linked))
        *others, newest = scores
        of = newest.get("observationId")
        values = {json.dumps(_value(one) | {"reason": None}) for one in scores}
        if of is not None and of != linked and len(values) > 1 and _are_of_several(scores):
            reason = f"{len(scores)} observations of the trace have such a score, and they differ"
            found.append({"validator_id": scorer, "score": None, "reason": reason})
            continue
        passed_over.update(
            str(one.get("id") or f"{scorer} of {trace.get('id')}") for one in others
        )
        found.append({"validator_id": scorer, **_value(newest)})
    return found


def _rank(score: dict[str, Any], linked: str | None) -> tuple[bool, bool, list[str]]:
    of = score.get("observationId")
    newness = [str(score.get(key)) for key in ("timestamp", "updatedAt", "id")]
    return of is not None and of == linked, of is None, newness


def _are_of_several(scores: list[dict[str, Any]]) -> bool:
    return len({str(one.get("observationId")) for one in scores}) > 1


def _value(score: dict[str, Any]) -> dict[str, Any]:
    kind, value, said = score.get("dataType"), score.get("value"), text(score.get("stringValue"))
    found: dict[str, Any] = {"reason": score.get("comment")}
    if kind == "BOOLEAN":
        return {**found, "score": bool(value) if number(value) in (0, 1) else None}
    if kind == "CATEGORICAL":
        return {**found, "label": said or text(value)}
    return {**found, "score": value, "label": said}


def _tokens(observations: list[dict[str, Any]], side: str) -> float | None:
    """Return the tokens of all observations that count some; None where none does."""
    found = [
        amount(mapping(one.get("usageDetails") or one.get("usage")).get(side))
        for one in listed(observations)
    ]
    known = [count for count in found if count is not None]
    return sum(known) if known else None
