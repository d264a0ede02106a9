"""A case that names its systems: of the others nothing is expected, and nothing is missing."""

import pytest


@pytest.fixture
def asked(warehouse, lines):
    """A run of two systems: `shared` is asked of both, `own` of one of them."""
    warehouse.add(
        lines.run_started(systems=["a", "b"]),
        lines.case("shared", label="E"),
        lines.case("own", label="E", systems=["a"]),
        lines.response("shared", "a"),
        lines.line("run_finished", {"status": "completed"}),
    )
    return warehouse


def test_only_the_named_systems_miss_a_case(asked):
    """In the list of what is missing, and where runs without verdicts are counted."""
    missing = asked.query("select system_id, case_id from facts.missing_answers order by all")
    unjudged = [
        (row["system_id"], row["case_id"], row["status"])
        for row in asked.query("from facts.unjudged order by system_id, case_id")
    ]

    assert [("a", "own"), ("b", "shared")] == [tuple(row.values()) for row in missing]
    assert [("a", "own", "missing"), ("a", "shared", "ok"), ("b", "shared", "missing")] == unjudged


@pytest.mark.sweep
def test_only_the_named_systems_are_scored(asked, lines):
    """Once anything is judged."""
    asked.add(lines.verdict("right", "shared", system_id="a"))

    assert [("a", "own", "missing"), ("a", "shared", "ok"), ("b", "shared", "missing")] == (
        asked.scored("system_id", "case_id", "status")
    )


def test_an_answer_that_nobody_asked_for_counts(asked, lines):
    """It came, and is no less right for it."""
    asked.add(lines.response("own", "b"), lines.verdict("right", "own", system_id="b"))

    assert ("b", "own", "ok") in asked.scored("system_id", "case_id", "status")


def test_declared_attempts_are_of_the_named_systems(warehouse, lines):
    """Each of them is expected of those alone."""
    warehouse.add(
        lines.run_started(systems=["a", "b"], attempts=2),
        lines.case("own", systems=["a"], validators=["factual"]),
        lines.response("own", "a"),
    )

    assert [("a", 1, "ok"), ("a", 2, "missing")] == (
        warehouse.scored("system_id", "attempt", "status")
    )


@pytest.mark.sweep
def test_a_run_is_whole_where_all_that_was_asked_came(asked, lines):
    """A case that is no question to a system does not make its run a part of one."""
    whole = "select answered_case_count, is_whole from facts.run_completeness"
    before = asked.query(whole)
    asked.add(lines.response("own", "a"), lines.response("shared", "b"))

    assert [{"answered_case_count": 1, "is_whole": False}] == before
    assert [{"answered_case_count": 2, "is_whole": True}] == asked.query(whole)
