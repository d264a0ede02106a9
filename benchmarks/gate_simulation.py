"""
How often a confident no-regression gate blocks: without a change, and after a true drop.

A pull request is two simulated runs of the same cases. Real is everything from the facts on: the
views, the pairing, the test, the decision, through ``evaluate``. Simulated are the answers, which
are put into ``facts.scored`` without an event or a fold. The drop is the smallest effect
that the gate itself says it would see four times in five, in the median of the pull requests
without a change.
"""

import argparse
import math
import statistics
from dataclasses import dataclass
from pathlib import Path

import duckdb

from benchmarks.harness import table
from benchmarks.unfolded import compute_sums
from evalstore.gates.decide import Decision
from evalstore.gates.evaluate import evaluate
from evalstore.gates.gate import SHOWN, Gate
from evalstore.store.facts import schema
from evalstore.store.layout import Layout
from evalstore.store.query.reader import Reader

PULL_COUNT = 1000
CASE_COUNT = 400
FALSE_BLOCK_MAX = 0.06
TRUE_BLOCK_MIN = 0.80
ANSWERS = Path(__file__).parent / "simulated_answers.sql"
RUNS = """
insert into facts.runs by name
select
    $name || '-' || lpad(number::varchar, 6, '0') as run_id,
    'simulated' as suite,
    'completed' as run_status,
    timestamp '2026-01-01' + to_minutes(number) as started_at
from range($first_run, $last_run) as runs (number)
"""


@dataclass(frozen=True, slots=True)
class World:
    """Cases that form clusters of a size, of which a share is answered by one draw."""

    name: str
    cluster_size: int
    tied_share: float


WORLDS = (
    World("independent", 1, 0.0),
    World("clusters of 5, half of them tied", 5, 0.5),
)


def main() -> None:
    """Simulate, decide and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pulls", type=int, default=PULL_COUNT)
    parser.add_argument("--cases", type=int, default=CASE_COUNT)
    asked = parser.parse_args()
    rows = []
    for world in WORLDS:
        with duckdb.connect() as connection:
            reader = store(connection)
            same = decided(reader, world, "same", asked.pulls, asked.cases)
            drop = smallest_seen(same)
            worse = decided(reader, world, "worse", asked.pulls, asked.cases, drop)
            rows.append(row(world.name, 0.0, same, f"at most {FALSE_BLOCK_MAX:.0%}"))
            rows.append(row(world.name, drop, worse, f"at least {TRUE_BLOCK_MIN:.0%}"))
            if world.cluster_size > 1:
                # What comes of taking tied answers for independent ones.
                loose = again(reader, "same", asked.pulls, "case")
                rows.append(row(f"{world.name}; cluster = case", 0.0, loose, ""))
    table(
        f"{asked.pulls:,} pull requests of {asked.cases} cases: how many the gate blocks",
        ("answers", "true drop", "blocked", "share", "95 % (Wilson)", "to reach"),
        rows,
    )


def store(connection: duckdb.DuckDBPyConnection) -> Reader:
    """Return an empty store in memory."""
    connection.execute("attach ':memory:' as evalstore")
    connection.execute("use evalstore")
    schema.create(connection)
    compute_sums(connection)
    return Reader(connection, Layout(Path()))


def decided(
    reader: Reader, world: World, name: str, pull_count: int, case_count: int, drop: float = 0.0
) -> list[Decision]:
    """Simulate pull requests, the base then the head of each, and decide the gate on each."""
    offset = 0 if drop == 0.0 else 10 * pull_count
    for side, first, fallen in (("base", offset, 0.0), ("head", offset + pull_count, drop)):
        bounds = {
            "name": f"{name}-{side}", "first_run": first, "last_run": first + pull_count,
        }  # fmt: skip
        reader.connection.execute(RUNS, bounds)
        reader.connection.execute(
            ANSWERS.read_text(encoding="utf-8"),
            {**bounds, "case_count": case_count, "cluster_size": world.cluster_size,
             "tied_share": world.tied_share, "drop": fallen},
        )  # fmt: skip
    return again(reader, name, pull_count, "cluster")


def again(reader: Reader, name: str, pull_count: int, cluster: str) -> list[Decision]:
    """Decide the gate on pull requests that are in the store."""
    names = [
        [str(row["run_id"]) for row in reader.rows(
            "select run_id from facts.runs where starts_with(run_id, $name) order by run_id",
            name=f"{name}-{side}-",
        )]
        for side in ("base", "head")
    ]  # fmt: skip
    found = []
    for base, head in zip(*names, strict=True):
        gate = no_regression(base, cluster)
        found += evaluate(reader, [gate], head)
    if len(found) != pull_count:
        raise SystemExit(f"{len(found)} decisions of {pull_count} pull requests")
    return found


def no_regression(base_run_id: str, cluster: str) -> Gate:
    """Return the gate: no shown drop of accuracy from a run."""
    return Gate(
        gate_id="no-regression", metric="accuracy", minimum=None, maximum=None, min_count=1,
        slice_name="all", slice_value="all", system_id=None, validator_id=None, variant=None,
        is_informational=False, max_error_rate=0.02, requirement=SHOWN, max_drop=0.0,
        baseline=f"run:{base_run_id}", cluster=cluster,
    )  # fmt: skip


def smallest_seen(decisions: list[Decision]) -> float:
    """Return the median of the smallest effects that the gates say they would see."""
    pairs = [item.regression.pairs for item in decisions if item.regression is not None]
    seen = [pair.smallest_shown() for pair in pairs if pair is not None]
    return statistics.median(effect for effect in seen if effect is not None)


def blocked_count(decisions: list[Decision]) -> int:
    """Count the pull requests that were blocked."""
    return sum(item.answer == "fail" for item in decisions)


def row(name: str, drop: float, decisions: list[Decision], limit: str) -> tuple[str, ...]:
    """Return a line of the table."""
    blocked, count = blocked_count(decisions), len(decisions)
    low, high = wilson(blocked, count)
    return (
        name, f"{drop:.3f}", str(blocked), f"{blocked / count:.1%}", f"{low:.1%} to {high:.1%}",
        limit,
    )  # fmt: skip


def wilson(hits: int, count: int) -> tuple[float, float]:
    """Return the 95 % score interval of a share (Wilson, 1927)."""
    quantile = 1.959963984540054
    share, square = hits / count, quantile * quantile / count
    middle = (share + square / 2) / (1 + square)
    reach = quantile * math.sqrt(share * (1 - share) / count + square / count / 4) / (1 + square)
    return middle - reach, middle + reach


if __name__ == "__main__":
    main()
