"""What a decision records of its baseline: the reference, and why it meant this run."""

import pytest

from evalstore.gates.baseline import LAST_GREEN, baseline_of
from evalstore.store.query.reader import reading
from tests.gates.gated import NO_REGRESSION, Gated, run_of


def test_a_decision_records_why_its_baseline_is_this_run(gated: Gated):
    """The newest whole run of the branch, and what is the matter with the newer one."""
    gated.add(run_of("whole", ["right"] * 5, git_branch="main"))
    gated.add(run_of("failed", ["right"] * 5, day=2, git_branch="main", status="failed"))
    gated.add(run_of("new", ["right"] * 5, day=3))
    _, [decision] = gated(NO_REGRESSION, "--baseline", "branch:main")
    sql = (
        "select baseline_reference, baseline_reason, max_drop, drop_value, paired_count "
        "from facts.gates"
    )
    [recorded] = gated.store.query(sql).rows()

    assert ("branch:main", "whole") == (
        decision["baseline_reference"],
        decision["baseline_run_id"],
    )
    assert (
        "whole is the newest complete run of the suite before this one on branch main; "
        "skipped: failed (its status is failed); whole is 2 days (2 runs) old, not chosen before"
    ) == decision["baseline_reason"]
    assert ("branch:main", decision["baseline_reason"], 0.0, 0.0, 5) == tuple(recorded)


@pytest.mark.sweep
def test_runs_that_are_not_green_are_passed_over_by_name(gated: Gated):
    """Of many the two newest are named, each with its reason, and the others counted."""
    for day in range(1, 6):
        gated.add(run_of(f"r{day}", ["wrong" if day == 4 else "right"] * 5, day=day))
    gated(NO_REGRESSION.replace("max_drop = 0.0", "min = 0.5"), "--run", "r1")
    gated(NO_REGRESSION.replace("max_drop = 0.0", "min = 0.5"), "--run", "r4")
    with reading(gated.store.layout) as reader:
        found = baseline_of(reader, "r5", LAST_GREEN)

    assert (
        "r1 is the newest complete run of the suite before this one whose gates all passed; "
        "skipped: r4 (its gates did not all pass), r3 (no gate decided on it), 1 more"
    ) == found.why
