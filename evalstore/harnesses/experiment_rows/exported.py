"""Records of the runs in an export, made after all of its rows were read."""

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.case_ids import question_digest
from evalstore.harnesses.experiment_rows.places import Answered, AnsweredPlaces
from evalstore.harnesses.experiment_rows.row_events import row_events
from evalstore.harnesses.experiment_rows.scores import RunScorers
from evalstore.harnesses.held_records import HeldRecords
from evalstore.harnesses.inspect.strict_json import NotStrictJsonError, encode, strict
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.values import listed, mapping, scalars

CASE_DIGITS = 16
RUN_ID_DIGITS = 16
SYSTEM_LENGTH_MAX = 400
RUNS_SHOWN_MAX = 3
# If one of these is the only text in an object, it is the object's text.
TEXT_FIELDS = ("output", "answer", "text", "content", "question", "input", "query", "prompt")


@dataclass(frozen=True, slots=True)
class ExportedRow:
    """
    A row of an export.

    ``asked`` is the question; it identifies the case if ``case_id`` is None. ``question``
    distinguishes cases with the same id; None means ``asked``. Rows with the same ``record_id``
    and content count once, and of several values of ``version`` only the last in text order
    counts. If ``attempt`` is None, attempts are counted.

    ``system_id`` None means the system of the run. ``scores`` are objects with validator_id, score
    (a number or a boolean), value (a number in addition to a boolean), label, reason and error; a
    scorer with a number outside 0 to 1 gives measurements.
    """

    location: str
    asked: Any
    case_id: str | None = None
    question: Any = None
    record_id: str | None = None
    version: str = ""
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
    The run of an export; without ``is_whole`` neither its figures nor its end are recorded.

    ``figures`` are objects with scorer, metric, value and count, as the tool reports them; a
    figure without a value has ``value_text``.
    """

    run_id: str
    suite: str
    system_id: str
    generator: str
    config: dict[str, Any] = field(default_factory=dict)
    figures: list[dict[str, Any]] = field(default_factory=list)
    is_whole: bool = True


def run_id_of(tool: str, source: SourceFile) -> str:
    """Return a run id for an export without one, with 16 digits of the file's SHA-256."""
    return f"{tool}-{source.sha256[:RUN_ID_DIGITS]}"


def system_of(source: SourceFile) -> str:
    """Return a system id for an export without one: the file's name without its suffix."""
    return Path(source.name).stem[:SYSTEM_LENGTH_MAX] or "unnamed"


def run_of(tool: str, source: SourceFile) -> ExportedRun:
    """Return the run of an export without any data on it."""
    return ExportedRun(run_id_of(tool, source), tool, system_of(source), tool)


def records(
    run: ExportedRun,
    rows: Iterable[ExportedRow | Skip],
    source: SourceFile,
    nothing: str = "nothing",
) -> Iterator[SourceRecord | Skip]:
    """
    Yield the run's start, its rows and, if no row was skipped, its figures and its end.

    Raises UnreadableInputError if there is no row; ``nothing`` describes the content in its
    message.
    """
    of_runs = (row if isinstance(row, Skip) else (run, row) for row in rows)
    yield from records_of_runs(of_runs, source, nothing)


def records_of_runs(
    rows: Iterable[tuple[ExportedRun, ExportedRow] | Skip],
    source: SourceFile,
    nothing: str = "nothing",
    alone: ExportedRun | None = None,
) -> Iterator[SourceRecord | Skip]:
    """
    Yield all Skips, then for each run the records that ``records`` yields for one.

    ``alone`` replaces the run if the file has only one.

    Raises UnreadableInputError if there is no row, or if there are several runs and the caller
    named one run for the file.
    """
    skips: list[Skip] = []
    runs: dict[str, _HeldRun] = {}
    with ExitStack() as stack:
        for item in rows:
            if isinstance(item, Skip):
                skips.append(item)
                continue
            run, row = item
            held = runs.get(run.run_id)
            if held is None:
                held = runs[run.run_id] = _HeldRun(run, stack.enter_context(HeldRecords()))
            skip = held.take(row)
            if skip is not None:
                skips.append(skip)
        runs = {run_id: held for run_id, held in runs.items() if len(held.lines)}
        if not runs:
            problem = str(skips[0]) if skips else nothing
            raise UnreadableInputError(f"{source.name}: found {problem}; expected rows of results")
        if source.run_id is not None and len(runs) > 1:
            shown = ", ".join(list(runs)[:RUNS_SHOWN_MAX])
            raise UnreadableInputError(
                f"{source.name}: found {len(runs)} runs ({shown}), expected one with --run-id; "
                "omit --run-id, or put each run in a separate file"
            )
        yield from skips
        for held in runs.values():
            if alone is not None and len(runs) == 1:
                held.run = alone
            yield from held.records(source, is_whole=not skips)
    if source.scales.trouble is not None:
        source.warnings.append(f"{source.name}: {source.scales.trouble}")


class _HeldRun:
    """The rows of one run, stored until all of them were read."""

    def __init__(self, run: ExportedRun, lines: HeldRecords) -> None:
        self.run, self.lines = run, lines
        self._scorers = RunScorers()
        self._places = AnsweredPlaces()

    def take(self, row: ExportedRow) -> Skip | None:
        """Add a row; return a Skip if it is nested too deep, else None."""
        try:
            record = _record(row)
            record["scores"] = [
                self._scorers.taken(score, is_judging=row.error is None) for score in row.scores
            ]
            line = encode(strict(record))
            question = row.asked if row.question is None else row.question
            # A case without an id gets its id from the question.
            is_digest_needed = row.case_id is not None and question is not None
            answered = Answered(
                case_id=row.case_id or case_id_of(row.asked),
                digest=question_digest(question) if is_digest_needed else "",
                system_id=row.system_id or "",
                attempt=row.attempt,
            )
        except (RecursionError, NotStrictJsonError):
            detail = "nested too deeply to be stored; export fewer levels"
            return Skip(row.location, "nested too deep", detail)
        self._places.add(answered, row.record_id, row.version, hash(line))
        self.lines.add(row.location, line)
        return None

    def records(self, source: SourceFile, *, is_whole: bool) -> Iterator[SourceRecord]:
        """Yield the run's start and its rows; with ``is_whole`` also its figures and its end."""
        run = self.run
        systems = [system or run.system_id for system in self._places.systems]
        started = event_records.started(
            {"suite": run.suite, "systems": systems, "config": strict(run.config)}
        )
        yield event_records.record("the file", run.run_id, started)
        measuring = self._scorers.measuring(run.suite, source)
        for (location, line), place in zip(self.lines, self._places.places(), strict=True):
            if place is not None:
                events = row_events(
                    orjson.loads(line), place, measuring,
                    suite=run.suite, system_id=run.system_id, generator=run.generator,
                )  # fmt: skip
                yield event_records.record(location, run.run_id, *events)
        self._scorers.tell(source)
        self._places.tell(source)
        if is_whole and run.is_whole:
            if run.figures:
                figures = [
                    event_records.figure({"system_id": run.system_id, **figure})
                    for figure in strict(run.figures)
                ]
                yield event_records.record("the file", run.run_id, *figures)
            yield event_records.record("the file", run.run_id, event_records.finished())


def case_id_of(question: Any) -> str:
    """
    Return 16 digits of the SHA-256 of a question; the order of its fields does not matter.

    >>> case_id_of({"a": 1, "b": 2}) == case_id_of({"b": 2, "a": 1})
    True
    """
    return question_digest(question, CASE_DIGITS)


def text_of(value: Any) -> str | None:
    """
    Return the text of a value: a text itself, the only text in an object, else its JSON.

    >>> text_of("yes"), text_of({"answer": "yes"}), text_of({"a": 1, "b": 2}), text_of(None)
    ('yes', 'yes', '{"a": 1, "b": 2}', None)
    """
    if value is None or isinstance(value, str):
        return value
    fields = mapping(value)
    if len(fields) == 1 and isinstance(only := next(iter(fields.values())), str):
        return only
    for field_name in TEXT_FIELDS:
        if isinstance(fields.get(field_name), str) and not any(
            isinstance(other, str) for key, other in fields.items() if key != field_name
        ):
            only_text: str = fields[field_name]
            return only_text
    return _json(value)


def _json(value: Any) -> str:
    """Return a value as JSON, with null for infinities and NaN."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:
        return json.dumps(strict(value), ensure_ascii=False)


def _record(row: ExportedRow) -> dict[str, Any]:
    """Return the record of a row, without scores, case and attempt."""
    messages = listed(mapping(row.asked).get("messages"))
    expected = row.expected
    return {
        "system_id": row.system_id,
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
    }
