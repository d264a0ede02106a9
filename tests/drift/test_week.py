"""A week's reading weighs each entry by how much it says."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from evalstore.drift import week


def one_value(*passes):
    """Return samples of one value: a list of entries for each pass."""
    return np.array(passes, np.float64)[:, :, None]


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
    found = [side.tolist() for side in week.reading(samples)]

    assert [[pytest.approx(alignment)], [pytest.approx(uncertainty)]] == found


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

    alignment, uncertainty = week.reading(samples)

    assert np.allclose(expected.mean(axis=0), alignment)
    assert np.allclose(expected.std(axis=0), uncertainty)
    assert (np.abs(alignment) <= 1 + 1e-12).all()
    assert (uncertainty >= 0).all()


@given(SAMPLES, st.randoms(use_true_random=False))
def test_the_order_of_entries_does_not_matter(samples, draws):
    """A week is a set of entries."""
    order = list(range(samples.shape[1]))
    draws.shuffle(order)

    assert np.allclose(week.reading(samples), week.reading(samples[:, order]))


@pytest.mark.parametrize("shape", [(0, 2, 3), (2, 0, 3), (2, 3)])
def test_no_reading_out_of_nothing(shape):
    """Without passes or entries there is no reading, and so no number for one."""
    with pytest.raises(ValueError, match="expected"):
        week.reading(np.zeros(shape))
