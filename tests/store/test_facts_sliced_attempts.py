"""Slices of what attempts used: their values, and that a case counts once in each of them."""

import math
import random

import pytest

from evalstore.metrics.catalog import find
from evalstore.store import connections
from evalstore.store.query.queries import SLICES_OF_USE
from tests.counting import disagreements

WEIGHTS = """
    select
        sum(weight) as weight,
        sum(claim_weight) filter (where confidence_kind = 'stated') as claim_weight,
        count(*) filter (where represents_case) as case_count,
        count(case_correctness) as mean_count,
        count(is_right) as scored_count,
        max(case_attempt_count) as attempt_count,
        count(*) as row_count
    from facts.sliced
    group by run_id, system_id, case_id, validator_id, slice_name, slice_value
"""
METRICS = (
    "accuracy", "accuracy_these_cases", "accuracy_macro", "pass_at_k", "pass_hat_k",
    "answer_consistency", "error_rate", "missing_rate", "mean_value", "brier", "ece",
    "licensed_accuracy", "abstention_f1",
)  # fmt: skip
SLICES = """
    select case_id, attempt, slice_name, slice_value from facts.sliced_attempts
    where slice_name = $slice_name order by all
"""


def called(*names, errors=0):
    """Return the tools of a response, each called once; the first gave some errors."""
    return [
        {"name": name, "call_count": 1, "error_count": errors if at == 0 else 0}
        for at, name in enumerate(names)
    ]


def values(warehouse, slice_name):
    """Return the slices of a name as (case, attempt, value)."""
    rows = warehouse.query(SLICES, slice_name=slice_name)
    return [(row["case_id"], row["attempt"], row["slice_value"]) for row in rows]


def attempt(lines, case_id, number, outcome, **fields):
    """Return a response to a case and the verdict on it."""
    about = {"case_id": case_id, "attempt": number}
    return [lines.response(**about, **fields), lines.verdict(outcome, **about)]


@pytest.mark.sweep
def test_each_tool_that_was_called(warehouse, lines):
    """An attempt that called two is in both, none is `none`, unknown is in no slice."""
    warehouse.add(
        *attempt(lines, "c1", 1, "right", tools=called("search", "run", "search", errors=2)),
        *attempt(lines, "c1", 2, "right", tools=[]),
        *attempt(lines, "c2", 1, "right", tools=called("none")),
        *attempt(lines, "c3", 1, "right"),
    )

    assert [
        ("c1", 1, "run"), ("c1", 1, "search"), ("c1", 2, "none"), ("c2", 1, "tool.none"),
    ] == values(warehouse, "called_tool")  # fmt: skip
    assert [("c1", 1, "some"), ("c2", 1, "none")] == values(warehouse, "tool_errors")


@pytest.mark.sweep
def test_a_run_that_called_no_tool_has_no_slice_of_tools(warehouse, lines):
    """That none was called is known of every log that holds its messages, and says nothing."""
    warehouse.add(*attempt(lines, "c1", 1, "right", tools=[]))

    assert [] == values(warehouse, "called_tool") + values(warehouse, "tool_errors")


@pytest.mark.thinned(12)
@pytest.mark.parametrize(
    ("slice_name", "used", "expected"),
    [
        ("tokens_used", {"tokens_in": 0, "tokens_out": 0}, ["0 to 1000"]),
        ("tokens_used", {"tokens_in": 900, "tokens_out": 99}, ["0 to 1000"]),
        ("tokens_used", {"tokens_in": 900, "tokens_out": 100}, ["1000 to 10000"]),
        ("tokens_used", {"tokens_in": 99_999, "tokens_out": 1}, ["100000 to 1000000"]),
        ("tokens_used", {"tokens_in": 10**6, "tokens_out": 0}, ["1000000 or more"]),
        ("tokens_used", {"tokens_in": 900}, []),
        ("cost_usd", {"cost_usd": 0}, ["0 to 0.001"]),
        ("cost_usd", {"cost_usd": 0.001}, ["0.001 to 0.01"]),
        ("cost_usd", {"cost_usd": 0.0999}, ["0.01 to 0.1"]),
        ("cost_usd", {"cost_usd": 1}, ["1 to 10"]),
        ("cost_usd", {"cost_usd": 10}, ["10 or more"]),
        ("cost_usd", {"tokens_in": 1, "tokens_out": 1}, []),
    ],
)
def test_decades(warehouse, lines, slice_name, used, expected):
    """The lower bound belongs to a slice, and what is not known is in none."""
    warehouse.add(*attempt(lines, "c1", 1, "right", **used))

    assert expected == [value for *_, value in values(warehouse, slice_name)]


@pytest.mark.sweep
def test_a_case_counts_once_in_each_slice(warehouse, lines):
    """Of three attempts two searched, one rightly: half a case there, and all of one without."""
    warehouse.add(
        *attempt(lines, "c1", 1, "right", tools=called("search")),
        *attempt(lines, "c1", 2, "wrong", tools=called("search")),
        *attempt(lines, "c1", 3, "right", tools=[]),
        *attempt(lines, "c2", 1, "right", tools=called("search")),
        # An error is left out, and is known to have searched.
        lines.response("c3", status="error", tools=called("search")),
    )

    assert [("none", 1.0, 1, 1, 0), ("search", 0.75, 2, 4, 1)] == [
        tuple(row.values())
        for row in warehouse.query(
            "select slice_value, accuracy, scored_count, attempt_count, error_count "
            "from metrics.accuracy where slice_name = 'called_tool' order by 1"
        )
    ]


@pytest.mark.sweep
def test_an_attribute_of_the_same_name(warehouse, lines):
    """It is found as attribute.NAME, of every run, so that a slice means the same in all."""
    warehouse.add(lines.case(attributes={"called_tool": "x"}), *attempt(lines, "c1", 1, "right"))

    assert ["attribute.called_tool"] == warehouse.column(
        "select slice_name from facts.sliced where slice_value = 'x'"
    )


def random_events(lines, seed):
    """Return attempts of all fates that used this and that."""
    rng = random.Random(seed)
    events = [lines.run_started(attempts=3)]
    for number in range(12):
        case_id = f"c{number}"
        events.append(lines.case(case_id, label=rng.choice(["E", "C", None])))
        for at in range(1, rng.randint(1, 4)):
            status = rng.choice(["ok", "ok", "ok", "error", "unparsable", "missing"])
            used = {
                "tools": rng.choice([None, [], called("a"), called("a", "b", errors=1)]),
                "tokens_in": rng.choice([None, 10, 5000]),
                "tokens_out": rng.choice([None, 10]),
                "cost_usd": rng.choice([None, 0.0005, 0.5]),
                "confidence": rng.choice([None, 0.5, 0.9]),
                "confidence_kind": rng.choice([None, "stated"]),
                "answer": rng.choice(["YES", "NO", "UNKNOWN", "x"]),
            }
            events.append(lines.response(case_id, attempt=at, status=status, **used))
            for validator_id in ("factual", "rating") if status == "ok" else ():
                is_rating = validator_id == "rating"
                outcome = "measured" if is_rating else rng.choice(
                    ["right", "wrong", "abstained", "unscored", "error"])  # fmt: skip
                said = {"value": float(rng.randint(1, 9))} if is_rating else {}
                if outcome in ("right", "wrong") and rng.random() < 0.3:
                    said = {"score": rng.choice([0.25, 0.75])}
                events.append(
                    lines.verdict(outcome, case_id, attempt=at, validator_id=validator_id, **said)
                )
    return events


@pytest.mark.thinned(4)
@pytest.mark.parametrize("seed", range(4))
def test_weights_within_a_slice(warehouse, lines, seed):
    """They add up to one for each case that has any, and one row stands for each case."""
    warehouse.add(*random_events(lines, seed))

    rows = warehouse.query(WEIGHTS)
    for row in rows:
        assert row["weight"] is None or math.isclose(1, row["weight"])
        assert row["claim_weight"] is None or math.isclose(1, row["claim_weight"])
        assert row["case_count"] == 1
        assert row["mean_count"] == min(row["scored_count"], 1)
        assert row["attempt_count"] == row["row_count"]


@pytest.mark.thinned(4)
@pytest.mark.parametrize("seed", range(4))
def test_a_slice_of_everything_is_facts_scored(warehouse, lines, seed):
    """Where all attempts lie in one slice, its rows are those of the slice `all`."""
    events = [
        event
        for event in random_events(lines, seed)
        if event["kind"] != "run_started"
    ]  # fmt: skip
    for event in events:
        if event["kind"] == "response_recorded":
            event["payload"] = event["payload"].replace('"tokens_in": null', '"tokens_in": 1')
            event["payload"] = event["payload"].replace("5000", "10")
            event["payload"] = event["payload"].replace('"tokens_out": null', '"tokens_out": 1')
    warehouse.add(*events)

    whole, used = (
        f"select * exclude (slice_name, slice_value) from facts.sliced where slice_name = '{name}'"
        " and (case_id, system_id, attempt) in (select (case_id, system_id, attempt) "
        "from facts.responses)"
        for name in ("all", "tokens_used")
    )
    assert [] == warehouse.query(f"({whole} except {used}) union all ({used} except {whole})")
    assert warehouse.query(used)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(2))
def test_what_a_number_of_a_slice_counted(warehouse, lines, seed):
    """The rows of each number come to it, in these slices as in all others."""
    warehouse.add(*random_events(lines, seed))

    with connections.attached_for_reading(warehouse.layout) as connection:
        found = [
            sentence for name in METRICS for sentence in disagreements(connection, find(name))
        ]
    assert [] == found
    names = warehouse.column("select distinct slice_name from metrics.all_metrics")
    assert {*SLICES_OF_USE} <= {*names}
