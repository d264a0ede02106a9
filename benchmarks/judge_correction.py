"""
How often the interval of the corrected accuracy holds the truth, beside that of the judge alone.

A simulated store is a run whose replies a biased judge called right or wrong, and of which people
labelled a sample. Real is everything from the facts on, ``metrics.accuracy_corrected`` and
``metrics.accuracy``; verdicts and labels are put into the facts without an event or a fold. The
truth is the chance with which the system answers right, another one in each store.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import duckdb
import numpy as np
import polars as pl

from benchmarks.harness import table
from benchmarks.unfolded import compute_sums
from evalstore.statistics.wilson import wilson
from evalstore.store.facts import schema

STORE_COUNT = 1000
BATCH_SIZE = 100
COVERAGE = 0.95
UNCORRECTED_MAX = 0.6
CLUSTER_SIZE = 5
SCORED = (Path(__file__).parent / "simulated_labels.sql").read_text(encoding="utf-8")
VERDICTS = """
insert into facts.verdicts by name
select run_id, 'a' as system_id, case_id, 1 as attempt, 'human:kim' as validator_id, probability
    as sampling_probability
from rows
where is_labelled
"""
COLUMNS = ("is_held", "is_held_uncorrected", "width", "label_width")
COUNTS = """
select
    corrected.ci_low <= truths.truth and truths.truth <= corrected.ci_high as is_held,
    uncorrected.ci_low <= truths.truth and truths.truth <= uncorrected.ci_high
        as is_held_uncorrected,
    corrected.ci_high - corrected.ci_low as width,
    corrected.label_accuracy_high - corrected.label_accuracy_low as label_width
from truths
inner join metrics.accuracy_corrected as corrected using (run_id)
inner join metrics.accuracy as uncorrected using (run_id)
where
    corrected.slice_name = 'all'
    and uncorrected.slice_name = 'all'
    and uncorrected.validator_id = 'model'
"""


@dataclass(frozen=True, slots=True)
class World:
    """
    Stores of a kind: how many cases and labels, and how the judge errs.

    ``calls_right`` are the chances with which it calls a wrong and a right reply right.
    """

    judge: str
    calls_right: tuple[float, float]
    is_stratified: bool = False
    is_clustered: bool = False
    case_count: int = 1000
    label_count: int = 200

    @property
    def name(self) -> str:
        """What it is, in words."""
        sample = "as many of each verdict" if self.is_stratified else "one chance"
        kind = f"clusters of {CLUSTER_SIZE}" if self.is_clustered else "independent"
        return f"{self.judge}, {self.label_count} of {self.case_count}, {sample}, {kind}"


JUDGES = {"lenient": (0.6, 0.98), "harsh": (0.03, 0.55), "noisy": (0.3, 0.7)}
WORLDS = (
    *(
        World(judge, chances, is_stratified, is_clustered)
        for judge, chances in JUDGES.items()
        for is_stratified in (False, True)
        for is_clustered in (False, True)
    ),
    World("lenient", JUDGES["lenient"], case_count=240, label_count=50),
    World("lenient", JUDGES["lenient"], is_stratified=True, case_count=240, label_count=50),
    World("lenient", JUDGES["lenient"], is_clustered=True, case_count=240, label_count=50),
)


def main() -> None:
    """Simulate, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stores", type=int, default=STORE_COUNT)
    asked = parser.parse_args()
    table(
        f"{asked.stores:,} simulated stores: 95 % intervals that hold the truth",
        ("judge, labels, sample, cases", "corrected", "95 % (Wilson)", "the judge's own", "width",
         "of labels alone"),
        [row(world, asked.stores) for world in WORLDS],
    )  # fmt: skip


def row(world: World, store_count: int) -> tuple[str, ...]:
    """Return a row of the table."""
    found = measured(world, store_count)
    held = float(found["is_held"].mean())  # type: ignore[arg-type]
    own = float(found["is_held_uncorrected"].mean())  # type: ignore[arg-type]
    low, high = wilson(held * store_count, store_count)
    sign = "" if low <= COVERAGE <= high else " (beyond simulation error)"
    sign += "" if own < UNCORRECTED_MAX else " (the judge is not biased)"
    return (
        world.name,
        f"{held:.3f}",
        f"{low:.3f} to {high:.3f}",
        f"{own:.3f}",
        f"{found['width'].mean():.3f}",
        f"{found['label_width'].mean():.3f}{sign}",
    )


def measured(world: World, store_count: int) -> pl.DataFrame:
    """Return a row for each simulated store: what holds the truth, and the widths."""
    random = np.random.default_rng([ord(letter) for letter in world.name])
    batches = []
    with duckdb.connect() as connection:
        connection.execute("attach ':memory:' as evalstore")
        connection.execute("use evalstore")
        schema.create(connection)
        compute_sums(connection)
        for first in range(0, store_count, BATCH_SIZE):
            names = [f"r{number}" for number in range(first, min(first + BATCH_SIZE, store_count))]
            drawn = [simulated(world, name, random) for name in names]
            rows = pl.concat([one for _, one in drawn])
            truths = pl.DataFrame({"run_id": names, "truth": [truth for truth, _ in drawn]})
            connection.execute("delete from facts.scored")
            connection.execute("delete from facts.verdicts")
            connection.register("rows", rows)
            connection.register("truths", truths)
            connection.execute(SCORED)
            connection.execute(VERDICTS)
            found = connection.execute(COUNTS).fetchall()
            batches.append(pl.DataFrame(found, COLUMNS, orient="row"))
    return pl.concat(batches)


def simulated(world: World, name: str, random: np.random.Generator) -> tuple[float, pl.DataFrame]:
    """Return the truth of a store, and its cases: verdict, label, whether and how it was drawn."""
    count = world.case_count
    truth = random.uniform(0.35, 0.8)
    clusters = np.arange(count) // (CLUSTER_SIZE if world.is_clustered else 1)
    # The answers of a cluster are alike: their correlation is one half.
    chances = random.beta(truth, 1 - truth, clusters[-1] + 1) if world.is_clustered else None
    is_right = random.random(count) < (truth if chances is None else chances[clusters])
    is_called_right = random.random(count) < np.where(is_right, *reversed(world.calls_right))
    groups = [is_called_right, ~is_called_right] if world.is_stratified else [np.full(count, True)]
    is_labelled, probability = np.zeros(count, bool), np.zeros(count)
    for group in groups:
        places = np.flatnonzero(group)
        drawn_count = min(len(places), world.label_count // len(groups))
        is_labelled[random.choice(places, drawn_count, replace=False)] = True
        probability[places] = drawn_count / max(1, len(places))
    return truth, pl.DataFrame(
        {
            "run_id": [name] * count,
            "case_id": [f"c{number}" for number in range(count)],
            "cluster_id": [f"k{number}" if world.is_clustered else None for number in clusters],
            "is_right": is_right,
            "is_called_right": is_called_right,
            "is_labelled": is_labelled,
            "probability": probability,
        },
        schema_overrides={"cluster_id": pl.String},
    )


if __name__ == "__main__":
    main()
