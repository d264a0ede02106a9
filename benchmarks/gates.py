"""Gates beside a long history: ``evalstore gate`` on the newest of few runs and of many."""

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.harness import Cost, alternated, cost_of, table

RUN_COUNT = 2000
FEW_COUNT = 200
EVENT_COUNT = 5000
ROUNDS = 5
WALL_S_MAX = 1.5
GROWTH_MAX = 1.3
# Runs that are folded at once: a fold of each would take longer than all the rest.
CHUNK_COUNT = 100
EVENTS_PER_CASE = 3
# Beside its cases, a run has a start, an end and the decision of a gate.
OTHER_EVENTS = 3
CANARY_EVERY = 20
DOMAINS = ("history", "math", "science")
VALIDATORS = {"factual": "1"}
CONFIGURATION = """
[[gate]]
metric = "accuracy"
min = 0.5

[[gate]]
id = "every-domain"
metric = "accuracy"
min = 0.5
where = { domain = "*" }

[[gate]]
metric = "ece"
max = 0.9

[[gate]]
canaries = true

[[gate]]
id = "no-regression"
metric = "accuracy"
max_drop = 0.0
baseline = "branch:main"
require = "shown"

[[gate]]
id = "as-before"
metric = "accuracy"
adaptive = { runs = 20, sigmas = 6 }
"""


def main() -> None:
    """Build both histories where they are not there yet, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=RUN_COUNT)
    parser.add_argument("--few", type=int, default=FEW_COUNT)
    parser.add_argument("--events", type=int, default=EVENT_COUNT, help="events of each run")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--random-ids", action="store_true", help="ids that do not grow with time")
    parser.add_argument("--folder", type=Path, help="keep the stores here; else they are removed")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = asked.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        stores = {}
        for count in (asked.few, asked.runs):
            kind = "random" if asked.random_ids else "dated"
            stores[f"{count} runs"] = folder / f"{kind}-{count}-{asked.events}"
            if not stores[f"{count} runs"].exists():
                store = stores[f"{count} runs"]
                build(store, count, asked.events, is_random=asked.random_ids)
        configuration = folder / "gates.toml"
        configuration.write_text(CONFIGURATION, encoding="utf-8")
        costs = alternated(
            {
                name: lambda store=store: _gate(store, configuration)
                for name, store in stores.items()
            },
            asked.rounds,
        )
    few = next(iter(costs.values()))
    limits = ("", f"{WALL_S_MAX} s wall, {GROWTH_MAX} times")
    rows = [
        (name, f"{cost.cpu_s:.3f}", f"{cost.rss_mb:.0f}", f"{cost.wall_s:.3f}",
         f"{cost.wall_s / few.wall_s:.2f}", f"{cost.cpu_s / few.cpu_s:.2f}", limit)
        for (name, cost), limit in zip(costs.items(), limits, strict=True)
    ]  # fmt: skip
    table(
        f"Gates on the newest run, {asked.events:,} events each, median of {asked.rounds}",
        ("history", "CPU s", "peak MB", "wall s", "wall ratio", "CPU ratio", "at most"),
        rows,
    )


def build(store: Path, run_count: int, event_count: int, *, is_random: bool = False) -> None:
    """Make a store of so many runs, each with so many events and a gate's decision."""
    shutil.rmtree(store, ignore_errors=True)
    cost_of([sys.executable, "-m", "evalstore", "init", "--store", store])
    for first in range(0, run_count, CHUNK_COUNT):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "events.ndjson"
            with path.open("w", encoding="utf-8") as file:
                for number in range(first, min(first + CHUNK_COUNT, run_count)):
                    file.writelines(lines(number, event_count, is_random=is_random))
            cost_of([sys.executable, "-m", "evalstore", "ingest", path, "--store", store])


def lines(number: int, event_count: int, *, is_random: bool = False) -> Iterator[str]:
    """Yield the event lines of one run."""
    rng = random.Random(number)
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=number)
    run_id = f"{rng.getrandbits(64):016x}" if is_random else f"{at:%Y%m%dT%H%M%S}-main"
    envelope = {"run_id": run_id, "occurred_at": at.isoformat()}
    for kind, payload in _payloads(rng, (event_count - OTHER_EVENTS) // EVENTS_PER_CASE):
        yield json.dumps({"kind": kind, **envelope, "payload": payload}) + "\n"


def _payloads(rng: random.Random, case_count: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield kind and payload of each event of a run of one system."""
    yield "run_started", {
        "suite": "nightly", "suite_version": "1", "systems": ["maia"], "git_branch": "main",
        "git_sha": f"{rng.getrandbits(160):040x}", "config": {"validators": VALIDATORS},
    }  # fmt: skip
    for number in range(case_count):
        is_canary = number % CANARY_EVERY == 0
        about = {"case_id": f"c{number:05d}", "system_id": "maia"}
        yield "case_generated", {
            "case_id": about["case_id"], "domain": DOMAINS[number % len(DOMAINS)],
            "prompt": f"In which year was treaty {number} signed?", "expected": str(number),
            "validators": list(VALIDATORS), "is_canary": is_canary,
        }  # fmt: skip
        confidence = round(rng.random(), 2)
        yield "response_recorded", {
            **about, "status": "ok", "answer": str(number), "confidence": confidence,
        }  # fmt: skip
        is_right = is_canary or rng.random() < 0.5 + confidence / 2
        yield "verdict_recorded", {
            **about, "validator_id": "factual", "validator_version": VALIDATORS["factual"],
            "outcome": "right" if is_right else "wrong", "reason": "the years are compared",
        }  # fmt: skip
    yield "run_finished", {"status": "completed"}
    yield "gate_evaluated", {
        "gate_id": "accuracy", "metric": "accuracy", "slice": "all=all", "decision": "pass",
        "reason": "accuracy is high enough", "threshold": "at least 0.5",
        "config_sha256": "0" * 64, "system_id": "maia", "validator_id": "factual", "variant": "",
    }  # fmt: skip


def _gate(store: Path, configuration: Path) -> Cost:
    return cost_of(
        [sys.executable, "-m", "evalstore", "gate", "--store", store, "--config", configuration]
    )


if __name__ == "__main__":
    main()
