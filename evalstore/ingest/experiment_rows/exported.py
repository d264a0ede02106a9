"""An export read whole: the run, its rows one by one, and what each scorer's numbers are."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalstore.errors import UnreadableInputError
from evalstore.ingest.held_records import HeldRecords
from evalstore.ingest.inspect.strict_json import NotStrictJsonError, encode, repaired
from evalstore.ingest.records import Skip, SourceFile, SourceRecord
from evalstore.ingest.values import listed, mapping, number, scalars, text

CASE_DIGITS = 16
RUN_ID_DIGITS = 16
SYSTEM_LENGTH_MAX = 400
# An object with one of these alone, or with nothing else that is text, is that text.
TEXT_FIELDS = ("output", "answer", "text", "content", "question", "input", "query", "prompt")


@dataclass(frozen=True, slots=True)
class ExportedRow:
    """
    One row: ``asked`` identifies the case where no ``case_id`` does; ``attempt`` None is counted.

    ``system_id`` None is that of the run; a case is asked of the one that is named alone.
    ``scores`` are objects with validator_id, score (a number or a truth value), value (a number
    beside a truth value), label, reason and error; numbers of a scorer outside 0 to 1 make it
    measure.
    """

    location: str
    asked: Any
    case_id: str | None = None
    system_id: str | None = None
    attempt: int | None = None
    expected: Any = None
    output: Any = None
    error: str | None = None
    at: str | None = None
    latency_ms: float | None = None
    tokens_in: float | None = None
    tokens_out: float | None = None
    cost_usd: float | None = None
    attributes: dict[str, Any] = field(default_factory=dict)
    scores: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ExportedRun:
    """
    The run that an export is of; where it is not whole, it has neither figures nor an end.

    ``figures`` are objects with scorer, metric, value and count, as the tool reports them.
    """

    run_id: str
    suite: str
    system_id: str
    generator: str
    config: dict[str, Any] = field(default_factory=dict)
    figures: list[dict[str, Any]] = field(default_factory=list)
    is_whole: bool = True


def run_id_of(tool: str, source: SourceFile) -> str:
    """Return the id of a run that an export does not name: 16 digits of the file's SHA-256."""
    return f"{tool}-{source.sha256[:RUN_ID_DIGITS]}"


def system_of(source: SourceFile) -> str:
    """Return the system that an export does not name: it is one variant, and the file's name."""
    return Path(source.name).stem[:SYSTEM_LENGTH_MAX] or "unnamed"


def run_of(tool: str, source: SourceFile) -> ExportedRun:
    """Return the run of an export that says nothing of it."""
    return ExportedRun(run_id_of(tool, source), tool, system_of(source), tool)


def records(
    run: ExportedRun,
    rows: Iterable[ExportedRow | Skip],
    source: SourceFile,
    nothing: str = "nothing",
) -> Iterator[SourceRecord | Skip]:
    """
    Yield the run's start, its rows, and where nothing was left out its figures and its end.

    Raises UnreadableInputError where there is no row at all; ``nothing`` says what was found then.
    """
    skips: list[Skip] = []
    attempts: Counter[str] = Counter()
    cases: set[str] = set()
    scales: dict[str, bool] = {}
    systems: dict[str, None] = {}
    with HeldRecords() as held:
        for row in rows:
            if isinstance(row, Skip):
                skips.append(row)
                continue
            record = _record(row, attempts, cases)
            line = _written(row, record)
            if isinstance(line, Skip):
                skips.append(line)
                continue
            systems[row.system_id or run.system_id] = None
            cases.add(record["case_id"])
            _note_scales(record["scores"], scales)
            held.add(row.location, line)
        if not len(held):
            said = str(skips[0]) if skips else nothing
            raise UnreadableInputError(f"{source.name}: found {said}; expected rows of results")
        common = {
            "run_id": run.run_id,
            "suite": run.suite,
            "system_id": run.system_id,
            "generator": run.generator,
        }
        started = {
            "kind": "run_started",
            **common,
            "systems": list(systems),
            "config": repaired(run.config, "", []),
        }
        yield SourceRecord("the file", encode(started))
        yield from skips
        measuring = [
            scorer
            for scorer, is_outside in scales.items()
            if source.scales.are_measurements(run.suite, scorer, is_outside=is_outside)
        ]
        opening = encode({"kind": "row", **common, "measuring": measuring})[:-1]
        for location, row_text in held:
            yield SourceRecord(location, f'{opening},"row":{row_text}}}')
    if source.scales.trouble is not None:
        source.warnings.append(f"{source.name}: {source.scales.trouble}")
    if not skips and run.is_whole:
        yield from _ending(run, common)


def case_id_of(asked: Any) -> str:
    """
    Return 16 digits of the SHA-256 of a question, whatever its type and the order of its fields.

    >>> case_id_of({"a": 1, "b": 2}) == case_id_of({"b": 2, "a": 1})
    True
    """
    canonical = json.dumps(asked, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()[:CASE_DIGITS]


def text_of(value: Any) -> str | None:
    """
    Return what was said: a text itself, that of an object with one text, else its JSON.

    >>> text_of("yes"), text_of({"answer": "yes"}), text_of({"a": 1, "b": 2}), text_of(None)
    ('yes', 'yes', '{"a": 1, "b": 2}', None)
    """
    if value is None or isinstance(value, str):
        return value
    fields = mapping(value)
    if len(fields) == 1 and isinstance(only := next(iter(fields.values())), str):
        return only
    for one in TEXT_FIELDS:
        if isinstance(fields.get(one), str) and not any(
            isinstance(other, str) for key, other in fields.items() if key != one
        ):
            said: str = fields[one]
            return said
    return json.dumps(value, ensure_ascii=False)


def _note_scales(scores: list[dict[str, Any]], scales: dict[str, bool]) -> None:
    """Note of each scorer with a number whether one of its numbers is no share."""
    for score in scores:
        if score["number"] is not None:
            is_outside = not 0 <= score["number"] <= 1
            scales[score["validator_id"]] = scales.get(score["validator_id"], False) or is_outside


def _written(row: ExportedRow, record: dict[str, Any]) -> str | Skip:
    try:
        return encode(repaired(record, "", []))
    except (RecursionError, NotStrictJsonError):
        said = "nested deeper than can be written; write less of it into the export"
        return Skip(row.location, "nested too deep", said)


def _ending(run: ExportedRun, common: dict[str, str]) -> Iterator[SourceRecord]:
    if run.figures:
        reported = {"kind": "reported", **common, "figures": repaired(run.figures, "", [])}
        yield SourceRecord("the file", encode(reported))
    yield SourceRecord("the file", encode({"kind": "run_finished", **common}))


def _record(row: ExportedRow, attempts: Counter[str], cases: set[str]) -> dict[str, Any]:
    case_id = row.case_id or case_id_of(row.asked)
    answered = f"{case_id}\n{row.system_id or ''}"
    attempts[answered] += 1
    messages = listed(mapping(row.asked).get("messages"))
    expected = row.expected
    return {
        "case_id": case_id,
        "system_id": row.system_id,
        "is_first": case_id not in cases,
        "attempt": row.attempt or attempts[answered],
        "prompt": None if messages else text_of(row.asked),
        "messages": messages or None,
        "expected": text_of(expected) if isinstance(expected, dict) and expected else expected,
        "text": text_of(row.output),
        "error": row.error,
        "at": row.at,
        "latency_ms": row.latency_ms,
        "tokens_in": row.tokens_in,
        "tokens_out": row.tokens_out,
        "cost_usd": row.cost_usd,
        "attributes": scalars(row.attributes),
        "scores": [_score(score) for score in row.scores],
    }


def _score(score: dict[str, Any]) -> dict[str, Any]:
    value = score.get("score")
    return {
        "validator_id": score["validator_id"],
        "truth": value if isinstance(value, bool) else None,
        "number": number(value),
        "value": number(score.get("value")),
        "label": text(score.get("label")) or (value if isinstance(value, str) else None),
        "reason": text(score.get("reason")),
        "error": text(score.get("error")),
        "judge": text(score.get("judge")),
    }
