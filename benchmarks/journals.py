"""
Critics of journals nobody here wrote: settings chosen on some personas, reported on others.

    python -m benchmarks.journals --choose   # grouped cross-validation on the training file alone
    python -m benchmarks.journals            # the report: trains, then opens the other file once

Both read the folder that EVALSTORE_REAL_DATA names. `--choose` never opens the file of the report.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from evalstore.suites.drift.engine.critic.examples import Examples, examples_of
from evalstore.suites.drift.engine.critic.lesson import classes_of, quadratic_kappa
from evalstore.suites.drift.engine.critic.settings import JOURNALS, CriticSettings
from evalstore.suites.drift.engine.critic.training import train
from evalstore.suites.drift.engine.values import VALUES
from evalstore.suites.drift.systems.keyword_baseline import sign
from evalstore.suites.drift.training.journal_training import judged_entries

TRAINING, OTHERS = "journal_entries_train.jsonl", "journal_entries_dev.jsonl"
FOLDS = 5
DRAWS = 2000
Classes = npt.NDArray[np.int64]
TEXT_ALONE = {"reads_core_values": False}
ALTERNATIVES: dict[str, dict[str, object]] = {
    "journals": {},
    "journals, corn": {"loss": "corn"},
    "journals, soft_ordinal": {"loss": "soft_ordinal"},
    "journals, penalty 3e-5": {"penalty": 3e-5},
    "journals, penalty 3e-4": {"penalty": 3e-4},
    "journals, balance .5": {"balance": 0.5},
    "journals, hashed": {"features": "hashed", "feature_count": 65536},
    "journals, minilm": {"features": "minilm", "dropout": 0.0},
    "journals, cut-offs fixed": {"cutoffs": "fixed"},
    "journals, hidden layers": {"network": "hidden", "members": 5, "batch_count": 32},
}


@dataclass(frozen=True)
class Figures:
    """What is reported of classes [n, values] beside the true ones."""

    qwk_macro: float
    accuracy: float
    recall_against: float


def examples_from(path: Path) -> Examples:
    """Return the judged entries of a file, with their writers."""
    return examples_of(judged_entries(path)[0])


def figures_of(found: Classes, truth: Classes) -> Figures:
    """Return the figures; of means over values, those that are not defined are left out."""
    kappas = [quadratic_kappa(found[:, place], truth[:, place]) for place in range(len(VALUES))]
    recalls = [
        float((found[is_against, place] == -1).mean())
        for place in range(len(VALUES))
        if (is_against := truth[:, place] == -1).any()
    ]
    return Figures(
        float(np.mean([kappa for kappa in kappas if kappa is not None])),
        float((found == truth).mean()),
        float(np.mean(recalls)),
    )


def read_by(critic: object, examples: Examples) -> Classes:
    """Return the classes that a critic reads, without dropout."""
    assert examples.core_values is not None
    core = [[value for value, has in zip(VALUES, row, strict=True) if has]
            for row in examples.core_values]  # fmt: skip
    return classes_of(critic.predicted(examples.texts, core))  # type: ignore[attr-defined]


def folds_of(examples: Examples, seed: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the places to learn from and those to read, whole personas on either side."""
    personas = np.array(examples.personas)
    names = np.random.default_rng(seed).permutation(np.unique(personas))
    for number in range(FOLDS):
        is_read = np.isin(personas, names[number::FOLDS])
        yield np.nonzero(~is_read)[0], np.nonzero(is_read)[0]


def cross_validated(examples: Examples, settings: CriticSettings, seed: int) -> Figures:
    """Return the figures of classes that were all read by critics of other personas."""
    found = np.zeros(examples.labels.shape, np.int64)
    for learned, left_out in folds_of(examples, seed):
        critic = train(examples.taken(learned), None, settings)
        found[left_out] = read_by(critic, examples.taken(left_out))
    return figures_of(found, examples.labels)


def intervals(found: Classes, examples: Examples) -> list[tuple[float, float, float]]:
    """Return each figure with its 95 % interval: the percentiles over draws of personas."""
    personas = np.array(examples.personas)
    places = [np.nonzero(personas == name)[0] for name in np.unique(personas)]
    rng = np.random.default_rng(0)
    whole = figures_of(found, examples.labels)
    drawn = []
    for _ in range(DRAWS):
        rows = np.concatenate([places[i] for i in rng.integers(0, len(places), len(places))])
        drawn.append(list(vars(figures_of(found[rows], examples.labels[rows])).values()))
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    return list(zip(vars(whole).values(), low, high, strict=True))


def choose(folder: Path, seeds: Sequence[int], names: Sequence[str]) -> None:
    """Print the figures of every alternative on the training file."""
    examples = examples_from(folder / TRAINING)
    print(f"chosen on {TRAINING} by {FOLDS}-fold cross-validation over personas, seeds {seeds}")
    print("| settings | core values | macro QWK by seed | accuracy | recall of -1 |")
    print("|---|---|---|---|---|")
    for name in names or ALTERNATIVES:
        for words, core in (("given", {}), ("not given", TEXT_ALONE)):
            settings = replace(JOURNALS, **{**ALTERNATIVES[name], **core})
            found = [cross_validated(examples, settings, seed) for seed in seeds]
            kappas = " ".join(f"{one.qwk_macro:.3f}" for one in found)
            accuracy = np.mean([one.accuracy for one in found])
            recall = np.mean([one.recall_against for one in found])
            print(f"| {name} | {words} | {kappas} | {accuracy:.3f} | {recall:.3f} |", flush=True)


def report(folder: Path) -> None:
    """Print the figures of the chosen settings on personas of the other file."""
    training, others = examples_from(folder / TRAINING), examples_from(folder / OTHERS)
    text_alone = replace(JOURNALS, **TEXT_ALONE)
    readers: dict[str, Callable[[], Classes]] = {
        "critic, core values given": lambda: read_by(train(training, None, JOURNALS), others),
        "critic, text alone": lambda: read_by(train(training, None, text_alone), others),
        "critic, labels shuffled": lambda: read_by(
            train(training, None, replace(JOURNALS, labels="shuffled")), others
        ),
        "keyword_baseline": lambda: np.array(
            [[sign(value, text) for value in VALUES] for text in others.texts]
        ),
        "always 0": lambda: np.zeros(others.labels.shape, np.int64),
        "core values kept, else 0": lambda: others.core_values.astype(np.int64),
    }
    print(f"learned on {TRAINING}, read on {OTHERS}: {len(others.texts)} entries")
    print(f"95 % intervals by {DRAWS:,} draws of its {len(set(others.personas))} personas")
    print("| reader | macro QWK | accuracy | recall of -1, mean over values |")
    print("|---|---|---|---|")
    for name, read in readers.items():
        cells = [
            f"{one:.3f} [{low:.3f}, {high:.3f}]" for one, low, high in intervals(read(), others)
        ]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def main() -> int:
    """Choose, or report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--choose", nargs="*", metavar="NAME", help="alternatives; all of them")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    given = parser.parse_args()
    place = os.environ.get("EVALSTORE_REAL_DATA")
    if not place or not (Path(place) / "twinkl").is_dir():
        print("EVALSTORE_REAL_DATA names no folder with twinkl in it; nothing to measure")
        return 0
    folder = Path(place) / "twinkl"
    if given.choose is None:
        report(folder)
    else:
        choose(folder, given.seeds, given.choose)
    return 0


if __name__ == "__main__":
    sys.exit(main())
