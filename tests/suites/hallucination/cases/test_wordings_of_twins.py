"""Nothing in the words or the shape of the values tells which of two twins a question is."""

import re
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.cases import adversarial

NUMBER = re.compile(r"-?\d+(?:[.,/]\d+)*")
COUNT = 1600
# A normal quantile: the upper bound of four one-sided tests at 1 % each.
QUANTILE = 2.33


@cache
def drawn():
    """Return the misleading questions and their twins."""
    return tuple(adversarial.generate(SeededRandom("words"), COUNT, {}))


def features(text):
    """Return words, pairs of words, and the shape, last digit and size of each number."""
    numbers = NUMBER.findall(text)
    words = re.findall(r"[^\W\d]+|[#?!.:;\"',]", NUMBER.sub(" # ", text.lower()))
    found = [*words, *(f"{one} {other}" for one, other in pairwise(words))]
    for place, number in enumerate(numbers[:4]):
        found += [
            f"{place} length {len(number)}", f"{place} last {number[-1]}",
            f"{place} even {int(number[-1]) % 2}", f"{place} five {number[-1] in '05'}",
            f"{place} first {number[0]}", f"{place} marks {sorted(set(number) & set('/.,'))}",
            f"{place} times {numbers.count(number)}",
        ]  # fmt: skip
        if place:
            found.append(f"{place} longer {len(number) > len(numbers[place - 1])}")
    return found


def separation(texts, misleads, groups):
    """Return the cross-validated area under the curve of a logistic regression."""
    matrix = CountVectorizer(analyzer=features, binary=True, min_df=3).fit_transform(texts)
    scores = np.zeros(len(texts))
    for train, test in GroupKFold(4).split(matrix, misleads, groups):
        model = LogisticRegression(C=0.05, solver="liblinear").fit(matrix[train], misleads[train])
        scores[test] = model.decision_function(matrix[test])
    return roc_auc_score(misleads, scores)


def bound(count):
    """Return the area that chance exceeds in one of a hundred draws of so many."""
    half = count / 2
    return 0.5 + QUANTILE * np.sqrt((count + 1) / (12 * half * half))


@pytest.mark.parametrize("kind", adversarial.KINDS)
def test_a_classifier_cannot_tell_a_twin_from_the_misleading_question(kind):
    """Of facts it has not seen, words and values do not say which question misleads."""
    cases = [case for case in drawn() if case.attributes["question_kind"] == kind]
    texts = [case.turns[0].partition("\nReply")[0] for case in cases]
    misleads = np.array([case.attributes["form"] == adversarial.FORMS[kind][0] for case in cases])
    groups = [case.cluster_id for case in cases]

    assert separation(texts, misleads, groups) < bound(len(cases))
    if kind == "premise":
        # The test sees a word that only some of the misleading ones have.
        planted = [
            f"Well, {text}" if is_misleading and place % 2 else text
            for place, (text, is_misleading) in enumerate(zip(texts, misleads, strict=True))
        ]
        assert separation(planted, misleads, groups) > bound(len(cases))
