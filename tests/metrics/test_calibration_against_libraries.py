"""Calibration metrics agree with numpy, scikit-learn and, where it is there, torchmetrics."""

import math
import random
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve

AWKWARD = {
    "every edge": ([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0], [1, 0] * 5 + [1]),
    "ties on 0.7": ([0.7] * 6 + [0.69, 0.71], [1, 1, 0, 0, 1, 0, 1, 0]),
    "just off the edges": (
        [0.299, 0.301, 0.599, 0.601, 0.699, 0.701, 0.999],
        [1, 0, 1, 1, 0, 0, 1],
    ),
    "all right": ([0.2, 0.3, 0.95], [1, 1, 1]),
    "all wrong": ([0.2, 0.3, 0.95], [0, 0, 0]),
    "only ones": ([1.0, 1.0, 1.0], [1, 0, 1]),
    "only zeros": ([0.0, 0.0], [1, 0]),
    "one answer": ([0.6], [1]),
    "graded": ([0.6, 0.7, 0.3], [0.25, 0.75, 0.5]),
}
# Written with three decimals, as models write them, edges among them.
CONFIDENCES = st.one_of(
    st.integers(0, 1000).map(lambda thousandth: thousandth / 1000),
    st.sampled_from([0.0, 0.1, 0.3, 0.6, 0.7, 1.0]),
)
WORTHS = st.sampled_from([0, 1, 0, 1, 0.25, 0.5, 0.75])
CLAIMS = st.lists(st.tuples(CONFIDENCES, WORTHS), min_size=1, max_size=60)
# Each example is a query or two: enough of them to find a hole, few enough to wait for.
examples = settings(max_examples=15, deadline=None)


def ece_by_decimals(confidences, worths) -> float:
    """Bin on exact decimal edges with numpy, and average the gaps."""
    exact = np.array([int(Decimal(str(confidence)) * 10**6) for confidence in confidences])
    places = np.minimum(np.digitize(exact, np.arange(0, 11) * 10**5) - 1, 9)
    gaps = [
        abs(
            np.mean(np.array(worths)[places == place])
            - np.mean(np.array(confidences)[places == place])
        )
        * np.mean(places == place)
        for place in np.unique(places)
    ]
    return float(sum(gaps))


def close(expected, actual) -> bool:
    return math.isclose(expected, actual, rel_tol=0, abs_tol=1e-9)


@pytest.mark.parametrize(("confidences", "worths"), AWKWARD.values(), ids=AWKWARD)
def test_ece_holds_on_awkward_answers(warehouse, claims, confidences, worths):
    """Edges, ties and single classes are binned as the exact decimals are."""
    expected = ece_by_decimals(confidences, worths)

    warehouse.hold(claims(confidences, worths))

    assert close(expected, warehouse.value("ece"))


@pytest.mark.sweep
@examples
@given(CLAIMS)
def test_ece_holds_on_any_answers(warehouse, claims, pairs):
    """Whatever is claimed and reached, numpy on exact decimal edges finds the same."""
    confidences, worths = zip(*pairs, strict=True)
    expected = ece_by_decimals(confidences, worths)

    warehouse.hold(claims(confidences, worths))

    assert close(expected, warehouse.value("ece"))


@pytest.mark.sweep
@examples
@given(st.lists(st.tuples(st.integers(0, 999), st.booleans()), min_size=1, max_size=60))
def test_the_bins_are_those_of_scikit_learn(warehouse, claims, pairs):
    """Off the edges, where conventions differ, calibration_curve finds the same bins."""
    confidences = [(thousandth + 0.5) / 1000 for thousandth, _ in pairs]
    is_right = [int(reached) for _, reached in pairs]
    expected = calibration_curve(is_right, confidences, n_bins=10)

    warehouse.hold(claims(confidences, is_right))
    bins = warehouse.rows("reliability_bins")

    assert len(expected[0]) == len(bins)
    assert list(expected[0]) == pytest.approx([row["mean_correctness"] for row in bins], abs=1e-9)
    assert list(expected[1]) == pytest.approx([row["mean_confidence"] for row in bins], abs=1e-9)


def test_ece_is_that_of_torchmetrics(warehouse, claims):
    """Off the edges, torchmetrics' binary calibration error is the same number."""
    torch = pytest.importorskip("torch", reason="torch is an optional extra")
    classification = pytest.importorskip(
        "torchmetrics.functional.classification", reason="torchmetrics is no dependency"
    )
    dice = random.Random(7)
    confidences = [(dice.randrange(1000) + 0.5) / 1000 for _ in range(500)]
    is_right = [int(dice.random() < confidence) for confidence in confidences]
    expected = classification.binary_calibration_error(
        torch.tensor(confidences, dtype=torch.float64),
        torch.tensor(is_right),
        n_bins=10,
        norm="l1",
    ).item()

    warehouse.hold(claims(confidences, is_right))

    assert close(expected, warehouse.value("ece"))


@pytest.mark.sweep
@examples
@given(CLAIMS)
def test_ece_keeps_its_bounds(warehouse, claims, pairs):
    """ECE lies in [0, 1] and is never below the absolute confidence gap."""
    warehouse.hold(claims(*zip(*pairs, strict=True)))
    ece = warehouse.value("ece")
    gap = warehouse.value("confidence_gap")

    assert 0 <= ece <= 1
    assert ece >= abs(gap) - 1e-12


@pytest.mark.sweep
@examples
@given(CLAIMS, st.randoms(use_true_random=False))
def test_the_order_of_answers_does_not_matter(warehouse, claims, pairs, dice):
    """The same answers in another order give the same numbers."""
    names = ("ece", "confidence_gap", "overconfidence_index", "underconfidence_index")
    warehouse.hold(claims(*zip(*pairs, strict=True)))
    expected = [warehouse.value(name) for name in names]

    shuffled = list(pairs)
    dice.shuffle(shuffled)
    warehouse.hold(claims(*zip(*shuffled, strict=True)))

    assert expected == pytest.approx([warehouse.value(name) for name in names], abs=1e-12)


@pytest.mark.sweep
@examples
@given(CLAIMS)
def test_the_bins_add_up_to_ece(warehouse, claims, pairs):
    """The reliability bins hold every claim, and their weighted gaps are ECE."""
    warehouse.hold(claims(*zip(*pairs, strict=True)))
    bins = warehouse.rows("reliability_bins")
    expected = sum(row["bin_count"] * abs(row["gap"]) for row in bins) / len(pairs)

    assert len(pairs) == sum(row["bin_count"] for row in bins)
    assert close(expected, warehouse.value("ece"))
    assert all(row["bin_low"] <= row["mean_confidence"] + 1e-12 for row in bins)
    assert all(row["mean_confidence"] <= row["bin_high"] + 1e-12 for row in bins)


@examples
@given(CLAIMS)
def test_the_indices_are_shares_of_masks(warehouse, claims, pairs):
    """Over- and underconfidence are what numpy counts with strict thresholds."""
    confidences, worths = (np.array(values) for values in zip(*pairs, strict=True))
    sure = confidences > 0.7
    doubtful = confidences < 0.3
    expected = (
        np.mean(worths[sure] < 0.5) if sure.any() else None,
        np.mean(worths[doubtful] >= 0.5) if doubtful.any() else None,
    )

    warehouse.hold(claims(*zip(*pairs, strict=True)))
    actual = (warehouse.value("overconfidence_index"), warehouse.value("underconfidence_index"))

    assert expected == pytest.approx(actual, abs=1e-9)
