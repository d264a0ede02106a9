"""The issue of a failing run: the seed's parts, its labels, and a key that finds it again."""

from dataclasses import replace

from evalstore.reviews.outputs.issue import issue
from evalstore.reviews.review import Mark
from tests.reviews.outputs.reviews import case, finding, review


def test_the_body_has_the_parts_of_the_template():
    """Commit, date, domain, then each failing case with prompt, response, scores and verdict."""
    marks = (
        Mark("respect", "phenomenological", 0.0, "wrong", passed=False),
        Mark("integration", "phenomenological", 1.0, "wrong", passed=True),
    )
    shown = case(
        "dream-1", domain="phenomenology", prompt="I dreamed of a ladder", response="Odd.",
        reason="No respect/honoring language detected", outcome="wrong", marks=marks,
        taxonomy=("phenomenology", "respect-failure"),
    )  # fmt: skip
    found = issue(review(finding(), cases=[shown], git_branch="main"))
    parts = (
        f"<!-- evalstore gate {found.key} -->\n## Phenomenology Test Failure",
        "**Commit:** `4be1d07`", "**Date:** 2026-01-01", "**Domain:** Phenomenology",
        "`[phenomenology]` `[respect-failure]`", "### Failing Cases", "#### Case 1: `dream-1`",
        "**Prompt:**\n\n```text\nI dreamed of a ladder\n```",
        "**Response:**\n\n```text\nOdd.\n```",
        "**Scores:**\n\n- respect: 0 ❌\n- integration: 1 ✓",
        "**Verdict:** FAILED - No respect/honoring language detected",
    )  # fmt: skip

    assert [] == [part for part in parts if part not in found.body]
    assert ("quiz on main: accuracy fails", ("phenomenology", "respect-failure")) == (
        found.title,
        found.labels,
    )


def test_the_key_is_that_of_suite_gates_and_branch():
    """Another run of them has the same; another branch, suite or gate has another."""
    about = {"git_branch": "main"}
    one = review(finding(), **about)
    same = review(finding(value=0.1), finding(system_id="b"), run_id="r2", git_sha="f" * 40,
                  **about)  # fmt: skip
    others = (
        review(finding(), git_branch="dev"),
        review(finding(), suite="exam", **about),
        review(finding(gate_id="ece"), **about),
    )
    passing = review(finding("pass"), finding("pass", system_id="b"), run_id="r3", **about)
    keys = {issue(found).key for found in others}

    assert issue(one).key == issue(same).key == issue(passing).key
    assert 3 == len(keys - {issue(one).key})


def test_what_passes_or_only_informs_is_in_no_title():
    """The title names what stops the run, and how; of many the first three."""
    names = ("a", "b", "c", "d")
    found = review(
        *(finding(gate_id=name) for name in names),
        finding("undecided", gate_id="a"),
        finding(gate_id="told", is_informational=True),
    )

    assert "quiz: a fails, b fails, c fails, 1 more" == issue(found).title


def test_an_issue_of_no_branch_and_no_case_is_whole():
    """What is not known says so."""
    found = issue(replace(review(finding("broken"), git_sha=""), case_count=0))

    assert "**Commit:** `unknown`" in found.body
    assert "### Failing Cases\n\nNone." in found.body
    assert "quiz: accuracy is broken" == found.title
