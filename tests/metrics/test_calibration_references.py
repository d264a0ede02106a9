"""Every calibration score agrees with scikit-learn, or with its formula written in numpy."""

import math
from decimal import Decimal

import numpy as np
import pytest
from calibration import utils as library
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, brier_score_loss, log_loss, roc_auc_score

# Written with three decimals, as models write them, edges among them.
CONFIDENCES = st.one_of(
    st.integers(0, 1000).map(lambda thousandth: thousandth / 1000),
    st.sampled_from([0.0, 0.1, 0.3, 0.6, 0.7, 1.0]),
)
CLAIMS = st.lists(
    st.tuples(CONFIDENCES, st.sampled_from([0, 1, 0, 1, 0.25, 0.5, 0.75])),
    min_size=1,
    max_size=40,
)
EPSILON = np.finfo(np.float64).eps


def bins_of(confidences, worths):
    """Return count, mean confidence and mean correctness of each bin on exact decimal edges."""
    exact = np.array([int(Decimal(str(confidence)) * 10**6) for confidence in confidences])
    places = np.minimum(exact // 10**5, 9)
    return [
        (np.sum(places == place), confidences[places == place].mean(), kept.mean())
        for place in np.unique(places)
        for kept in [worths[places == place]]
    ]


def gaps_of(confidences, worths):
    """Return weight and gap of each bin."""
    bins = bins_of(confidences, worths)
    return (
        np.array([count for count, _, _ in bins]) / len(worths),
        np.array([mean_confidence - mean for _, mean_confidence, mean in bins]),
    )


def mce(confidences, worths):
    return np.max(np.abs(gaps_of(confidences, worths)[1]))


def rmsce(confidences, worths):
    weights, gaps = gaps_of(confidences, worths)
    return math.sqrt(np.dot(weights, gaps**2))


def rmsce_debiased(confidences, worths):
    """Follow unbiased_l2_ce of uncertainty-calibration, but for bins that all hold one answer."""
    bins = bins_of(confidences, worths)
    if all(count < 2 for count, _, _ in bins):
        return None
    total = sum(
        count * ((mean_confidence - mean) ** 2 - mean * (1 - mean) / (count - 1))
        for count, mean_confidence, mean in bins
        if count >= 2
    )
    return math.sqrt(max(0.0, total / len(worths)))


def ece_equal_mass(confidences, worths):
    """Cut between values as get_equal_bins of uncertainty-calibration does, ties kept together."""
    edges = library.get_equal_bins(list(confidences), num_bins=10)
    places = np.array([library.get_bin(confidence, edges) for confidence in confidences])
    gaps = confidences - worths
    return sum(abs(gaps[places == place].sum()) for place in set(places)) / len(worths)


def brier(confidences, worths):
    if set(worths) <= {0, 1}:
        return brier_score_loss(worths, confidences, labels=[0, 1])
    return np.mean((confidences - worths) ** 2)


def nll(confidences, worths):
    if set(worths) <= {0, 1}:
        return log_loss(worths, confidences, labels=[0, 1])
    kept = np.clip(confidences, EPSILON, 1 - EPSILON)
    return -np.mean(worths * np.log(kept) + (1 - worths) * np.log1p(-kept))


def brier_reliability(confidences, worths):
    weights, gaps = gaps_of(confidences, worths)
    return np.dot(weights, gaps**2)


def brier_resolution(confidences, worths):
    return sum(
        count * (mean - worths.mean()) ** 2 for count, _, mean in bins_of(confidences, worths)
    ) / len(worths)


def brier_uncertainty(confidences, worths):
    return np.mean(worths**2) - np.mean(worths) ** 2


def auroc_confidence(confidences, worths):
    is_right = worths >= 0.5
    return roc_auc_score(is_right, confidences) if len(set(is_right)) == 2 else None


def auprc_confidence(confidences, worths):
    is_right = worths >= 0.5
    return average_precision_score(is_right, confidences) if len(set(is_right)) == 2 else None


def risks(confidences, worths):
    """Return the mean error to expect among the surest k answers, for each k."""
    errors = 1 - worths
    expected = np.array([errors[confidences == confidence].mean() for confidence in confidences])
    return np.cumsum(expected[np.argsort(-confidences)]) / np.arange(1, len(errors) + 1)


def aurc(confidences, worths):
    return np.mean(risks(confidences, worths))


def selective_risk(confidences, worths):
    kept = math.ceil(Decimal("0.8") * len(worths))
    return risks(confidences, worths)[kept - 1]


REFERENCES = {
    reference.__name__: reference
    for reference in (
        *(mce, rmsce, rmsce_debiased, ece_equal_mass, brier, nll),
        *(brier_reliability, brier_resolution, brier_uncertainty),
        *(auroc_confidence, auprc_confidence, aurc, selective_risk),
    )
}


def is_close(expected, actual) -> bool:
    if expected is None or actual is None:
        return expected is actual
    # The root of a difference of nearly nothing magnifies its last digit: hold the squares then.
    return math.isclose(expected, actual, rel_tol=0, abs_tol=1e-9) or math.isclose(
        expected**2, actual**2, rel_tol=0, abs_tol=1e-15
    )


def differing(warehouse, confidences, worths) -> dict:
    """Return the metrics that differ from their references, with both numbers."""
    arrays = np.array(confidences, dtype=float), np.array(worths, dtype=float)
    pairs = {
        name: (reference(*arrays), warehouse.value(name)) for name, reference in REFERENCES.items()
    }
    return {name: pair for name, pair in pairs.items() if not is_close(*pair)}


@pytest.mark.thinned(3)
def test_scores_hold_on_awkward_answers(warehouse, claims, awkward):
    """Edges, ties, single classes, single answers and graded ones are as the libraries say."""
    warehouse.hold(claims(*awkward))

    assert differing(warehouse, *awkward) == {}


@pytest.mark.sweep
# Each example asks thirteen metrics: enough of them to find a hole, few enough to wait for.
@settings(max_examples=6, deadline=None)
@given(CLAIMS)
def test_scores_hold_on_any_answers(warehouse, claims, pairs):
    """Whatever is claimed and reached, the libraries find the same."""
    confidences, worths = zip(*pairs, strict=True)
    warehouse.hold(claims(confidences, worths))

    assert differing(warehouse, confidences, worths) == {}


@pytest.mark.sweep
def test_scores_hold_on_a_hundred_thousand_answers(warehouse, claims, crowd):
    """Sums over many answers, with hundreds of ties at each confidence, keep nine digits."""
    warehouse.hold(claims(*crowd))

    assert differing(warehouse, *crowd) == {}


@pytest.mark.thinned(12)
def test_what_claims_nothing_changes_nothing(warehouse, claims, awkward):
    """Unclaimed, abstained, missing, lost and unjudged answers are counted, and no more."""
    beside = [
        {"status": "ok", "outcome": "right", "is_right": True},
        {"status": "ok", "outcome": "abstained", "is_right": False, "confidence": 0.9},
        {"status": "missing", "is_right": False},
        {"status": "unparsable", "is_right": False},
        {"status": "error"},
        {"status": "ok", "outcome": "undetermined", "confidence": 0.4},
    ]
    warehouse.hold(claims(*awkward) + beside)
    counts = [
        (row["scored_count"], row["missing_count"], row["error_count"], row["unscored_count"])
        for row in map(warehouse.row, REFERENCES)
    ]

    assert {(len(awkward[0]), 1, 1, 1)} == set(counts)
    assert differing(warehouse, *awkward) == {}


@pytest.mark.parametrize("name", REFERENCES)
def test_no_claim_is_no_number(warehouse, name):
    """Where nothing is claimed there is a row without a value; where nothing is asked, none."""
    warehouse.hold([{"status": "ok", "outcome": "right", "is_right": True}])
    row = warehouse.row(name)
    warehouse.hold([])

    assert ("", 0, None) == (row["variant"], row["scored_count"], row[name])
    assert [] == warehouse.rows(name)


def test_a_certain_error_is_finite(warehouse, claims):
    """Certainty costs what scikit-learn says, on both sides."""
    warehouse.hold(claims([1.0, 0.0], [0, 1]))

    assert is_close(36.04365338911715, warehouse.value("nll"))
    assert is_close(log_loss([0, 1], [1.0, 0.0]), warehouse.value("nll"))
