"""Events of a run, in the form of event lines."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from evalstore.errors import EvalstoreError
from evalstore.types.case import Case
from evalstore.types.response import Response
from evalstore.types.verdict import Verdict

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


def response_event(run_id: str, system_id: str, case: Case, response: Response) -> Event:
    """Return the event of a response, without empty fields."""
    fields: dict[str, object] = {
        "case_id": case.case_id,
        "system_id": system_id,
        "attempt": ATTEMPT,
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


def reading_events(run_id: str, system_id: str, case: Case, response: Response) -> list[Event]:
    """Return an event for each of a critic's readings."""
    return [
        event(
            "response_recorded",
            run_id,
            {
                "case_id": case.case_id,
                "system_id": system_id,
                "attempt": ATTEMPT,
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
    validator_id: str,
    validator_version: str,
    verdict: Verdict,
    *,
    validator_digest: str | None = None,
    judge: Mapping[str, object] | None = None,
) -> Event:
    """
    Return the event of a verdict.

    ``validator_digest`` is the SHA-256 that `validator_digest.validator_digest` returns, in 64
    lower-case hex digits; ``judge`` says which model judged, by the fields of the schema.
    """
    fields: dict[str, object] = {
        "case_id": case.case_id,
        "system_id": system_id,
        "attempt": ATTEMPT,
        "validator_id": validator_id,
        "validator_version": validator_version,
        "validator_digest": validator_digest,
        "outcome": verdict.outcome,
        "score": verdict.score,
        "value": verdict.value,
        "scores": dict(verdict.scores) or None,
        "reason": verdict.reason,
        "tags": list(verdict.tags) or None,
        "judge": dict(judge) if judge else None,
    }
    payload = {name: value for name, value in fields.items() if value is not None}
    return event("verdict_recorded", run_id, payload)


def refused_events(group: Sequence[Event], error: EvalstoreError) -> list[Event]:
    """
    Return the replacement for a refused response: an error response with the reason.

    Raises the error again if the refused event is not a response.
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
    for asked, answered in zip(case.turns, response.turns, strict=False):
        messages.append({"role": "user", "content": asked})
        messages.append({"role": "assistant", "content": answered})
    return messages
