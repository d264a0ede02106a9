"""
How often the intervals of means over cases, domains and attempts hold the truth.

A history is a run whose cases have chances of their own, drawn anew in each; attempts are drawn by
these. Real is everything from the facts on, the views of the metrics; attempts are put into the
facts without an event or a fold. The truth of these cases is the mean of their chances, that of
cases like them the mean of the distribution that the chances are drawn from.
"""

import argparse
import math
from dataclasses import dataclass
from pathlib import Path

import duckdb
import numpy as np
import polars as pl

from benchmarks.harness import table
from benchmarks.unfolded import compute_sums
from evalstore.metrics import selection
from evalstore.metrics.catalog import find
from evalstore.statistics.wilson import wilson
from evalstore.store.facts import schema

HISTORY_COUNT = 1000
BATCH_SIZE = 250
COVERAGE = 0.95
SEED = 51
ATTEMPTS = (Path(__file__).parent / "simulated_attempts.sql").read_text(encoding="utf-8")
FOUND = """
select
    coalesce(ci_low <= truth + 1e-12 and truth <= ci_high + 1e-12, false) as is_held,
    ci_high - ci_low as width
from truths
inner join selected_metrics using (run_id)
where variant = $variant and slice_name = 'all'
"""
# How the chances of cases are spread: the two parameters of a beta distribution.
SPREADS = {"varied": (0.5, 0.3), "easy": (8.0, 1.0), "sure": (0.05, 0.02)}


@dataclass(frozen=True, slots=True)
class World:
    """
    Histories of a kind; ``truth`` is of ``these cases``, ``cases like these`` or ``domains``.

    ``case_counts`` has the cases of each domain, ``attempt_counts`` the fewest and most attempts
    at a case.
    """

    metric: str
    truth: str
    spread: str
    case_counts: tuple[int, ...]
    attempt_counts: tuple[int, int]
    variant: str = ""

    @property
    def name(self) -> str:
        """What it is, in words."""
        cases = "+".join(map(str, self.case_counts))
        attempts = " to ".join(map(str, sorted({*self.attempt_counts})))
        return f"{self.metric} {self.variant} of {self.truth}, {self.spread}, {cases} x {attempts}"


LIKE, THESE, DOMAINS = "cases like these", "these cases", "domains"
WORLDS = (
    *(
        World("accuracy_these_cases", THESE, spread, (case_count,), attempts)
        for spread in SPREADS
        for case_count, attempts in ((10, (2, 2)), (50, (2, 2)), (50, (1, 5)), (198, (5, 5)))
    ),
    World("accuracy_these_cases", LIKE, "varied", (198,), (5, 5)),
    *(World("accuracy", LIKE, spread, (50,), (3, 3)) for spread in SPREADS),
    *(
        World(metric, LIKE, spread, (case_count,), (5, 5), variant)
        for metric, variant in (
            ("pass_at_k", "k=2"), ("pass_hat_k", "k=2"), ("answer_consistency", ""),
        )
        for spread in ("varied", "easy")
        for case_count in (20, 100)
    ),
    *(
        World("accuracy_macro", DOMAINS, spread, case_counts, (1, 1))
        for spread in ("varied", "easy")
        for case_counts in ((20,) * 5, (10,) * 3, (5, 10, 20, 50, 100))
    ),
)  # fmt: skip


def main() -> None:
    """Simulate, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--histories", type=int, default=HISTORY_COUNT)
    asked = parser.parse_args()
    with duckdb.connect() as connection:
        connection.execute("attach ':memory:' as evalstore")
        connection.execute("use evalstore")
        schema.create(connection)
        compute_sums(connection)
        rows = [row(connection, world, asked.histories) for world in WORLDS]
    table(
        f"{asked.histories:,} simulated histories: 95 % intervals that hold the truth",
        ("metric, truth, chances, cases x attempts", "held", "95 % (Wilson)", "width", "remark"),
        rows,
    )


def row(
    connection: duckdb.DuckDBPyConnection, world: World, history_count: int
) -> tuple[str, ...]:
    """Return a row of the table."""
    found = measured(connection, world, history_count)
    held = float(found["is_held"].mean())  # type: ignore[arg-type]
    low, high = wilson(held * history_count, history_count)
    remark = "narrower" if high < COVERAGE else "wider" if low > COVERAGE else ""
    if world.metric == "accuracy_these_cases" and world.truth == LIKE:
        remark = "not what it is for"
    width = float(found["width"].mean())  # type: ignore[arg-type]
    return world.name, f"{held:.3f}", f"{low:.3f} to {high:.3f}", f"{width:.3f}", remark


def measured(
    connection: duckdb.DuckDBPyConnection, world: World, history_count: int
) -> pl.DataFrame:
    """Return a row for each history: whether its interval holds the truth, and its width."""
    random = np.random.default_rng([SEED, *(ord(letter) for letter in world.name)])
    connection.execute(selection.statement([find(world.metric)]))
    batches = []
    for first in range(0, history_count, BATCH_SIZE):
        names = [f"r{one}" for one in range(first, min(first + BATCH_SIZE, history_count))]
        drawn = [simulated(world, name, random) for name in names]
        truths = pl.DataFrame({"run_id": names, "truth": [truth for truth, _ in drawn]})
        rows = pl.concat([one for _, one in drawn])
        connection.execute("delete from facts.scored")
        connection.register("rows", rows)
        connection.register("truths", truths)
        connection.execute(ATTEMPTS)
        found = connection.execute(FOUND, {"variant": world.variant}).fetchall()
        batches.append(pl.DataFrame(found, ("is_held", "width"), orient="row"))
    return pl.concat(batches)


def simulated(world: World, name: str, random: np.random.Generator) -> tuple[float, pl.DataFrame]:
    """Return the truth of a history, and its attempts."""
    domains = np.repeat(np.arange(len(world.case_counts)), world.case_counts)
    chances = random.beta(*SPREADS[world.spread], len(domains))
    low, high = world.attempt_counts
    counts = random.integers(low, high, len(domains), endpoint=True)
    # At least one case has two attempts.
    counts[0] = max(counts[0], min(high, 2))
    cases = np.repeat(np.arange(len(domains)), counts)
    starts = np.repeat(np.cumsum(counts) - counts, counts)
    truth = float(chances.mean()) if world.truth == THESE else expected(world)
    return truth, pl.DataFrame(
        {
            "run_id": [name] * len(cases),
            "case_id": [f"c{number}" for number in cases],
            "domain": [f"d{number}" for number in domains[cases]],
            "attempt": np.arange(len(cases)) - starts + 1,
            "is_right": random.random(len(cases)) < chances[cases],
        }
    )


def expected(world: World) -> float:
    """Return the mean of the metric over cases whose chances are drawn from the beta."""
    right, wrong = SPREADS[world.spread]

    def all_of(side: float, count: int) -> float:
        return math.prod((side + place) / (right + wrong + place) for place in range(count))

    values = {
        "pass_at_k": 1 - all_of(wrong, 2),
        "pass_hat_k": all_of(right, 2),
        "answer_consistency": all_of(right, 2) + all_of(wrong, 2),
    }
    return values.get(world.metric, right / (right + wrong))


if __name__ == "__main__":
    main()
