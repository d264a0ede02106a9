"""Levels on both sides of a change: where the new one began, and how long it lasted."""

import statistics

import pytest

from evalstore.statistics.change_detection import Change, cusum, deviation_of, page_hinkley
from tests.statistics.series import noise, watch


def test_a_change_says_where_it_began_and_what_it_was():
    """A clean step has the place of its first value, and the means of both sides."""
    values = [0.9, 0.8] * 10 + [0.3] * 5
    [change] = cusum(values).changes

    expected = Change("fell", 20, 20, 20, change.statistic, 0.85, 0.3)
    assert expected == Change(
        change.direction, change.began_place, change.detected_place, change.growing_place,
        change.statistic, pytest.approx(change.mean_before), pytest.approx(change.mean_after),
    )  # fmt: skip


# Shares of 16 cases about 0.9, then 0.5: a low run just before the fall lets the sum grow early.
FALL = [*[0.875, 0.9375] * 10, 0.9375, 0.875, 0.875, 0.875, *[0.5] * 8]


@pytest.mark.parametrize("detector", ["cusum", "page_hinkley"])
@pytest.mark.parametrize("later_count", [3, 8])
def test_levels_are_those_on_both_sides_of_the_fall(detector, later_count):
    """Neither what the sum had gathered before, nor where it was noticed, is in a level."""
    values = FALL[: 24 + later_count]
    scaled = [value / deviation_of(FALL[:20]) for value in values]
    found = {
        "cusum": cusum(values),
        "page_hinkley": page_hinkley(scaled, delta=0.25, threshold=15.0, minimum_count=21),
    }
    [change] = found[detector].changes
    scale = 1.0 if detector == "cusum" else deviation_of(FALL[:20])

    assert ("fell", 24) == (change.direction, change.began_place)
    assert pytest.approx(statistics.fmean(FALL[:24])) == change.mean_before * scale
    assert pytest.approx(0.5) == change.mean_after * scale


@pytest.mark.parametrize("later_count", [1, 4, 12])
def test_one_bad_run_is_a_level_of_its_own(later_count):
    """What came after it is not in its mean, however soon it was noticed."""
    values = [0.9, 0.8] * 10 + [0.3] + ([0.9, 0.8] * 6)[:later_count]
    [change] = cusum(values).changes

    assert ("fell", 20, 20, 21) == (
        change.direction, change.began_place, change.detected_place, change.ended_place
    )  # fmt: skip
    assert pytest.approx((0.85, 0.3)) == (change.mean_before, change.mean_after)


def test_a_fall_in_two_steps_is_not_averaged():
    """The second step comes while the first level is learnt, and ends it."""
    [change] = cusum([0.9, 0.8] * 10 + [0.5, 0.52, 0.48] + [0.1, 0.12] * 4).changes

    assert (20, 23) == (change.began_place, change.ended_place)
    assert pytest.approx(0.5) == change.mean_after


def test_later_values_say_where_a_level_began():
    """Noticed at its first run, it seems to begin one too early; with three more it does not."""
    values = [0.9, 0.8] * 10 + [0.7] + [0.5] * 4
    [early], [later] = (cusum(values[:length]).changes for length in (22, 25))

    assert (21, 20) == (early.detected_place, early.began_place)
    assert (21, 21, None) == (later.detected_place, later.began_place, later.ended_place)
    assert pytest.approx(0.5) == later.mean_after


def test_a_level_lasts_until_the_next_change():
    """What comes before the second change and after the first is one level, and both say it."""
    values = [0.9, 0.8] * 10 + [0.4, 0.3] * 15 + [0.9, 0.7] * 15
    first, second = cusum(values).changes

    assert (20, 50) == (first.began_place, second.began_place)
    assert pytest.approx((0.85, 0.35, 0.8)) == (
        first.mean_before, first.mean_after, second.mean_after
    )  # fmt: skip
    assert first.mean_after == second.mean_before


@pytest.mark.parametrize("detector", ["cusum", "page_hinkley"])
def test_the_likeliest_place_is_near_the_step(detector):
    """At a step of two deviations it is nearer than where the statistic began to grow."""
    found = [
        change
        for seed in range(200)
        for change in watch([*noise(seed, 40), *noise(-1 - seed, 30, level=-2.0)])[
            detector
        ].changes[:1]
        if change.detected_place >= 40
    ]

    likeliest = statistics.fmean(abs(change.began_place - 40) for change in found)
    growing = statistics.fmean(abs(change.growing_place - 40) for change in found)

    assert likeliest < min(1.1, 0.6 * growing)
