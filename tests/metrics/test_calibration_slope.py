"""The calibration slope and its interval are those of statsmodels' least squares."""

import math
import random

import numpy as np
import pytest
import statsmodels.api as sm


@pytest.mark.parametrize("count", [3, 10, 400])
@pytest.mark.parametrize("seed", range(3))
def test_slope_is_that_of_least_squares(warehouse, claims, seed, count):
    """With standard errors HC1, statsmodels finds the same line and the same interval."""
    dice = random.Random(seed)
    confidences = [dice.randrange(1001) / 1000 for _ in range(count)]
    is_right = [int(dice.random() < confidence) for confidence in confidences]
    fitted = sm.OLS(np.array(is_right, float), sm.add_constant(np.array(confidences))).fit(
        cov_type="HC1"
    )
    low, high = fitted.conf_int()[1]

    warehouse.hold(claims(confidences, is_right))
    [row] = warehouse.rows("calibration_slope")

    for expected, actual in (
        (fitted.params[1], row["calibration_slope"]),
        (low, row["ci_low"]),
        (high, row["ci_high"]),
    ):
        assert math.isclose(expected, actual, rel_tol=0, abs_tol=1e-9)
