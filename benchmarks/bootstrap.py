"""Resampling: the interval of ``ece`` over 100,000 rows, beside a plain loop in numpy."""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

import duckdb
import numpy as np

from benchmarks.harness import alternated, compare, cost_of_call
from benchmarks.unfolded import compute_sums
from evalstore.metrics import catalog
from evalstore.statistics.bootstrap import BootstrapPlan, analyse
from evalstore.store.facts import schema
from evalstore.store.layout import Layout
from evalstore.store.query.queries import Filter
from evalstore.store.query.reader import Reader

ROW_COUNT = 100_000
RESAMPLE_COUNT = 1000
ROUNDS = 3
LIMIT = "at most 2 CPU s"
OURS = "evalstore, view to interval"
LOOP = "loop in numpy"
BIN_COUNT = 10
# What two sets of resamples may differ by: each end of an interval is an order statistic.
SPREADS_MAX = 0.5
CLAIMS = Path(__file__).parent / "claims.sql"


def main() -> None:
    """Measure and print; stops where the sides do not agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=ROW_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as connection:
        ours, loop = _sides(connection, Path(folder), asked.rows)
        _require_agreement(ours(), loop())
        costs = alternated(
            {OURS: lambda: cost_of_call(ours), LOOP: lambda: cost_of_call(loop)}, asked.rounds
        )
    compare(
        f"{RESAMPLE_COUNT:,} resamples of {asked.rows:,} rows, median of {asked.rounds}",
        costs, LOOP, {OURS: LIMIT},
    )  # fmt: skip


def _sides(
    connection: duckdb.DuckDBPyConnection, folder: Path, row_count: int
) -> tuple[Callable[[], np.ndarray], Callable[[], np.ndarray]]:
    """Make a database of claims; return ours and the loop, each giving both ends."""
    connection.execute(f"attach '{folder / 'evalstore.duckdb'}' as evalstore (type duckdb)")
    connection.execute("use evalstore")
    schema.create(connection)
    compute_sums(connection)
    connection.execute("set variable row_count = $count", {"count": row_count})
    connection.execute(CLAIMS.read_text(encoding="utf-8"))
    connection.execute("checkpoint")
    found = connection.sql("select confidence, is_right from facts.scored").fetchnumpy()
    gaps = found["confidence"] - found["is_right"]
    bins = np.minimum((found["confidence"] * BIN_COUNT).astype(np.int64), BIN_COUNT - 1)

    def ours() -> np.ndarray:
        reader = Reader(connection, Layout(folder))
        plan = BootstrapPlan(resample_count=RESAMPLE_COUNT)
        [found] = analyse(reader, catalog.find("ece"), "r1", Filter("r1"), plan)
        return np.array([found.results.ci_low, found.results.ci_high])

    def loop() -> np.ndarray:
        dice = np.random.default_rng(0)
        values = np.empty(RESAMPLE_COUNT)
        for number in range(RESAMPLE_COUNT):
            drawn = dice.integers(0, row_count, row_count)
            sums = np.bincount(bins[drawn], weights=gaps[drawn], minlength=BIN_COUNT)
            values[number] = np.abs(sums).sum() / row_count
        value = np.abs(np.bincount(bins, weights=gaps)).sum() / row_count
        return 2 * value - np.quantile(values, [0.975, 0.025])

    return ours, loop


def _require_agreement(ours: np.ndarray, loop: np.ndarray) -> None:
    worst = float(np.abs(ours - loop).max())
    if worst > SPREADS_MAX * float(loop[1] - loop[0]):
        raise SystemExit(f"ours and the loop differ by {worst}")


if __name__ == "__main__":
    main()
