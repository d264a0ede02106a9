"""Texts that a critic does not know: how often it abstains, by measures of novelty compared."""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks import novelty
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.statistics.wilson import wilson
from evalstore.suites.drift.cases.crisis_weeks import generate
from evalstore.suites.drift.engine import journal, week
from evalstore.suites.drift.engine.critic.critic import Critic
from evalstore.suites.drift.engine.critic.domain import LEVEL
from evalstore.suites.drift.engine.critic.features.hashed import words
from evalstore.suites.drift.engine.critic.lesson import classes_of
from evalstore.suites.drift.engine.critic.settings import CriticSettings
from evalstore.suites.drift.engine.values import VALUES
from evalstore.suites.drift.training.critic_training import trained

PROBES = Path(__file__).parent / "probes"
# Above it a reading abstains; `drift tune` chose it on validation personas with unseen acts
# (`benchmarks.drift_acts`).
EPSILON = 0.8
# The measure and its level were chosen on these.
CHOICE = "choice"
REPORT = "report"


@dataclass(frozen=True, slots=True)
class Probe:
    """
    Texts of a kind, each with its cluster, and its true classes by value, where known.

    ``use`` says whether the measure was chosen on them.
    """

    name: str
    use: str
    texts: list[str]
    clusters: list[str]
    labels: list[dict[str, int]] | None


def probes(training: Sequence[str]) -> Iterator[Probe]:
    """Yield all kinds of probes; those of others only where EVALSTORE_REAL_DATA holds them."""
    draws = random.Random("domain probes")
    letters = [" ".join(_word(draws) for _ in range(draws.randint(6, 20))) for _ in range(40)]
    keys = ["".join(draws.choices("asdfjkl; ghqwe", k=draws.randint(20, 90))) for _ in range(40)]
    shuffled = []
    for text in draws.sample(list(training), 40):
        found = words(text)
        draws.shuffle(found)
        shuffled.append(" ".join(found))
    yield _silent("random letters", CHOICE, letters)
    yield _silent("keyboard mash", CHOICE, keys)
    yield _silent("shuffled words", CHOICE, shuffled)
    yield _silent("English, no journals", CHOICE, _lines("no_journals.txt"))
    yield from _others("journal_entries_train.jsonl", CHOICE)
    for name in ("german", "other_languages"):
        texts = _lines(f"{name}.txt")
        yield Probe(name.replace("_", " "), REPORT, texts, texts, None)
    rows = [json.loads(line) for line in _lines("journals.jsonl")]
    yield _journals("own journals", REPORT, rows, "labels")
    yield from _others("journal_entries_dev.jsonl", REPORT)


def _word(draws: random.Random) -> str:
    return "".join(draws.choices("abcdefghijklmnopqrstuvwxyz", k=draws.randint(2, 9)))


def _lines(name: str) -> list[str]:
    return (PROBES / name).read_text(encoding="utf-8").splitlines()


def _silent(name: str, use: str, texts: list[str]) -> Probe:
    """Return texts that speak of no value."""
    return Probe(name, use, texts, texts, [{} for _ in texts])


def _others(name: str, use: str) -> Iterator[Probe]:
    folder = os.environ.get("EVALSTORE_REAL_DATA")
    path = Path(folder or "", "twinkl", name)
    if folder is None or not path.is_file():
        print(f"  {name}: left out, EVALSTORE_REAL_DATA names no folder that holds twinkl/{name}")
        return
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    yield _journals(path.stem.replace("journal_entries", "others'"), use, rows, "alignments")


def _journals(name: str, use: str, rows: list[dict], labels: str) -> Probe:
    """Return entries with labels; only the core values of a persona are read."""
    texts = [row["text"] for row in rows]
    known = [{one: row[labels].get(one, 0) for one in row["core_values"]} for row in rows]
    return Probe(name, use, texts, [row["persona_id"] for row in rows], known)


def share(is_so: np.ndarray, clusters: Sequence[str]) -> str:
    """Return a share with Wilson's interval of as many trials as there are clusters."""
    count = len(set(clusters))
    low, high = wilson(float(is_so.mean()) * count, count)
    return f"{is_so.mean():.2f} [{low:.2f}, {high:.2f}]"


def outcomes(critic: Critic, probe: Probe, *, has_doubt: bool) -> str:
    """Return the shares of readings that abstain, are right, and are sure and wrong."""
    rows, clusters = [], []
    alignments, uncertainties = readings(critic, [[text] for text in probe.texts], has_doubt)
    for place, found in enumerate(alignments):
        labels = probe.labels[place] if probe.labels else dict.fromkeys(VALUES, 9)
        for value in labels or VALUES:
            column = VALUES.index(value)
            is_right = classes_of(found[column]) == labels.get(value, 0)
            rows.append((uncertainties[place][column] >= EPSILON, is_right))
            clusters.append(probe.clusters[place])
    abstains, right = np.array(rows, bool).T
    if probe.labels is None:
        return f"{share(abstains, clusters)}   unlabelled"
    parts = abstains, ~abstains & right, ~abstains & ~right
    return "   ".join(share(part, clusters) for part in parts)


def readings(
    critic: Critic, weeks: Sequence[Sequence[str]], has_doubt: bool
) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Return alignment and uncertainty of each week, with the parts after dropout or without."""
    alignments, uncertainties = [], []
    for entries in weeks:
        samples = critic.read(list(entries))
        if not has_doubt:
            nothing = np.zeros_like(samples.variances)
            samples = week.EntrySamples(samples.alignments, nothing, samples.doubts * 0.0)
        found = week.reading(samples)
        alignments.append(found.alignment)
        uncertainties.append(found.uncertainty)
    return alignments, uncertainties


def coverage(critic: Critic, split: str, *, has_doubt: bool) -> str:
    """Return the outcomes of readings of weeks of a split: one per core value and week."""
    cases = list(generate(SeededRandom("domain"), 60, {"split": split}))
    weeks = [journal.read(case.turns[-1]).entries for case in cases]
    rows, clusters = [], []
    for case, found, unsure in zip(cases, *readings(critic, weeks, has_doubt), strict=True):
        for dim in case.extra["value_dims"]:
            column = VALUES.index(dim["value_dim"])
            is_right = classes_of(found[column]) == dim["alignment"]
            rows.append((unsure[column] >= EPSILON, is_right))
            clusters.append(case.cluster_id)
    abstains, right = np.array(rows, bool).T
    parts = abstains, ~abstains & right, ~abstains & ~right
    return "   ".join(share(part, clusters) for part in parts)


def compare(critic: Critic, given: list[Probe], texts: dict[str, list[str]]) -> None:
    """Print how often each measure doubts a text enough to abstain, at the same level."""
    print(f"\ntexts in doubt beyond the gate of {EPSILON}, at the level {LEVEL}")
    for name, make in novelty.MEASURES.items():
        began_at = time.process_time()
        score: Callable[[Sequence[str]], np.ndarray] = make(critic, texts["train"])
        usual = np.sort(score(texts["validation"]))
        doubt = novelty.doubts(usual, LEVEL)
        print(f"{name}")
        test = np.array(texts["test"])
        print(f"  {'test split':26} {(doubt(score(test.tolist())) >= EPSILON).mean():.3f}")
        for probe in given:
            is_doubted = doubt(score(probe.texts)) >= EPSILON
            print(f"  {probe.name:26} {share(is_doubted, probe.clusters)}  {probe.use}")
        print(f"  {time.process_time() - began_at:.1f} CPU-seconds")


def main() -> int:
    """Train a critic on our own language, and print what it does with other texts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--personas", type=int, default=600)
    parser.add_argument("--no-measures", action="store_true", help="Leave out the comparison.")
    chosen = parser.parse_args()
    critic = trained("domain", CriticSettings(), persona_count=chosen.personas)
    texts = novelty.texts_of_splits("domain", chosen.personas)
    given = list(probes(texts["train"]))
    for has_doubt in (False, True):
        title = "uncertainty" if has_doubt else "dropout alone"
        print(f"\n{title}: abstains (at {EPSILON} or above), right, sure and wrong")
        for split in ("validation", "test"):
            print(f"  {split + ' weeks':26} {coverage(critic, split, has_doubt=has_doubt)}")
        for probe in given:
            found = outcomes(critic, probe, has_doubt=has_doubt)
            print(f"  {probe.name:26} {found}  {probe.use}")
    if not chosen.no_measures:
        compare(critic, given, texts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
