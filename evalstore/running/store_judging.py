"""Judging of stored responses, of any source."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Any

import orjson

from evalstore.base import sql_files
from evalstore.base.phrases import unknown_name
from evalstore.errors import EvalstoreError, UsageError
from evalstore.plugins.verdict import OUTCOMES, Verdict
from evalstore.running.appender import Appender
from evalstore.running.events import ATTEMPT, Event, verdict_event
from evalstore.running.judge_replies import forget_recorded_replies, opened_validator
from evalstore.running.judge_result import UNJUDGED, JudgedByValidator, JudgeResult
from evalstore.running.judging import Validator
from evalstore.running.judging_scopes import JUDGED, Selection, scopes_of
from evalstore.running.member_verdicts import (
    MemberVerdicts,
    panel_verdicts,
    standing_verdicts,
    validator_part,
)
from evalstore.running.model_calls.spending import Spending
from evalstore.running.row_verdicts import RowVerdict, rivals_of, row_verdicts
from evalstore.store.layout import Layout
from evalstore.store.log.fold import FoldResult, fold
from evalstore.store.query import queries
from evalstore.store.query.reader import Reader, reading

# Less often than in a run: repeating a verdict by rules costs less than a flush.
FLUSH_SECONDS = 5.0
NAMED_MAX = 3
SELECTABLE = (UNJUDGED, JUDGED, *OUTCOMES)
# Fields in which equal verdicts may differ.
BESIDE_THE_VERDICT = ("attempt", "response_event_id", "is_rating", "repairs", "redactions")
OF_A_MODEL = {"system", "model", "prompt_sha256", "temperature", "raw_reply", "raw_replies"}


def judge_run(
    layout: Layout,
    run_id: str,
    validators: Sequence[Validator],
    selection: Selection,
    *,
    is_dry_run: bool = False,
    spending: Spending | None = None,
    on_progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> JudgeResult:
    """
    Judge the current responses of a run; append the verdicts, unless it is a dry run.

    A dry run asks no model: what only a model can judge is counted in ``unasked_count``.

    The caller has folded, since only events in the log are judged. A verdict that differs from the
    current one becomes its next revision. A KeyboardInterrupt keeps the verdicts so far and
    propagates. ``spending`` limits the requests to models; the responses left unjudged are counted
    in ``unasked_count``. Raises UsageError for an unknown run, system or outcome, and for a run
    that has only readings.
    """
    for name in selection.outcomes or ():
        if name not in SELECTABLE:
            raise unknown_name("outcome", name, SELECTABLE)
    with reading(layout) as reader:
        run_status = queries.run_status(reader, run_id)
        queries.require_name(reader, "system", selection.system_id, run_id)
        scopes = scopes_of(reader, run_id, validators, selection)
        if not selection.is_declared and not any(
            scope.pending_count or scope.left_out for scope in scopes
        ):
            _require_replies(reader, run_id)
    members = [member for validator in validators for member in validator.members]
    fresh = MemberVerdicts(frozenset(member.validator_id for member in members))
    total = sum(scope.pending_count for scope in scopes)
    on_progress(0, total)
    spending = spending or Spending(is_dry_run=is_dry_run)
    done = 0
    try:
        for scope in scopes:
            verdicts = _append_verdicts(
                layout, run_id, scope, spending, fresh, is_dry_run=is_dry_run
            )
            # Closed before the fold, so that an interrupt loses no verdict.
            with closing(verdicts):
                for _ in verdicts:
                    done += 1
                    on_progress(done, total)
    finally:
        folded = FoldResult() if is_dry_run else fold(layout)
    if not is_dry_run:
        forget_recorded_replies(layout, [*validators, *members])
    return JudgeResult(run_id, run_status, tuple(scopes), folded.is_folded, folded.holder)


def _append_verdicts(
    layout: Layout,
    run_id: str,
    scope: JudgedByValidator,
    spending: Spending,
    fresh: MemberVerdicts,
    *,
    is_dry_run: bool,
) -> Generator[None]:
    """Append the verdicts of one validator, unless it is a dry run; yield after each of them."""
    validator = scope.validator
    source = f"judge:{validator.validator_id}@{validator.version}"
    appender = Appender(layout, source, on_refused=_refused, flush_seconds=FLUSH_SECONDS)
    with opened_validator(layout, validator, spending) as (judge, replies):
        events = _verdict_events(layout, run_id, scope, judge, fresh)
        try:
            with closing(events):
                for event in events:
                    if event is not None and not is_dry_run:
                        appender.add([event])
                        appender.tick()
                        if replies is not None:
                            replies.recorded(_asked(event))
                    yield
        finally:
            appender.flush()


def _require_replies(reader: Reader, run_id: str) -> None:
    [row] = reader.rows(sql_files.read("sql/queries/readings_only"), run_id=run_id)
    if row["response_count"]:
        raise UsageError(
            f"run {run_id!r} has readings of a critic, expected replies to judge; run `evalstore "
            "drift detect` to apply triggers to readings"
        )


def _refused(group: Sequence[Event], error: EvalstoreError) -> list[Event]:
    """Return an error verdict in place of one that the store refused, such as a plugin's."""
    payload: dict[str, Any] = dict(group[0]["payload"])  # type: ignore[call-overload]
    for name in ("score", "scores", "value", "tags", "judge"):
        payload.pop(name, None)
    reason = f"the store refused the verdict {payload['outcome']}: {error}"
    return [{**group[0], "payload": {**payload, "outcome": "error", "reason": reason}}]


def _verdict_events(
    layout: Layout,
    run_id: str,
    scope: JudgedByValidator,
    judge: Validator,
    fresh: MemberVerdicts,
) -> Generator[Event | None]:
    """Judge page by page; yield the event of each verdict, None if it is already recorded."""
    statement = sql_files.read("sql/queries/responses_to_judge")
    part = validator_part(scope.validator.validator_id)
    with reading(layout) as reader:
        rivals = rivals_of(reader, run_id, judge)
    for positions in scope.pages:
        # Not kept open while judging: readers and writers block each other.
        with reading(layout) as reader:
            rows = reader.rows(
                statement,
                run_id=run_id,
                validator_part=part,
                positions=list(positions),
            )
            standing = standing_verdicts(reader, run_id, judge, positions) if judge.members else {}
        rows = [row for row in rows if not fresh.has(judge.validator_id, row)]
        verdicts = (
            panel_verdicts(judge, rows, standing, fresh)
            if judge.members
            else row_verdicts(judge, rows, rivals, layout.attachments)
        )
        with closing(verdicts) as judged:
            for row_verdict in judged:
                fresh.note(judge.validator_id, row_verdict)
                if row_verdict.verdict is None:
                    scope.stopped = scope.stopped or row_verdict.stopped
                    scope.unasked_count += 1
                else:
                    yield _event_of(run_id, scope, row_verdict, row_verdict.verdict)


def _event_of(
    run_id: str, scope: JudgedByValidator, judged: RowVerdict, verdict: Verdict
) -> Event | None:
    """Count a verdict; return its event, None if it equals the recorded one."""
    row, payload, case = judged.row, judged.payload, judged.case
    before = str(row["outcome"] or UNJUDGED)
    scope.changes[before, verdict.outcome] += 1
    if verdict.outcome == "error":
        scope.first_error = scope.first_error or verdict.reason
    if case.turns == ("",):
        scope.case_ids_without_prompt = (*scope.case_ids_without_prompt, case.case_id)[:NAMED_MAX]
        scope.without_prompt_count += 1
    new_event = verdict_event(
        run_id,
        str(payload["system_id"]),
        case,
        scope.validator,
        verdict,
        attempt=int(payload.get("attempt") or ATTEMPT),
        response_event_id=str(row["response_event_id"]),
    )
    recorded = orjson.loads(row["verdict"] or "null")
    if recorded and row["is_on_this_response"] and _said(recorded) == _said(new_event["payload"]):
        scope.unchanged[verdict.outcome] += 1
        return None
    if row["earlier_event_id"] is not None:
        # Otherwise a verdict that equals an earlier one would be dropped as a duplicate.
        new_event["supersedes"] = str(row["earlier_event_id"])
    return new_event


def _said(payload: Any) -> dict[str, object]:
    """Return the fields that distinguish verdicts; for a model's, its reply but not its cost."""
    fields = {name: value for name, value in payload.items() if name not in BESIDE_THE_VERDICT}
    judge = fields.get("judge")
    if isinstance(judge, dict):
        fields["judge"] = {name: judge[name] for name in OF_A_MODEL & judge.keys()}
    return fields


def _asked(event: Event) -> Sequence[str]:
    payload: Any = event["payload"]
    names: Sequence[str] = payload.get("judge", {}).get("request_sha256s", ())
    return names
