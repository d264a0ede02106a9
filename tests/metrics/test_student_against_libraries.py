"""Student's t: its tails and quantiles are those of scipy."""

import math

import numpy as np
import pytest
from scipy.stats import t

from evalstore.statistics import student

DEGREES = (1.0, 1.5, 2.0, 3.0, 4.0, 7.0, 19.0, 100.0, 1e3, 1e4, 1e6)
TAILS = (1e-12, 1e-9, 1e-6, 1e-3, 0.01, 0.025, 0.1, 0.25, 0.4, 0.49)
DISTANCES = (0.0, 1e-3, 0.1, 0.5, 1.0, 2.0, 3.0, 10.0, 100.0, 1e4)


def values_of(warehouse, expression, first, second):
    """Return an expression of `one` and `other` for each pair of them."""
    found = warehouse.connection.execute(
        f"select {expression} from (select unnest($1::double[]) as one, "
        "unnest($2::double[]) as other)",
        [[*map(float, first)], [*map(float, second)]],
    ).fetchall()
    return np.array([value for (value,) in found], dtype=float)


def test_the_quantile_is_that_of_scipy(warehouse):
    """From one degree of freedom to a million, and from the far tails to the middle."""
    shares = [*TAILS, 0.5, *(1 - tail for tail in TAILS)]
    grid = [(share, degrees) for degrees in DEGREES for share in shares]

    actual = values_of(warehouse, "macros.student_quantile(one, other)", *zip(*grid, strict=True))

    np.testing.assert_allclose(
        actual, [t.ppf(share, degrees) for share, degrees in grid], rtol=1e-10, atol=1e-10
    )


def test_the_two_tails_are_those_of_scipy(warehouse):
    """To ten digits of the tail, however small; the sign of the distance does not matter."""
    grid = [(sign * far, few) for few in DEGREES for far in DISTANCES for sign in (1, -1)]
    expected = np.array([2 * t.sf(abs(distance), degrees) for distance, degrees in grid])

    actual = values_of(warehouse, "macros.student_two_sided(one, other)", *zip(*grid, strict=True))

    np.testing.assert_allclose(actual, expected, rtol=1e-10, atol=1e-300)


def test_python_says_what_sql_says():
    """The same tails and quantiles for what no view gives."""
    for degrees in DEGREES:
        for tail in TAILS:
            distance = t.ppf(tail, degrees)
            assert math.isclose(student.quantile(tail, degrees), distance, rel_tol=1e-8)
            # Not of distribution functions of the far ends, which are right to ten digits only.
            expected = 2 * t.sf(abs(distance), degrees)
            assert math.isclose(student.two_sided(distance, degrees), expected, rel_tol=1e-10)


def test_the_short_quantile_of_intervals_is_that_of_scipy(warehouse):
    """For each count of degrees up to ten thousand, and where nothing tells it from a normal."""
    degrees = np.array([*range(1, 10_001), 1e5, 1e6, 1e9, 1e15])

    actual = values_of(warehouse, "macros.student_quantile_975(one)", degrees, degrees)

    np.testing.assert_allclose(actual, t.ppf(0.975, degrees), rtol=1e-9)


@pytest.mark.parametrize(
    "expression",
    [
        "student_quantile(0, 3)",
        "student_quantile(1, 3)",
        "student_quantile(0.975, 0)",
        "student_quantile(null, 3)",
        "student_quantile(0.975, null)",
        "student_quantile_975(0)",
        "student_quantile_975(null)",
        "student_two_sided(1, 0)",
        "student_two_sided(null, 3)",
    ],
)
def test_what_cannot_be_said_is_null(warehouse, expression):
    """No degrees of freedom, a certain probability and nothing known give no number."""
    [(value,)] = warehouse.connection.execute(f"select macros.{expression}").fetchall()

    assert value is None


def test_the_ends_of_the_distribution(warehouse):
    """At zero everything lies as far out, infinitely far nothing; the middle is zero."""
    found = warehouse.connection.execute(
        "select macros.student_two_sided(0, 3), macros.student_two_sided($1, 3), "
        "macros.student_quantile(0.5, 3)",
        [math.inf],
    ).fetchall()

    assert found == [(1.0, 0.0, 0.0)]
