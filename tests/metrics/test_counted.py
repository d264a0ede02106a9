"""facts.counted names the rows of every number, and reads no more than it is asked for."""

import dataclasses
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalstore.base import sql_files
from evalstore.errors import EvalstoreError
from evalstore.metrics import counted
from evalstore.metrics.catalog import catalog, find
from evalstore.metrics.check import check
from evalstore.metrics.reasons import count_of
from tests.counting import disagreements

# Status, outcome, is_right of what may become of an attempt.
FATES = (
    ("ok", "right", True),
    ("ok", "wrong", False),
    ("ok", "abstained", False),
    ("ok", "undetermined", None),
    ("ok", "unscored", None),
    ("ok", "error", None),
    ("ok", None, None),
    ("missing", None, False),
    ("unparsable", "wrong", False),
    ("error", None, None),
)
SHARES = (
    "accuracy", "accuracy_macro", "simpleqa_correct_given_attempted", "pass_at_k", "error_rate",
    "answer_consistency", "licensed_accuracy", "abstention_precision", "abstention_f1", "brier",
    "overconfidence_index", "ece",
)  # fmt: skip
ANSWERS = st.fixed_dictionaries(
    {
        "case_id": st.sampled_from(["c1", "c2", "c3", "c4"]),
        "fate": st.sampled_from(FATES),
        "answer": st.sampled_from(["YES", "no ", "UNKNOWN", "1989", None]),
        "confidence": st.sampled_from([None, 0.1, 0.5, 0.7, 0.9]),
        "confidence_kind": st.sampled_from([None, "stated", "logprob"]),
        "score": st.sampled_from([None, 0.25, 1.0]),
    }
)


def scored_rows(answers: list[dict]) -> list[dict]:
    """Return rows of facts.scored, the attempts of a case numbered."""
    made: dict[str, int] = {}
    rows = []
    for answer in answers:
        case_id = answer["case_id"]
        made[case_id] = made.get(case_id, 0) + 1
        status, outcome, is_right = answer["fate"]
        is_graded = status == "ok" and outcome in {"right", "wrong"}
        score = answer["score"] if is_graded else None
        rows.append(
            {
                "case_id": case_id,
                "attempt": made[case_id],
                "domain": "math" if case_id < "c3" else None,
                "label": {"c1": "E", "c2": "C", "c3": "U"}.get(case_id),
                "status": status,
                "outcome": outcome,
                "answer": answer["answer"] if status == "ok" else None,
                "is_right": is_right if score is None else score >= 0.5,
                "score": score,
                "confidence": answer["confidence"] if status == "ok" else None,
                "confidence_kind": answer["confidence_kind"] if status == "ok" else None,
            }
        )
    return rows


@pytest.mark.sweep
@settings(
    max_examples=2,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(runs=st.lists(st.lists(ANSWERS, min_size=1, max_size=12), min_size=1, max_size=20))
def test_rows_come_to_the_number_whatever_came(warehouse, runs):
    """Counted and left-out rows give the counts and the value of each share, in any mixture."""
    warehouse.hold(
        [
            {**row, "run_id": f"r{place}"}
            for place, answers in enumerate(runs)
            for row in scored_rows(answers)
        ]
    )

    found = [
        sentence for name in SHARES for sentence in disagreements(warehouse.connection, find(name))
    ]

    assert found == []
    unclaimed = warehouse.connection.execute(
        "select run_id, slice_name, slice_value, variant, list(reason) from facts.counted "
        "where metric = 'ece' and represents_case and not is_counted group by all"
    ).fetchall()
    expected = {
        tuple(row[:4]): sum(count_of(reason) == "unclaimed_count" for reason in row[4])
        for row in unclaimed
    }
    said = warehouse.connection.execute(
        "select run_id, slice_name, slice_value, variant, unclaimed_count from metrics.ece"
    ).fetchall()
    assert {tuple(row[:4]): row[4] for row in said if row[4]} == {
        key: count for key, count in expected.items() if count
    }


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"reason": "null"}, "accuracy ('r1', 'maia', 'factual', 'all', 'all', ''): scored_count"),
        ({"numerator": "weight"}, "accuracy is 0.5, its rows come to 1.0"),
    ],
)
def test_a_header_that_is_wrong_is_found(warehouse, change, said):
    """A row too many, or one that adds too much, does not agree with the metric."""
    fates = (FATES[0], FATES[1], FATES[5])
    warehouse.hold(
        [
            dict(zip(("status", "outcome", "is_right"), fate, strict=True), case_id=f"c{place}")
            for place, fate in enumerate(fates)
        ]
    )
    metric = find("accuracy")

    assert disagreements(warehouse.connection, metric) == []
    found = disagreements(warehouse.connection, dataclasses.replace(metric, **change))
    assert any(said in sentence for sentence in found), found


def scans(connection, query: str, parameters: dict) -> list[tuple[str, str]]:
    """Return table and filters of each scan that a plan still holds."""
    [(_, plan)] = connection.execute(f"explain (format json) {query}", parameters).fetchall()
    found = []
    nodes = json.loads(plan)
    while nodes:
        node = nodes.pop()
        nodes += node["children"]
        about = node["extra_info"]
        if "Table" in about:
            found.append((about["Table"].rpartition(".")[2], str(about.get("Filters", ""))))
    return sorted(found)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("name", ["accuracy", "ece", "pass_at_k", "cvrr", "cost_usd_total"])
def test_a_question_about_one_number_reads_its_rows(warehouse, name):
    """The view drops the rows of other metrics, and run and slice reach every scan."""
    row = {"status": "ok", "outcome": "right", "is_right": True, "label": "C", "confidence": 0.5}
    warehouse.hold([{**row, "run_id": run_id} for run_id in ("r1", "r2")])
    warehouse.connection.execute(
        "insert into facts.responses by name select run_id, system_id, case_id, 1 as attempt, "
        "status from facts.scored"
    )
    asked = "where run_id = $run_id and slice_name = $slice_name"
    parameters = {"run_id": "r1", "slice_name": "all"}
    warehouse.connection.execute(counted.selection_statement(find(name)))
    expected = scans(warehouse.connection, f"from selected_counted {asked}", parameters)

    actual = scans(
        warehouse.connection,
        f"from facts.counted {asked} and metric = $metric",
        {**parameters, "metric": name},
    )

    warehouse.connection.execute("delete from facts.responses")
    assert actual == expected
    assert actual
    assert all("run_id = 'r1'" in filters for _, filters in actual)


def test_the_checked_in_view_is_what_the_headers_give():
    """A header that was changed is in the file; `make docs` writes it."""
    assert counted.statement(catalog().values()) == sql_files.read("sql/facts/views/counted")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"counts": ""}, "lacks the rows that it counts"),
        ({"counts": "facts.scored"}, "facts.scored is not a view of sql/facts/views"),
        (
            {"counts": "facts.counted_answers where is_red"},
            "counts by is_red, which is not a column",
        ),
        ({"numerator": "weight *"}, "is not an SQL expression"),
    ],
)
def test_a_header_has_to_name_rows_that_are_there(change, sentence):
    """A metric without rows, or with columns that they have not, is named with what is wrong."""
    metric = find("accuracy")
    found = check(dataclasses.replace(metric, **change), sql_files.read(metric.sql_name))

    assert any(sentence in one for one in found), found


def test_a_metric_without_rows_gives_its_reason():
    """`counts: no, REASON` leaves a metric out of the view and says why."""
    metric = dataclasses.replace(find("accuracy"), counts="no, it is a guess")

    assert metric.why_not_counted == "it is a guess"
    assert check(metric, sql_files.read(metric.sql_name)) == []
    with pytest.raises(EvalstoreError, match="no metric can be shown row by row"):
        counted.selection_statement(metric)
