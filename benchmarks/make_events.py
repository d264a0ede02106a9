"""Writes mixed event lines, always the same: ``python -m benchmarks.make_events N FILE``."""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

RUN_COUNT = 20
EVENTS_PER_CASE = 4
VOCABULARY = (
    "the quick brown fox jumps over a lazy dog while seventeen scholars debate humility and "
    "calibrated confidence in museum archives of history"
).split()


def main() -> None:
    """Write the file."""
    event_count, path = int(sys.argv[1]), Path(sys.argv[2])
    with path.open("w", encoding="utf-8") as file:
        for line in lines(event_count):
            file.write(line)


def lines(event_count: int) -> Iterator[str]:
    """Yield lines of about 500 bytes, of four kinds in equal parts."""
    rng = random.Random(20)
    case_count = event_count // EVENTS_PER_CASE
    for number in range(case_count):
        run_number, case_number = divmod(number, -(-case_count // RUN_COUNT))
        minute, second = divmod(case_number, 60)
        envelope = {
            "run_id": f"run-{run_number:03d}",
            "occurred_at": f"2026-11-{run_number + 1:02d}T20:{minute % 60:02d}:{second:02d}Z",
        }
        for kind, payload in _payloads(rng, f"history-{case_number:06d}"):
            yield json.dumps({"kind": kind, **envelope, "payload": payload}) + "\n"


def _payloads(rng: random.Random, case_id: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a case, an answer to it, a verdict and a detection."""

    def text(word_count: int) -> str:
        return " ".join(rng.choices(VOCABULARY, k=word_count))

    year, answer = str(rng.randint(1, 2000)), str(rng.randint(1, 2000))
    about = {"case_id": case_id, "system_id": "maia"}
    yield "case_generated", {
        "case_id": case_id, "domain": rng.choice(["history", "math", "science"]),
        "generator": "history", "prompt": text(35), "expected": year, "label": rng.choice("ECU"),
        "validators": ["factual"], "is_canary": False, "severity": "low",
        "attributes": {"difficulty": rng.randint(1, 5), "language": "en"},
    }  # fmt: skip
    yield "response_recorded", {
        **about, "attempt": 1, "status": "ok", "text": text(40), "answer": answer,
        "confidence": round(rng.random(), 3), "confidence_kind": "stated",
        "latency_ms": rng.randint(50, 900), "tokens_in": 120, "tokens_out": 44,
    }  # fmt: skip
    yield "verdict_recorded", {
        **about, "attempt": 1, "validator_id": "factual", "validator_version": "1",
        "outcome": "right" if answer == year else "wrong", "reason": text(40), "tags": ["year"],
    }  # fmt: skip
    yield "drift_detected", {
        **about, "value_dim": "security", "trigger": "crash", "drop": 0.5, "level": rng.random(),
        "weeks": 2, "uncertainty": 0.1, "is_suppressed": False, "note": text(38),
    }  # fmt: skip


if __name__ == "__main__":
    main()
