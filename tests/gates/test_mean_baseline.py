"""A run held against the mean of several earlier ones."""

import numpy as np
import pytest
from scipy import stats

from evalstore.errors import UsageError
from evalstore.gates.baseline import mean_of, require_reference
from tests.gates.gated import Gated, run_of

GATE = '[[gate]]\nmetric = "accuracy"\nmax_drop = 0\nbaseline = "mean:3"\n'
CASE_COUNT = 40


def outcomes(seed: int, share: float) -> np.ndarray:
    """Return which of the cases are right."""
    return np.random.default_rng(seed).random(CASE_COUNT) < share


def added(gated: Gated, shares: dict[str, float], **started: object) -> np.ndarray:
    """Add a run a day for each share; return what is right, a row for each run."""
    found = [outcomes(seed, share) for seed, share in enumerate(shares.values())]
    for day, (run_id, right) in enumerate(zip(shares, found, strict=True), start=1):
        told = ["right" if one else "wrong" for one in right]
        gated.add(run_of(run_id, told, day=day, **started))
    return np.array(found, dtype=float)


def test_the_drop_is_that_from_the_mean_of_each_case(gated: Gated):
    """By scipy, of the differences of cases; the fourth run before is not in the mean."""
    right = added(gated, {"old": 0.1, "r1": 0.8, "r2": 0.8, "r3": 0.8, "new": 0.4})
    code, [decision] = gated(GATE)
    drops = right[1:4].mean(axis=0) - right[4]
    tested = stats.ttest_1samp(drops, 0)
    low, high = tested.confidence_interval(0.95)
    drop = decision["drop"]

    assert (1, "r3", CASE_COUNT) == (code, decision["baseline_run_id"], drop["paired_count"])
    assert pytest.approx(drops.mean()) == drop["value"]
    assert pytest.approx([low, high]) == drop["interval"]
    assert pytest.approx(tested.pvalue) == drop["p_value"]
    assert "r3, r2, r1 are the newest 3 complete runs of the suite" in decision["baseline_reason"]
    assert "worse than the mean of 3 runs, r3 the newest, on 40" in decision["reason"]


@pytest.mark.sweep
def test_fewer_runs_than_the_mean_takes_decide_nothing(gated: Gated):
    """Two of three; a run of another version, or that failed, is none of them."""
    added(gated, {"r1": 0.8, "r2": 0.8})
    gated.add(run_of("other", ["right"] * CASE_COUNT, day=8, version="2.0"))
    gated.add(run_of("failed", ["right"] * CASE_COUNT, day=9, status="failed"))
    gated.add(run_of("new", ["right"] * CASE_COUNT, day=10))
    code, [decision] = gated(GATE)

    assert 3 == code
    assert "2 earlier runs of the suite can be compared, mean:3 takes 3" in decision["reason"]
    assert "failed was skipped: its status is failed" in decision["reason"]


@pytest.mark.sweep
def test_the_runs_may_be_those_of_a_branch(gated: Gated):
    """Runs of other branches are passed over."""
    added(gated, {"m1": 0.8, "m2": 0.8, "m3": 0.8}, git_branch="main")
    gated.add(run_of("f1", ["wrong"] * CASE_COUNT, day=8, git_branch="fix"))
    gated.add(run_of("new", ["right"] * CASE_COUNT, day=9, git_branch="fix"))
    code, [decision] = gated(GATE.replace("mean:3", "mean:3:main"))

    assert (0, "m3") == (code, decision["baseline_run_id"])
    assert "m3, m2, m1 are" in decision["baseline_reason"]
    assert "on branch main" in decision["baseline_reason"]


@pytest.mark.parametrize("reference", ["mean:1", "mean:0", "mean:x", "mean:", "mean:2:", "mean"])
def test_a_mean_needs_two_runs_or_more(reference: str):
    """The error says what to write."""
    with pytest.raises(UsageError, match="mean:"):
        require_reference(reference)

    assert mean_of(reference)[0] < 2
