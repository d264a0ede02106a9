"""Of the validators that a metric can have, which is the primary one."""

import pytest

from evalstore.base import sql_files
from tests.metrics.conftest import Warehouse

INDICES = ("respect_index", "integration_index", "orientation_index", "phenomenology_pass_rate")


def warehouse_of(validators, *, primary="", measured=()):
    """Return a warehouse in which each of the validators judged one reply of maia."""
    warehouse = Warehouse()
    warehouse.hold(
        [
            {
                "case_id": "c1", "validator_id": name, "status": "ok",
                "is_primary_validator": name == primary,
                "outcome": "measured" if name in measured else "right",
                "is_right": None if name in measured else True,
                "value": 7.0 if name in measured else None,
                "confidence": 0.9, "confidence_kind": "stated",
            }
            for name in validators
        ]
    )  # fmt: skip
    return warehouse


def graded(validators, *, primary="", others=("factual",)):
    """Return a warehouse in which the validators grade a reply, and others judge it."""
    warehouse = warehouse_of([*validators, *others], primary=primary)
    warehouse.connection.executemany(
        "insert into facts.verdict_scores values ('r1', 'maia', 'c1', 1, ?, ?, 1.0)",
        [(name, grade) for name in validators
         for grade in ("respect", "integration", "orientation")],
    )  # fmt: skip
    return warehouse


def validators_of(warehouse, metric):
    """Return the validators of a metric's rows: whether each is the primary one."""
    return dict(
        warehouse.connection.execute(
            "select validator_id, is_primary_validator from metrics.all_metrics "
            "where metric = ? and slice_name = 'all'",
            [metric],
        ).fetchall()
    )


@pytest.mark.thinned(3)
@pytest.mark.parametrize("metric", INDICES)
def test_grades_are_of_the_validator_that_grades(metric):
    """The run's primary validator gives no grades, so it is no rival."""
    warehouse = graded(["phenomenological"], primary="factual")

    assert {"phenomenological": True} == validators_of(warehouse, metric)


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("graders", "primary", "expected"),
    [
        # The run's primary validator, if it grades.
        (("lab_judge", "phenomenological"), "lab_judge", "lab_judge"),
        # Else the rules, which a judge that was added later does not replace.
        (("lab_judge", "phenomenological"), "factual", "phenomenological"),
        # Else the only one; a person labels a sample.
        (("lab_judge",), "factual", "lab_judge"),
        (("lab_judge", "human:kim"), "factual", "lab_judge"),
        (("human:kim",), "factual", None),
        # Two rivals: neither.
        (("lab_judge", "other_judge"), "factual", None),
    ],
)
def test_the_primary_validator_is_asked_for_among_rivals(graders, primary, expected):
    """Several that grade are rivals for the same number."""
    warehouse = graded(graders, primary=primary)

    assert {name: name == expected for name in graders} == validators_of(
        warehouse, "respect_index"
    )


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("metric", "validator"),
    [
        ("contradiction_index", "self_contradiction"),
        ("format_compliance_rate", "format_compliance"),
        ("evidence_quality", "evidence"),
    ],
)
def test_a_metric_of_one_validator_takes_it(metric, validator):
    """No other validator could have the number."""
    warehouse = warehouse_of(["factual", validator], primary="factual")

    assert {validator: True} == validators_of(warehouse, metric)


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("measured", "primary", "expected"),
    [
        (["length"], "factual", {"length": True}),
        (["length", "rating"], "factual", {"length": False, "rating": False}),
        (["length", "rating"], "rating", {"length": False, "rating": True}),
    ],
)
def test_measurements_are_of_what_measures(measured, primary, expected):
    """A validator of shares is no rival of one that measures."""
    warehouse = warehouse_of(["factual", *measured], primary=primary, measured=measured)

    assert expected == validators_of(warehouse, "mean_value")
    counted = warehouse.connection.execute(
        "select distinct validator_id, is_primary_validator from facts.counted_measurements"
    ).fetchall()
    assert expected == dict(counted)


def test_measurements_of_some_slices_are_counted_once():
    """
    A validator that measures alone only in slices of some names is the primary one there.

    A comparison reads each attempt once as well: one that it read twice would make four pairs.
    """
    warehouse = Warehouse()
    measured = {"status": "ok", "outcome": "measured", "value": 7.0, "is_primary_validator": False}
    warehouse.hold(
        [
            {**measured, "case_id": "c1", "validator_id": "length", "domain": "math"},
            {**measured, "case_id": "c2", "validator_id": "rating"},
        ]
    )
    columns = "slice_name, slice_value, validator_id, is_primary_validator"
    counted, of_metric = (
        warehouse.connection.execute(f"select {columns} from {view} order by all").fetchall()
        for view in ("facts.counted_measurements", "metrics.mean_value")
    )

    assert ("domain", "math", "length", True) in counted
    assert of_metric == counted
    of_each = warehouse.connection.execute(
        f"select {columns} from ({sql_files.read('sql/paired/values/mean_value')}) order by all"
    ).fetchall()
    assert of_each == counted


@pytest.mark.thinned(3)
@pytest.mark.parametrize("metric", ["ece", "brier", "overconfidence_index", "auroc_confidence"])
def test_a_confidence_is_held_against_judges_of_the_answer_only(metric):
    """The form of a reply, its grades and its consistency are no claims of the confidence."""
    of_replies = [
        "confidence", "evidence", "format_compliance", "phenomenological", "self_contradiction",
    ]  # fmt: skip
    warehouse = warehouse_of(["factual", "lab_judge", *of_replies], primary="factual")

    assert {"factual": True, "lab_judge": False} == validators_of(warehouse, metric)
