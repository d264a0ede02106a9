"""The drift triggers on readings written by hand: what fires, when, and what never does."""

import pytest

from evalstore.suites.drift.engine.thresholds import DetectionSettings, Thresholds
from evalstore.suites.drift.engine.triggers import detections


def of_weeks(alignments, value_dim="power", uncertainty=0.1, weight=None):
    """Return readings of one persona's value by week; None is a reading without alignment."""
    return [
        ("p", week, value_dim, alignment, uncertainty, weight)
        for week, alignment in alignments.items()
    ]


def fired(alignments, trigger, **settings):
    """Return the weeks in which a trigger fires."""
    ema_alpha = settings.pop("ema_alpha", 1.0)
    detection = DetectionSettings(Thresholds(**settings), ema_alpha=ema_alpha)
    return [
        found.week
        for found in detections(of_weeks(alignments), detection)
        if found.trigger == trigger
    ]


def test_a_crash_is_a_fall_of_more_than_delta():
    """A fall of exactly delta is none: the threshold is strict."""
    assert [4] == fired({1: 1.0, 2: 0.5, 3: 0.5, 4: -0.25}, "crash", delta=0.5)


def test_the_first_week_does_not_crash():
    """There is no week before the first, however low it is."""
    assert [] == fired({1: -1.0, 2: -1.0}, "crash")


@pytest.mark.parametrize("gap", [{}, {2: None}], ids=["no row", "no alignment"])
def test_the_week_after_a_gap_does_not_crash(gap):
    """What lies between the weeks is not known, so no fall from one to the next is."""
    assert [] == fired({1: 1.0, **gap, 3: -1.0}, "crash")


def test_a_rut_fires_from_its_c_min_th_week_on():
    """Two low weeks are no rut of three; the third is one, and so is the fourth."""
    low = {1: 0.0, 2: -0.5, 3: -0.5, 4: -0.5, 5: -0.5}

    found = [row for row in detections(of_weeks(low), DetectionSettings()) if row.trigger == "rut"]

    assert [(4, 3, -0.5), (5, 4, -0.5)] == [(row.week, row.weeks, row.level) for row in found]


def test_a_rut_is_below_tau_low():
    """A week at exactly tau_low is not low, and ends the run."""
    low = {1: -0.5, 2: -0.5, 3: -0.4, 4: -0.5, 5: -0.5}

    assert [] == fired(low, "rut", tau_low=-0.4, c_min=3)


@pytest.mark.parametrize("gap", [{}, {3: None}], ids=["no row", "no alignment"])
def test_a_gap_ends_a_rut(gap):
    """Low weeks on both sides of a missing one are no run."""
    assert [] == fired({1: -0.5, 2: -0.5, **gap, 4: -0.5, 5: -0.5}, "rut", c_min=3)


def test_a_rut_of_one_week_fires_in_the_first():
    """With c_min 1 the persona's very first week can be flagged, by a rut."""
    assert [1, 2] == fired({1: -0.5, 2: -0.5}, "rut", c_min=1)


def test_smoothing_starts_cold():
    """The first level is the first reading: a low one is a rut at once."""
    assert [1] == fired({1: -0.5, 2: 1.0}, "rut", c_min=1, ema_alpha=0.5)


def test_smoothing_softens_a_fall():
    """Half of a fall of 1.5 reaches the level in its week: 0.75."""
    [found] = detections(
        of_weeks({1: 1.0, 2: -0.5}), DetectionSettings(Thresholds(delta=0.7), ema_alpha=0.5)
    )

    assert ("crash", 0.75, 0.25) == (found.trigger, found.drop, found.level)


def test_smoothing_starts_anew_after_a_gap():
    """What was read before the gap has no part in the level after it."""
    assert [3] == fired({1: 1.0, 3: -0.5}, "rut", c_min=1, ema_alpha=0.1)


@pytest.mark.parametrize(
    ("uncertainty", "is_suppressed"), [(None, True), (0.3, True), (0.29, False), (0.0, False)]
)
def test_uncertainty_holds_back(uncertainty, is_suppressed):
    """Unknown or not below epsilon, it suppresses; what fired is told all the same."""
    readings = of_weeks({1: 1.0, 2: -0.25}, uncertainty=uncertainty)

    [found] = detections(readings, DetectionSettings(Thresholds(epsilon=0.3)))

    assert is_suppressed == found.is_suppressed
    assert uncertainty == found.uncertainty


def test_each_value_has_its_thresholds():
    """A value that is named goes by its own, any other by the default."""
    readings = [
        *of_weeks({1: 1.0, 2: 0.0}, "power"),
        *of_weeks({1: 1.0, 2: 0.0}, "security"),
    ]
    detection = DetectionSettings(Thresholds(delta=0.5), {"power": Thresholds(delta=1.5)})

    assert ["security"] == [found.value_dim for found in detections(readings, detection)]


def test_the_profile_is_weighted():
    """Weights 0.75 and 0.25 of falls by 1 and 0 give a fall by 0.75, with its own uncertainty."""
    readings = [
        *of_weeks({1: 1.0, 2: 0.0}, "power", 0.2, 0.75),
        *of_weeks({1: 1.0, 2: 1.0}, "security", 0.4, 0.25),
    ]
    detection = DetectionSettings(Thresholds(delta=2.0), {"profile": Thresholds(delta=0.5)})

    [found] = detections(readings, detection)

    assert ("profile", 0.75, 0.25) == (found.value_dim, found.drop, found.level)
    assert ((0.75 * 0.2) ** 2 + (0.25 * 0.4) ** 2) ** 0.5 == pytest.approx(found.uncertainty)


def test_the_profile_needs_every_value():
    """A week in which one value has no reading has no profile, and is a gap."""
    readings = [
        *of_weeks({1: 1.0, 2: 0.0, 3: -1.0}, "power", 0.1, 0.5),
        *of_weeks({1: 1.0, 2: None, 3: -1.0}, "security", 0.1, 0.5),
    ]
    detection = DetectionSettings(Thresholds(delta=2.0), {"profile": Thresholds()})

    assert [] == detections(readings, detection)


def test_no_profile_without_thresholds_for_it():
    """The default is for values; the profile is looked at only where it is asked for."""
    readings = of_weeks({1: 1.0, 2: -1.0}, "power", 0.1, 1.0)

    assert ["power"] == [found.value_dim for found in detections(readings, DetectionSettings())]


def test_no_reading_takes_the_name_of_the_profile():
    """A system that reads a value called profile is not heard on it."""
    readings = of_weeks({1: 1.0, 2: -1.0}, "profile", 0.1, 1.0)

    assert [] == detections(readings, DetectionSettings(by_value={"profile": Thresholds()}))
