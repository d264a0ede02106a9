"""Traces of Langfuse with their scores, and runs of its datasets, as its API gives them: JSON."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalstore.ingest.detect import unpacked
from evalstore.ingest.experiment_rows import exported, json_rows
from evalstore.ingest.experiment_rows.exported import ExportedRow, ExportedRun
from evalstore.ingest.held_lines import HeldLines
from evalstore.ingest.inspect.strict_json import decode, encode, repaired
from evalstore.ingest.records import Skip, SourceFile, SourceRecord
from evalstore.ingest.values import amount, listed, mapping, mappings, name, number, text

MAPPING = "ingest/experiment_rows"
HOLDS_WHOLE_RUN = True
DATA = "data"
# A trace has both, and scores that say of what type they are.
TRACE = ('"observations"', '"scores"')
LANGFUSE = re.compile(r'"(?:htmlPath|projectId|dataType|datasetRunItems)"\s*:')
MILLISECONDS = 1000
ERROR = "ERROR"
FAILED = "an observation of the trace has the level ERROR, and the trace no output"


@dataclass(slots=True)
class DatasetRun:
    """A run of a dataset: which item each trace answered, and what items expect."""

    found: dict[str, Any] = field(default_factory=dict)
    item_of_trace: dict[str, str] = field(default_factory=dict)
    items: dict[str, dict[str, Any]] = field(default_factory=dict)

    def take(self, found: dict[str, Any]) -> None:
        """Take the run with its items' places, or an item."""
        if "datasetRunItems" in found:
            self.found = found
            for one in mappings(found.get("datasetRunItems")):
                trace, item = name(one.get("traceId")), name(one.get("datasetItemId"))
                if trace is not None and item is not None:
                    self.item_of_trace[trace] = item
        elif (own := name(found.get("id"))) is not None:
            self.items[own] = found


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """Objects with observations and scores, or a dataset run with its items."""
    start = unpacked(head).decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    is_trace = all(word in start for word in TRACE) or '"datasetRunItems"' in start
    return start[:1] in ("[", "{") and is_trace and LANGFUSE.search(start) is not None


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield the run's start, a row for each trace, and the run's end."""
    dataset, skips = DatasetRun(), []
    with HeldLines() as held:
        places = []
        for item in json_rows.documents(source):
            if isinstance(item, Skip):
                skips.append(item)
                continue
            location, found = item
            for number_in, one in enumerate(_unrolled(found)):
                place = location if number_in == 0 else f"{location}[{number_in}]"
                if isinstance(one.get("scores"), list) and "observations" in one:
                    places.append((place, held.add(encode(repaired(one, "", [])).encode())))
                elif "datasetRunItems" in one or "expectedOutput" in one:
                    dataset.take(one)
                else:
                    detail = "neither a trace with its scores nor a dataset run or item"
                    skips.append(Skip(place, "no trace", detail))
        run = ExportedRun(
            run_id=name(dataset.found.get("id")) or exported.run_id_of("langfuse", source),
            suite=name(dataset.found.get("datasetName")) or "langfuse",
            system_id=name(dataset.found.get("name")) or exported.system_of(source),
            generator="langfuse",
            config={"metadata": mapping(dataset.found.get("metadata")) or None},
        )

        def rows() -> Iterator[ExportedRow | Skip]:
            yield from skips
            for place, line in places:
                yield _row(place, decode(held.line(line))[0], dataset)

        yield from exported.records(run, rows(), source, nothing="no trace with its scores")


def _unrolled(found: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the objects of a page, or the object itself."""
    page = found.get(DATA)
    return mappings(page) if isinstance(page, list) else [found]


def _row(location: str, trace: dict[str, Any], dataset: DatasetRun) -> ExportedRow:
    own = name(trace.get("id"))
    item = dataset.item_of_trace.get(own or "")
    observations = mappings(trace.get("observations"))
    seconds = number(trace.get("latency"))
    output = _said(trace, observations, "output")
    return ExportedRow(
        location,
        _said(trace, observations, "input"),
        case_id=item or own,
        expected=dataset.items.get(item or "", {}).get("expectedOutput"),
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
        scores=_scores(trace),
    )


def _said(trace: dict[str, Any], observations: list[dict[str, Any]], side: str) -> Any:
    """Return what a trace was asked or said, where it does not say it itself by its root."""
    if (own := trace.get(side)) is not None:
        return own
    roots = (one for one in observations if one.get("parentObservationId") is None)
    return next((one[side] for one in roots if one.get(side) is not None), None)


def _error(observations: list[dict[str, Any]]) -> str | None:
    """Return what went wrong in a trace that says nothing; None where nothing did."""
    failed = [one for one in observations if one.get("level") == ERROR]
    said = (text(one.get("statusMessage")) for one in failed)
    return next((one for one in said if one), FAILED if failed else None)


def _scores(trace: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the scores: of several of one name that of the whole trace, of these the newest."""
    found = sorted(
        mappings(trace.get("scores")),
        key=lambda one: (one.get("observationId") is None, str(one.get("timestamp"))),
    )
    newest = {scorer: one for one in found if (scorer := name(one.get("name"))) is not None}
    return [{"validator_id": scorer, **_value(one)} for scorer, one in newest.items()]


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
