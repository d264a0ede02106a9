"""Runs with cases, responses and verdicts: attempts, errors, sessions, costs, people, judges."""

import itertools
import random

from benchmarks.parity.names import CASES, DOMAINS, SYSTEMS, TEXTS, VALUES

VALIDATORS = ("factual", "format", "judge.gpt-5", "tone", "human:Zoë", "phenomenological")
OUTCOMES = ("right", "right", "wrong", "abstained", "undetermined", "error", "unscored")
# The run that nobody judges.
UNJUDGED = 9
STATUSES = ("ok", "ok", "ok", "ok", "error", "unparsable", "missing")
LABELS = ("E", "C", "U", None, "other")
GRADES = ("respect", "integration", "orientation", "combined")
TOOLS = ({"name": "search", "call_count": 2, "error_count": 1}, {"name": "über", "call_count": 3})
USAGE = (
    {"model": "m/α", "tokens_in": 10, "tokens_out": 5, "cost_usd": 0.25},
    {"model": "große", "tokens_in": 7, "tokens_cache_read": 3, "tokens_reasoning": 2},
)
# One grey pixel.
PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)
IMAGE = {"data": f"data:image/png;base64,{PIXEL}", "description": "grau ü"}


def quiz(number, *, case_count=None, attempts=None):
    """Yield the event lines of one run; the same number gives the same run."""
    rng = random.Random(number)
    run = f"run {number:02d} ü"
    cases = CASES[:case_count] if case_count else CASES
    # Engines cut fractions of seconds in more than one way.
    moments = itertools.count(1, step=137)

    def event(kind, **payload):
        payload = {name: value for name, value in payload.items() if value is not None}
        at = f"2026-0{1 + number % 8}-{1 + number:02d}T10:00:00.{next(moments):06d}Z"
        return {"kind": kind, "run_id": run, "occurred_at": at, "payload": payload}

    yield event("run_started", **_start(number, attempts))
    for place, case in enumerate(cases):
        yield event("case_generated", **_case(number, place, case))
        for system in SYSTEMS[: 1 + number % 3]:
            for attempt in range(1, 1 + (attempts or 1 + place % 3)):
                about = {"case_id": case, "system_id": system, "attempt": attempt}
                if rng.random() < 0.05:
                    continue
                yield event("response_recorded", **about, **_response(place, rng))
                for validator in VALIDATORS if number != UNJUDGED else ():
                    if rng.random() < 0.8:
                        yield event("verdict_recorded", **about, **_verdict(validator, rng))
    if number != UNJUDGED:
        # Ids that the run does not declare, as a misspelling leaves them.
        about = {"case_id": "misspelt ü", "system_id": SYSTEMS[0]}
        yield event("response_recorded", **about, status="ok", text="?")
        yield event("verdict_recorded", **about, validator_id="factual", outcome="wrong")
    if number % 4 != 3:
        yield event("run_finished", status="completed", counts={"cases": len(cases)})


def _start(number, attempts):
    return {
        "suite": f"suite {number % 2} ü", "suite_version": "1", "seed": number,
        "systems": SYSTEMS[: 1 + number % 3] if number % 2 else None,
        "controls": ["null"] if number % 3 == 2 else None, "attempts": attempts,
        "git_sha": f"{number // 2:040x}" if number % 5 else None, "git_branch": "main",
        "committed_at": f"2026-01-{1 + number // 2:02d}T23:30:00+05:30" if number % 5 else None,
        "raters": ["factual", "judge.gpt-5", "format"] if number % 3 == 1 else None,
        "tags": ["nightly", "ü"] if number % 2 else None,
        "config": {
            "weights": {"math": 2, "Geschichte ü": 0.5, "a=b": -1, "💡": "x"},
            "validators": {"factual": "1.2", "format": 3} if number != UNJUDGED else None,
            "task_id": f"task {number % 2}",
            "eval_set_id": "set ü" if number % 2 else None, "dataset": {"samples": 30 + number},
        },
    }  # fmt: skip


def _case(number, place, case):
    value = VALUES[place % len(VALUES)]
    return {
        "case_id": case, "domain": DOMAINS[place % len(DOMAINS)] or None, "generator": "made",
        "label": LABELS[place % len(LABELS)], "severity": "high" if place % 4 == 0 else None,
        "expected": [["power"], "4", 4, {"a": 1}, None][place % 5], "is_canary": place % 7 == 0,
        "prompt": TEXTS[place % len(TEXTS)] if place % 3 else None,
        "messages": [{"role": "user", "content": "?", "images": [IMAGE]}]
        if place % 3 == 0 else None,
        "chance": 0.25 if place % 2 else None,
        "cluster_id": f"g{place % 5}" if place % 3 else None,
        "session_id": f"week {place % 12}" if number % 2 else None,
        "tags": ["x", "ü", "x"] if place % 4 == 1 else None,
        "validators": ["factual", "format"] if place % 4 == 2 and number != UNJUDGED else None,
        "systems": SYSTEMS[:1] if place % 9 == 8 else None,
        "attributes": {"level": value, "größe": place % 3, "tag": "own", "domain": "mine"}
        if place % 2 else None,
    }  # fmt: skip


def _response(place, rng):
    status = rng.choice(STATUSES)
    text = rng.choice(TEXTS)
    found = {"status": status, "latency_ms": round(rng.random() * 900, 1) if place % 5 else None}
    if status == "error":
        return {**found, "error": "timed out after 30 s: über"}
    found |= {
        "text": text if place % 4 else None, "answer": rng.choice(["4", "Größe", 5, 5.5, True]),
        "turns": [{"role": "assistant", "content": [{"type": "text", "text": text}, IMAGE]}]
        if place % 4 == 0 else None,
        "confidence": round(rng.random(), 2) if rng.random() < 0.8 else None,
        "confidence_kind": rng.choice(["stated", "logprob", None]),
    }  # fmt: skip
    if place % 3 == 0:
        found |= {"tokens_in": 100 + place, "tokens_out": 5, "tools": list(TOOLS[: place % 4])}
    if place % 6 == 1:
        found |= {"model_usage": list(USAGE)}
    elif place % 6 == 2:
        found |= {"cost_usd": round(rng.random(), 4), "cost_source": "stated"}
    return found


def _verdict(validator, rng):
    found = {
        "validator_id": validator, "validator_version": rng.choice(["1", "2", None]),
        "outcome": rng.choice(OUTCOMES), "reason": rng.choice(TEXTS),
        "tags": ["format_violation", "ü"] if rng.random() < 0.1 else None,
        "score": rng.choice([None, None, 0, 0.25, 0.5, 1]),
        "is_rating": rng.choice([None, None, None, True, False]),
    }  # fmt: skip
    if validator == "tone":
        return {**found, "outcome": "measured", "value": rng.gauss(3, 1), "score": None}
    if validator == "phenomenological":
        scores = {name: rng.choice([0, 0.5, 1]) for name in GRADES if rng.random() < 0.9}
        return {**found, "scores": scores}
    if validator == "judge.gpt-5":
        return {
            **found, "judge": {"model": "gpt-5", "votes": {"right": 2}},
            "validator_digest": "cd" * 32 if rng.random() < 0.5 else None,
        }  # fmt: skip
    if validator.startswith("human:"):
        return {
            **found, "outcome": rng.choice(["right", "wrong", "abstained"]),
            "sampling_probability": rng.choice([0.25, 0.5]),
        }  # fmt: skip
    return found
