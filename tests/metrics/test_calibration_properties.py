"""What must hold between calibration scores, whatever is claimed and reached."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

CONFIDENCES = st.one_of(
    st.integers(0, 1000).map(lambda thousandth: thousandth / 1000),
    st.sampled_from([0.0, 0.1, 0.3, 0.6, 0.7, 1.0]),
)
CLAIMS = st.lists(
    st.tuples(CONFIDENCES, st.sampled_from([0, 1, 0, 1, 0.25, 0.5, 0.75])),
    min_size=1,
    max_size=40,
)
# One value of confidence for each bin: there the parts of the Brier score are all there is.
ONE_PER_BIN = st.lists(
    st.tuples(st.sampled_from([0.0, 0.15, 0.3, 0.6, 0.7, 1.0]), st.sampled_from([0, 1, 0.25])),
    min_size=1,
    max_size=40,
)
HAIR = 1e-9
SHARES = (
    *("ece", "mce", "rmsce", "ece_equal_mass", "rmsce_debiased", "brier", "brier_reliability"),
    *("aurc", "selective_risk", "auroc_confidence", "auprc_confidence"),
)
# Each example asks several metrics: enough to find a hole, few enough to wait for.
examples = settings(max_examples=8, deadline=None)


@pytest.mark.sweep
@examples
@given(CLAIMS)
def test_gaps_are_ordered(warehouse, claims, pairs):
    """Largest gap, root mean square, mean and sum: none is less than the next."""
    warehouse.hold(claims(*zip(*pairs, strict=True)))
    names = ("mce", "rmsce", "ece", "confidence_gap")
    largest, root, mean, signed = (warehouse.value(name) for name in names)

    assert largest >= root - HAIR
    assert root >= mean - HAIR
    assert mean >= abs(signed) - HAIR


@pytest.mark.sweep
@examples
@given(CLAIMS)
def test_scores_keep_their_ranges(warehouse, claims, pairs):
    """Shares lie in [0, 1], the parts of a variance in [0, 1/4], and surprise has an end."""
    warehouse.hold(claims(*zip(*pairs, strict=True)))
    shares = [warehouse.value(name) for name in SHARES]
    parts = [warehouse.value(name) for name in ("brier_resolution", "brier_uncertainty")]

    assert all(0 <= share <= 1 + HAIR for share in shares if share is not None)
    assert all(0 <= part <= 0.25 + HAIR for part in parts)
    assert 0 <= warehouse.value("nll") < 36.05


@examples
@given(ONE_PER_BIN)
def test_the_parts_of_brier_are_all_of_it(warehouse, claims, pairs):
    """With one value of confidence in each bin, REL - RES + UNC is the Brier score."""
    warehouse.hold(claims(*zip(*pairs, strict=True)))
    names = ("brier_reliability", "brier_resolution", "brier_uncertainty")
    reliability, resolution, uncertainty = (warehouse.value(name) for name in names)

    assert math.isclose(
        warehouse.value("brier"), reliability - resolution + uncertainty, abs_tol=HAIR
    )


@pytest.mark.sweep
@examples
@given(CLAIMS)
def test_reliability_is_the_square_of_rmsce(warehouse, claims, pairs):
    """Two names of one gap agree, and debiasing never adds to it."""
    warehouse.hold(claims(*zip(*pairs, strict=True)))
    root, debiased = (warehouse.value(name) for name in ("rmsce", "rmsce_debiased"))

    assert math.isclose(warehouse.value("brier_reliability"), root**2, abs_tol=HAIR)
    assert debiased is None or debiased <= root + HAIR


@pytest.mark.sweep
@examples
@given(CLAIMS)
def test_ranks_see_only_the_order(warehouse, claims, pairs):
    """Halving and squaring every confidence keeps who is surer, so the rank scores stay."""
    names = ("auroc_confidence", "auprc_confidence", "aurc", "selective_risk")
    confidences, worths = zip(*pairs, strict=True)
    warehouse.hold(claims(confidences, worths))
    expected = [warehouse.value(name) for name in names]

    warehouse.hold(claims([(confidence / 2) ** 2 for confidence in confidences], worths))

    assert expected == pytest.approx([warehouse.value(name) for name in names], abs=HAIR)


@examples
@given(CLAIMS)
def test_doubt_turns_auroc_round(warehouse, claims, pairs):
    """Whoever doubts what another is sure of orders every pair the other way."""
    confidences, worths = zip(*pairs, strict=True)
    warehouse.hold(claims(confidences, worths))
    upright = warehouse.value("auroc_confidence")

    # Thousandths, so that ties stay ties.
    turned = [(1000 - round(confidence * 1000)) / 1000 for confidence in confidences]
    warehouse.hold(claims(turned, worths))
    expected = None if upright is None else 1 - upright

    assert expected == pytest.approx(warehouse.value("auroc_confidence"), abs=HAIR)


@pytest.mark.sweep
@examples
@given(CLAIMS, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(warehouse, claims, pairs, dice):
    """The same cases in another order of rows give the same numbers, ties among them."""
    names = (*SHARES, "nll", "brier_resolution", "brier_uncertainty")
    answers = [
        {**answer, "case_id": f"case-{number}"}
        for number, answer in enumerate(claims(*zip(*pairs, strict=True)))
    ]
    warehouse.hold(answers)
    expected = [warehouse.value(name) for name in names]

    dice.shuffle(answers)
    warehouse.hold(answers)
    actual = [warehouse.value(name) for name in names]

    assert [value is None for value in expected] == [value is None for value in actual]
    # A root of nearly nothing magnifies its last digit.
    assert expected == pytest.approx(actual, abs=1e-7)


@examples
@given(CLAIMS)
def test_the_curve_ends_in_the_mean_error(warehouse, claims, pairs):
    """At full coverage nothing is held back, and each step lets more in."""
    confidences, worths = zip(*pairs, strict=True)
    warehouse.hold(claims(confidences, worths))
    rows = warehouse.rows("risk_coverage")
    coverages = [row["coverage"] for row in rows]

    assert len(pairs) == len(rows)
    assert sorted(set(coverages)) == coverages
    assert (1.0, min(confidences)) == (coverages[-1], rows[-1]["lowest_confidence"])
    assert math.isclose(1 - sum(worths) / len(worths), rows[-1]["selective_risk"], abs_tol=HAIR)
