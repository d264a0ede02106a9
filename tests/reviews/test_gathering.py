"""The review of a run: worst first, with the cases each finding is about, and the baseline."""

from dataclasses import replace

import pytest

from evalstore.errors import UsageError
from evalstore.gates import run_gates
from evalstore.gates.run_gates import GateQuery
from evalstore.reviews.gathering import review_of
from evalstore.store.query.reader import reading
from tests import kept_stores
from tests.reviews.conftest import run_of


@pytest.mark.sweep
def test_the_worst_finding_stands_first(review):
    """What fails, by how far beyond its threshold; what passes and what only informs after it."""
    found = [(item.gate_id, item.where, item.answer) for item in review.findings]

    assert [
        ("floor", "domain=phenomenology", "fail"),
        ("no-regression", "", "fail"),
        ("floor", "domain=history", "pass"),
        ("coverage", "", "pass"),
    ] == found
    assert ("fail", "Fail: of 3 decisions, 2 failed, 1 passed.") == (
        review.answer,
        review.decision,
    )


def test_a_sentence_says_number_threshold_and_what_changed(review):
    """One sentence for each finding, with the interval and the baseline."""
    worst, drop, *_ = review.findings

    assert worst.sentence == (
        "accuracy of maia on domain=phenomenology is 0.10 [0.02, 0.40], below the required "
        "0.80; 8 of 10 cases became wrong since nightly-24 (branch:main)."
    )
    assert drop.sentence.startswith(
        "accuracy of maia is 0.75 [0.60, 0.86], 0.20 worse than nightly-24 (branch:main) on 40 "
        "shared cases (drop ["
    )
    assert drop.sentence.endswith(", none is allowed; 9 of 40 cases became wrong and 1 right.")


def test_a_finding_names_the_cases_that_became_wrong(review):
    """Its first cases are those that changed, the surest first; one wrong before is none."""
    worst = review.findings[0]

    assert ([f"c{number:02}" for number in range(8)], 8) == ([*worst.cases], worst.case_count)


def test_the_cases_of_failing_gates_come_first(review):
    """Each with its texts, marks, labels, and what it was in the baseline."""
    first = review.cases[0]
    changes = {case.case_id: case.change for case in review.cases}

    assert review.case_count == 10
    assert ("c00", "became wrong", "wrong: no honoring language") == (
        first.case_id,
        first.change,
        first.verdict,
    )
    assert ("question 0", "answer 0", "yes") == (first.prompt, first.response, first.expected)
    assert [("integration", "✓"), ("respect", "❌")] == [
        (mark.name, mark.sign) for mark in first.marks
    ]
    assert ("hallucination", "phenomenology", "respect-failure") == first.taxonomy
    assert "wrong before too" == changes["c09"]


def test_recorded_decisions_say_as_much_as_fresh_ones(decided, review):
    """The review out of facts.gates is the one out of the payloads."""
    with reading(decided.store.layout) as reader:
        recorded = review_of(reader, "nightly-25")

    assert review == recorded


def test_the_baseline_and_its_reason_are_those_of_the_gate(review):
    """Which run, which reference, why; and how small a drop these cases could have shown."""
    found = review.baseline

    assert ("nightly-24", "branch:main", "01" * 20, True) == (
        found.run_id, found.reference, found.git_sha, found.is_of_gates,
    )  # fmt: skip
    assert found.why.startswith("nightly-24 is the newest complete run of the suite")
    assert "With 40 shared cases, a drop of 0.351" in review.smallest_drop


@pytest.mark.sweep
def test_without_a_gate_on_a_baseline_an_earlier_run_is_the_context(decided, payloads):
    """The newest whole one of the branch is taken, and no gate uses it."""
    kept = [payload for payload in payloads if payload["gate_id"] == "floor"]
    with reading(decided.store.layout) as reader:
        found = review_of(reader, "nightly-25", kept)
        first = review_of(reader, "nightly-24")

    assert ("nightly-24", False) == (found.baseline.run_id, found.baseline.is_of_gates)
    assert found.baseline.why.endswith("on the same branch; no gate uses it")
    assert found.smallest_drop.startswith("No gate is compared with a baseline.")
    assert (None, "", "No gate has decided on this run.") == (
        first.baseline,
        first.answer,
        first.decision,
    )


def test_changes_are_counted_by_system(review):
    """How many of those that both runs judged became wrong and right, and the first."""
    [found] = review.changes

    assert ("maia", 40, 9, 1, ("c39",)) == (
        found.system_id,
        found.compared_count,
        found.became_wrong_count,
        found.became_right_count,
        found.became_right,
    )
    assert "c30" in found.became_wrong


def test_a_cut_text_says_so_and_an_unknown_run_is_an_error(decided, payloads, review):
    """Texts end at the limit with an ellipsis, cases at theirs."""
    with reading(decided.store.layout) as reader:
        found = review_of(reader, "nightly-25", payloads, case_limit=1, text_limit=5)
        with pytest.raises(UsageError, match="no run 'nightly-52'"):
            review_of(reader, "nightly-52")
    [case] = found.cases

    assert "quest…" == case.prompt
    assert review.run == replace(found.run)


@pytest.mark.sweep
def test_what_is_left_out_is_counted_by_reason(tmp_path):
    """Cases that no number counts, with the metric's own reason."""
    events = [*run_of("r1", 1, {0}, count=10)]
    events = [
        event | {"payload": event["payload"] | {"outcome": "error"}}
        if event["kind"] == "verdict_recorded" and event["payload"]["case_id"] == "c01"
        else event
        for event in events
    ]
    store = kept_stores.store_of(events, tmp_path / "warehouse")
    with reading(store.layout) as reader:
        found = review_of(reader, "r1")

    assert [("error: the validator failed", 1)] == [
        (item.reason, item.case_count) for item in found.left_out
    ]


@pytest.mark.sweep
def test_a_run_that_nothing_judged_leaves_all_out(tmp_path):
    """No number counts any case: the review has the reason, and its smallest drop is unknown."""
    events = [
        event for event in run_of("r1", 1, (), count=3) if event["kind"] != "verdict_recorded"
    ]
    with reading(kept_stores.store_of(events, tmp_path / "warehouse").layout) as reader:
        found = review_of(reader, "r1")

    assert [("no verdict", 3)] == [
        (item.reason.partition(":")[0], item.case_count) for item in found.left_out
    ]
    assert "The smallest detectable drop is unknown: no case was scored." == found.smallest_drop


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("verdicts", "expected", "left_out"),
    [
        (
            {"exact": {"outcome": "right"}, "model": {"outcome": "wrong"}},
            "none of the validators of the run is the primary one: exact, model.",
            (
                "No case was counted: none of the validators of the run is "
                "the primary one: exact, model."
            ),
        ),
        (
            {"rating": {"outcome": "measured", "value": 7}},
            "the verdicts are measurements, not right or wrong: rating.",
            "No case was left out.",
        ),
    ],
)
def test_a_judged_run_is_never_said_to_be_unjudged(tmp_path, verdicts, expected, left_out):
    """Where accuracy has no primary number, the review says why; no case counts that does not."""
    events = []
    for event in run_of("r1", 1, (), count=3):
        payload = event["payload"]
        if event["kind"] == "case_generated":
            payload["validators"] = [*verdicts]
        if event["kind"] != "verdict_recorded":
            events.append(event)
            continue
        about = {name: payload[name] for name in ("case_id", "system_id")}
        events += [
            {**event, "payload": {**about, "validator_id": name, "reason": "so", **verdict}}
            for name, verdict in verdicts.items()
        ]
    with reading(kept_stores.store_of(events, tmp_path / "warehouse").layout) as reader:
        found = review_of(reader, "r1")

    assert f"The smallest detectable drop is unknown: {expected}" == found.smallest_drop
    assert left_out == found.nothing_left_out


@pytest.mark.sweep
def test_a_run_of_equal_outcomes_shows_no_drop(tmp_path):
    """Right answers alone do not vary, so their smallest drop is unknown."""
    store = kept_stores.store_of([*run_of("r1", 1, (), count=3)], tmp_path / "warehouse")
    with reading(store.layout) as reader:
        found = review_of(reader, "r1")

    assert found.smallest_drop.endswith("or all scored cases count the same.")


@pytest.mark.sweep
def test_a_broken_decision_shows_what_is_left_out(decided, tmp_path):
    """Errors come before mistakes that were there before, and nothing is said of zero drops."""
    unanswered = {"status": "error", "error": "429 too many requests", "text": "", "confidence": 0}
    newer = [
        event | {"payload": {**event["payload"], **unanswered}}
        if event["payload"].get("case_id") in {"c08", "c09"} and "status" in event["payload"]
        else event
        for event in run_of("r2", 2, {0}, count=10)
        if event["kind"] != "verdict_recorded" or event["payload"]["case_id"] not in {"c08", "c09"}
    ]
    store = kept_stores.store_of([*run_of("r1", 1, {0}, count=10), *newer], tmp_path / "w")
    query = GateQuery(config_path=decided.config)
    answer = run_gates.decided(store.layout, query, *run_gates.configured(query))
    with reading(store.layout) as reader:
        found = review_of(reader, "r2", answer.payloads)
    drop = next(item for item in found.findings if item.gate_id == "no-regression")

    assert (drop.answer, drop.cases, drop.case_count) == ("broken", ("c08", "c09"), 2)
    assert [(case.case_id, case.change) for case in found.cases] == [
        ("c08", ""), ("c09", ""), ("c00", "wrong before too"),
    ]  # fmt: skip
    assert found.smallest_drop.startswith("The smallest detectable drop in accuracy of maia")
