"""
One store that grows to tens of millions of events: what adding to it and asking it takes.

    python -m benchmarks.scale --folder FOLDER [--millions 1 10 30]

Runs are added by the million events until each size is reached, and there every command is timed
as a fresh process. The store stays in the folder, and a later call goes on where the last ended.
"""

import argparse
import json
import shutil
import statistics
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.gates import CONFIGURATION, lines
from benchmarks.harness import Cost, alternated, cost_of, table

SIZES = (1, 10, 30)
EVENT_COUNT = 5000
RUNS_PER_MILLION = 200
# Runs of one simulated system that are made anew; the others repeat them under names of their own.
TEMPLATE_COUNT = 20
ROUNDS = 3
HISTORY = {
    "accuracy of every run": "select run_id, accuracy from metrics.accuracy "
    "where slice_name = 'all' and is_primary_validator",
    "accuracy of every slice": "select slice_name, slice_value, avg(accuracy) from "
    "metrics.accuracy where is_primary_validator group by all",
    "ece of every run": "select run_id, ece from metrics.ece "
    "where slice_name = 'all' and is_primary_validator",
    "brier of every run": "select run_id, brier from metrics.brier "
    "where slice_name = 'all' and is_primary_validator",
    "aurc of every run": "select run_id, aurc from metrics.aurc "
    "where slice_name = 'all' and is_primary_validator",
}


def main() -> None:
    """Let the store grow, and measure at each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="where the store stays")
    parser.add_argument("--millions", type=int, nargs="+", default=SIZES, metavar="N")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument(
        "--care", action="store_true", help="at the last size, the store's care too"
    )
    asked = parser.parse_args()
    growth = Growth(asked.folder)
    found: dict[int, dict[str, Cost]] = {}
    for million in asked.millions:
        growth.reach(million)
        found[million] = growth.asked(asked.rounds)
        growth.print_growth()
        print_asked(found)
    if asked.care:
        print_asked({asked.millions[-1]: growth.cared_for()})


class Growth:
    """A store, with what each million events took, in a folder beside it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._store = folder / "store"
        self._gates = folder / "gates.toml"
        self._gates.write_text(CONFIGURATION, encoding="utf-8")
        self._journal = folder / "growth.json"
        self.steps: list[dict[str, float]] = (
            json.loads(self._journal.read_text("utf-8")) if self._journal.exists() else []
        )
        if not self.steps:
            shutil.rmtree(self._store, ignore_errors=True)
            self._run("init")

    def _run(self, command: str, *arguments: str | Path) -> Cost:
        return cost_of(
            [sys.executable, "-m", "evalstore", command, *arguments, "--store", self._store]
        )

    def reach(self, millions: int) -> None:
        """Add runs until the store holds so many million events."""
        while len(self.steps) < millions:
            first = len(self.steps) * RUNS_PER_MILLION
            path = self._folder / "events.ndjson"
            with path.open("w", encoding="utf-8") as file:
                file.writelines(runs(first, RUNS_PER_MILLION))
            raw_bytes = path.stat().st_size
            cost = self._run("ingest", path)
            path.unlink()
            self.steps.append({
                "cpu_s": cost.cpu_s, "wall_s": cost.wall_s, "rss_mb": cost.rss_mb,
                "raw_bytes": raw_bytes, "segment_bytes": size_of(self._store / "segments"),
                "database_bytes": (self._store / "evalstore.duckdb").stat().st_size,
            })  # fmt: skip
            self._journal.write_text(json.dumps(self.steps), encoding="utf-8")
            print(f"{len(self.steps)} million: {cost}", file=sys.stderr, flush=True)

    def asked(self, rounds: int) -> dict[str, Cost]:
        """Return what commands about the newest run take, and questions about all runs."""
        newest, before = (run_id_of(len(self.steps) * RUNS_PER_MILLION - back) for back in (1, 2))
        page = self._folder / "report.html"
        sides: dict[str, Callable[[], Cost]] = {
            "gate": lambda: self._run("gate", "--config", self._gates),
            "show accuracy": lambda: self._run("show", "accuracy", "--run", newest),
            "compare": lambda: self._run("compare", before, newest),
            "explain": lambda: self._run("explain", "accuracy", "--run", newest),
            "report": lambda: self._run("report", "--run", newest, "-o", page),
            "runs": lambda: self._run("runs", "--json"),
        }
        for name, sql in HISTORY.items():
            sides[name] = lambda sql=sql: self._run("query", sql, "--format", "json")
        return alternated(sides, rounds)

    def cared_for(self) -> dict[str, Cost]:
        """Return what verifying, sending and rebuilding the whole store take."""
        lake, remote = self._folder / "lake", self._folder / "remote"
        for place in (lake, remote, self._store / "remote"):
            shutil.rmtree(place, ignore_errors=True)
        newest = max((self._store / "checkpoints").glob("*.json"), key=lambda path: int(path.stem))
        return {
            "verify --since the newest checkpoint": self._run("verify", "--since", newest),
            "verify": self._run("verify"),
            "rebuild": self._run("rebuild"),
            "publish, the log alone": self._run("publish", lake, "--log-only"),
            "publish, the facts behind it": self._run("publish", lake),
            "push": self._run("push", remote, "--create"),
            "snapshot": self._run("snapshot", self._folder / "snapshot.duckdb"),
        }

    def print_growth(self) -> None:
        """Print what adding took, by tens of millions, and what the store takes on the disk."""
        rows = []
        for last in sorted({1, *range(10, len(self.steps) + 1, 10), len(self.steps)}):
            part = self.steps[max(0, last - 10) : last]
            end = part[-1]
            raw_mb = sum(step["raw_bytes"] for step in self.steps[:last]) / 1e6
            rows.append((
                f"to {last} million", f"{statistics.median(step['cpu_s'] for step in part):.1f}",
                f"{statistics.median(step['wall_s'] for step in part):.1f}",
                f"{max(step['rss_mb'] for step in part):.0f}", f"{raw_mb:.0f}",
                f"{end['segment_bytes'] / 1e6:.0f}", f"{end['database_bytes'] / 1e6:.0f}", "",
            ))  # fmt: skip
        table(
            "Adding a million events, median of the last ten",
            ("size", "CPU s", "wall s", "peak MB", "raw MB", "segments MB", "database MB", ""),
            rows,
        )


def runs(first: int, count: int) -> Iterator[str]:
    """Yield the event lines of runs as texts, a run each."""
    templates = ["".join(lines(number, EVENT_COUNT)) for number in range(TEMPLATE_COUNT)]
    for number in range(first, first + count):
        template = number % TEMPLATE_COUNT
        at, own = (
            datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=n) for n in (number, template)
        )
        text = templates[template].replace(run_id_of(template), run_id_of(number))
        yield text.replace(own.isoformat(), at.isoformat())


def run_id_of(number: int) -> str:
    """Return the id of a run, as ``gates`` names it."""
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=number)
    return f"{at:%Y%m%dT%H%M%S}-main"


def size_of(folder: Path) -> int:
    """Return the bytes of the files of a folder."""
    return sum(path.stat().st_size for path in folder.iterdir())


def print_asked(found: dict[int, dict[str, Cost]]) -> None:
    """Print the costs at each size, and how often the first the last is."""
    first, last = next(iter(found.values())), list(found.values())[-1]
    rows = [
        (
            name,
            *(f"{costs[name].cpu_s:.2f}" for costs in found.values()),
            *(f"{costs[name].wall_s:.2f}" for costs in found.values()),
            f"{last[name].rss_mb:.0f}",
            f"{last[name].cpu_s / first[name].cpu_s:.2f}",
            "1.3 times" if name == "gate" else "",
        )
        for name in last
    ]
    heads = [f"{head} at {million} M" for head in ("CPU s", "wall s") for million in found]
    table("Asking", ("command", *heads, "peak MB", "ratio", "at most"), rows)


if __name__ == "__main__":
    main()
