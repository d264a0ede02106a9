"""The ratchet of `make ratios`: what it calls slower, and which marks it may write."""

import pytest

from benchmarks.ratios import marks
from benchmarks.ratios.marks import Mark
from benchmarks.ratios.paths import PATHS, Measurement
from benchmarks.stages import STAGES


def test_each_path_has_a_mark_and_stages():
    """A path without a mark would never be called slower."""
    assert PATHS.keys() == marks.kept().keys()
    assert {path.work for path in PATHS.values()} <= STAGES.keys()


def test_a_ratio_is_of_medians():
    """One odd measurement of three changes nothing; a stage that one lacks counts as 0 there."""
    measurements = [
        Measurement(2.0, {"rest": 2.0}),
        Measurement(9.0, {"rest": 2.0, "imports": 7.0}),
        Measurement(3.0, {"rest": 2.0, "imports": 1.0}),
    ]

    mark = marks.of_measurements(measurements, [2.0, 1.0, 40.0])

    assert mark == Mark(1.5, {"rest": 1.0, "imports": 0.5})


@pytest.mark.parametrize(("ratio", "verdict"), [(1.14, ""), (1.16, "slower"), (0.84, "faster")])
def test_a_path_is_slower_above_15_per_cent(ratio, verdict):
    """Up to that share it counts as noise, in both directions."""
    now, mark = Mark(ratio, {}), Mark(1.0, {})

    assert marks.is_slower(now, mark) == (verdict == "slower")
    assert marks.is_faster(now, mark) == (verdict == "faster")


def test_the_stage_that_grew_most_is_named():
    """A new stage grew from nothing."""
    now = Mark(2.0, {"rest": 0.5, "fold: facts": 0.9, "map": 0.6})

    assert marks.grown_stage(now, Mark(1.0, {"rest": 0.5, "fold: facts": 0.5})) == (
        "map",
        0.0,
        0.6,
    )


def test_keeping_lowers_marks_only(tmp_path):
    """A higher mark is written by hand."""
    file = tmp_path / "ratios.toml"
    marks.keep({"gate": Mark(1.0, {"rest": 1.0}), "runs": Mark(1.0, {"fold: facts": 1.0})}, file)

    marks.keep({"gate": Mark(2.0, {"rest": 2.0}), "runs": Mark(0.5, {"fold: facts": 0.5})}, file)

    assert marks.kept(file) == {
        "gate": Mark(1.0, {"rest": 1.0}),
        "runs": Mark(0.5, {"fold: facts": 0.5}),
    }


def test_only_the_second_call_in_a_row_fails(tmp_path):
    """What a call finds slower is remembered until the next one, and no longer."""
    file = tmp_path / "slower.json"

    assert marks.slower_twice(["gate"], file) == []
    assert marks.slower_twice(["gate", "runs"], file) == ["gate"]
    assert marks.slower_twice([], file) == []
    assert marks.slower_twice(["gate"], file) == []
