"""Quantiles, power and sample sizes are those of scipy and statsmodels."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm
from statsmodels.stats.power import NormalIndPower, normal_sample_size_one_tail
from statsmodels.stats.proportion import proportion_effectsize

examples = settings(max_examples=30, deadline=None)
ALPHAS = st.sampled_from((0.001, 0.01, 0.05, 0.1, 0.2))
POWERS = st.floats(0.5, 0.999)
SPREADS = st.floats(0.01, 10)
DIFFERENCES = st.floats(0.01, 2)
# Without a second sample: one against a fixed number.
one_sample = NormalIndPower(ddof=0)


@pytest.fixture(scope="module")
def asked(warehouse):
    """Return a function that gives what a macro says of these arguments."""

    def ask(macro, *arguments):
        places = ", ".join(f"${place}" for place in range(1, len(arguments) + 1))
        [(value,)] = warehouse.connection.execute(
            f"select macros.{macro}({places})", [*arguments]
        ).fetchall()
        return value

    return ask


def asked_of_all(warehouse, macro, numbers):
    found = warehouse.connection.execute(
        f"select macros.{macro}(unnest($1::double[]))", [[*map(float, numbers)]]
    ).fetchall()
    return np.array([value for (value,) in found])


def test_the_quantile_is_that_of_scipy(warehouse):
    """From the farthest tail to the middle, to twelve digits."""
    shares = np.concatenate(
        [np.linspace(1e-9, 1 - 1e-9, 4001), 10.0 ** -np.arange(1, 307), [0.075, 0.925, 0.5]]
    )

    np.testing.assert_allclose(
        asked_of_all(warehouse, "normal_quantile", shares),
        norm.ppf(shares),
        rtol=1e-12,
        atol=1e-14,
    )


def test_the_distribution_is_that_of_scipy(warehouse):
    """To twelve digits of the number, not only of one: in the lower tail as well."""
    numbers = np.concatenate([np.linspace(-37, 37, 7401), [0.0, math.sqrt(2) * 0.46875, 1e-300]])

    np.testing.assert_allclose(
        asked_of_all(warehouse, "normal_cdf", numbers), norm.cdf(numbers), rtol=1e-12, atol=0
    )


@pytest.mark.parametrize("probability", [0.0, 1.0, -0.5, 1.5, None])
def test_no_quantile_outside(asked, probability):
    """What is no probability, or a certain one, has no quantile."""
    assert asked("normal_quantile", probability) is None


def test_the_ends_of_the_distribution(asked):
    """Infinitely far out everything lies on one side; of nothing known, nothing."""
    actual = [asked("normal_cdf", number) for number in (-math.inf, 0.0, math.inf, None)]

    assert actual == [0.0, 0.5, 1.0, None]


@examples
@given(DIFFERENCES, SPREADS, st.integers(1, 5000), ALPHAS)
def test_power_is_that_of_statsmodels(asked, difference, spread, count, alpha):
    """Both sides of a two-sided test count, and the sign of the difference does not."""
    expected = one_sample.power(difference / spread, count, alpha, ratio=0)

    for sign in (1, -1):
        actual = asked("power_of_difference", sign * difference, spread, count, alpha)
        assert math.isclose(expected, actual, abs_tol=1e-9)


@examples
@given(DIFFERENCES, SPREADS, ALPHAS, POWERS)
def test_the_sample_size_is_that_of_statsmodels(asked, difference, spread, alpha, power):
    """The closed form for one tail at half of alpha."""
    expected = normal_sample_size_one_tail(difference, power, alpha / 2, std_null=spread)

    actual = asked("sample_size", difference, spread, alpha, power)

    assert math.isclose(expected, actual, rel_tol=1e-9)


@examples
@given(SPREADS, st.integers(2, 5000), ALPHAS, POWERS)
def test_the_effect_is_what_its_sample_size_shows(asked, spread, count, alpha, power):
    """What statsmodels needs to show the smallest effect is the sample it was asked of."""
    effect = asked("minimum_detectable_effect", spread, count, alpha, power)
    expected = (norm.isf(alpha / 2) + norm.ppf(power)) * spread / math.sqrt(count)

    assert math.isclose(expected, effect, rel_tol=1e-9)
    assert math.isclose(
        count, normal_sample_size_one_tail(effect, power, alpha / 2, std_null=spread), rel_tol=1e-9
    )


def test_the_far_side_is_negligible(asked):
    """With it, statsmodels' search finds the same effect and the same sample to six digits."""
    effect = one_sample.solve_power(nobs1=200, alpha=0.05, power=0.8, ratio=0)
    count = one_sample.solve_power(effect_size=0.2, alpha=0.05, power=0.8, ratio=0)

    assert asked("minimum_detectable_effect", 1.0, 200, 0.05, 0.8) == pytest.approx(effect, 1e-5)
    assert asked("sample_size", 0.2, 1.0, 0.05, 0.8) == pytest.approx(count, 1e-5)


@examples
@given(st.floats(0, 1), st.floats(0, 1), ALPHAS, POWERS)
def test_two_shares_need_what_statsmodels_says(asked, one, other, alpha, power):
    """Each of two groups, by Cohen's h; equal shares never differ."""
    effect = proportion_effectsize(one, other)
    actual = asked("sample_size_of_proportions", one, other, alpha, power)
    if one == other:
        assert actual is None
    elif abs(effect) > 1e-3:
        expected = normal_sample_size_one_tail(effect, power, alpha / 2, std_null=math.sqrt(2))
        assert math.isclose(expected, actual, rel_tol=1e-9)


def test_two_shares_as_solved_by_statsmodels(asked):
    """One half against six tenths: 387 cases in each group."""
    expected = NormalIndPower().solve_power(proportion_effectsize(0.6, 0.5), None, 0.05, 0.8, 1)

    actual = asked("sample_size_of_proportions", 0.5, 0.6, 0.05, 0.8)

    assert actual == pytest.approx(expected, rel=1e-5)
    assert math.floor(actual) == 387


@pytest.mark.parametrize(
    "question",
    [
        ("minimum_detectable_effect", 0.5, 0, 0.05, 0.8),
        ("minimum_detectable_effect", -0.5, 9, 0.05, 0.8),
        ("minimum_detectable_effect", 0.0, 9, 0.05, 0.8),
        ("minimum_detectable_effect", None, 9, 0.05, 0.8),
        ("minimum_detectable_effect", 0.5, 9, 0.0, 0.8),
        ("minimum_detectable_effect", 0.5, 9, 0.05, 1.0),
        ("power_of_difference", 0.1, 0.0, 9, 0.05),
        ("power_of_difference", 0.1, 0.5, 0, 0.05),
        ("sample_size", 0.0, 0.5, 0.05, 0.8),
        ("sample_size", 0.1, 0.0, 0.05, 0.8),
        ("sample_size_of_proportions", -0.1, 0.5, 0.05, 0.8),
        ("sample_size_of_proportions", 0.5, 1.1, 0.05, 0.8),
    ],
)
def test_what_cannot_be_said_is_null(asked, question):
    """No cases, no spread, no difference and no probability give no number."""
    assert asked(*question) is None


@pytest.mark.parametrize("worths", [[1, 0, 1, 1, 0], [0.25, 0.75, 1, 0], [1, 0] * 500])
def test_the_metric_is_that_of_the_sample(warehouse, claims, worths):
    """Per run, the spread is that of numpy's sample, at 5 % and a power of 80 %."""
    expected = (norm.ppf(0.975) + norm.ppf(0.8)) * np.std(worths, ddof=1) / math.sqrt(len(worths))

    warehouse.hold(claims([None] * len(worths), worths))

    assert math.isclose(expected, warehouse.value("minimum_detectable_effect"), abs_tol=1e-9)
