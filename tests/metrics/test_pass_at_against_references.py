"""pass@k is the estimator that was published with it."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

examples = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
COUNTS = st.integers(0, 14).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))
DRAWS = (1, 2, 5, 10)


def estimate(attempt_count, right_count, drawn_count) -> float:
    """Return 1 - C(n - c, k) / C(n, k) as Chen et al. (2021) compute it, figure 3."""
    if attempt_count - right_count < drawn_count:
        return 1.0
    return 1.0 - float(
        np.prod(1.0 - drawn_count / np.arange(attempt_count - right_count + 1, attempt_count + 1))
    )


@pytest.fixture
def attempt(warehouse):
    """Return a function that lets cases be attempted: how often, and how often rightly."""

    def put(cases):
        warehouse.hold(
            [
                {"case_id": f"c{number}", "attempt": place + 1, "status": "ok",
                 "outcome": "right" if place < right_count else "wrong",
                 "is_right": place < right_count}
                for number, (attempt_count, right_count) in enumerate(cases)
                for place in range(attempt_count)
            ]
            # A case without an attempt that counts has one that failed.
            + [
                {"case_id": f"c{number}", "attempt": 1, "status": "error"}
                for number, (attempt_count, _) in enumerate(cases)
                if not attempt_count
            ]
        )  # fmt: skip

    return put


@examples
@given(st.lists(COUNTS, min_size=1, max_size=12))
def test_the_mean_is_that_of_the_estimator(warehouse, attempt, cases):
    """Each k averages the cases with at least k attempts, and counts the others."""
    attempt(cases)
    found = {row["variant"]: row for row in warehouse.rows("pass_at_k")}

    assert [f"k={drawn}" for drawn in sorted(DRAWS, key=str)] == sorted(found)
    for drawn in DRAWS:
        row = found[f"k={drawn}"]
        expected = [estimate(n, c, drawn) for n, c in cases if n >= drawn]
        failed_count = sum(n == 0 for n, _ in cases) if drawn == 1 else 0
        assert len(expected) == row["scored_count"]
        assert failed_count == row["error_count"]
        assert len(cases) - len(expected) - failed_count == row["unscored_count"]
        if expected:
            assert math.isclose(np.mean(expected), row["pass_at_k"], abs_tol=1e-9)
        else:
            assert row["pass_at_k"] is None


@pytest.mark.sweep
@examples
@given(st.lists(COUNTS, min_size=1, max_size=12), st.integers(1, 16))
def test_any_number_of_draws(warehouse, attempt, cases, drawn):
    """The macro takes any k, and says of those of the view what the view says."""
    attempt(cases)
    columns = "scored_count, missing_count, error_count, unscored_count, pass_at_k"
    expected = [estimate(n, c, drawn) for n, c in cases if n >= drawn]

    [row] = warehouse.connection.execute(
        f"select {columns} from macros.pass_at('r1', $1)", [drawn]
    ).fetchall()
    view = warehouse.connection.execute(
        f"select {columns} from metrics.pass_at_k where slice_name = 'all' and variant = $1",
        [f"k={drawn}"],
    ).fetchall()

    assert len(expected) == row[0]
    assert math.isclose(np.mean(expected), row[-1], abs_tol=1e-9) if expected else row[-1] is None
    assert [list(one) for one in view] in ([pytest.approx([*row], abs=1e-12)], [])
    assert bool(view) == (drawn in DRAWS)


@pytest.mark.parametrize(("n", "c"), [(5, 0), (5, 2), (5, 5), (12, 1), (3, 2)])
def test_a_chance_is_a_share_of_draws(warehouse, n, c):
    """Counted one by one: the draws of k among the n attempts that hold a right one."""
    for k in range(1, n + 1):
        draws = [*itertools.combinations([True] * c + [False] * (n - c), k)]
        expected = sum(any(draw) for draw in draws) / len(draws)

        [(actual,)] = warehouse.connection.execute(
            "select macros.passing_chance($1, $2, $3)", [n, c, k]
        ).fetchall()

        assert math.isclose(expected, actual, abs_tol=1e-12)


@pytest.mark.parametrize(("n", "c", "k"), [(10_000, 1, 100), (10_000, 37, 5000), (200, 3, 100)])
def test_many_attempts_do_not_overflow(warehouse, n, c, k):
    """Counts whose binomials have thousands of digits give the chance to nine."""
    expected = estimate(n, c, k)

    [(actual,)] = warehouse.connection.execute(
        "select macros.passing_chance($1, $2, $3)", [n, c, k]
    ).fetchall()

    assert math.isclose(expected, actual, abs_tol=1e-9)


@pytest.mark.parametrize(("n", "c", "k"), [(2, 1, 3), (0, 0, 1), (3, 1, 0)])
def test_too_few_attempts_have_no_chance(warehouse, n, c, k):
    """Fewer attempts than draws, and no draw at all, are unknown and not 0."""
    found = warehouse.connection.execute(
        "select macros.passing_chance($1, $2, $3)", [n, c, k]
    ).fetchall()

    assert [(None,)] == found


def test_one_attempt_each_is_accuracy(warehouse, attempt):
    """Where each case is attempted once, pass@1 is accuracy."""
    attempt([(1, 1), (1, 1), (1, 1)])

    assert warehouse.rows("pass_at_k")[0]["variant"] == "k=1"
    assert warehouse.value("accuracy") == warehouse.rows("pass_at_k")[0]["pass_at_k"] == 1.0
