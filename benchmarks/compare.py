"""Comparing: two runs of 100,000 cases each, beside polars by hand and a bare scan."""

import argparse
import json
import math
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.harness import EVALSTORE, ROOT, alternated, cached, compare, cost_of

CASE_COUNT = 100_000
ROUNDS = 7
DIFFERENCE_MAX = 1e-9
OURS = "evalstore compare --json"
POLARS = "polars, written by hand"
BARE = "bare scan in DuckDB"
LIMIT = "at most 1 s of wall time"
OWN = (sys.executable, "-m", "benchmarks.compare")
EVENTS = Path(__file__).parent / "compared.sql"


def main() -> None:
    """Measure and print; stops where the sides do not agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=CASE_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--side", choices=SIDES, help=argparse.SUPPRESS)
    parser.add_argument("--facts", help=argparse.SUPPRESS)
    parser.add_argument("--make", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.side:
        print(json.dumps(SIDES[asked.side](asked.facts)))
        return
    if asked.make:
        _make(asked.make, asked.cases)
        return
    # In a process of its own, as its memory would be counted with that of the sides.
    folder = cached(
        f"compare-{asked.cases}",
        lambda path: cost_of([*OWN, "--cases", str(asked.cases), "--make", path]),
    )
    own = (*OWN, "--facts", str(folder / "facts.parquet"))
    commands: dict[str, Sequence[str]] = {
        OURS: (*EVALSTORE, "compare", "left", "right", "--json", "--store", str(folder / "store")),
        POLARS: (*own, "--side", "polars"),
        BARE: (*own, "--side", "bare"),
    }
    _require_agreement(_said(commands[OURS])["rows"][0], _said(commands[POLARS]))
    costs = alternated(
        {name: (lambda words=words: cost_of(words)) for name, words in commands.items()},
        asked.rounds,
    )
    compare(
        f"Comparing two runs of {asked.cases:,} cases, whole processes, median of {asked.rounds}",
        costs, BARE, {OURS: LIMIT},
    )  # fmt: skip


def _make(folder: Path, case_count: int) -> None:
    """Make a store of two runs through its own front door, and its facts as a Parquet file."""
    import duckdb

    folder.mkdir()
    lines = folder / "events.ndjson"
    with duckdb.connect() as connection:
        connection.execute("set variable case_count = $count", {"count": case_count})
        rows = connection.execute(EVENTS.read_text(encoding="utf-8")).fetchall()
    lines.write_text("".join(f"{line}\n" for (line,) in rows), encoding="utf-8")
    store, facts = folder / "store", folder / "facts.parquet"
    cost_of([*EVALSTORE, "init", "--store", store])
    cost_of([*EVALSTORE, "ingest", lines, "--store", store])
    columns = "run_id, system_id, case_id, cluster_id, is_right, score"
    cost_of(
        [*EVALSTORE, "query", f"select {columns} from facts.scored",
         "--format", "parquet", "-o", facts, "--store", store]
    )  # fmt: skip
    lines.unlink()


def _in_polars(facts: str) -> dict:
    """Compute difference, clustered error and the counts, as one would by hand."""
    import polars

    is_right = polars.col("is_right").cast(polars.Float64)
    scored = polars.scan_parquet(facts).select(
        "run_id", "case_id", "cluster_id", polars.coalesce("score", is_right).alias("value")
    )
    sides = [scored.filter(polars.col("run_id") == run_id) for run_id in ("left", "right")]
    pairs = (
        sides[0]
        .join(sides[1], on="case_id", suffix="_right")
        .select("cluster_id", (polars.col("value_right") - polars.col("value")).alias("moved"))
        .drop_nulls("moved")
        .collect()
    )
    mean = pairs["moved"].mean()
    sums = pairs.group_by("cluster_id").agg((polars.col("moved") - mean).sum())["moved"]
    return {
        "difference": mean,
        "standard_error": math.sqrt((sums * sums).sum() * len(sums) / (len(sums) - 1))
        / len(pairs),
        "higher_count": int((pairs["moved"] > 0).sum()),
        "lower_count": int((pairs["moved"] < 0).sum()),
    }


def _bare(facts: str) -> list:
    """Read the same columns and count, without pairing anything."""
    import duckdb

    with duckdb.connect() as connection:
        return connection.execute(
            "select run_id, count(case_id), count(cluster_id), avg(is_right::integer) "
            "from read_parquet($facts) group by run_id",
            {"facts": facts},
        ).fetchall()


SIDES = {"polars": _in_polars, "bare": _bare}


def _said(command: Sequence[str]) -> dict:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def _require_agreement(ours: dict, by_hand: dict) -> None:
    worst = max(abs(ours[name] - value) for name, value in by_hand.items())
    if worst > DIFFERENCE_MAX:
        raise SystemExit(f"ours and polars differ by {worst}")


if __name__ == "__main__":
    main()
