"""Clustered errors of accuracy are those of statsmodels' regression on a constant, with t."""

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from statsmodels.api import OLS
from statsmodels.stats.proportion import proportion_confint

WORTHS = st.sampled_from((0.0, 1.0, 1.0, 0.25, 0.75))
ANSWERS = st.lists(st.tuples(WORTHS, st.sampled_from("abcde")), min_size=2, max_size=40)
examples = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def clustered(warehouse, claims):
    """Return a function that holds answers and gives the one row of accuracy by cluster."""

    def ask(answers, key):
        warehouse.hold(claims([None] * len(answers), [worth for worth, _ in answers]))
        for column in ("cluster_id", "session_id"):
            warehouse.connection.execute(f"update facts.scored set {column} = null")
        names = {f"c{number}": name for number, (_, name) in enumerate(answers) if name}
        warehouse.connection.execute("delete from facts.case_attributes")
        if key in ("cluster", "session"):
            warehouse.connection.executemany(
                f"update facts.scored set {key}_id = $2 where case_id = $1", [*names.items()]
            )
        elif names:
            warehouse.connection.executemany(
                "insert into facts.case_attributes values ('r1', $1, $2, $3)",
                [(case_id, key, name) for case_id, name in names.items()],
            )
        found = warehouse.connection.execute(
            "select * from macros.accuracy_clustered('r1', $1) where slice_name = 'all'", [key]
        )
        columns = [column[0] for column in found.description]
        [row] = [dict(zip(columns, row, strict=True)) for row in found.fetchall()]
        return row

    yield ask
    warehouse.connection.execute("delete from facts.case_attributes")


def fitted(worths, clusters):
    """Return what statsmodels says of a mean: Student's t, corrected for few clusters."""
    groups = np.unique(clusters, return_inverse=True)[1]
    model = OLS(np.array(worths), np.ones(len(worths)))
    return model.fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)


@examples
@given(ANSWERS, st.sampled_from(("cluster", "session", "topic", 'it\'s "odd"')))
def test_the_error_is_that_of_a_regression(clustered, answers, key):
    """Whatever the key, and for graded answers too, error and interval are statsmodels'."""
    worths, names = zip(*answers, strict=True)
    mean = float(np.mean(worths))

    row = clustered(answers, key)

    assert (len(answers), len(set(names))) == (row["scored_count"], row["cluster_count"])
    assert math.isclose(mean, row["accuracy"], abs_tol=1e-9)
    if len(set(names)) == 1:
        assert [row["standard_error"], row["ci_low"], row["ci_high"]] == [None] * 3
        assert row["reason"] == "a single cluster tells nothing of its error"
        return
    expected = fitted(worths, names)
    [bounds] = expected.conf_int()
    if expected.bse[0] < 1e-9:
        # Clusters that are all alike have no error: what bounds them is Wilson's interval.
        count = len(set(names))
        bounds = proportion_confint(mean * count, count, method="wilson")
    assert row["reason"] is None
    assert math.isclose(expected.bse[0], row["standard_error"], abs_tol=1e-9)
    assert math.isclose(max(0.0, bounds[0]), row["ci_low"], abs_tol=1e-9)
    assert math.isclose(min(1.0, bounds[1]), row["ci_high"], abs_tol=1e-9)


@examples
@given(st.lists(WORTHS, min_size=2, max_size=40))
def test_single_cases_are_independent_answers(clustered, worths):
    """By case, the error is the standard deviation of the sample over the root of its size."""
    expected = float(np.std(worths, ddof=1)) / math.sqrt(len(worths))

    row = clustered([(worth, "all in one") for worth in worths], "case")

    assert len(worths) == row["cluster_count"]
    assert math.isclose(expected, row["standard_error"], abs_tol=1e-9)


def test_cases_without_a_cluster_stand_alone(clustered):
    """Who has no value of the key is a cluster of its own, and not one with all others like it."""
    answers = [(1.0, "a"), (1.0, "a"), (0.0, None), (1.0, None), (0.0, None)]
    expected = fitted([worth for worth, _ in answers], ["a", "a", "x", "y", "z"]).bse[0]

    row = clustered(answers, "topic")

    assert row["cluster_count"] == 4
    assert math.isclose(expected, row["standard_error"], abs_tol=1e-9)


def test_clusters_that_agree_widen_the_interval(clustered):
    """Ten answers that are two, each asked five times, say as much as two, which is little."""
    answers = [(1.0, "a")] * 5 + [(0.0, "b")] * 5

    alone, together = clustered(answers, "case"), clustered(answers, "topic")

    assert math.isclose(0.5, together["standard_error"])
    assert math.isclose(0.5 / 3, alone["standard_error"])
    assert (0.0, 1.0) == (together["ci_low"], together["ci_high"])


def test_what_is_left_out_is_in_no_cluster(warehouse):
    """Errors and open judgements are counted as in accuracy, and make no cluster."""
    warehouse.hold(
        [
            {"status": "ok", "outcome": "right", "is_right": True},
            {"status": "missing", "outcome": None, "is_right": False},
            {"status": "error", "outcome": None, "is_right": None},
            {"status": "ok", "outcome": "undetermined", "is_right": None},
        ]
    )
    columns = (
        "scored_count, missing_count, error_count, unscored_count, accuracy, is_primary_validator"
    )

    clustered = warehouse.connection.execute(
        f"select cluster_count, {columns} from macros.accuracy_clustered(null, 'case') "
        "where slice_name = 'all'"
    ).fetchall()
    plain = warehouse.connection.execute(
        f"select 2, {columns} from metrics.accuracy where slice_name = 'all'"
    ).fetchall()

    assert plain == clustered


def test_nothing_scored_has_no_interval(warehouse):
    """Where every answer is left out there is no accuracy, no cluster and no error."""
    warehouse.hold([{"status": "error", "outcome": None, "is_right": None}] * 3)

    found = warehouse.connection.execute(
        "select scored_count, error_count, cluster_count, accuracy, standard_error, ci_low "
        "from macros.accuracy_clustered('r1', 'case') where slice_name = 'all'"
    ).fetchall()

    assert [(0, 3, 0, None, None, None)] == found
