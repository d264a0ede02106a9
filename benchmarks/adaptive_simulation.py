"""
How often an adaptive gate blocks a system that does not change.

A history is 60 nights of one system whose true accuracy stays the same; from the first night on
that its rule decides, each night is held against up to 20 before it by the function that decides
in `gate`, ``bounded``. Simulated are the numbers of right answers alone.
"""

import argparse
from dataclasses import dataclass

import numpy as np

from benchmarks.harness import table
from evalstore.gates.adaptive import bounded
from evalstore.gates.gate import Adaptive, Gate

SEED = 51
HISTORY_COUNT = 2000
NIGHT_COUNT = 60
ACCURACY = 0.85
GATE = Gate(gate_id="adaptive", metric="accuracy")
RULES = {
    "3 sigmas": Adaptive(),
    "alarm 0.01": Adaptive(alarm=0.01),
    "alarm 0.001": Adaptive(alarm=0.001),
}


@dataclass(frozen=True, slots=True)
class World:
    """Runs of ``low`` to ``high`` cases each, drawn evenly."""

    name: str
    low: int
    high: int


WORLDS = (World("100 cases", 100, 100), World("40 to 200 cases", 40, 200))


def main() -> None:
    """Simulate, decide and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--histories", type=int, default=HISTORY_COUNT)
    asked = parser.parse_args()
    rows = []
    for world in WORLDS:
        values, counts = histories(world, asked.histories)
        for name, rule in RULES.items():
            is_blocked, night_count = blocked(rule, values, counts)
            rows.append(row(world, name, is_blocked, night_count))
    table(
        f"{asked.histories:,} histories of {NIGHT_COUNT} nights without a change, "
        f"true accuracy {ACCURACY}",
        ("runs of", "rule", "blocked nights", "blocks in 60 nights", "histories with a block"),
        rows,
    )


def histories(world: World, history_count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the accuracies and the case counts, one row for each history."""
    rng = np.random.default_rng(SEED)
    counts = rng.integers(world.low, world.high, (history_count, NIGHT_COUNT), endpoint=True)
    return rng.binomial(counts, ACCURACY) / counts, counts


def blocked(rule: Adaptive, values: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, int]:
    """Return which nights of which histories are blocked, and how many nights are decided."""
    is_blocked = np.zeros(values.shape, dtype=bool)
    decided_count = 0
    for history in range(len(values)):
        for night in range(NIGHT_COUNT):
            first = max(0, night - rule.run_count)
            gate = bounded(
                GATE, rule, values[history, first:night].tolist(),
                counts[history, first:night].tolist(), int(counts[history, night]),
            )  # fmt: skip
            if isinstance(gate, Gate) and gate.minimum is not None:
                decided_count += 1
                is_blocked[history, night] = values[history, night] < gate.minimum
    return is_blocked, decided_count


def row(world: World, name: str, is_blocked: np.ndarray, night_count: int) -> tuple[str, ...]:
    """Return a line of the table."""
    share = is_blocked.sum() / night_count
    return (
        world.name, name, f"{share:.2%}", f"{60 * share:.2f}",
        f"{is_blocked.any(axis=1).mean():.1%}",
    )  # fmt: skip


if __name__ == "__main__":
    main()
