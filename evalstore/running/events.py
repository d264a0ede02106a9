"""Construction of a run's events, as event lines."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from evalstore.errors import EvalstoreError
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict
from evalstore.running.judging import Validator

Event = dict[str, object]
ATTEMPT = 1


def event(kind: str, run_id: str, payload: Mapping[str, object]) -> Event:
    """Return an event with the current time."""
    occurred_at = datetime.now(UTC).isoformat(timespec="microseconds")
    return {
        "kind": kind,
        "run_id": run_id,
        "occurred_at": occurred_at.replace("+00:00", "Z"),
        "payload": payload,
    }


def case_event(run_id: str, case: Case) -> Event:
    """Return the event of a generated case."""
    return event("case_generated", run_id, case.payload())


def response_event(
    run_id: str, system_id: str, case: Case, response: Response, *, attempt: int = ATTEMPT
) -> Event:
    """Return the event of a response, without empty fields."""
    fields: dict[str, object] = {
        "case_id": case.case_id,
        "system_id": system_id,
        "attempt": attempt,
        "status": response.status,
        "text": response.text,
        "turns": conversation(case, response) if response.turns else None,
        "answer": response.answer,
        "confidence": response.confidence,
        "confidence_kind": response.confidence_kind,
        "latency_ms": response.latency_ms,
        "tokens_in": response.tokens_in,
        "tokens_out": response.tokens_out,
        "cost_usd": response.cost_usd,
        "error": response.error,
        **response.extra,
    }
    payload = {name: value for name, value in fields.items() if value is not None}
    return event("response_recorded", run_id, payload)


def reading_events(
    run_id: str, system_id: str, case: Case, response: Response, *, attempt: int = ATTEMPT
) -> list[Event]:
    """Return an event for each of a critic's readings."""
    return [
        event(
            "response_recorded",
            run_id,
            {
                "case_id": case.case_id,
                "system_id": system_id,
                "attempt": attempt,
                "status": response.status,
                **{name: value for name, value in asdict(reading).items() if value is not None},
            },
        )
        for reading in response.readings
    ]


def verdict_event(
    run_id: str,
    system_id: str,
    case: Case,
    validator: Validator,
    verdict: Verdict,
    *,
    attempt: int = ATTEMPT,
    response_event_id: str | None = None,
) -> Event:
    """
    Return the event of a verdict.

    ``response_event_id`` names the response if it was stored before its verdict; then the verdict
    itself contains whether it is a rating, since the run's start may not.
    """
    is_rating = validator.is_rater and response_event_id is not None
    fields: dict[str, object] = {
        "case_id": case.case_id,
        "system_id": system_id,
        "attempt": attempt,
        "validator_id": validator.validator_id,
        "validator_version": validator.version,
        "validator_digest": validator.digest,
        "outcome": verdict.outcome,
        "score": verdict.score,
        "value": verdict.value,
        "is_rating": is_rating or None,
        "scores": dict(verdict.scores) or None,
        "reason": verdict.reason,
        "tags": list(verdict.tags) or None,
        "response_event_id": response_event_id,
        "judge": dict(verdict.judge) or None,
    }
    payload = {name: value for name, value in fields.items() if value is not None}
    return event("verdict_recorded", run_id, payload)


def refused_events(group: Sequence[Event], error: EvalstoreError) -> list[Event]:
    """
    Return the replacement for a refused response: an error response with the reason.

    Re-raises the error if the refused event is not a response.
    """
    refused = group[0]
    payload = refused["payload"]
    if refused["kind"] != "response_recorded" or not isinstance(payload, Mapping):
        raise error
    about = {name: payload[name] for name in ("case_id", "system_id", "attempt")}
    reason = f"the store refused the response: {error}"
    return [
        event(
            "response_recorded",
            str(refused["run_id"]),
            {**about, "status": "error", "error": reason},
        )
    ]


def conversation(case: Case, response: Response) -> list[dict[str, str]]:
    """Return the messages of a conversation, up to the last answered turn."""
    messages = []
    for turn, answered in zip(case.turns, response.turns, strict=False):
        messages.append({"role": "user", "content": turn})
        messages.append({"role": "assistant", "content": answered})
    return messages
