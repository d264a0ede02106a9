"""Controls of a run as its start names them, the chance of its cases, and the strongest one."""

import math
from pathlib import Path

import pytest
from scipy import stats

from evalstore.statistics.controls import run_controls
from evalstore.statistics.paired import Paired, Side, binomial_tail, paired_with_each
from evalstore.store.query.queries import Slice
from evalstore.store.query.reader import reading
from tests.kept_stores import store_of
from tests.statistics.controlled import controlled_run


def test_the_strongest_control_of_each_slice(tmp_path: Path):
    """It is the best of those that the run names, beside the mean chance that cases declare."""
    run = controlled_run(
        {"maia": "1110", "echo": "0010", "agree": "0101", "deny": "0011"},
        controls=["agree", "deny", "echo"],
        chances=[0.5, 0.5, 0.1, None],
    )
    store = store_of(run, tmp_path / "warehouse")
    with reading(store.layout) as reader:
        found = run_controls(reader, "r", ["agree", "maia"], ["all", "domain"])
        named = reader.rows("select controls from facts.runs")

    assert [["agree", "deny", "echo"]] == [row["controls"] for row in named]
    assert ("agree", "deny", "echo") == found.system_ids
    best = {about.slice_value: control for about, control in found.strongest.items()}
    assert ("agree", 0.5, pytest.approx(1.1 / 3)) == (
        best["all"].system_id, best["all"].value, best["all"].chance
    )  # fmt: skip
    # Of two that are as good the first by name.
    assert ("deny", 0.5) == (best["even"].system_id, best["even"].value)
    assert ("agree", 1.0) == (best["odd"].system_id, best["odd"].value)
    # Four cases are too few for maia to be shown better than any, and controls are asked nothing.
    assert {("all", "maia"), ("even", "maia"), ("odd", "maia")} == {
        (about.slice_value, system_id) for about, system_id in found.unbeaten
    }


@pytest.mark.sweep
def test_who_beats_every_control_is_in_no_list(tmp_path: Path):
    """Of twenty cases good gets six right that agree does not, and poor no more than agree."""
    run = controlled_run(
        {"agree": "10" * 10, "good": "1011101111" * 2, "poor": "01" * 10}, controls=["agree"]
    )
    store = store_of(run, tmp_path / "warehouse")
    with reading(store.layout) as reader:
        found = run_controls(reader, "r", ["good", "poor"], ["all"])

    assert [("poor", "agree")] == [(name, over) for (_, name), over in found.unbeaten.items()]


@pytest.mark.sweep
def test_each_system_is_paired_with_each_control(tmp_path: Path):
    """One query pairs all of them as one by one, in every value of a slice."""
    run = controlled_run(
        {"maia": "1110", "nova": "1100", "echo": "0010", "agree": "0101"},
        controls=["agree", "echo"],
    )
    store = store_of(run, tmp_path / "warehouse")
    sides = [
        [Side("r", name) for name in names] for names in (("agree", "echo"), ("maia", "nova"))
    ]
    with reading(store.layout) as reader:
        together = paired_with_each(reader, "accuracy", *sides, part=Slice("domain"))
        alone = {
            (left, right): paired_with_each(
                reader, "accuracy", [left], [right], part=Slice("domain")
            )[left, right]
            for left in sides[0]
            for right in sides[1]
        }

    assert alone == together
    [even, odd] = together[Side("r", "agree"), Side("r", "maia")]
    assert (1.0, -0.5) == (even.difference, odd.difference)


def test_a_lead_is_tested_from_one_side():
    """Exactly as the binomial test of scipy, or half of Student's t on the side of the lead."""
    counts = {"higher_count": 9, "lower_count": 2, "equal_count": 9}
    exact = Paired(
        "", "all", 20, 0, 0, **counts, is_binary=True, left_mean=0.4, right_mean=0.75,
        difference=0.35, standard_error=0.13, cluster_count=20, clustered_standard_error=0.13,
    )  # fmt: skip
    graded = Paired(
        "", "all", 20, 0, 0, **counts, is_binary=False, left_mean=0.4, right_mean=0.75,
        difference=0.35, standard_error=0.13, cluster_count=20, clustered_standard_error=0.13,
    )  # fmt: skip

    reference = stats.binomtest(9, 11, alternative="greater").pvalue
    assert pytest.approx(reference) == exact.p_value_of_lead(1) == binomial_tail(9, 2)
    assert pytest.approx(stats.binomtest(2, 11, alternative="greater").pvalue) == (
        exact.p_value_of_lead(-1)
    )
    tail = stats.t.sf(0.35 / 0.13, 19)
    assert pytest.approx(tail) == graded.p_value_of_lead(1)
    assert pytest.approx(1 - tail) == graded.p_value_of_lead(-1)
    assert math.isclose(1.0, binomial_tail(0, 0))
