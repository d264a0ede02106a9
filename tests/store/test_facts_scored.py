"""Who is in facts.scored, and what each row is worth."""

import pytest


@pytest.mark.sweep
def test_declared_systems_answer_for_every_case(warehouse, lines):
    """A system that was declared and said nothing is missing, one not declared is not there."""
    warehouse.add(
        lines.run_started(systems=["a", "b"]),
        lines.case("c1", validators=["factual"]),
        lines.response("c1", "a"),
        lines.response("c1", "uninvited"),
    )

    assert [("a", "ok"), ("b", "missing")] == warehouse.scored("system_id", "status")


@pytest.mark.thinned(3)
@pytest.mark.parametrize("started", [{}, {"systems": []}, {"systems": None}])
def test_otherwise_those_that_answered_are_the_systems(warehouse, lines, started):
    """Where none are declared, whoever answered any case is asked for all of them."""
    warehouse.add(
        lines.run_started(**started),
        lines.case("c1", validators=["factual"]),
        lines.case("c2", validators=["factual"]),
        lines.response("c1", "a"),
        lines.response("c2", "b"),
    )

    assert [
        ("a", "c1", "ok"), ("a", "c2", "missing"), ("b", "c1", "missing"), ("b", "c2", "ok"),
    ] == warehouse.scored("system_id", "case_id", "status")  # fmt: skip


@pytest.mark.sweep
def test_a_critic_is_no_system_of_answers(warehouse, lines):
    """A reading of a value dimension answers no case."""
    warehouse.add(lines.case(validators=["factual"]), lines.response(value_dim="power"))

    assert [] == warehouse.scored("system_id")


@pytest.mark.sweep
def test_declared_validators_judge_their_case(warehouse, lines):
    """A case that declares validators has a row for each, judged or not."""
    warehouse.add(
        lines.case("c1", validators=["factual", "format"]),
        lines.case("c2", validators=["evidence"]),
        lines.response("c1"),
        lines.verdict("right", "c1"),
    )

    assert [("c1", "factual", "right"), ("c1", "format", None), ("c2", "evidence", None)] == (
        warehouse.scored("case_id", "validator_id", "outcome")
    )


@pytest.mark.sweep
def test_otherwise_those_of_the_domain_judge(warehouse, lines):
    """A case that declares none is for the validators that judged any case of its domain."""
    warehouse.add(
        lines.case("c1", domain="math"),
        lines.case("c2", domain="math"),
        lines.case("c3", domain="history"),
        lines.response("c1"),
        lines.verdict("right", "c1", validator_id="format"),
        lines.verdict("right", "c3", validator_id="evidence"),
    )

    assert [("c1", "format"), ("c2", "format"), ("c3", "evidence")] == warehouse.scored(
        "case_id", "validator_id"
    )


@pytest.mark.sweep
def test_cases_without_a_domain_are_a_domain(warehouse, lines):
    """No domain is equal to no domain, and to no other."""
    warehouse.add(
        lines.case("c1", domain=None),
        lines.case("c2", domain=None),
        lines.case("c3"),
        lines.response("c1"),
        lines.verdict("right", "c1"),
        lines.response("c3"),
        lines.verdict("right", "c3", validator_id="sums"),
    )

    assert [("c1", "factual"), ("c2", "factual"), ("c3", "sums")] == warehouse.scored(
        "case_id", "validator_id"
    )


@pytest.mark.sweep
def test_a_domain_in_which_nothing_was_judged_does_not_vanish(warehouse, lines):
    """Every validator of the run should have judged it: errors must not help anyone pass."""
    warehouse.add(
        lines.case("c1"),
        lines.case("c2", domain="hard"),
        lines.response("c1"),
        lines.verdict("right", "c1"),
        lines.response("c2", status="error", error="529 overloaded"),
    )

    assert [("c1", "factual", True), ("c2", "factual", None)] == warehouse.scored(
        "case_id", "validator_id", "is_right"
    )


@pytest.mark.sweep
def test_a_run_in_which_nothing_was_judged_has_its_planned_validators(warehouse, lines):
    """Where every answer is an error, the run's own list says who would have judged."""
    warehouse.add(
        lines.run_started(validators=["factual"]),
        lines.case("c1"),
        lines.response("c1", status="error", error="529 overloaded"),
    )

    assert [("c1", "factual", "error")] == warehouse.scored("case_id", "validator_id", "status")


@pytest.mark.sweep
def test_a_case_that_was_only_answered_is_scored(warehouse, lines):
    """Results that come without their cases are scored, with nothing known of the case."""
    warehouse.add(lines.response("c1"), lines.verdict("right", "c1"))

    assert [("c1", None, False, True)] == warehouse.scored(
        "case_id", "domain", "is_canary", "is_right"
    )


# status of the response, the verdict, and what the row is worth: is_right, score.
WORTH = [
    ("ok", {"outcome": "right"}, True, None),
    ("ok", {"outcome": "wrong"}, False, None),
    ("ok", {"outcome": "right", "score": 0.5}, True, 0.5),
    ("ok", {"outcome": "right", "score": 0.4999}, False, 0.4999),
    ("ok", {"outcome": "wrong", "score": 0.75}, True, 0.75),
    ("ok", {"outcome": "wrong", "score": 0}, False, 0),
    ("ok", {"outcome": "abstained"}, False, None),
    ("ok", {"outcome": "abstained", "score": 1}, False, None),
    ("ok", {"outcome": "undetermined"}, None, None),
    ("ok", {"outcome": "unscored"}, None, None),
    ("ok", {"outcome": "error", "score": 1}, None, None),
    ("ok", None, None, None),
    ("missing", None, False, None),
    ("missing", {"outcome": "right", "score": 1}, False, None),
    ("unparsable", {"outcome": "wrong"}, False, None),
    ("unparsable", {"outcome": "right", "score": 1}, False, None),
    ("unparsable", {"outcome": "error"}, False, None),
    ("error", None, None, None),
    ("error", {"outcome": "right", "score": 1}, None, None),
]


@pytest.fixture(scope="module")
def worth(new_warehouse, lines):
    """One case for each row of WORTH."""
    warehouse = new_warehouse()
    events = []
    for number, (status, judged, _, _) in enumerate(WORTH):
        case_id = f"c{number:02}"
        events += [
            lines.case(case_id, validators=["factual"]),
            lines.response(case_id, status=status, confidence=0.9, latency_ms=5),
        ]
        if judged is not None:
            events.append(lines.verdict(case_id=case_id, **judged))
    warehouse.add(*events)
    return warehouse


@pytest.mark.parametrize("number", range(len(WORTH)))
def test_what_a_row_is_worth(worth, number):
    """The table of denominators, row by row."""
    status, _, is_right, score = WORTH[number]

    assert [(status, is_right, score)] == worth.scored(
        "status", "is_right", "score", case_id=f"c{number:02}"
    )


def test_only_an_answer_claims_something(worth):
    """A confidence counts with status ok alone; a latency is one in any case."""
    rows = worth.scored("status", "confidence", "latency_ms")

    assert {("ok", 0.9, 5), ("missing", None, 5), ("unparsable", None, 5), ("error", None, 5)} == (
        set(rows)
    )


@pytest.mark.sweep
def test_no_response_at_all_is_missing(warehouse, lines):
    """A verdict on a response that is not there judges nothing."""
    warehouse.add(
        lines.run_started(systems=["a"]), lines.case(validators=["factual"]), lines.verdict()
    )

    assert [("missing", None, False, None)] == warehouse.scored(
        "status", "outcome", "is_right", "confidence"
    )


def verdict_row(warehouse):
    [row] = warehouse.query("select outcome, score, reason, judged_revision from facts.verdicts")
    return tuple(row.values())


@pytest.mark.sweep
def test_a_verdict_on_an_earlier_response_is_unscored(warehouse, lines):
    """A response that changed after it was judged has to be judged again."""
    warehouse.add(lines.response(answer="1"), lines.verdict("right", score=1))
    warehouse.add(lines.response(answer="2"))
    before = verdict_row(warehouse)
    warehouse.add(lines.verdict("wrong"))

    assert ("unscored", None, "judged an earlier response", 1) == before
    assert ("wrong", None, "as judged", 2) == verdict_row(warehouse)


@pytest.mark.sweep
def test_a_verdict_may_name_the_response_it_judged(warehouse, lines):
    """A verdict that comes late, on the earlier response by its id, is on that one."""
    warehouse.add(lines.response(answer="1"))
    earlier = warehouse.event_id("response_recorded")
    warehouse.add(lines.response(answer="2"))
    warehouse.add(lines.verdict("right", response_event_id=str(earlier)))

    assert ("unscored", None, "judged an earlier response", 1) == verdict_row(warehouse)


@pytest.mark.sweep
def test_a_verdict_may_come_before_its_response(warehouse, lines):
    """Files come in any order: the verdict is on the first response."""
    warehouse.add(lines.verdict("right"))
    warehouse.add(lines.response(answer="1"))
    before = verdict_row(warehouse)
    warehouse.add(lines.response(answer="2"))

    assert ("right", None, "as judged", 1) == before
    assert "unscored" == verdict_row(warehouse)[0]


@pytest.mark.sweep
def test_a_verdict_on_a_retracted_response_is_unscored(warehouse, lines):
    """Where the judged revision was retracted, the one before it was not judged."""
    warehouse.add(lines.response(answer="1"))
    warehouse.add(lines.response(answer="2"))
    warehouse.add(lines.verdict("right"))
    newest = warehouse.event_id("response_recorded", revision=2)
    warehouse.add(lines.retracted(newest))

    assert ("unscored", None, "judged a retracted response", 2) == verdict_row(warehouse)
    assert [("1", "unscored", None)] == warehouse.scored("answer", "outcome", "is_right")


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("validators", "primary"),
    [
        (["factual", "format"], {"factual": True, "format": False}),
        (["format"], {"format": True}),
        (["format", "evidence"], {"evidence": False, "format": False}),
    ],
)
def test_the_primary_validator(warehouse, lines, validators, primary):
    """It is factual where there is one, else the only one, else none."""
    warehouse.add(lines.case(validators=validators), lines.response())

    assert primary == dict(warehouse.scored("validator_id", "is_primary_validator"))


@pytest.mark.sweep
def test_rows_carry_their_run(warehouse, lines):
    """Suite and commit come along, so that a metric needs no join."""
    warehouse.add(
        lines.run_started(systems=["a"], git_sha="abc"), lines.case(validators=["factual"])
    )

    assert [("s", "abc", "math")] == warehouse.scored("suite", "git_sha", "domain")


@pytest.mark.thinned(4)
@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ({"confidence": 0.8, "confidence_kind": "stated"}, (0.8, "stated")),
        ({"confidence": 0.8}, (0.8, None)),
        ({"confidence": None, "confidence_kind": "stated"}, (None, None)),
        ({"status": "error", "confidence": 0.8, "confidence_kind": "stated"}, (None, None)),
    ],
)
def test_a_confidence_comes_with_its_kind(warehouse, lines, payload, expected):
    """The kind stands beside the confidence of the response, and not without one."""
    warehouse.add(lines.case(validators=["factual"]), lines.response(**payload))

    assert [expected] == warehouse.scored("confidence", "confidence_kind")
