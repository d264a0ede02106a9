"""
Write the event lines of the demo: a capitals quiz in two nightly runs, by simulated systems.

    python -m tools.demo.make_events > evalstore/running/demo/events/capitals.ndjson

The output is deterministic.
"""

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

CAPITALS = {
    "africa": {
        "Botswana": "Gaborone", "Ghana": "Accra", "Kenya": "Nairobi", "Malawi": "Lilongwe",
        "Mali": "Bamako", "Morocco": "Rabat", "Namibia": "Windhoek", "Senegal": "Dakar",
        "Tunisia": "Tunis", "Zambia": "Lusaka",
    },
    "asia": {
        "Bhutan": "Thimphu", "Japan": "Tokyo", "Jordan": "Amman", "Laos": "Vientiane",
        "Mongolia": "Ulaanbaatar", "Nepal": "Kathmandu", "Oman": "Muscat", "Qatar": "Doha",
        "Thailand": "Bangkok", "Vietnam": "Hanoi",
    },
    "europe": {
        "Albania": "Tirana", "Austria": "Vienna", "Bulgaria": "Sofia", "Estonia": "Tallinn",
        "Finland": "Helsinki", "Iceland": "Reykjavik", "Latvia": "Riga", "Malta": "Valletta",
        "Norway": "Oslo", "Portugal": "Lisbon",
    },
}  # fmt: skip
# How often each is right, and what it claims when right and when wrong.
SYSTEMS = {"simulated/measured": (0.8, 0.84, 0.72), "simulated/brash": (0.55, 0.97, 0.93)}
RUNS = {
    "capitals-nightly-1": ("2026-11-19", "9f2c1d7a4b6e8035c1f0a2d3e4b5c6d7e8f90a1b"),
    "capitals-nightly-2": ("2026-11-20", "3b8e5f60d1c2a7948e6f5d4c3b2a190817263544"),
}
SILENT = ("Malawi", "Bhutan")


def lines() -> Iterator[dict[str, Any]]:
    """Yield every event of both runs."""
    rng = random.Random(20261120)  # noqa: S311 - a simulation, no secret
    for run_id, (day, commit) in RUNS.items():
        yield from _run(run_id, day, commit, rng)


def _run(run_id: str, day: str, commit: str, rng: random.Random) -> Iterator[dict[str, Any]]:
    def event(kind: str, minute: int, payload: dict[str, Any]) -> dict[str, Any]:
        return {
            "kind": kind,
            "run_id": run_id,
            "occurred_at": f"{day}T02:{minute:02d}:00Z",
            "payload": payload,
        }

    yield event(
        "run_started",
        0,
        {
            "suite": "capitals",
            "suite_version": "1.0",
            "git_sha": commit,
            "git_branch": "main",
            "committed_at": f"{day}T01:30:00Z",
            "systems": list(SYSTEMS),
            "config": {"is_simulated": True},
            "tags": ["nightly"],
        },
    )
    for domain, capitals in CAPITALS.items():
        for country, capital in capitals.items():
            case_id = f"capital-of-{country.lower()}"
            yield event(
                "case_generated",
                1,
                {
                    "case_id": case_id,
                    "domain": domain,
                    "prompt": f"What is the capital of {country}?",
                    "expected": capital,
                    "validators": ["factual"],
                    "is_canary": country in ("Japan", "Kenya", "Norway"),
                    "attributes": {"continent": domain},
                },
            )
            for system_id in SYSTEMS:
                for kind, payload in _answer(system_id, case_id, country, capital, domain, rng):
                    yield event(kind, 2 if kind == "response_recorded" else 3, payload)
    yield event("run_finished", 4, {"status": "completed"})


def _answer(
    system_id: str, case_id: str, country: str, capital: str, domain: str, rng: random.Random
) -> Iterator[tuple[str, dict[str, Any]]]:
    share_right, sure_right, sure_wrong = SYSTEMS[system_id]
    about = {"case_id": case_id, "system_id": system_id}
    if system_id == "simulated/brash" and country == "Qatar":
        # No response at all: it counts as missing.
        return
    if country in SILENT and system_id == "simulated/measured":
        text, answer, outcome, reason = "I do not know.", None, "abstained", "said it did not know"
        confidence = None
    elif rng.random() < share_right:
        text, answer, outcome = f"It is {capital}.", capital, "right"
        reason = f"said {capital}, as expected"
        confidence = round(min(0.99, max(0.05, rng.gauss(sure_right, 0.05))), 2)
    else:
        answer = rng.choice([name for name in CAPITALS[domain].values() if name != capital])
        text, outcome = f"It is {answer}.", "wrong"
        reason = f"said {answer}, expected {capital}"
        confidence = round(min(0.99, max(0.05, rng.gauss(sure_wrong, 0.05))), 2)
    yield (
        "response_recorded",
        {
            **about,
            "status": "ok",
            "text": text,
            "answer": answer,
            "confidence": confidence,
            "confidence_kind": "stated",
            "latency_ms": rng.randint(80, 900),
            "tokens_in": 14,
            "tokens_out": 6,
        },
    )
    tags = ["wrong-place"] if outcome == "wrong" else []
    yield (
        "verdict_recorded",
        {**about, "validator_id": "factual", "outcome": outcome, "reason": reason, "tags": tags},
    )


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
