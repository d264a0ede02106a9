"""Bias of judges by length and position, and whether they say the same thing twice."""

import csv
import os
from pathlib import Path

import numpy as np
import pytest
import statsmodels.api as sm

from tests import kept_stores

DECISIONS = Path(os.environ.get("EVALSTORE_REAL_DATA", "nowhere"), "decisions")
PAIRS, GRADES = DECISIONS / "hibayes_q5.csv", DECISIONS / "hibayes_q4.csv"


def events(cases, verdicts):
    """Return a run of one system: cases with attributes, texts and verdicts with a payload."""
    payloads = [("run_started", {"suite": "s", "systems": ["a"]})]
    for case_id, (text, attributes) in cases.items():
        about = {"case_id": case_id, "system_id": "a"}
        payloads += [
            ("case_generated", {"case_id": case_id, "domain": "d", "attributes": attributes}),
            ("response_recorded", about | {"status": "ok", "text": text}),
        ]
    payloads += [
        ("verdict_recorded", {"case_id": case_id, "system_id": "a"} | payload)
        for case_id, payload in verdicts
    ]
    return [{"kind": kind, "run_id": "r1", "payload": payload} for kind, payload in payloads]


def ols(heights, places):
    """Return intercept, slope and its 95 % interval, by statsmodels with HC1 errors."""
    fit = sm.OLS(heights, sm.add_constant(places)).fit(cov_type="HC1", use_t=True)
    return [*fit.params, *fit.conf_int()[1]]


@pytest.mark.skipif(not PAIRS.is_file(), reason=f"EVALSTORE_REAL_DATA has no {PAIRS.name}")
def test_choices_between_two_replies(tmp_path):
    """The graders of hibayes, question 5: how much longer the first is, and who is chosen."""
    with PAIRS.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    cases = {
        f"c{number}": ("x", {"length_diff": float(row["length_diff"])})
        for number, row in enumerate(rows)
    }
    verdicts = [
        (
            f"c{number}",
            {
                "validator_id": row["grader"].lower(),
                "outcome": "measured",
                "value": float(row["first_is_chosen"]),
            },
        )
        for number, row in enumerate(rows)
    ]
    store = kept_stores.store_of(events(cases, verdicts), tmp_path / "warehouse")

    found = {
        row["validator_id"]: row
        for row in store.query("from macros.judge_slopes_of('r1', 'length_diff')").pl().to_dicts()
    }

    for grader, count in (("Autograder", 395), ("Human", 361)):
        chosen = [row for row in rows if row["grader"] == grader]
        heights = np.array([float(row["first_is_chosen"]) for row in chosen])
        expected = ols(heights, np.array([float(row["length_diff"]) for row in chosen]))
        row = found[grader.lower()]
        assert count == row["scored_count"]
        assert heights.mean() == pytest.approx(row["mean_verdict"])
        actual = [row[name] for name in ("level_at_zero", "verdict_slope", "ci_low", "ci_high")]
        assert expected == pytest.approx(actual, rel=1e-8)
        # Both prefer the longer one; where the two are as long, neither the first nor the second.
        assert row["ci_low"] > 0


@pytest.mark.skipif(not GRADES.is_file(), reason=f"EVALSTORE_REAL_DATA has no {GRADES.name}")
def test_grades_of_one_system_beside_another(tmp_path):
    """The graders of hibayes, question 4: how much more each gives to the replies of LLM A."""
    with GRADES.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    cases = {
        f"c{number}": ("x", {"is_of_a": int(row["LLM"] == "LLM A")})
        for number, row in enumerate(rows)
    }
    verdicts = [
        (
            f"c{number}",
            {
                "validator_id": row["grader"],
                "outcome": "measured",
                "value": float(row["score"]),
            },
        )
        for number, row in enumerate(rows)
    ]
    store = kept_stores.store_of(events(cases, verdicts), tmp_path / "warehouse")

    found = {
        row["validator_id"]: row
        for row in store.query("from macros.judge_slopes_of('r1', 'is_of_a')").pl().to_dicts()
    }

    for grader in ("Autograder A", "Autograder B", "Human"):
        given = [row for row in rows if row["grader"] == grader]
        heights = np.array([float(row["score"]) for row in given])
        expected = ols(heights, np.array([float(row["LLM"] == "LLM A") for row in given]))
        row = found[grader]
        assert len(given) == row["scored_count"]
        actual = [row[name] for name in ("level_at_zero", "verdict_slope", "ci_low", "ci_high")]
        assert expected == pytest.approx(actual, rel=1e-8)
    # All prefer LLM A, by intervals that overlap; the graders give half of what people give.
    assert found["Human"]["ci_low"] < found["Autograder A"]["ci_low"] < found["Human"]["ci_high"]
    assert found["Human"]["mean_verdict"] > 2 * found["Autograder A"]["mean_verdict"]


def test_length_beyond_what_people_say(tmp_path):
    """A judge that calls long replies right, whatever they say: people's labels show it."""
    lengths = [2 ** (number % 6 + 3) for number in range(36)]
    truths = ["wrong" if number // 6 % 2 else "right" for number in range(36)]
    said = [
        "right" if length > 40 else truth for length, truth in zip(lengths, truths, strict=True)
    ]
    cases = {f"c{number}": ("x" * length, {}) for number, length in enumerate(lengths)}
    verdicts = [
        (f"c{number}", {"validator_id": name, "outcome": outcome, "is_rating": True})
        for name, outcomes in (("judge", said), ("human:kim", truths))
        for number, outcome in enumerate(outcomes)
    ]
    store = kept_stores.store_of(events(cases, verdicts), tmp_path / "warehouse")

    rows = store.query("from macros.judge_slopes_of(null, 'reply_length')").pl().to_dicts()
    [row] = [row for row in rows if row["validator_id"] == "judge"]

    places = np.log2(lengths)
    heights = np.array([outcome == "right" for outcome in said], dtype=float)
    excess = heights - np.array([outcome == "right" for outcome in truths])
    names = ("level_at_zero", "verdict_slope", "ci_low", "ci_high")
    assert ols(heights, places) == pytest.approx([row[name] for name in names], rel=1e-8)
    beyond = [row[f"slope_beyond_people{end}"] for end in ("", "_low", "_high")]
    assert ols(excess, places)[1:] == pytest.approx(beyond, rel=1e-8)
    assert (36, True) == (row["label_count"], row["slope_beyond_people_low"] > 0)


def test_a_number_that_does_not_vary_has_no_slope(tmp_path):
    """Nor has an attribute that no case has."""
    verdicts = [(f"c{number}", {"validator_id": "judge", "outcome": "right"}) for number in (1, 2)]
    cases = {"c1": ("xx", {"n": 3}), "c2": ("yy", {"n": 3})}
    store = kept_stores.store_of(events(cases, verdicts), tmp_path / "warehouse")

    for name in ("reply_length", "n", "other"):
        assert [] == store.query(f"from macros.judge_slopes_of(null, '{name}')").rows()


def test_consistency_of_votes_and_revisions(tmp_path):
    """Votes of 3 to 1 differ in half of all pairs; a verdict that was revised has two."""
    judge = {"validator_id": "m", "validator_digest": "a" * 64}
    cases = {f"c{number}": ("x", {}) for number in range(4)}
    verdicts = [
        ("c0", judge | {"outcome": "right", "judge": {"votes": {"right": 3, "wrong": 1}}}),
        ("c1", judge | {"outcome": "right", "judge": {"votes": {"right": 4}}}),
        ("c2", judge | {"outcome": "right", "reason": "first"}),
        # Judged once.
        ("c3", judge | {"outcome": "right"}),
        ("c2", judge | {"outcome": "wrong", "reason": "second"}),
        # Another digest is another judge.
        ("c3", judge | {"validator_digest": "b" * 64, "outcome": "wrong"}),
    ]
    store = kept_stores.store_of(events(cases, verdicts), tmp_path / "warehouse")

    [row] = store.query("from macros.judge_consistency_of(null)").pl().to_dicts()

    assert f"m, digest {'a' * 64}" == row["judge"]
    assert (3, 10, 2) == (row["repeated_count"], row["judgement_count"], row["changed_count"])
    assert (0.5 + 0 + 1) / 3 == pytest.approx(row["inconsistency"])
    assert 2 / 3 == pytest.approx(row["changed_share"])
    assert row["changed_low"] < 2 / 3 < row["changed_high"]
