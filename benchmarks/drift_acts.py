"""
Critics on acts they have learned from in other words, and on acts they have never seen.

    python -m benchmarks.drift_acts [--personas 200] [--features hashed minilm]

Each critic learns from the train split; the thresholds are chosen on validation personas whose
acts neither training nor the test split has. Nothing is chosen on what is printed.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import evalstore
from evalstore.cli import call_command
from evalstore.statistics.student import quantile
from evalstore.suites.drift.cases.crisis_weeks import labelled_entries
from evalstore.suites.drift.crisis.crisis_language import ACTS
from evalstore.suites.drift.engine.critic.examples import examples_of
from evalstore.suites.drift.engine.critic.lesson import classes_of
from evalstore.suites.drift.engine.critic.saving import load

METRICS = ("hit_rate", "false_positive_rate", "qwk", "qwk_macro", "uncertainty_coverage")


def called(*arguments: str) -> None:
    """Run a command as a user would; a check that fails or is undecided is an answer."""
    if call_command(list(arguments)) not in {0, 1, 3}:
        sys.exit(f"evalstore {' '.join(arguments)} did not work")


def right_shares(folder: Path, acts: str, persona_count: int) -> Iterator[str]:
    """Yield for each class the share of entries and values that a critic reads as it."""
    examples = examples_of(labelled_entries("acts", "test", persona_count, acts))
    found = classes_of(load(folder).predicted(examples.texts))
    personas = np.array(examples.personas)
    names, place = np.unique(personas, return_inverse=True)
    for label in (-1, 0, 1):
        is_label = examples.labels == label
        right = np.bincount(place, ((found == label) & is_label).sum(axis=1), len(names))
        count = np.bincount(place, is_label.sum(axis=1), len(names))
        share = right.sum() / count.sum()
        error = np.sqrt(((right - share * count) ** 2).sum() * len(names) / (len(names) - 1))
        spread = quantile(0.975, len(names) - 1) * error / count.sum()
        yield f"{share:.3f} [{share - spread:.3f}, {share + spread:.3f}]"


def measure(root: Path, store: Path, features: str, persona_count: int) -> None:
    """Train a critic with these features, and print what it reads of either kind of acts."""
    critic, thresholds = root / features, root / f"{features}.toml"
    at = ("--store", str(store))
    of = ("--system", "critic", "--cases", str(persona_count), "--set", f"model={critic}", *at)
    print(f"\ncritic with features {features}", flush=True)
    called("drift", "train", "--features", features, "--seed", "acts", "-o", str(critic), *at)
    tuning = f"{features}-tuning"
    called("run", "drift", "--run-id", tuning, "--set", "split=validation", *of)
    called("drift", "tune", "--run", tuning, "--system", "critic", "-o", str(thresholds), *at)
    print("| acts | right of -1 | right of 0 | right of +1 | " + " | ".join(METRICS) + " |")
    print("|---" * (4 + len(METRICS)) + "|")
    chosen = ["--set", f"thresholds={thresholds}"] if thresholds.exists() else []
    for acts in ACTS:
        run_id = f"{features}-{acts}"
        called("run", "drift", "--run-id", run_id, "--set", f"acts={acts}", *chosen, *of)
        cells = [*right_shares(critic, acts, persona_count), *figures(store, run_id)]
        print(f"| {acts} | {' | '.join(cells)} |", flush=True)
    for acts in ACTS:
        called("drift", "validate", "--run", f"{features}-{acts}", "--system", "critic", *at)


def figures(store: Path, run_id: str) -> Iterator[str]:
    """Yield each metric of a run over all its weeks, with its interval."""
    opened = evalstore.open(str(store))
    for metric in METRICS:
        rows = opened.metric(metric, run=run_id).pl().filter(slice_name="all").to_dicts()
        value, low, high = (rows[0][name] for name in (metric, "ci_low", "ci_high"))
        yield "-" if value is None else f"{value:.3f} [{low:.3f}, {high:.3f}]"


def main() -> int:
    """Train, choose thresholds on validation personas, and print both kinds of acts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--personas", type=int, default=200)
    parser.add_argument("--features", nargs="+", default=["hashed"])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        store = root / "store"
        called("init", "--store", str(store))
        for features in given.features:
            measure(root, store, features, given.personas)
    return 0


if __name__ == "__main__":
    sys.exit(main())
