"""Query ``ece`` of all runs, beside the same columns without it and beside polars by hand."""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

import duckdb
import polars

from benchmarks.harness import alternated, compare, cost_of_call
from benchmarks.unfolded import compute_sums
from evalstore.store.facts import schema

ROW_COUNT = 2_500_000
ROUNDS = 7
DIFFERENCE_MAX = 1e-9
OURS = "ece, by run and system"
BARE = "same columns without it"
POLARS = "polars, written by hand"
QUERY = "from metrics.ece where slice_name = 'all'"
SCORED = Path(__file__).parent / "scored.sql"
BY_RUN = Path(__file__).parent / "by_run.sql"


def main() -> None:
    """Measure and print; stops where the sides do not agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=ROW_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--make", type=Path, help="only make the database of facts")
    asked = parser.parse_args()
    if asked.make:
        with duckdb.connect() as connection:
            _make(connection, asked.make, asked.rows)
        return
    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as connection:
        ours, bare, by_hand = _sides(connection, Path(folder), asked.rows)
        _require_agreement(ours(), by_hand())
        costs = alternated(
            {
                OURS: lambda: cost_of_call(ours),
                BARE: lambda: cost_of_call(bare),
                POLARS: lambda: cost_of_call(by_hand),
            },
            asked.rounds,
        )
    limit = f"at most {2.5 * costs[BARE].cpu_s:.3f} CPU s"
    compare(f"Asking {asked.rows:,} scored rows, median of {asked.rounds}", costs, BARE,
            {OURS: limit})  # fmt: skip


def _make(connection: duckdb.DuckDBPyConnection, database: Path, row_count: int) -> None:
    """Make a database of scored rows, and use it."""
    connection.execute(f"attach '{database}' as evalstore (type duckdb)")
    connection.execute("use evalstore")
    schema.create(connection)
    compute_sums(connection)
    connection.execute("set variable row_count = $count", {"count": row_count})
    connection.execute(SCORED.read_text(encoding="utf-8"))
    connection.execute("checkpoint")


def _sides(
    connection: duckdb.DuckDBPyConnection, folder: Path, row_count: int
) -> tuple[Callable[[], dict], Callable[[], object], Callable[[], dict]]:
    """Make a database of scored rows; return ours, the bare aggregation and polars."""
    _make(connection, folder / "evalstore.duckdb", row_count)
    frame = polars.from_arrow(
        connection.sql(
            "select run_id, system_id, outcome, is_right, confidence from facts.scored"
        ).to_arrow_table()
    )

    def ours() -> dict:
        rows = connection.sql(QUERY).fetchall()
        return {row[0]: row[-1] for row in rows}

    def bare() -> object:
        return connection.execute(BY_RUN.read_text(encoding="utf-8")).fetchall()

    def by_hand() -> dict:
        return dict(zip(*_in_polars(frame).select("run_id", "ece"), strict=True))

    return ours, bare, by_hand


def _in_polars(frame):
    """Compute the expected calibration error in ten bins, as one would by hand."""
    correctness = polars.col("is_right").cast(polars.Float64)
    return (
        frame.lazy()
        .filter(
            polars.col("is_right").is_not_null()
            & polars.col("confidence").is_not_null()
            & polars.col("outcome").is_in(["right", "wrong"])
        )
        .group_by(
            "run_id",
            "system_id",
            polars.min_horizontal((polars.col("confidence") * 10).floor(), 9).alias("bin"),
        )
        .agg((polars.col("confidence") - correctness).sum().alias("gap"), polars.len().alias("n"))
        .group_by("run_id", "system_id")
        .agg((polars.col("gap").abs().sum() / polars.col("n").sum()).alias("ece"))
        .collect()
    )


def _require_agreement(ours: dict, by_hand: dict) -> None:
    worst = max(abs(ours[run_id] - by_hand[run_id]) for run_id in by_hand)
    if ours.keys() != by_hand.keys() or worst > DIFFERENCE_MAX:
        raise SystemExit(f"ours and polars differ by {worst}")


if __name__ == "__main__":
    main()
