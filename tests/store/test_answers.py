"""``facts.answers``: one row for each attempt that was expected or that came."""

import json

import pytest


@pytest.fixture(scope="module")
def answered(new_warehouse, lines):
    """Run r0 of one answer, and r1 with every way in which an answer can be there or not."""
    store = new_warehouse()
    store.add(
        lines.run_started(systems=["a", "b"], git_sha="abc"),
        lines.case("c1", prompt="2 + 2?", expected="4", label="E", tags=["y", "x"]),
        lines.case("c2", messages=[{"role": "user", "content": "Who?"}]),
        lines.case("c3"),
        lines.response("c1", text="It is 4.", answer="4", confidence=0.9, latency_ms=20,
                       tokens_in=3, tokens_out=4, cost_usd=0.5),
        lines.verdict("right", "c1", validator_version="2", tags=["brief"], score=1),
        lines.verdict("wrong", "c1", validator_id="style", judge={"model": "m"}, reason="dull"),
        lines.response("c2", turns=[{"text": "He."}]),
        lines.response("c3", status="error", error="timeout"),
        lines.response("c9", text="Who asked?"),
        lines.run_started("r0"),
        lines.case("c1", "r0", tags=["x"]),
        lines.response("c1", run_id="r0"),
        lines.verdict("right", "c1", run_id="r0"),
    )  # fmt: skip
    return store


def rows(store, columns, condition="true"):
    return [
        tuple(row.values())
        for row in store.query(
            f"select {columns} from facts.answers where run_id = 'r1' and {condition} "
            "order by run_id, system_id, case_id, attempt"
        )
    ]


@pytest.mark.sweep
def test_each_expected_or_given_answer_is_one_row(answered):
    """What never came is missing, also to a case that the run does not declare."""
    assert [
        ("a", "c1", 1, "ok", True, True), ("a", "c2", 1, "ok", None, True),
        ("a", "c3", 1, "error", None, True), ("a", "c9", 1, "ok", None, True),
        ("b", "c1", 1, "missing", False, True), ("b", "c2", 1, "missing", False, True),
        ("b", "c3", 1, "missing", False, True), ("b", "c9", 1, "missing", False, True),
    ] == rows(
        answered,
        "system_id, case_id, attempt, status, is_right, is_final_attempt",
    )  # fmt: skip


def test_a_row_says_what_was_asked_and_answered(answered):
    """Prompt, text, answer, case, run and cost stand in plain columns."""
    [row] = answered.query(
        "from facts.answers where case_id = 'c1' and run_id = 'r1' and system_id = 'a'"
    )
    ids = {row.pop("case_event_id"), row.pop("response_event_id")}
    row.pop("verdicts")

    assert {
        "run_id": "r1", "system_id": "a", "case_id": "c1", "attempt": 1, "suite": "s",
        "domain": "math", "label": "E", "tags": ["x", "y"], "prompt": "2 + 2?",
        "text": "It is 4.", "answer": "4", "expected": "4", "status": "ok",
        "text_status": None, "error": None,
        "confidence": 0.9, "confidence_kind": None, "validator_id": "factual",
        "outcome": "right", "is_right": True, "score": 1, "value": None, "reason": "as judged",
        "judged_by": "factual 2, style (m)", "is_final_attempt": True, "latency_ms": 20,
        "tokens_in": 3, "tokens_out": 4, "cost_usd": 0.5, "git_sha": "abc", "occurred_at": None,
    } == row  # fmt: skip
    assert ids == {
        answered.event_id("case_generated", subject="c1", run_id="r1"),
        answered.event_id("response_recorded", subject="c1/a/1", run_id="r1"),
    }


def test_every_verdict_is_found_by_its_validator(answered):
    """A validator that did not judge gives null, and so does every one where none judged."""
    assert [
        ("wrong", "dull", "m", ["brief"], None), (None, None, None, None, None),
    ] == rows(
        answered,
        "verdicts['style'].outcome, verdicts['style'].reason, verdicts['style'].judge_model, "
        "verdicts['factual'].tags, verdicts['other'].outcome",
        "system_id = 'a' and case_id in ('c1', 'c2')",
    )  # fmt: skip


def test_messages_and_turns_stand_where_there_is_no_text(answered):
    """A chat is read as JSON."""
    assert [("Who?", "He.")] == rows(
        answered, "prompt::json ->> '$[0].content', text::json ->> '$[0].text'",
        "system_id = 'a' and case_id = 'c2'",
    )  # fmt: skip


def test_a_row_without_an_outcome_says_why(answered):
    """The reason is the error, or that nothing was recorded."""
    assert [
        ("a", "c2", "no verdict was recorded"), ("a", "c3", "timeout"),
        ("a", "c9", "no verdict was recorded"), ("b", "c1", "no response was recorded"),
        ("b", "c2", "no response was recorded"), ("b", "c3", "no response was recorded"),
        ("b", "c9", "no response was recorded"),
    ] == rows(answered, "system_id, case_id, reason", "outcome is null")  # fmt: skip


@pytest.mark.sweep
def test_without_a_primary_validator_the_reason_says_so(warehouse, lines):
    """Two that nothing chooses between leave the outcome to the verdicts."""
    warehouse.add(
        lines.case("c1"), lines.case("c2", validators=[]), lines.response("c1"),
        lines.verdict("right", "c1", validator_id="one"),
        lines.verdict("wrong", "c1", validator_id="two"),
    )  # fmt: skip

    assert [(None, "no validator is the primary one", "one, two")] == rows(
        warehouse, "outcome, reason, judged_by", "case_id = 'c1'"
    )


def test_a_system_that_is_not_declared_is_not_scored_and_says_so(warehouse, lines):
    """Its answer and verdict are there; the run's own validator is not what is missing."""
    warehouse.add(
        lines.run_started(systems=["a"]), lines.case(), lines.response(), lines.verdict("right"),
        lines.response(system_id="b"), lines.verdict("right", system_id="b"),
    )  # fmt: skip

    assert [
        ("a", "right", "as judged"), ("b", None, "the run does not declare the system"),
    ] == rows(warehouse, "system_id, outcome, reason")  # fmt: skip


def test_declared_attempts_are_expected_one_by_one(warehouse, lines):
    """One final attempt a case: the last that came, else the last expected."""
    warehouse.add(
        lines.run_started(attempts=3), lines.case("c1"), lines.case("c2"),
        lines.response("c1", attempt=2),
    )  # fmt: skip

    assert [
        ("c1", 1, "missing", False), ("c1", 2, "ok", True), ("c1", 3, "missing", False),
        ("c2", 1, "missing", False), ("c2", 2, "missing", False), ("c2", 3, "missing", True),
    ] == rows(warehouse, "case_id, attempt, status, is_final_attempt")  # fmt: skip


def test_a_critics_readings_are_one_answer(warehouse, lines):
    """A system that gave readings only is expected to answer no other case."""
    warehouse.add(
        lines.case("p1"), lines.case("p2"),
        lines.response("p1", value_dim="power", alignment=0.5),
        lines.response("p1", value_dim="security", alignment=0.1),
    )  # fmt: skip

    assert [("p1", "ok")] == rows(warehouse, "case_id, status")


def test_answers_are_those_that_scored_has(answered):
    """The missing ones are as many as those that facts.scored counts missing."""
    scored = "select run_id, system_id, case_id, attempt, status, is_right from facts.scored"
    answers = "select run_id, system_id, case_id, attempt, status, is_right from facts.answers"

    assert [] == answered.query(f"({scored} where is_primary_validator) except ({answers})")


def test_a_filter_on_the_run_reaches_every_table(answered):
    """The plan reads each stored table with the filter, so other runs are skipped."""
    [plan] = answered.query("explain (format json) from facts.answers where run_id = 'r1'")
    nodes, scans = json.loads(plan["explain_value"]), []
    while nodes:
        node = nodes.pop()
        nodes += node["children"]
        if "Table" in node["extra_info"]:
            scans.append((node["extra_info"]["Table"], str(node["extra_info"].get("Filters"))))

    assert len(scans) > 5
    assert [] == [table for table, filters in scans if "run_id = 'r1'" not in filters]
