"""The check finds a suite that rewards a reflex, and passes one that does not."""

from dataclasses import replace

import pytest

from evalstore.plugins.case import Case
from evalstore.running.controls_check import check_controls
from evalstore.suites.hallucination.factual_cases import ANSWER_SCHEMA


def case(number, expected, key, *, question="Which number?", chance=0.05, cluster=None):
    return Case(
        f"c{number}", "math", "g", (question,), ("factual", "format_compliance"),
        expected=expected, answer_key=key, answer_schema=ANSWER_SCHEMA, chance=chance,
        cluster_id=cluster or f"k{number}", attributes={"question_kind": "number"},
    )  # fmt: skip


def number(place, value, **others):
    return case(place, str(value), {"kind": "number", "value": str(value)}, **others)


def beating(cases):
    return {row.control for row in check_controls(cases) if row.beats_chance}


def test_answers_that_differ_give_nothing_away():
    """No control is right of twenty numbers that stand in no question."""
    rows = check_controls([number(place, 1000 + 7 * place) for place in range(20)])

    assert {"factual"} == {row.validator_id for row in rows}
    assert not any(row.beats_chance for row in rows)
    assert all(20 == row.case_count == row.cluster_count for row in rows)
    assert [0] == [row.right_count for row in rows if row.control == "majority"]


def test_a_frequent_answer_is_found():
    """Half of the answers are 7, so the majority beats the chance of a guess."""
    cases = [number(place, 7 if place % 2 else 1000 + place) for place in range(20)]

    assert {"majority"} == beating(cases)


def test_a_value_in_the_question_is_found():
    """What stands in the question is right, so the echo and agreement beat chance."""
    cases = [
        number(place, 30 + place, question=f"It is {30 + place}. Which number?")
        for place in range(20)
    ]

    assert {"echo (likeliest)", "echo (last_number)", "echo (first_number)", "agree"} <= beating(
        cases
    )


def test_kinds_of_few_cases_are_taken_together():
    """One case of each of thirty kinds is no evidence alone; that null is right of all is."""
    key = {"kind": "abstain", "reason": "nothing decides it"}
    cases = [
        replace(case(place, "-", key), attributes={"question_kind": f"kind {place}"})
        for place in range(30)
    ]

    rows = [row for row in check_controls(cases) if row.beats_chance]
    assert {"always_null", "template_reply"} <= {row.control for row in rows}
    assert {"all kinds"} == {row.question_kind for row in rows}


def test_silence_that_is_always_right_is_found():
    """A kind of unanswerable questions without answerable ones is passed by null."""
    key = {"kind": "abstain", "reason": "nothing decides it"}
    cases = [case(place, "This cannot be known.", key) for place in range(12)]

    assert {"always_null", "template_reply", "majority"} <= beating(cases)
    assert beating(cases).isdisjoint({"agree", "deny"})


def test_a_reflex_that_is_right_for_one_of_two_twins_is_chance():
    """With the other half answerable and a declared chance of one half nothing is found."""
    key = {"kind": "abstain", "reason": "nothing decides it"}
    cases = []
    for place in range(15):
        cluster = f"fact{place}"
        cases.append(case(2 * place, "-", key, chance=0.5, cluster=cluster))
        cases.append(number(2 * place + 1, 100 + place, chance=0.5, cluster=cluster))

    assert set() == beating(cases)


@pytest.mark.parametrize(("cluster_count", "expected"), [(20, {"majority"}), (2, set())])
def test_clusters_count_once(cluster_count, expected):
    """Ten cases about one fact are no more evidence than one."""
    cases = [
        number(place, 7 if place % 2 else 1000 + place, cluster=f"k{place % cluster_count}")
        for place in range(20)
    ]

    assert expected == beating(cases)
