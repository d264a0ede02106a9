"""When each sentence of a review is true, and when it is left out."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from evalstore.gates.decide import BY_FACTS_ALONE
from evalstore.reviews.gathering import answer_of
from evalstore.reviews.review import BaselineChoice, Finding, Review, RunFacts
from evalstore.reviews.sentences import (
    decision_sentence,
    detectable_sentence,
    false_blocks_of,
    finding_sentence,
    smallest_drop_of,
)

FLOOR = Finding(
    gate_id="floor", metric="accuracy", answer="pass", is_informational=False, is_foreign=False,
    system_id="maia", validator_id="factual", slice_name="all", slice_value="all", variant="",
    value=0.9, low=0.8, high=0.95, unit="share", threshold="at least 0.85", minimum=0.85,
    maximum=None, scored_count=40, reason="accuracy is 0.9, must be at least 0.85",
    baseline_run_id="", baseline_reference="", baseline_reason="", drop=None, drop_low=None,
    drop_high=None, max_drop=None, paired_count=None, minimum_detectable_effect=None,
)  # fmt: skip
DROP = replace(
    FLOOR, minimum=None, threshold="no drop", reason="worse", answer="fail", value=0.75, low=None,
    high=None, drop=0.2, max_drop=0.0, paired_count=40, baseline_run_id="r1",
    baseline_reference="branch:main", minimum_detectable_effect=0.12,
)  # fmt: skip
FAILING = replace(FLOOR, answer="fail", value=0.5, low=None, high=None)
INFORMATION = replace(FAILING, is_informational=True)
FOREIGN = replace(FAILING, is_foreign=True)
BASELINE = BaselineChoice("r0", "branch:main", "", "r0 is the newest", is_of_gates=False)
RUN = RunFacts(
    "r2", "quiz", "", "", "", None, datetime(2026, 3, 1, tzinfo=UTC), None, "completed", 40, (), ()
)


def review_of(*findings):
    """Return a review with these decisions."""
    return Review(
        run=RUN, answer=answer_of(findings), findings=findings, cases=(), case_count=0,
        baseline=None, no_baseline="", changes=(), left_out=(), key="",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        ([], "No gate has decided on this run."),
        # A decision of another store is one, and none of this store's.
        ([FOREIGN], "No gate has decided on this run; 1 decision of other stores."),
        ([INFORMATION], "1 decision for information only, so none can fail."),
        # One of another store is not for information.
        ([INFORMATION, FOREIGN], "1 decision for information only, so none can fail."),
        ([FLOOR], "Pass: 1 decision, none fails."),
        ([FLOOR, INFORMATION], "Pass: 1 decision, none fails."),
        ([FLOOR, FAILING], "Fail: of 2 decisions, 1 failed, 1 passed."),
        ([replace(FLOOR, answer="broken"), FLOOR], "Broken: of 2 decisions, 1 broken, 1 passed."),
        ([replace(FLOOR, answer="undecided")], "Undecided: of 1 decision, 1 undecided."),
        (
            [replace(FLOOR, reason=f"fine, {BY_FACTS_ALONE}"), FLOOR],
            "Pass: 2 decisions (1 by facts alone), none fails.",
        ),
        (
            [replace(FLOOR, reason=f"fine, {BY_FACTS_ALONE}")],
            "Pass: 1 decision by facts alone, none fails.",
        ),
    ],
)
def test_the_overall_decision(findings, expected):
    """Blocking decisions of this store count; the others are said to be what they are."""
    assert expected == decision_sentence(review_of(*findings))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "accuracy of maia is 0.90 [0.80, 0.95], at least 0.85 as required."),
        # A value that equals its bound to two digits has as many as tell them apart.
        ({"value": 0.849, "low": None}, "accuracy of maia is 0.849, below the required 0.850."),
        ({"value": 0.5, "low": None}, "accuracy of maia is 0.50, below the required 0.85."),
        (
            {"minimum": None, "maximum": 0.95, "low": None},
            "accuracy of maia is 0.90, at most 0.95 as allowed.",
        ),
        (
            {"minimum": None, "maximum": 0.8, "low": None},
            "accuracy of maia is 0.90, above the allowed 0.80.",
        ),
        # Of two bounds the nearer one.
        (
            {"minimum": 0.2, "maximum": 0.95, "low": None},
            "accuracy of maia is 0.90, at most 0.95 as allowed.",
        ),
        (
            {"minimum": 0.85, "maximum": 1.0, "value": 0.86, "low": None},
            "accuracy of maia is 0.86, at least 0.85 as required.",
        ),
        # A decision without its bounds has its threshold in words.
        (
            {"minimum": None, "low": None},
            "accuracy of maia is 0.90, must be at least 0.85.",
        ),
        (
            {"system_id": "", "slice_name": "domain", "slice_value": "math", "variant": "k=1"},
            "accuracy on domain=math (k=1) is 0.90 [0.80, 0.95], at least 0.85 as required.",
        ),
        # What else the reason says follows it.
        (
            {"reason": "canaries must never fail: c1", "low": None},
            "accuracy of maia is 0.90, at least 0.85 as required: canaries must never fail: c1.",
        ),
    ],
)
def test_a_value_against_its_bound(changes, expected):
    """Value, interval and the bound that applies, and no bound that does not."""
    assert expected == finding_sentence(replace(FLOOR, **changes), None)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"answer": "broken", "reason": "facts differ."},
            "accuracy of maia is unreliable: facts differ.",
        ),
        (
            {"answer": "undecided", "value": None, "reason": "no row"},
            "accuracy of maia could not be decided: no row.",
        ),
        (
            {"answer": "undecided", "low": None, "reason": "9 cases count, 30 are needed"},
            (
                "accuracy of maia is undecided at 0.90, must be at least 0.85: 9 cases count, 30 "
                "are needed."
            ),
        ),
        # Value and threshold at the beginning of a reason are not said twice.
        (
            {"answer": "undecided", "low": None, "reason": "accuracy is 0.9, at least: too few"},
            "accuracy of maia is undecided at 0.90, must be at least 0.85: too few.",
        ),
    ],
)
def test_what_could_not_be_decided_says_why(changes, expected):
    """No value is printed of a broken decision or of one without a value."""
    assert expected == finding_sentence(replace(FLOOR, **changes), None)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "is 0.75, 0.20 worse than r1 (branch:main) on 40 shared cases, none is allowed."),
        (
            {"max_drop": 0.05, "drop_low": 0.1, "drop_high": 0.3},
            (
                "is 0.75, 0.20 worse than r1 (branch:main) on 40 shared cases (drop [0.10, "
                "0.30]), at most 0.05 is allowed."
            ),
        ),
        ({"drop": -0.1}, "is 0.75, 0.10 better than r1 (branch:main) on 40 shared cases."),
        ({"drop": 0.0}, "is 0.75, no worse than r1 (branch:main) on 40 shared cases."),
        # A reference that names a run says nothing more.
        (
            {"baseline_reference": "run:r1"},
            "is 0.75, 0.20 worse than r1 on 40 shared cases, none is allowed.",
        ),
        # Besides a bound.
        (
            {"minimum": 0.7, "drop": 0.0},
            (
                "is 0.75, at least 0.70 as required, no worse than r1 (branch:main) on 40 shared "
                "cases."
            ),
        ),
    ],
)
def test_a_drop_since_a_baseline(changes, expected):
    """Its size, the baseline, the pairs; what is allowed only of what dropped."""
    assert f"accuracy of maia {expected}" == finding_sentence(replace(DROP, **changes), None)


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("accuracy is 0.9: shown to beat rag by 0.2", ", shown to beat rag by 0.2."),
        ("accuracy is 0.9: not shown to beat rag", ", not shown to beat rag."),
        # A decision whose reason is about something else has no such words.
        ("accuracy is 0.9", "."),
    ],
)
def test_a_lead_over_other_systems(reason, expected):
    """In the words of the decision, if it had to beat any."""
    finding = replace(FLOOR, low=None, must_beat=("rag",), reason=reason)
    alone = replace(finding, must_beat=())

    start = "accuracy of maia is 0.90, at least 0.85 as required"
    assert f"{start}{expected}" == finding_sentence(finding, None)
    assert f"{start}." == finding_sentence(alone, None)


@pytest.mark.parametrize(
    ("changes", "baseline", "expected"),
    [
        # Without a baseline, or without a case that both runs judged, nothing is said.
        ({}, None, "."),
        ({"became_wrong_count": 0, "became_right_count": 0, "changed_of_count": 0}, BASELINE, "."),
        (
            {"became_wrong_count": 0, "became_right_count": 0, "changed_of_count": 40},
            BASELINE,
            "; none of 40 cases became wrong since r0 (branch:main).",
        ),
        (
            {"became_wrong_count": 2, "became_right_count": 1, "changed_of_count": 40},
            BASELINE,
            "; 2 of 40 cases became wrong and 1 right since r0 (branch:main).",
        ),
        # The gate's own baseline comes before that of the context.
        (
            {"became_wrong_count": 2, "became_right_count": 0, "changed_of_count": 40,
             "baseline_run_id": "r1", "baseline_reference": "run:r1"},
            BASELINE,
            "; 2 of 40 cases became wrong since r1.",
        ),
    ],
)  # fmt: skip
def test_changed_cases(changes, baseline, expected):
    """How many became wrong and right, and since when."""
    finding = replace(FLOOR, low=None, **changes)

    start = "accuracy of maia is 0.90, at least 0.85 as required"
    assert f"{start}{expected}" == finding_sentence(finding, baseline)


def test_a_baseline_is_named_once():
    """A sentence on a drop names it already."""
    finding = replace(DROP, became_wrong_count=9, became_right_count=1, changed_of_count=40)

    assert finding_sentence(finding, BASELINE).endswith(
        "none is allowed; 9 of 40 cases became wrong and 1 right."
    )


def test_facts_alone_are_said_once():
    """Of a decision that rests on them; not again if its reason is printed."""
    silent = replace(FLOOR, low=None, reason=f"accuracy is 0.9, {BY_FACTS_ALONE}")
    broken = replace(FLOOR, answer="broken", reason=f"decided {BY_FACTS_ALONE}")

    assert finding_sentence(silent, None).endswith("as required; by facts alone.")
    assert "accuracy of maia is unreliable: decided by facts alone." == finding_sentence(
        broken, None
    )


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        # No decision on pairs: nothing is said.
        ([FLOOR], ""),
        ([replace(DROP, is_foreign=True)], ""),
        (
            [FLOOR, DROP],
            (
                "With 40 shared cases, a drop of 0.120 in accuracy of maia is detected with 80 % "
                "power."
            ),
        ),
        # The worst one with pairs, which is the first.
        (
            [replace(DROP, metric="ece"), DROP],
            "With 40 shared cases, a drop of 0.120 in ece of maia is detected with 80 % power.",
        ),
        (
            [replace(DROP, paired_count=5, minimum_detectable_effect=None)],
            (
                "With 5 shared cases, no drop in accuracy of maia can be detected: fewer than 6 "
                "cases are paired."
            ),
        ),
        # A decision records neither clusters nor why it has no interval.
        (
            [replace(DROP, minimum_detectable_effect=None)],
            (
                "The smallest detectable drop in accuracy of maia is unknown: 40 shared cases "
                "form fewer than 6 clusters, or all differ by the same amount."
            ),
        ),
        (
            [
                replace(
                    DROP, drop=0.0, drop_low=-0.1, drop_high=0.1, minimum_detectable_effect=None
                )
            ],
            (
                "The smallest detectable drop in accuracy of maia is unknown: 40 shared cases do "
                "not differ at all, so their variation is unknown."
            ),
        ),
        # Older decisions record a size of 0.
        (
            [replace(DROP, minimum_detectable_effect=0.0)],
            (
                "The smallest detectable drop in accuracy of maia is unknown: 40 shared cases all "
                "differ by the same amount, so their variation is unknown."
            ),
        ),
        (
            [replace(DROP, drop=0.0, minimum_detectable_effect=0.0)],
            (
                "The smallest detectable drop in accuracy of maia is unknown: 40 shared cases do "
                "not differ at all, so their variation is unknown."
            ),
        ),
    ],
)
def test_the_smallest_drop_of_pairs(findings, expected):
    """How small a drop the shared cases could have shown, else why none."""
    assert expected == smallest_drop_of(findings)


@pytest.mark.parametrize(
    ("findings", "start"),
    [
        ([], "No gate is compared with a baseline."),
        ([FLOOR], "No gate is compared with a baseline."),
        # Another store's gate is none of this store's.
        ([replace(DROP, paired_count=None, is_foreign=True)], "No gate is compared with a base"),
        ([replace(DROP, paired_count=None)], "No case is paired with a baseline."),
    ],
)
def test_the_smallest_difference_from_a_number(findings, start):
    """Whether a gate has a baseline decides why the cases are alone."""
    text = detectable_sentence(findings, 0.148, "maia", 81)

    assert text.startswith(start)
    assert text.endswith(
        "With 81 cases of maia, a difference in accuracy of 0.148 from a fixed threshold is "
        "detected with 80 % power."
    )


def test_false_blocks_are_told_by_gate_and_together():
    """Rows of a gate are added up; a gate that says nothing, or cannot block, is left out."""
    findings = [
        replace(DROP, gate_id="drop", false_block_chance=0.01),
        replace(DROP, gate_id="drop", false_block_chance=0.002),
        replace(DROP, gate_id="bound", false_block_chance=0.0004),
        replace(DROP, gate_id="quiet", false_block_chance=None),
        replace(DROP, gate_id="told", is_informational=True, false_block_chance=0.5),
    ]

    assert "" == false_blocks_of(findings[3:])
    assert (
        "Of runs like this one where nothing changed, drop fails 1.2 %, bound fails less than "
        "0.1 %, any of 2 gates at most 1.2 %."
    ) == false_blocks_of(findings)
