"""What counts as a case of abstention, and what its answer is taken to say."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalstore.metrics.catalog import catalog

METRICS = [name for name, metric in catalog().items() if metric.family == "abstention"]

SAID = {
    "YES": "YES", "yes": "YES", " Yes\n": "YES", "no": "NO", "\tNO ": "NO", "unknown": "UNKNOWN",
    "yes.": "MISSING", "YES NO": "MISSING", "don't know": "MISSING", "": "MISSING",
    None: "MISSING",
}  # fmt: skip


@pytest.mark.sweep
@settings(max_examples=20, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["E", "C", "U", "e", "other", None]),
            st.sampled_from(["ok", "ok", "missing", "unparsable", "error"]),
            st.sampled_from([*SAID]),
            st.sampled_from(["right", "wrong", "abstained", "error", "undetermined", None]),
        ),
        min_size=1,
        max_size=40,
    )
)
def test_what_was_said_is_read_as_it_stands(warehouse, cases):
    """Only ok answers say anything, errors are out and counted, other labels are not asked."""
    asked = [case for case in cases if case[0] in {"E", "C", "U"}]
    expected = Counter(
        (SAID[answer] if status == "ok" else "MISSING", label)
        for label, status, answer, _ in asked
        if status != "error"
    )
    error_count = sum(status == "error" for _, status, _, _ in asked)

    names = ("label", "status", "answer", "outcome")
    warehouse.hold([dict(zip(names, case, strict=True)) for case in cases])
    rows = warehouse.rows("abstention_confusion")
    coverage = warehouse.rows("answer_coverage")

    assert expected == +Counter({(r["prediction"], r["label"]): r["answer_count"] for r in rows})
    assert {error_count} == {row["error_count"] for row in coverage} or not asked
    assert {len(asked) - error_count} == {row["scored_count"] for row in coverage} or not asked


@pytest.mark.parametrize("cases", [[], [{"status": "ok", "answer": "YES"}]], ids=["none", "bare"])
def test_without_a_label_there_is_no_row(warehouse, cases):
    """Where nothing was asked of what is entailed, no metric says anything."""
    warehouse.hold(cases)

    assert [] == [row for metric in METRICS for row in warehouse.rows(metric)]


CASES = [
    {"label": "E", "status": "ok", "answer": "YES"},
    {"label": "E", "status": "missing"},
    {"label": "C", "status": "ok", "answer": "NO"},
    {"label": "C", "status": "error"},
    {"label": "U", "status": "unparsable", "answer": "UNKNOWN"},
    {"label": "U", "status": "ok", "answer": "YES"},
]


@pytest.mark.thinned(4)
@pytest.mark.parametrize("metric", METRICS)
def test_validators_are_kept_apart_and_not_read(warehouse, metric):
    """Each validator has its rows, and all say the same whatever it made of the answers."""
    verdicts = {"factual": "right", "lenient": "undetermined"}
    warehouse.hold(
        [
            {
                **case,
                "case_id": f"c{number}",
                "validator_id": validator,
                "is_primary_validator": validator == "factual",
                "outcome": outcome,
                "is_right": outcome == "right",
            }
            for number, case in enumerate(CASES)
            for validator, outcome in verdicts.items()
        ]
    )
    by_validator = {validator: [] for validator in verdicts}
    for row in warehouse.rows(metric):
        validator = row.pop("validator_id")

        assert (validator == "factual") == row.pop("is_primary_validator")
        by_validator[validator].append(row)

    assert by_validator["factual"] == by_validator["lenient"]
    assert by_validator["factual"]


@pytest.mark.parametrize(
    ("metric", "label"), [("cvrr", "C"), ("licensed_accuracy", "E"), ("abstention_recall", "U")]
)
def test_a_metric_of_one_label_is_that_of_its_slice(warehouse, metric, label):
    """Strictly each of these asks about one label, so the slice of that label says the same."""
    warehouse.hold(CASES)
    names = ("scored_count", metric, "ci_low", "ci_high")

    [expected] = [
        [row[name] for name in names]
        for row in warehouse.rows(metric)
        if row["variant"] == "mapping=strict"
    ]
    [actual] = [
        [row[name] for name in names]
        for row in warehouse.rows(metric, "label")
        if (row["variant"], row["slice_value"]) == ("mapping=strict", label)
    ]

    assert expected == actual
