"""A week's reading weighs each entry by how much it says, and doubts what it must."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from evalstore.suites.drift.engine import week


def one_value(*passes):
    """Return samples of one value: a list of entries for each pass."""
    return np.array(passes, np.float64)[:, :, None]


def sure(samples):
    """Return samples without variances or doubts."""
    return week.EntrySamples(samples, np.zeros_like(samples), np.zeros(samples.shape[1:2]))


@pytest.mark.parametrize(
    ("samples", "alignment", "uncertainty"),
    [
        # Entries that say nothing do not dilute the one that does.
        (one_value([-0.8, 0.0, 0.0, 0.0]), -0.8, 0.0),
        # (1 - 0.25) / 1.5: the louder entry counts twice.
        (one_value([1.0, -0.5]), 0.5, 0.0),
        # As loud against as for.
        (one_value([0.7, -0.7]), 0.0, 0.0),
        # Nothing said in any entry.
        (one_value([0.0, 0.0]), 0.0, 0.0),
        # Two passes, -1 and 0.5: their mean, and half their distance.
        (one_value([-1.0], [0.5]), -0.25, 0.75),
    ],
)
def test_readings_by_hand(samples, alignment, uncertainty):
    """Small weeks, worked out by hand."""
    found = week.reading(sure(samples))

    assert [pytest.approx(alignment)] == found.alignment.tolist()
    assert [pytest.approx(uncertainty)] == found.uncertainty.tolist()


SAMPLES = arrays(
    np.float32,
    st.tuples(st.integers(1, 6), st.integers(1, 4), st.integers(1, 3)),
    elements=st.floats(-1, 1, width=32),
)


@given(SAMPLES)
def test_a_reading_is_that_of_a_loop(samples):
    """The same as pass by pass and value by value, in plain Python; always in its range."""
    expected = np.zeros((samples.shape[0], samples.shape[2]))
    for number, entries in enumerate(samples.tolist()):
        for value, column in enumerate(zip(*entries, strict=True)):
            size = sum(abs(found) for found in column)
            total = sum(found * abs(found) for found in column)
            expected[number, value] = total / size if size else 0.0

    found = week.reading(sure(samples))
    alignment, uncertainty = found.alignment, found.uncertainty

    assert np.allclose(expected.mean(axis=0), alignment)
    assert np.allclose(expected.std(axis=0), uncertainty)
    assert (np.abs(alignment) <= 1 + 1e-12).all()
    assert (uncertainty >= 0).all()


@pytest.mark.parametrize(
    ("entries", "variances", "doubts", "uncertainty"),
    [
        # Nothing but an entry that is as likely for as against.
        ([0.0], [1.0], [0.0], 1.0),
        # Two of them: the mean of two classes.
        ([0.0, 0.0], [1.0, 1.0], [0.0, 0.0], 0.5**0.5),
        # One of them beside one that is sure: half of the sum varies.
        ([0.0, 1.0], [1.0, 0.0], [0.0, 0.0], 0.5),
        # One for and one against, each sure: 0, and that is certain.
        ([1.0, -1.0], [0.0, 0.0], [0.0, 0.0], 0.0),
        # An entry that may speak for the value or not at all.
        ([0.5], [0.25], [0.0], 0.5),
        # Beside two that do, its part of the sum is 0.2.
        ([0.5, 1.0, 1.0], [0.25, 0.0, 0.0], [0.0, 0.0, 0.0], 0.2),
        # Traces of both sides in each entry do not add up to a conflict.
        ([0.0, 0.0], [0.0004, 0.0004], [0.0, 0.0], 0.0008**0.5),
        # One entry that is not of the domain is not hidden by the others.
        ([1.0, 1.0, 1.0], [0.0, 0.0, 0.0], [0.0, 1.0, 0.0], 1.0),
        ([0.0], [0.64], [0.6], 1.0),
    ],
)
def test_variance_and_doubt_by_hand(entries, variances, doubts, uncertainty):
    """Weeks of one pass, so that nothing but class and doubt is uncertain."""
    samples = week.EntrySamples(one_value(entries), one_value(variances), np.array(doubts))

    found = week.reading(samples)

    assert [pytest.approx(uncertainty)] == found.uncertainty.tolist()
    assert max(doubts) == found.domain_doubt


@st.composite
def samples_of_classes(draw):
    """Draw chances of the three classes, as alignments and variances, and doubts."""
    shape = draw(st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 3)))
    parts = arrays(np.float64, (3, *shape), elements=st.floats(0.001, 1))
    chances = draw(parts)
    chances = chances / chances.sum(axis=0)
    doubts = draw(arrays(np.float64, shape[1], elements=st.floats(0, 1)))
    mean = chances[2] - chances[0]
    return week.EntrySamples(mean, chances[2] + chances[0] - mean**2, doubts)


@given(samples_of_classes())
def test_nothing_lowers_uncertainty(samples):
    """Variance and doubt raise uncertainty or leave it, and leave alignment in any case."""
    plain = week.reading(sure(samples.alignments))
    found = week.reading(samples)

    assert (plain.alignment == found.alignment).all()
    assert (found.uncertainty >= plain.uncertainty - 1e-12).all()
    assert (found.uncertainty >= samples.doubts.max() - 1e-12).all()


@given(samples_of_classes())
def test_variance_is_that_of_the_summed_classes(samples):
    """By the sum over all classes of the entries, each by its chance."""
    one = week.EntrySamples(
        samples.alignments[:1], samples.variances[:1], np.zeros_like(samples.doubts)
    )
    for value in range(one.alignments.shape[2]):
        mean, variance = one.alignments[0, :, value], one.variances[0, :, value]
        spoken = variance + mean**2
        chances = [
            {1: (speaks + found) / 2, 0: 1 - speaks, -1: (speaks - found) / 2}
            for speaks, found in zip(spoken, mean, strict=True)
        ]
        first = second = 0.0
        for classes in product((-1, 0, 1), repeat=len(spoken)):
            chance = math.prod(of[one] for of, one in zip(chances, classes, strict=True))
            total = sum(classes) / max(1.0, spoken.sum())
            first, second = first + chance * total, second + chance * total**2

        assert week.reading(one).uncertainty[value] ** 2 == pytest.approx(
            second - first**2, abs=1e-9
        )


@given(SAMPLES, st.randoms(use_true_random=False))
def test_the_order_of_entries_does_not_matter(samples, draws):
    """A week is a set of entries."""
    order = list(range(samples.shape[1]))
    draws.shuffle(order)

    found, again = week.reading(sure(samples)), week.reading(sure(samples[:, order]))

    assert np.allclose(found.alignment, again.alignment)
    assert np.allclose(found.uncertainty, again.uncertainty)


@pytest.mark.parametrize("shape", [(0, 2, 3), (2, 0, 3), (2, 3)])
def test_no_reading_out_of_nothing(shape):
    """Without passes or entries there is no reading, and so no number for one."""
    with pytest.raises(ValueError, match="expected"):
        week.reading(sure(np.zeros(shape)))
