"""The simulation of the corrected accuracy: each kind of store, a few times."""

import pytest

from benchmarks.judge_correction import UNCORRECTED_MAX, WORLDS, World, measured

STORE_COUNT = 60
# At 0.95 a share of 60 is below this once in a thousand times.
HELD_MIN = 0.85


def world(judge: str, is_stratified: bool, is_clustered: bool) -> World:
    """Return the world of these, with 200 labels of 1,000 cases."""
    (found,) = [
        one for one in WORLDS
        if (one.judge, one.is_stratified, one.is_clustered) == (judge, is_stratified, is_clustered)
        and one.case_count == 1000
    ]  # fmt: skip
    return found


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("judge", "is_stratified", "is_clustered"),
    [("harsh", False, False), ("noisy", True, False), ("lenient", True, True)],
)
def test_the_corrected_interval_holds_the_truth_and_the_judges_does_not(
    judge, is_stratified, is_clustered
):
    """Whichever way the judge errs, the sample is drawn and the cases hang together."""
    found = measured(world(judge, is_stratified, is_clustered), STORE_COUNT)

    assert STORE_COUNT == len(found)
    assert found["is_held"].mean() >= HELD_MIN
    assert found["is_held_uncorrected"].mean() < UNCORRECTED_MAX
    assert found["width"].is_between(0, 0.5).all()
