"""Intervals of shares by persona are those of statsmodels, and Wilson's where nothing varies."""

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.stats import t

from evalstore.statistics.wilson import wilson
from evalstore.suites.drift.engine.intervals import share_interval


def test_the_error_is_the_clustered_one_of_a_mean():
    """As an ordinary least squares fit of a constant, whose errors know the personas."""
    draws = np.random.default_rng(5)
    persona = draws.integers(0, 30, 400)
    is_part = draws.random(400) < draws.random(30)[persona] ** 2
    fit = sm.OLS(is_part.astype(float), np.ones(400)).fit(
        cov_type="cluster", cov_kwds={"groups": persona, "use_correction": False}
    )
    error = fit.bse[0] * np.sqrt(30 / 29)
    expected = is_part.mean() + np.array([-1, 1]) * t.ppf(0.975, 29) * error

    assert share_interval(is_part, np.ones(400, bool), persona) == pytest.approx(tuple(expected))


def test_rows_outside_of_the_whole_do_not_count():
    """A persona with no row in the whole is none, and its rows change nothing."""
    persona = np.array([0, 0, 1, 1, 2, 2, 3])
    is_whole = np.array([1, 1, 1, 1, 1, 1, 0], bool)
    is_part = np.array([1, 0, 1, 1, 0, 0, 0], bool)

    assert share_interval(is_part, is_whole, persona) == share_interval(
        is_part[:-1], is_whole[:-1], persona[:-1]
    )


def test_where_no_persona_differs_it_is_wilson_over_personas():
    """Half of each persona's weeks: what varies is unknown, and three personas say little."""
    is_part = np.array([1, 0] * 3, bool)

    assert share_interval(is_part, np.ones(6, bool), np.repeat(np.arange(3), 2)) == wilson(1.5, 3)
    assert share_interval(is_part[:2], np.ones(2, bool), np.zeros(2, int)) is None
