"""The triggers are the same in SQL and in Python, to the last bit."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalstore.base import sql_files
from evalstore.suites.drift.engine.thresholds import DetectionSettings, Thresholds
from evalstore.suites.drift.engine.triggers import detections
from tests.empty_database import in_memory

COLUMNS = "persona_id, week, value_dim, alignment, uncertainty, profile_weight"
VALUES = ("power", "security", "hedonism", "profile")
# Few different numbers meet thresholds exactly; any number at all shows rounding.
ALIGNMENTS = st.one_of(
    st.none(), st.sampled_from((-1.0, -0.5, -0.4, 0.0, 0.1, 0.5, 1.0)), st.floats(-1, 1)
)
UNCERTAINTIES = st.one_of(st.none(), st.sampled_from((0.0, 0.1, 0.3)), st.floats(0, 2))
WEIGHTS = st.one_of(st.none(), st.sampled_from((0.0, 0.25, 0.5)), st.floats(0, 1))
THRESHOLDS = st.builds(
    Thresholds,
    delta=st.one_of(st.just(0.5), st.floats(0, 2)),
    tau_low=st.one_of(st.just(-0.4), st.floats(-1, 1)),
    c_min=st.integers(1, 4),
    epsilon=st.one_of(st.just(0.3), st.floats(0, 2)),
)
DETECTIONS = st.builds(
    DetectionSettings,
    default=THRESHOLDS,
    by_value=st.dictionaries(st.sampled_from(VALUES), THRESHOLDS, max_size=3),
    ema_alpha=st.one_of(st.just(1.0), st.floats(0.01, 1)),
)
READINGS = st.lists(
    st.tuples(
        st.sampled_from(("p1", "p2")),
        st.integers(1, 9),
        st.sampled_from(VALUES),
        ALIGNMENTS,
        UNCERTAINTIES,
        WEIGHTS,
    ),
    unique_by=lambda row: row[:3],
    max_size=40,
)


@pytest.fixture(scope="module")
def connection():
    """Return a database with every schema of a store, and nothing in it."""
    with in_memory() as connection:
        yield connection


def hold(connection, readings, runs=("r1",)):
    """Replace the alignments by these readings, in each of the runs."""
    names = COLUMNS.split(", ")
    connection.execute("delete from facts.alignments")
    for run_id in runs:
        connection.execute(
            "insert into facts.alignments by name select $run_id as run_id, 's' as system_id, "
            + ", ".join(f"unnest(${name}) as {name}" for name in names),
            {
                "run_id": run_id,
                **{name: [row[place] for row in readings] for place, name in enumerate(names)},
            },
        )


def in_sql(connection, detection):
    """Return what the macro finds in one run, in the order of the function."""
    return connection.execute(
        "select persona_id, week, value_dim, trigger, drop, level, weeks, uncertainty, "
        "is_suppressed from macros.drift_detections($thresholds, $ema_alpha) "
        "where run_id = 'r1' order by persona_id, week, value_dim, trigger",
        {"thresholds": detection.rows(), "ema_alpha": detection.ema_alpha},
    ).fetchall()


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(readings=READINGS, detection=DETECTIONS)
def test_both_find_the_same(connection, readings, detection):
    """Whatever is read and asked, SQL and Python agree, without a tolerance."""
    hold(connection, readings)

    assert [tuple(row) for row in detections(readings, detection)] == in_sql(connection, detection)


def test_personas_of_systems_and_runs_are_told_apart(connection):
    """The same readings in two runs are found once in each."""
    readings = [("p1", 1, "power", 1.0, 0.1, None), ("p1", 2, "power", -0.3, 0.1, None)]
    hold(connection, readings, runs=("r1", "r2"))

    found = connection.execute(
        "select run_id, system_id, week, trigger from macros.drift_detections($thresholds, 1.0) "
        "order by run_id",
        {"thresholds": DetectionSettings().rows()},
    ).fetchall()

    assert [("r1", "s", 2, "crash"), ("r2", "s", 2, "crash")] == found


def test_the_columns_are_those_of_the_table(connection):
    """The macro gives the columns of facts.drift_detections, with their types."""
    described = [
        connection.execute(f"describe from {relation}").fetchall()
        for relation in (
            "facts.drift_detections",
            (
                "macros.drift_detections([{'value_dim': null, 'delta': 0.5, 'tau_low': -0.4, "
                "'c_min': 3, 'epsilon': 0.3}], 1)"
            ),
        )
    ]

    assert described[0] == described[1]


def test_a_filter_on_the_run_reaches_the_table(connection):
    """Asked about one run, the macro reads one run."""
    readings = [
        ("p1", week, value_dim, -0.5, 0.1, 0.5)
        for week in range(1, 5)
        for value_dim in ("power", "security")
    ]
    hold(connection, readings, runs=("r1", "r2", "r3"))
    detection = DetectionSettings(by_value={"profile": Thresholds()})

    [(_, plan)] = connection.execute(
        "explain (format json) from macros.drift_detections($thresholds, $ema_alpha) "
        "where run_id = $run_id",
        {"thresholds": detection.rows(), "ema_alpha": 0.9, "run_id": "r2"},
    ).fetchall()
    filters = []
    nodes = json.loads(plan)
    while nodes:
        node = nodes.pop()
        nodes += node["children"]
        if "Table" in node["extra_info"]:
            filters.append(str(node["extra_info"].get("Filters")))

    assert filters
    assert all("run_id = 'r2'" in found for found in filters)


def test_a_run_is_asked_with_its_cases(connection):
    """What a suite appends names the case of each persona's week."""
    hold(connection, [("p1", 1, "power", 1.0, 0.1, None), ("p1", 2, "power", -0.3, 0.1, None)])
    connection.execute(
        "insert into facts.case_attributes "
        "select run_id, 'c' || week, unnest(['persona_id', 'week']), "
        "unnest([persona_id, week::varchar]) from facts.alignments"
    )

    result = connection.execute(
        sql_files.read("sql/queries/drift_detections"),
        {"run_id": "r1", "thresholds": DetectionSettings().rows(), "ema_alpha": 1.0},
    )
    names = [column[0] for column in result.description]
    found = [dict(zip(names, row, strict=True)) for row in result.fetchall()]
    connection.execute("delete from facts.case_attributes")

    assert [("s", "c2", 1, "p1", 2, "power", "crash", 1.3, -0.3, None, 0.1, False)] == [
        tuple(row.values()) for row in found
    ]
