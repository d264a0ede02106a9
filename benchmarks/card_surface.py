"""
Labels guessed from the surface of cards: whether a small classifier tells E, C and U apart.

A logistic regression and a shallow tree are trained on features that need no understanding of the
facts, cross-validated by the subject of the claim. On cards without a shortcut they stay at
chance, one in three. ``--per-label`` and ``--seed`` choose the draw; the graphs are those of
``$EVALSTORE_REAL_DATA/kg``, beside the one that ships.
"""

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from benchmarks.card_graphs import CARD_GRAPHS, CardGraph
from evalstore.base.text_table import text_lines
from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.statistics.wilson import wilson
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph
from evalstore.suites.epistemic.graphs.names import TermNames
from evalstore.suites.epistemic.graphs.source import knowledge_of, source_of
from evalstore.suites.epistemic.graphs.terms import folded, is_literal
from evalstore.suites.epistemic.graphs.vocabulary import TYPE

FOLDS = 5
LABELS = ("E", "C", "U")
# Rules under which another value of the subject decides the claim: to see it is to know.
LIMITING = frozenset({"functional", "max_count", "inverse_functional", "inverse_max_count"})
WORD = re.compile(r"\w+")
HEADINGS = ("graph", "cards", "labels", "classifier", "right", "of", "accuracy", "95 %", "chance")
MODELS: Mapping[str, Callable[[], Any]] = {
    "logistic": lambda: LogisticRegression(C=0.3, max_iter=2000),
    "tree": lambda: DecisionTreeClassifier(max_depth=3, min_samples_leaf=10, random_state=0),
}


@dataclass(frozen=True, slots=True)
class SurfaceAccuracy:
    """Right guesses of a classifier among ``count`` cards of these labels, held out by subject."""

    labels: str
    classifier: str
    right: int
    count: int

    @property
    def chance(self) -> float:
        """Return the share that guessing gets right: the labels are equally frequent."""
        return 1 / len(self.labels)

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the accuracy, by Wilson."""
        return wilson(self.right, self.count)

    @property
    def beats_chance(self) -> bool:
        """Return whether the whole interval lies above chance."""
        return self.interval[0] > self.chance


def surface_of(card: Case, names: TermNames) -> dict[str, float | str]:
    """
    Return the features of a card's surface.

    They are the predicate and the form of the question; whether subject and object have a label or
    are literals; the numbers of facts, rules and denials, of facts that name the subject, of those
    that name the object, and of those of the predicate; lengths; the share of the question's words
    that occur in the facts; positions; the kinds of rules; the difficulty; and whether another
    value of the subject is printed where no rule limits their number. Left out, as knowledge: the
    deciding fact, which is another value under such a rule, and the classes that a rule asks for.
    """
    graph, key = names.graph, card.answer_key
    facts, records, rules = card.extra["facts"], key["facts"], key["rules"]
    claim = key["claim"]
    subject, value = (folded(names.name(claim[end])) for end in ("subj", "obj"))
    # The classes that a rule asks for decide with it: they are premises, not surface.
    targets = {one["target"] for one in rules} | {one["parameters"].get("value") for one in rules}
    is_premise = [one["pred"] == TYPE and one["obj"] in targets for one in records]
    texts = [folded(one) for one, is_left_out in zip(facts, is_premise, strict=True)
             if not is_left_out]  # fmt: skip
    question = folded(card.extra["question"])
    asked = set(WORD.findall(question))
    said = set(WORD.findall(" ".join(texts)))
    others = [
        one for one in records
        if one["subj"] == claim["subj"] and one["pred"] == claim["pred"]
        and one["obj"] != claim["obj"] and not one.get("is_denied")
    ]  # fmt: skip
    is_limited = any(one["kind"] in LIMITING for one in rules)
    return {
        "predicate": claim["pred"],
        "form": str(card.attributes.get("form")),
        "difficulty": str(card.attributes.get("difficulty")),
        "object is labelled": float(graph.is_labelled(claim["obj"])),
        "subject is labelled": float(graph.is_labelled(claim["subj"])),
        "object is a literal": float(is_literal(claim["obj"])),
        "facts": len(facts),
        "rules": len(rules),
        "denials": sum(bool(one.get("is_denied")) for one in records),
        "classes": sum(one["pred"] == TYPE for one in records) - sum(is_premise),
        "facts of the predicate": sum(one["pred"] == claim["pred"] for one in records),
        "facts with the subject": sum(subject in one for one in texts),
        "facts with the object": sum(value in one for one in texts),
        "first fact with the subject": _first(subject in one for one in texts),
        "first fact with the object": _first(value in one for one in texts),
        "first denial": _first(bool(one.get("is_denied")) for one in records),
        "characters of the question": len(question),
        "characters of the facts": sum(map(len, texts)),
        "characters of the subject": len(subject),
        "characters of the object": len(value),
        "shared words": len(asked & said) / len(asked),
        "another value": float(bool(others) and not is_limited),
        **{f"rule {one['kind']}": 1.0 for one in rules},
    }


def _first(found: Any) -> int:
    return next((place for place, holds in enumerate(found, 1) if holds), 0)


def surface_accuracies(cards: Sequence[Case], graph: KnowledgeGraph) -> list[SurfaceAccuracy]:
    """
    Return what each classifier gets right of all three labels, and of each pair.

    Of every label as many cards count as of the rarest of them.
    """
    names = TermNames(graph)
    found = []
    present = [label for label in LABELS if any(card.label == label for card in cards)]
    whole = [tuple(present)] if len(present) == len(LABELS) else []
    for labels in (*whole, *combinations(present, 2)):
        chosen = _balanced(cards, labels)
        subjects = [str(card.cluster_id) for card in chosen]
        if len(set(subjects)) < FOLDS:
            continue
        features = DictVectorizer(sparse=False).fit_transform(
            [surface_of(card, names) for card in chosen]
        )
        truth = np.array([card.label for card in chosen])
        for name, build in MODELS.items():
            model = make_pipeline(StandardScaler(), build())
            guesses = cross_val_predict(
                model, features, truth, groups=subjects, cv=GroupKFold(FOLDS)
            )
            right = int((guesses == truth).sum())
            found.append(SurfaceAccuracy("".join(labels), name, right, len(chosen)))
    return found


def _balanced(cards: Sequence[Case], labels: Sequence[str]) -> list[Case]:
    groups = [[card for card in cards if card.label == label] for label in labels]
    count = min(map(len, groups))
    return [card for group in groups for card in group[:count]]


def most_telling(cards: Sequence[Case], graph: KnowledgeGraph, count: int = 5) -> list[str]:
    """Return the features that a tree on all cards splits by, the most telling first."""
    names = TermNames(graph)
    vectorizer = DictVectorizer(sparse=False)
    features = vectorizer.fit_transform([surface_of(card, names) for card in cards])
    tree = MODELS["tree"]().fit(features, [card.label for card in cards])
    order = np.argsort(-tree.feature_importances_)[:count]
    known = vectorizer.get_feature_names_out()
    return [
        f"{known[place]} ({tree.feature_importances_[place]:.2f})"
        for place in order
        if tree.feature_importances_[place] > 0
    ]


def main() -> int:
    """Print the accuracies for each graph."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="surface")
    parser.add_argument("--per-label", type=int, default=200)
    parser.add_argument("--graph", action="append", help="by its name; default all")
    given = parser.parse_args()
    rows = []
    for one in CARD_GRAPHS:
        if given.graph and one.name not in given.graph:
            continue
        if not one.is_present:
            print(f"{one.name}: not in $EVALSTORE_REAL_DATA/kg")
            continue
        cards, graph = cards_of(one, given.seed, given.per_label)
        counts = {label: sum(card.label == label for card in cards) for label in LABELS}
        print(f"{one.name}: {counts}; splits by {', '.join(most_telling(cards, graph))}")
        rows += [
            (one.name, len(cards), found.labels, found.classifier, found.right, found.count,
             f"{found.right / found.count:.3f}",
             "{:.3f} to {:.3f}".format(*found.interval), f"{found.chance:.3f}")
            for found in surface_accuracies(cards, graph)
        ]  # fmt: skip
    print(*text_lines(HEADINGS, rows), sep="\n")
    return 0


def cards_of(one: CardGraph, seed: str, per_label: int) -> tuple[list[Case], KnowledgeGraph]:
    """Return cards of a graph, and the graph."""
    settings = {**one.settings, "per_label": per_label}
    suite = registry.load("suites", "epistemic")
    cards = list(suite.cases(seed, suite.DOMAINS, None, settings))
    source = {name: value for name, value in settings.items() if name != "per_label"}
    return cards, knowledge_of(source_of("card_surface", source)).graph


if __name__ == "__main__":
    sys.exit(main())
