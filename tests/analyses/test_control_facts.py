"""Controls of a run as its start names them, the chance of its cases, and the strongest one."""

import math
from pathlib import Path

import pytest
from scipy import stats

from evalstore.analyses.paired import Paired, Side, binomial_tail, paired_with_each
from evalstore.queries import Slice
from evalstore.store.reader import reading
from tests.analyses.controlled import controlled_run
from tests.kept_stores import store_of


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
