"""Judge responses that are in a store already, wherever they came from."""

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import orjson

from evalstore import queries, sql_files
from evalstore.errors import EvalstoreError, UsageError
from evalstore.events.subjects import subject
from evalstore.phrases import unknown_name
from evalstore.running.appender import Appender
from evalstore.running.events import ATTEMPT, Event, verdict_event
from evalstore.running.judging import Validator
from evalstore.running.restoring import restored_case, restored_response
from evalstore.store.fold import FoldResult, fold
from evalstore.store.layout import Layout
from evalstore.store.reader import Reader, reading
from evalstore.systems._payloads import PayloadError
from evalstore.types.verdict import OUTCOMES, Verdict

# A page of responses is in memory at a time.
PAGE_RESPONSES_MAX = 2_000
PAGE_BYTES_MAX = 16 * 2**20
# Less often than a run does: a verdict by rules is cheaper to repeat than its flush.
FLUSH_SECONDS = 5.0
NAMED_MAX = 3
UNJUDGED = "unjudged"
JUDGED = "judged"
SELECTABLE = (UNJUDGED, JUDGED, *OUTCOMES)
# Fields that do not make a verdict another one.
BESIDE_THE_VERDICT = ("attempt", "response_event_id", "is_rating", "repairs", "redactions")


@dataclass(frozen=True, slots=True)
class Selection:
    """
    Responses to judge.

    Those of one system, or of all. Of those whose current outcome is one of ``outcomes``
    (``unjudged`` without a verdict, ``judged`` with any), or of all. ``is_again``: also those
    that have a verdict of the same digest. ``is_declared``: only of cases that name the validator.
    """

    system_id: str | None = None
    outcomes: tuple[str, ...] | None = None
    is_again: bool = False
    is_declared: bool = False


@dataclass(slots=True)
class JudgedByValidator:
    """
    The verdicts of one validator.

    ``changes`` counts verdicts by the outcome before and now; ``unchanged`` by the outcome those
    that say what was recorded already and are not appended again. ``left_out`` counts responses
    that were not judged, by the reason.
    """

    validator: Validator
    pages: list[Sequence[int]] = field(default_factory=list)
    pending_count: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    # A few of the cases that a response names and the run does not have.
    case_ids_unknown: tuple[str, ...] = ()
    # Responses to cases without a prompt, and a few of these cases.
    without_prompt_count: int = 0
    case_ids_without_prompt: tuple[str, ...] = ()
    changes: Counter[tuple[str, str]] = field(default_factory=Counter)
    unchanged: Counter[str] = field(default_factory=Counter)
    first_error: str | None = None

    @property
    def judged_count(self) -> int:
        """Return the number of responses that got a verdict now, equal ones included."""
        return self.changes.total()

    @property
    def appended_count(self) -> int:
        """Return the number of verdicts that the log did not have."""
        return self.judged_count - self.unchanged.total()

    @property
    def outcomes(self) -> Counter[str]:
        """Return the verdicts by their outcome."""
        counts: Counter[str] = Counter()
        for (_, outcome), count in self.changes.items():
            counts[outcome] += count
        return counts


@dataclass(frozen=True, slots=True)
class JudgeResult:
    """The verdicts on a run, by validator; ``holder`` says who kept them from being folded."""

    run_id: str
    run_status: str
    judged: tuple[JudgedByValidator, ...]
    is_folded: bool = True
    holder: str = ""


def judge_run(
    layout: Layout,
    run_id: str,
    validators: Sequence[Validator],
    selection: Selection,
    *,
    is_dry_run: bool = False,
    on_progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> JudgeResult:
    """
    Judge the current responses of a run; append the verdicts, unless it is a dry run.

    The caller has folded: what is in the log is judged. A verdict that differs from the current
    one becomes its next revision. A KeyboardInterrupt keeps what was judged and propagates.
    Raises UsageError for an unknown run, system or outcome, and for a run that has only readings.
    """
    for name in selection.outcomes or ():
        if name not in SELECTABLE:
            raise unknown_name("outcome", name, SELECTABLE)
    with reading(layout) as reader:
        run_status = queries.run_status(reader, run_id)
        queries.require_name(reader, "system", selection.system_id, run_id)
        scopes = [_scope(reader, run_id, validator, selection) for validator in validators]
        if not selection.is_declared and not any(
            scope.pending_count or scope.left_out for scope in scopes
        ):
            _require_replies(reader, run_id)
    total = sum(scope.pending_count for scope in scopes)
    on_progress(0, total)
    done = 0
    try:
        for scope in scopes:
            verdicts = _append_verdicts(layout, run_id, scope, is_dry_run=is_dry_run)
            # Closed before the fold, so that an interrupt loses nothing.
            with closing(verdicts):
                for _ in verdicts:
                    done += 1
                    on_progress(done, total)
    finally:
        folded = FoldResult() if is_dry_run else fold(layout)
    return JudgeResult(run_id, run_status, tuple(scopes), folded.is_folded, folded.holder)


def _append_verdicts(
    layout: Layout, run_id: str, scope: JudgedByValidator, *, is_dry_run: bool
) -> Generator[None]:
    """Append the verdicts of one validator, unless it is a dry run; yield after each of them."""
    validator = scope.validator
    source = f"judge:{validator.validator_id}@{validator.version}"
    appender = Appender(layout, source, on_refused=_refused, flush_seconds=FLUSH_SECONDS)
    try:
        for event in _verdict_events(layout, run_id, scope):
            if event is not None and not is_dry_run:
                appender.add([event])
                appender.tick()
            yield
    finally:
        appender.flush()


def _scope(
    reader: Reader, run_id: str, validator: Validator, selection: Selection
) -> JudgedByValidator:
    """Return what there is to judge, in pages of positions, and what is left out."""
    scope = JudgedByValidator(validator)
    rows: list[dict[str, Any]] = reader.rows(
        sql_files.read("sql/queries/responses_in_scope"),
        run_id=run_id,
        validator_id=validator.validator_id,
        validator_digest=validator.digest,
        validator_version=validator.version,
        system_id=selection.system_id,
        statuses=list(validator.judged_statuses),
        outcomes=_expanded(selection.outcomes),
        is_again=selection.is_again,
        is_declared=selection.is_declared,
        response_count_max=PAGE_RESPONSES_MAX,
        byte_count_max=PAGE_BYTES_MAX,
    )
    for row in rows:
        if row["disposition"] == "pending":
            scope.pages.append(row["positions"])
            scope.pending_count += row["response_count"]
        else:
            scope.left_out[row["disposition"]] = row["response_count"]
        if row["disposition"] == "no case":
            scope.case_ids_unknown = tuple(row["case_ids"])
    return scope


def _expanded(outcomes: tuple[str, ...] | None) -> list[str] | None:
    if outcomes is None or JUDGED not in outcomes:
        return None if outcomes is None else list(outcomes)
    return [*(UNJUDGED for name in outcomes if name == UNJUDGED), *OUTCOMES]


def _require_replies(reader: Reader, run_id: str) -> None:
    [row] = reader.rows(sql_files.read("sql/queries/readings_only"), run_id=run_id)
    if row["response_count"]:
        raise UsageError(
            f"run {run_id!r} holds readings of a critic and no replies, so there is nothing to "
            "judge; `evalstore drift detect` works on readings"
        )


def _refused(group: Sequence[Event], error: EvalstoreError) -> list[Event]:
    """Return an error verdict in place of one that the store refused, as a plugin's may be."""
    payload: dict[str, Any] = dict(group[0]["payload"])  # type: ignore[call-overload]
    for name in ("score", "scores", "value", "tags", "judge"):
        payload.pop(name, None)
    reason = f"the store refused the verdict {payload['outcome']}: {error}"
    return [{**group[0], "payload": {**payload, "outcome": "error", "reason": reason}}]


def _verdict_events(
    layout: Layout, run_id: str, scope: JudgedByValidator
) -> Iterator[Event | None]:
    """Judge page by page; yield the event of each verdict, None where it is recorded already."""
    statement = sql_files.read("sql/queries/responses_to_judge")
    parts = {"case_id": "", "system_id": "", "validator_id": scope.validator.validator_id}
    validator_part = subject("verdict_recorded", parts).rpartition("/")[2]
    for positions in scope.pages:
        # Not kept open while judging: readers and writers exclude each other.
        with reading(layout) as reader:
            rows = reader.rows(
                statement, run_id=run_id, validator_part=validator_part, positions=list(positions)
            )
        for row in rows:
            yield _judged(run_id, scope, row)


def _judged(run_id: str, scope: JudgedByValidator, row: dict[str, Any]) -> Event | None:
    """Judge one response; return its event, None where nothing new is said."""
    validator = scope.validator
    payload = orjson.loads(row["response"])
    case = restored_case(orjson.loads(row["case_payload"]), payload)
    try:
        verdict = validator.verdict(case, restored_response(payload))
    except PayloadError as error:
        verdict = Verdict("error", f"the response cannot be read: {error}")
    before = str(row["outcome"] or UNJUDGED)
    scope.changes[before, verdict.outcome] += 1
    if verdict.outcome == "error":
        scope.first_error = scope.first_error or verdict.reason
    if case.turns == ("",):
        scope.case_ids_without_prompt = (*scope.case_ids_without_prompt, case.case_id)[:NAMED_MAX]
        scope.without_prompt_count += 1
    found = verdict_event(
        run_id,
        str(payload["system_id"]),
        case,
        validator,
        verdict,
        attempt=int(payload.get("attempt") or ATTEMPT),
        response_event_id=str(row["response_event_id"]),
    )
    recorded = orjson.loads(row["verdict"] or "null")
    if recorded and row["is_on_this_response"] and _said(recorded) == _said(found["payload"]):
        scope.unchanged[verdict.outcome] += 1
        return None
    if row["earlier_event_id"] is not None:
        # A verdict that was there before would else be dropped as a duplicate.
        found["supersedes"] = str(row["earlier_event_id"])
    return found


def _said(payload: Any) -> dict[str, object]:
    return {name: value for name, value in payload.items() if name not in BESIDE_THE_VERDICT}
