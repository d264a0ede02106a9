"""
How often evidence that is looked at after every pair raises a false alarm, and finds a drop.

Histories of pairs that differ are drawn one pair at a time; after each, the macros of the store
weigh the losses and wins so far. The alarm is at 1 / alpha. Beside it stands the exact test, which
holds its level at a single look only.
"""

import argparse
from pathlib import Path

import duckdb
import numpy as np

from benchmarks.harness import table
from evalstore.statistics.paired import mcnemar
from evalstore.store.facts import schema

HISTORY_COUNT, LOOK_COUNT = 10_000, 300
ALPHA, SEED = 0.05, 20_261_129
# Chances that a pair that differs is lost: by chance, and after drops.
LOST_SHARES = (0.5, 0.6, 0.7)


def main() -> None:
    """Simulate and print; exits 1 if false alarms exceed the level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--histories", type=int, default=HISTORY_COUNT)
    asked = parser.parse_args()
    looks = np.arange(1, LOOK_COUNT + 1)
    shown = alarms()
    rows = []
    worst = 0.0
    for lost_share in LOST_SHARES:
        rng = np.random.default_rng(SEED)
        losses = (rng.random((asked.histories, LOOK_COUNT)) < lost_share).cumsum(axis=1)
        for name, is_alarm in shown.items():
            raised = is_alarm[losses, looks - losses]
            share = float(raised.any(axis=1).mean())
            if lost_share == LOST_SHARES[0] and name != "exact test":
                worst = max(worst, share)
            first = raised.argmax(axis=1)[raised.any(axis=1)] + 1
            rows.append(
                (f"{lost_share:.0%} of the pairs lost", name, f"{share:.2%}",
                 f"{np.median(first):.0f}" if first.size else "", f"{raised[:, -1].mean():.2%}")
            )  # fmt: skip
    table(
        f"{asked.histories:,} histories, a look after each of {LOOK_COUNT} pairs that differ",
        ("truth", "by", "some alarm", "median pair", "alarm at the last look"),
        rows,
    )
    if worst > ALPHA:
        raise SystemExit(f"{worst:.2%} false alarms, at most {ALPHA:.0%} are allowed")


def alarms() -> dict[str, np.ndarray]:
    """Return, by name and by losses and wins, whether there is an alarm."""
    root = Path(__file__).parents[1]
    with duckdb.connect() as connection:
        connection.execute("attach ':memory:' as evalstore")
        connection.execute("use evalstore")
        schema.create(connection)
        found = connection.execute(
            (root / "benchmarks/looks.sql").read_text(encoding="utf-8"), {"most": LOOK_COUNT}
        ).fetchall()
    shape = (LOOK_COUNT + 1, LOOK_COUNT + 1)
    by_name = {
        name: np.zeros(shape, dtype=bool)
        for name in ("evidence of a difference", "evidence of a drop", "exact test")
    }
    limit = -np.log(ALPHA)
    for losses, wins, difference, drop in found:
        by_name["evidence of a difference"][losses, wins] = difference >= limit
        by_name["evidence of a drop"][losses, wins] = drop >= limit
        by_name["exact test"][losses, wins] = mcnemar(losses, wins) <= ALPHA
    return by_name


if __name__ == "__main__":
    main()
