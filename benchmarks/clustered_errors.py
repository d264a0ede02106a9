"""
How often ``compare`` finds a difference that is not there, with few clusters.

Both sides answer the same cases, right or wrong, and each cluster is as hard on one side as chance
has it: nothing differs but by clusters. The statistic of all draws is computed by numpy. Some of
the draws also go the whole way, as events into a store and through ``compare``'s own query, and it
stops where the two differ.
"""

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import evalstore
from benchmarks.harness import table
from evalstore.statistics import student
from evalstore.statistics.paired import Side, paired
from evalstore.statistics.wilson import QUANTILE
from evalstore.store.query.queries import Slice
from evalstore.store.query.reader import reading

DRAW_COUNT = 100_000
STORED_COUNT = 10
CLUSTER_COUNTS = (5, 8, 10, 20, 40)
LEVEL = 0.05
FALSE_MAX = 0.06
DIFFERENCE_MAX = 1e-9
SEED = 13


@dataclass(frozen=True, slots=True)
class World:
    """How many cases a cluster has, and the limit that false findings are to keep, if any."""

    name: str
    size_min: int
    size_max: int
    limit: float | None


WORLDS = (
    World("10 cases in each cluster", 10, 10, FALSE_MAX),
    World("8 to 12 cases", 8, 12, FALSE_MAX),
    World("1 to 19 cases", 1, 19, None),
)


@dataclass(frozen=True, slots=True)
class Draws:
    """Right answers by draw and cluster, on both sides, of so many cases."""

    sizes: np.ndarray
    left: np.ndarray
    right: np.ndarray


@dataclass(frozen=True, slots=True)
class Found:
    """By draw: the difference and its error, without and with the factor for few clusters."""

    difference: np.ndarray
    plain_error: np.ndarray
    error: np.ndarray


def main() -> None:
    """Simulate, compare with the real path, print; stops where the two differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=DRAW_COUNT)
    parser.add_argument("--stored", type=int, default=STORED_COUNT)
    parser.add_argument("--rounds", type=int, default=1, help="not used: nothing is timed")
    asked = parser.parse_args()
    rng = np.random.default_rng(SEED)
    rows, worst = [], 0.0
    for world in WORLDS:
        for cluster_count in CLUSTER_COUNTS:
            draws = drawn(rng, world, asked.draws, cluster_count)
            found = estimated(draws)
            worst = max(worst, distance_of_stored(draws, found, asked.stored))
            rows.append(row(world, cluster_count, found))
    if worst > DIFFERENCE_MAX:
        raise SystemExit(f"numpy and the store differ by {worst}")
    reach = QUANTILE * (LEVEL * (1 - LEVEL) / asked.draws) ** 0.5
    table(
        f"False findings at {LEVEL:.0%}, {asked.draws:,} draws, each share +- {reach:.2%}; "
        f"{asked.stored} of each through the store, largest difference {worst:.1e}",
        ("clusters", "count", "normal, no factor", "interval", "p-value", "to reach"),
        rows,
    )


def drawn(rng: np.random.Generator, world: World, draw_count: int, cluster_count: int) -> Draws:
    """Draw how hard each cluster is on each side, then how many of its answers are right."""
    shape = (draw_count, cluster_count)
    sizes = rng.integers(world.size_min, world.size_max, shape, endpoint=True)
    return Draws(sizes, *(rng.binomial(sizes, rng.beta(2, 1, shape)) for _ in "lr"))


def estimated(draws: Draws) -> Found:
    """Return what each draw's difference is, and how sure, by hand."""
    cluster_count = draws.sizes.shape[1]
    case_counts = draws.sizes.sum(1)
    sums = draws.right - draws.left
    difference = sums.sum(1) / case_counts
    residuals = sums - draws.sizes * difference[:, None]
    plain = np.sqrt((residuals**2).sum(1)) / case_counts
    return Found(difference, plain, plain * np.sqrt(cluster_count / (cluster_count - 1)))


def row(world: World, cluster_count: int, found: Found) -> tuple[str, ...]:
    """Return a line of the table."""
    quantile = student.quantile(1 - LEVEL / 2, cluster_count - 1)
    distance = np.abs(found.difference)
    normal = distance > QUANTILE * found.plain_error
    interval = distance > quantile * found.error
    # What ``compare`` adds: signs that all fall one way are no rarer than this.
    shown = interval & (2.0 ** (1 - cluster_count) <= LEVEL)
    limit = "" if world.limit is None else f"at most {world.limit:.0%}"
    shares = [f"{each.mean():.2%}" for each in (normal, interval, shown)]
    return world.name, str(cluster_count), *shares, limit


def distance_of_stored(draws: Draws, found: Found, count: int) -> float:
    """Return how far the store's errors and p-values are from those of numpy, in some draws."""
    cluster_count = draws.sizes.shape[1]
    with tempfile.TemporaryDirectory() as folder:
        store = evalstore.open(Path(folder) / "warehouse", create=True)
        store.append(
            [*events_of("left", draws.left, draws.sizes, count),
             *events_of("right", draws.right, draws.sizes, count)]
        )  # fmt: skip
        with reading(store.layout) as reader:
            rows = paired(
                reader, "accuracy", Side("left", "maia"), Side("right", "maia"),
                part=Slice("domain"),
            )  # fmt: skip
    if len(rows) != count:
        raise SystemExit(f"{len(rows)} rows of {count} draws")
    worst = 0.0
    for pairs in rows:
        place = int(pairs.slice_value)
        error, difference = float(found.error[place]), float(found.difference[place])
        if pairs.error is None or error == 0.0:
            raise SystemExit(f"draw {place} has no error; take another seed")
        by_hand = student.two_sided(difference / error, cluster_count - 1)
        by_hand = max(2.0 ** (1 - cluster_count), by_hand)
        worst = max(worst, abs(pairs.error - error), abs((pairs.p_value() or 0.0) - by_hand))
    return worst


def events_of(
    run_id: str, right: np.ndarray, sizes: np.ndarray, count: int
) -> Iterator[dict[str, object]]:
    """Word the first draws as one run: each draw a domain, of right answers first."""
    yield event(run_id, "run_started", suite="simulated", systems=["maia"])
    for draw, (right_counts, size_row) in enumerate(
        zip(right[:count], sizes[:count], strict=True)
    ):
        for cluster, (right_count, size) in enumerate(zip(right_counts, size_row, strict=True)):
            for number in range(size):
                about = {"case_id": f"{draw}-{cluster}-{number}", "system_id": "maia"}
                outcome = "right" if number < right_count else "wrong"
                yield event(
                    run_id, "case_generated", case_id=about["case_id"], domain=str(draw),
                    cluster_id=f"{draw}-{cluster}", validators=["factual"],
                )  # fmt: skip
                yield event(run_id, "response_recorded", **about, status="ok")
                yield event(
                    run_id, "verdict_recorded", **about, validator_id="factual", outcome=outcome,
                    reason="drawn",
                )  # fmt: skip
    yield event(run_id, "run_finished", status="completed")


def event(run_id: str, kind: str, **payload: object) -> dict[str, object]:
    """Return one event."""
    return {"kind": kind, "run_id": run_id, "payload": payload}


if __name__ == "__main__":
    main()
