"""Latencies are numpy's percentiles, and costs are exact sums."""

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

AWKWARD = {
    "one": [120.0],
    "two": [100.0, 200.0],
    "all the same": [7.5] * 9,
    "with zeros": [0.0, 0.0, 1.0],
    "far apart": [1e-3, 1e9],
    "twenty": [float(value) for value in range(20)],
    "twenty-one": [float(value) for value in range(21)],
}
# Each example is a query or two: enough of them to find a hole, few enough to wait for.
examples = settings(max_examples=15, deadline=None)
MEASURES = st.floats(0, 1e6, allow_nan=False)
STATUSES = st.sampled_from(["ok", "ok", "unparsable", "missing", "error"])


@pytest.fixture
def respond(warehouse):
    """Return a function that replaces the responses by these, and one that empties them again."""
    names = ("status", "latency_ms", "cost_usd", "is_final_attempt")

    def put(responses):
        columns = zip(*responses, strict=True) if responses else ([] for _ in names)
        warehouse.connection.execute("delete from facts.responses")
        warehouse.connection.execute(
            "insert into facts.responses by name select 'r1' as run_id, 'maia' as system_id, "
            "'c' || unnest(range($count)) as case_id, 1 as attempt, unnest($status) as status, "
            "unnest($latency_ms::double[]) as latency_ms, unnest($cost_usd::double[]) as cost_usd,"
            " unnest($is_final_attempt::boolean[]) as is_final_attempt",
            {
                "count": len(responses),
                **{name: [*column] for name, column in zip(names, columns, strict=True)},
            },
        )

    yield put
    put([])


def rows(warehouse, metric) -> list[dict]:
    relation = warehouse.connection.execute(f"select * from metrics.{metric}")
    names = [column[0] for column in relation.description]
    return [dict(zip(names, row, strict=True)) for row in relation.fetchall()]


def percentiles(warehouse) -> list[float | None]:
    return [rows(warehouse, name)[0][name] for name in ("latency_ms_p50", "latency_ms_p95")]


def answered_after(latencies):
    return [("ok", latency, None, True) for latency in latencies]


@pytest.mark.parametrize("latencies", AWKWARD.values(), ids=AWKWARD)
def test_percentiles_hold_on_awkward_latencies(warehouse, respond, latencies):
    """Few values, ties and wide gaps are interpolated as numpy does."""
    expected = np.percentile(latencies, [50, 95])

    respond(answered_after(latencies))

    assert list(expected) == pytest.approx(percentiles(warehouse), rel=1e-9)


@settings(examples, suppress_health_check=["function_scoped_fixture"])
@given(st.lists(MEASURES, min_size=1, max_size=60))
def test_percentiles_hold_on_any_latencies(warehouse, respond, latencies):
    """Whatever the latencies, numpy's default percentile is the same."""
    expected = np.percentile(latencies, [50, 95])

    respond(answered_after(latencies))

    assert list(expected) == pytest.approx(percentiles(warehouse), rel=1e-9, abs=1e-9)


def test_percentiles_hold_on_many_latencies(warehouse, respond):
    """A hundred thousand latencies with a long tail count like a few."""
    dice = random.Random(7)
    latencies = [dice.lognormvariate(6, 1) for _ in range(100_000)]
    expected = np.percentile(latencies, [50, 95])

    respond(answered_after(latencies))

    assert list(expected) == pytest.approx(percentiles(warehouse), rel=1e-9)


@settings(examples, suppress_health_check=["function_scoped_fixture"])
@given(
    st.lists(
        st.tuples(STATUSES, st.none() | MEASURES, st.none() | MEASURES, st.booleans()),
        min_size=1,
        max_size=40,
    )
)
def test_what_is_left_out_is_counted(warehouse, respond, responses):
    """Latencies are of attempts that did not fail, costs of all, and no count is lost."""
    timed = [time for status, time, _, _ in responses if status != "error" and time is not None]
    costs = [cost for _, _, cost, _ in responses if cost is not None]

    respond(responses)
    cost = rows(warehouse, "cost_usd_total")[0]

    for metric, share in (("latency_ms_p50", 50), ("latency_ms_p95", 95)):
        found = rows(warehouse, metric)
        expected = {
            "scored_count": len(timed),
            "missing_count": sum(status == "missing" for status, *_ in responses),
            "error_count": sum(status == "error" for status, *_ in responses),
            "unscored_count": sum(
                status in {"ok", "unparsable"} and time is None for status, time, *_ in responses
            ),
            metric: np.percentile(timed, share) if timed else None,
        }
        actual = {name: found[0][name] for name in expected}
        assert expected == pytest.approx(actual, abs=1e-6)
    assert len(responses) == sum(
        cost[name] for name in ("scored_count", "error_count", "unscored_count")
    )
    assert len(responses) - len(costs) == cost["unstated_count"]
    if costs:
        assert math.isclose(math.fsum(costs), cost["cost_usd_total"], rel_tol=1e-12)
    else:
        assert cost["cost_usd_total"] is None


def test_no_responses_no_row(warehouse, respond):
    """Who was never asked has neither latency nor cost."""
    respond([])

    assert [] == [
        row
        for metric in ("latency_ms_p50", "latency_ms_p95", "cost_usd_total")
        for row in rows(warehouse, metric)
    ]
