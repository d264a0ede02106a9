"""
Write the event lines of the demo's second quiz: support tickets sorted into queues.

    python -m tools.demo.make_triage > evalstore/running/demo/events/triage.ndjson

Four runs of four commits, two simulated systems, two attempts at each ticket, two validators. From
the third run on the larger system sorts billing worse, and the judge is another version. The
output is deterministic.
"""

import json
import random
import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

# By case: its queue and its text.
TICKETS = {
    "refund-twice": ("billing", "I was charged twice in March. Please send one payment back."),
    "invoice-address": ("billing", "Our invoice still shows the old address."),
    "trial-charged": ("billing", "My card was charged although the trial had not ended."),
    "parcel-lost": ("shipping", "The tracking page has said 'on its way' for nine days."),
    "wrong-size": ("shipping", "You sent size 42; I ordered 44. How do I return them?"),
    "new-password": ("account", "I want to change my password."),
    "close-account": ("account", "Please delete my account and everything you know about me."),
    "second-device": ("account", "The code to sign in goes to a phone I no longer have."),
    "name-as-code": ("technical", "The page shows <script>alert(1)</script> where my name is."),
    "export-fails": ("technical", "Exporting more than 1,000 rows ends with error 500."),
    "slow-search": ("technical", "Since the update a search takes half a minute."),
}
QUEUES = ("billing", "shipping", "account", "technical")
# By run: its day, its commit, its tags and the version of its judge.
RUNS = {
    "triage-1": ("2026-10-26", "a41c09e7", ["release"], "1"),
    "triage-2": ("2026-11-02", "5d7e13b2", [], "1"),
    "triage-3": ("2026-11-09", "c86f20a4", [], "2"),
    "triage-4": ("2026-11-16", "e92b74d1", [], "2"),
}
# Tickets that some runs did not have.
ABSENT = {"invoice-address": {"triage-3", "triage-4"}, "slow-search": {"triage-1", "triage-2"}}
CHANGED_SINCE = "triage-3"
# How often each is right, what it claims when right and when wrong, and its price for a token.
SYSTEMS = {
    "simulated/large": (0.93, 0.93, 0.86, 12e-6),
    "simulated/small": (0.68, 0.78, 0.62, 1e-6),
}
SYSTEM_PROMPT_TOKENS = 61
JUDGE_DISSENT_SHARE = 0.12
# Up to which draw an attempt comes to which end.
ENDS = ((0.04, "error"), (0.08, "unparsable"), (0.15, "abstained"), (1.0, "answered"))
ERRORS = ("429: too many requests", "no answer within 30 s")


def lines() -> Iterator[dict[str, Any]]:
    """Yield every event of the runs, and a late revision of one response."""
    rng = random.Random(20261116)  # noqa: S311 - a simulation, no secret
    for run_id in RUNS:
        yield from _run(run_id, rng)
    yield _event("triage-2", "response_recorded", 50, _revised())


def _event(run_id: str, kind: str, minute: int, payload: dict[str, Any]) -> dict[str, Any]:
    occurred_at = f"{RUNS[run_id][0]}T03:{minute:02d}:00Z"
    return {"kind": kind, "run_id": run_id, "occurred_at": occurred_at, "payload": payload}


def _run(run_id: str, rng: random.Random) -> Iterator[dict[str, Any]]:
    day, commit, tags, _ = RUNS[run_id]
    started = {
        "suite": "triage",
        "git_sha": commit,
        "git_branch": "main",
        "committed_at": f"{day}T02:30:00Z",
        "systems": [*SYSTEMS],
        "attempts": 2,
        "raters": ["factual", "judge"],
        "config": {"is_simulated": True},
        "tags": tags,
    }
    yield _event(run_id, "run_started", 0, started)
    outcomes: list[str] = []
    for case_id, (queue, ticket) in TICKETS.items():
        if run_id in ABSENT.get(case_id, ()):
            continue
        case = {
            "case_id": case_id,
            "domain": queue,
            "prompt": f"Which queue? {ticket}",
            "expected": queue,
            "validators": ["factual", "judge"],
            "is_canary": case_id == "new-password",
        }
        yield _event(run_id, "case_generated", 1, case)
        for system_id, attempt in product(SYSTEMS, (1, 2)):
            about = {"case_id": case_id, "system_id": system_id, "attempt": attempt}
            for event in _attempt(run_id, about, rng):
                outcomes += _outcomes_of_large(event["payload"])
                yield event
    yield from _reported(run_id, outcomes)
    yield _event(run_id, "run_finished", 9, {"status": "completed"})


def _attempt(run_id: str, about: dict[str, Any], rng: random.Random) -> Iterator[dict[str, Any]]:
    queue, ticket = TICKETS[about["case_id"]]
    large = about["system_id"] == "simulated/large"
    share_right, sure_right, sure_wrong, price = SYSTEMS[about["system_id"]]
    if large and queue == "billing" and run_id >= CHANGED_SINCE:
        share_right = 0.25
    draw = rng.random()
    end = next(end for limit, end in ENDS if draw < limit)
    is_right = rng.random() < share_right
    answer = queue if is_right else rng.choice([name for name in QUEUES if name != queue])
    sure = round(min(0.99, rng.gauss(sure_right if is_right else sure_wrong, 0.05)), 2)
    response: dict[str, Any] = {**about, "status": "ok", "latency_ms": rng.randint(150, 2400)}
    if end == "error":
        response |= {"status": "error", "error": rng.choice(ERRORS), "cost_usd": 0.0}
        yield _event(run_id, "response_recorded", 2, response)
        return
    response["text"] = {
        "unparsable": f"Thank you for writing! You say: {ticket} We are sorry to hear it.",
        "abstained": "unsure",
        "answered": f"{answer}. {'The customer writes: ' + ticket if large else ''}".strip(),
    }[end]
    if end == "unparsable":
        response["status"] = "unparsable"
    if end == "answered":
        response |= {"answer": answer, "confidence": sure, "confidence_kind": "stated"}
    tokens_out = 2 + len(response["text"].split())
    tokens_in = SYSTEM_PROMPT_TOKENS + len(ticket.split())
    cost_usd = round(price * (tokens_in + 4 * tokens_out), 7)
    response |= {"tokens_in": tokens_in, "tokens_out": tokens_out, "cost_usd": cost_usd}
    yield _event(run_id, "response_recorded", 2, response)
    if end != "unparsable":
        outcome = "abstained" if end == "abstained" else "right" if is_right else "wrong"
        yield from _verdicts(run_id, about, outcome, answer, queue, rng)


def _verdicts(
    run_id: str,
    about: dict[str, Any],
    outcome: str,
    answer: str,
    queue: str,
    rng: random.Random,
) -> Iterator[dict[str, Any]]:
    reason = {
        "abstained": "said it was unsure",
        "right": f"said {answer}, as expected",
        "wrong": f"said {answer}, expected {queue}",
    }[outcome]
    tags = [f"{queue}-as-{answer}"] if outcome == "wrong" else []
    by_key = {**about, "validator_id": "factual", "outcome": outcome, "reason": reason}
    yield _event(run_id, "verdict_recorded", 3, {**by_key, "tags": tags})
    version = RUNS[run_id][3]
    judged, opinion = outcome, "the queue fits the ticket" if outcome == "right" else reason
    if rng.random() < JUDGE_DISSENT_SHARE and outcome != "abstained":
        judged = "wrong" if outcome == "right" else "right"
        opinion = f"{answer} could take it" if judged == "right" else f"{answer} is too narrow"
    by_judge = {
        **about,
        "validator_id": "judge",
        "validator_version": version,
        "outcome": judged,
        "reason": opinion,
        "judge": {"system": "simulated/judge", "model": f"simulated-judge-{version}"},
    }
    yield _event(run_id, "verdict_recorded", 4, by_judge)


def _outcomes_of_large(payload: dict[str, Any]) -> list[str]:
    """Return the outcome that the payload has for the larger system by the answer key, or none."""
    is_it = payload["system_id"], payload.get("validator_id")
    return [payload["outcome"]] if is_it == ("simulated/large", "factual") else []


def _reported(run_id: str, outcomes: list[str]) -> Iterator[dict[str, Any]]:
    """Yield the accuracy that the runner printed, which leaves out what it could not read."""
    if run_id == "triage-4":
        figure = {
            "system_id": "simulated/large",
            "scorer": "factual",
            "metric": "accuracy",
            "value": round(outcomes.count("right") / len(outcomes), 4),
        }
        yield _event(run_id, "score_reported", 8, figure)


def _revised() -> dict[str, Any]:
    """Return a response that was read again, and its answer found to be another."""
    return {
        "case_id": "wrong-size",
        "system_id": "simulated/small",
        "attempt": 1,
        "status": "ok",
        "text": "shipping. On second reading: technical.",
        "answer": "technical",
        "latency_ms": 640,
        "tokens_in": 73,
        "tokens_out": 7,
        "cost_usd": 0.000101,
    }


def main() -> None:
    """Write the lines to stdout."""
    for line in lines():
        sys.stdout.write(json.dumps(line, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
