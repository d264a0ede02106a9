"""The views for asking: each scored row by slice, and what failed and why."""

import pytest

SLICED = """
    select slice_name, slice_value, count(*) as row_count
    from facts.sliced group by all order by all
"""


@pytest.mark.sweep
def test_each_row_is_once_in_each_of_its_slices(warehouse, lines):
    """A row is in all, in its domain, label, canary and severity, and in each attribute."""
    warehouse.add(
        lines.case("c1", validators=["factual"], label="E", severity="high", is_canary=True,
                   attributes={"language": "en"}, tags=["t1", "t2"]),
        lines.case("c2", validators=["factual"], domain=None),
        lines.response("c1"),
    )  # fmt: skip

    assert [
        ("all", "all", 2), ("canary", "false", 1), ("canary", "true", 1), ("domain", "math", 1),
        ("label", "E", 1), ("language", "en", 1), ("severity", "high", 1), ("tag", "t1", 1),
        ("tag", "t2", 1),
    ] == [tuple(row.values()) for row in warehouse.query(SLICED)]  # fmt: skip


@pytest.mark.thinned(6)
@pytest.mark.parametrize("name", ["all", "domain", "label", "canary", "severity"])
def test_an_attribute_with_the_name_of_a_slice_does_not_count_twice(warehouse, lines, name):
    """It is found under attribute.NAME, and the slice of that name is as it was."""
    warehouse.add(lines.case(validators=["factual"], label="E", severity="low"), lines.response())
    before = warehouse.query(SLICED)
    warehouse.add(
        lines.case(validators=["factual"], label="E", severity="low", attributes={name: "x"})
    )
    added = {"slice_name": f"attribute.{name}", "slice_value": "x", "row_count": 1}

    assert sorted([*before, added], key=str) == sorted(warehouse.query(SLICED), key=str)


def test_attributes_never_share_a_slice(warehouse, lines):
    """An attribute called attribute.domain is another one than an attribute called domain."""
    names = ["domain", "attribute.domain", "attribute.attribute.domain", "attribute.", "topic"]
    warehouse.add(
        lines.case(validators=["factual"], attributes=dict.fromkeys(names, "x")), lines.response()
    )
    expected = sorted(name if name == "topic" else f"attribute.{name}" for name in names)

    for relation in ("facts.sliced", "facts.case_slices"):
        assert expected == warehouse.column(
            f"select slice_name from {relation} where slice_value = 'x' order by all"
        )
    assert {1.0} == {
        row["count"]
        for row in warehouse.query(
            "select slice_name, sum(case_attempt_count) as count from facts.sliced group by all"
        )
    }


def test_failures_say_what_failed_and_why(warehouse, lines):
    """One row for each judged answer that is not right, errors among them, with its reason."""
    warehouse.add(
        lines.run_started(systems=["a"]),
        *(lines.case(case_id, validators=["factual"], prompt="Who?")
          for case_id in ("c1", "c2", "c3", "c4", "c5")),
        lines.response("c1", text="He."), lines.verdict("wrong", "c1", tags=["misread"]),
        lines.response("c2"), lines.verdict("right", "c2"),
        lines.response("c3", status="error", error="timeout"),
        lines.response("c4"),
        lines.response("c6"), lines.verdict("wrong", "c6", reason=None),
    )  # fmt: skip

    assert [
        ("c1", "Who?", "He.", "wrong", "as judged", ["misread"]),
        ("c3", "Who?", None, None, "timeout", None),
        ("c4", "Who?", None, None, "no verdict was recorded", None),
        ("c5", "Who?", None, None, "no response was recorded", None),
        ("c6", None, None, "wrong", "the verdict gives no reason", []),
    ] == [tuple(row.values()) for row in warehouse.query(
        "select case_id, prompt, response, verdict, reason, tags from facts.failures "
        "order by case_id"
    )]  # fmt: skip


@pytest.mark.sweep
def test_failures_take_no_reason_from_a_verdict_on_what_was_withdrawn(warehouse, lines):
    """A response that was retracted is missing, whatever was said of it; an error speaks."""
    warehouse.add(
        lines.case("c1"), lines.response("c1"), lines.verdict("right", "c1"),
        lines.case("c2"), lines.response("c2", status="error"), lines.case("c3"),
    )  # fmt: skip
    taken = warehouse.event_id("response_recorded", subject="c1/a/1")
    warehouse.add(lines.line("retracted", {"event_id": str(taken), "reason": "doubled"}))

    assert [
        ("c1", "missing", "no response was recorded"), ("c2", "error", "the response failed"),
        ("c3", "missing", "no response was recorded"),
    ] == [
        tuple(row.values())
        for row in warehouse.query("select case_id, status, reason from facts.failures order by 1")
    ]  # fmt: skip


@pytest.mark.sweep
def test_every_attempt_is_scored(warehouse, lines):
    """A verdict on one attempt is no verdict on another; those that count share the case."""
    warehouse.add(
        lines.case(),
        lines.response(answer="1", attempt=1),
        lines.verdict("right", attempt=1),
        lines.response(answer="2", attempt=2),
    )
    columns = ("answer", "outcome", "is_right", "weight", "represents_case", "case_correctness")
    before = warehouse.scored(*columns)
    warehouse.add(lines.verdict("wrong", attempt=2))

    assert [("1", "right", True, 1, True, 1), ("2", None, None, None, False, None)] == before
    assert [
        ("1", "right", True, 0.5, True, 0.5), ("2", "wrong", False, 0.5, False, None),
    ] == warehouse.scored(*columns)  # fmt: skip


@pytest.mark.sweep
def test_an_attempt_beyond_those_declared_shares_the_case(warehouse, lines):
    """One attempt is declared and the second came: the first is missing, both make the case."""
    warehouse.add(
        lines.run_started(systems=["a"], attempts=1),
        lines.case(), lines.response(attempt=2), lines.verdict("right", attempt=2),
    )  # fmt: skip

    assert [
        (1, "missing", 0.5, False), (2, "ok", 0.5, True),
    ] == warehouse.scored("attempt", "status", "weight", "represents_case")  # fmt: skip
