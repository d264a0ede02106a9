"""Tuning: 12,096 settings of thresholds over 1,000 personas, beside one setting after another."""

import argparse
import random
from collections.abc import Callable

import numpy as np
import polars as pl

from benchmarks.harness import Cost, alternated, compare, cost_of_call
from evalstore.suites.drift.engine import triggers, tuning
from evalstore.suites.drift.engine.arrays import ReadingRow, readings_of
from evalstore.suites.drift.engine.thresholds import DetectionSettings, Thresholds

PERSONA_COUNT = 1000
WEEK_COUNT = 9
VALUES = ("benevolence", "power", "security")
ROUNDS = 3
OURS = "evalstore, all settings at once"
FRAMES = "polars, a setting at a time"
LOOPS = "triggers in Python, a setting at a time"
DIFFERENCE_MAX = 1e-12
# Of how many settings the slow sides are measured; what they took is scaled to all of them.
SAMPLES = {FRAMES: 24, LOOPS: 3}


def main() -> None:
    """Measure and print; stops where the sides do not agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--personas", type=int, default=PERSONA_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    rows = _rows(asked.personas)
    readings, grid = readings_of(rows), tuning.Grid()
    settings = grid.settings()
    frame = pl.DataFrame(
        rows, schema=list(ReadingRow._fields), orient="row", infer_schema_length=None
    )
    frame = frame.sort("persona_id", "value_dim", "week")
    sides: dict[str, Callable[[Thresholds], float]] = {
        FRAMES: lambda item: _f1_by_frame(frame, item),
        LOOPS: lambda item: _f1_by_loop(rows, item),
    }
    samples = {
        name: [settings[place] for place in _places(len(settings), count)]
        for name, count in SAMPLES.items()
    }
    _require_agreement(tuning.search(readings, grid).f1, settings, sides, samples)

    def scaled(name: str) -> Cost:
        cost = cost_of_call(lambda: [sides[name](item) for item in samples[name]])
        factor = len(settings) / len(samples[name])
        return Cost(cost.cpu_s * factor, 0.0, cost.wall_s * factor)

    costs = alternated(
        {
            OURS: lambda: cost_of_call(lambda: tuning.search(readings, grid)),
            FRAMES: lambda: scaled(FRAMES),
            LOOPS: lambda: scaled(LOOPS),
        },
        asked.rounds,
    )
    compare(
        f"{len(settings):,} settings over {asked.personas:,} personas of {WEEK_COUNT} weeks and "
        f"{len(VALUES)} values, median of {asked.rounds}",
        costs, OURS, {OURS: "seconds"},
    )  # fmt: skip


def _rows(persona_count: int) -> list[ReadingRow]:
    dice = random.Random(1)
    rows = []
    for persona in range(persona_count):
        crisis_weeks = {6, 7} if persona % 4 else set()
        for week in range(1, WEEK_COUNT + 1):
            for name in VALUES:
                is_crisis = week in crisis_weeks and name == VALUES[0]
                level = dice.gauss(-0.7 if is_crisis else 0.5, 0.4)
                rows.append(
                    ReadingRow(f"p{persona:05}", week, name, max(-1.0, min(1.0, level)),
                        abs(dice.gauss(0.2, 0.1)), is_crisis, week in crisis_weeks)
                )  # fmt: skip
    return rows


def _places(setting_count: int, count: int) -> list[int]:
    return np.linspace(0, setting_count - 1, count).astype(int).tolist()


def _f1_by_frame(frame: pl.DataFrame, item: Thresholds) -> float:
    """Return F1 of one setting; every week of this frame is read, so a row is a week."""
    series = ["persona_id", "value_dim"]
    low = pl.col("alignment") < item.tau_low
    is_rut = pl.all_horizontal(low.shift(back).over(series) for back in range(item.c_min))
    is_crash = (pl.col("alignment").shift(1) - pl.col("alignment")).over(series) > item.delta
    is_sure = pl.col("uncertainty") < item.epsilon
    flagged = (is_crash.fill_null(value=False) | is_rut.fill_null(value=False)) & is_sure
    hits, alarms, crises = (
        frame.with_columns(flagged.alias("is_flagged"))
        # In a first week nothing is known, as no rut of the grid is shorter than two weeks.
        .filter(pl.col("week") > 1)
        .select(
            (pl.col("is_flagged") & pl.col("is_crisis")).sum().alias("hits"),
            pl.col("is_flagged").sum().alias("alarms"),
            pl.col("is_crisis").sum().alias("crises"),
        )
        .row(0)
    )
    return 2 * hits / (alarms + crises)


def _f1_by_loop(rows: list[ReadingRow], item: Thresholds) -> float:
    """Return F1 of one setting by the triggers that say one reading at a time."""
    found = triggers.detections(((*row[:5], None) for row in rows), DetectionSettings(item))
    fired = {(one.persona_id, one.week, one.value_dim) for one in found if not one.is_suppressed}
    counted = [
        ((row.persona_id, row.week, row.value_dim) in fired, row.is_crisis)
        for row in rows
        if row.week > 1
    ]
    hits = sum(flag and bool(truth) for flag, truth in counted)
    return 2 * hits / sum(flag + bool(truth) for flag, truth in counted)


def _require_agreement(
    f1: np.ndarray,
    settings: list[Thresholds],
    sides: dict[str, Callable[[Thresholds], float]],
    samples: dict[str, list[Thresholds]],
) -> None:
    place_of = {item: place for place, item in enumerate(settings)}
    for name, side in sides.items():
        for item in samples[name]:
            ours, other = float(f1[place_of[item]]), side(item)
            if abs(ours - other) > DIFFERENCE_MAX:
                raise SystemExit(f"{item}: ours says f1 {ours}, {name} says {other}")


if __name__ == "__main__":
    main()
