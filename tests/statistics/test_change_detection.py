"""CUSUM and Page-Hinkley against a textbook, river's own output, and chance."""

import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalstore.errors import UsageError
from evalstore.statistics.change_detection import cusum, deviation_of, page_hinkley
from tests.statistics.series import noise, watch

# Montgomery, Introduction to Statistical Quality Control, table 9.1: the mean shifts from 10 to 11
# after the twentieth value.
TEXTBOOK = [
    9.45, 7.99, 9.29, 11.66, 12.16, 10.18, 8.04, 11.46, 9.20, 10.34,
    9.03, 11.47, 10.51, 9.40, 10.08, 9.37, 10.62, 10.31, 8.52, 10.84,
    10.90, 9.33, 12.29, 11.50, 10.60, 11.08, 10.38, 11.62, 11.31, 10.52,
]  # fmt: skip


def steps_of_four():
    """Four levels of a hundred values each, each value drawn by a seed of its own."""
    return [random.Random(place).gauss([0, 3, 1, -2][place // 100], 1) for place in range(400)]


def noticed(detection):
    return [change.detected_place for change in detection.changes]


def test_cusum_is_that_of_the_textbook():
    """Table 9.2: the upper sum is 5.28 in period 29, and it was zero last seven periods before."""
    found = cusum(TEXTBOOK, target=10.0, deviation=1.0)
    [change] = found.changes

    expected = ("rose", 23, 29, 5.28)
    assert expected == (
        change.direction, change.growing_place + 1, change.detected_place + 1,
        round(change.statistic, 2),
    )  # fmt: skip


def test_cusum_alarms_as_rarely_as_published():
    """With level and deviation known, one false alarm in 465 values (Montgomery, table 9.3)."""
    values = noise(7, 200_000)
    count = len(cusum(values, target=0.0, deviation=1.0).changes)

    # About 430 alarms, whose gaps vary as much as they are long: a standard error of 22.
    assert pytest.approx(465, abs=66) == len(values) / count


def coins_and_dice():
    """The stream of the example in river's documentation."""
    dice = random.Random(12345)
    return [*dice.choices([0, 1], k=1000), *dice.choices(range(4, 8), k=1000)]


# What river 0.26.0's PageHinkley printed for these values and settings, place by place.
RIVER = [
    ({}, coins_and_dice, [1006]),
    (
        {"threshold": 0.5, "minimum_count": 10},
        lambda: [
            random.Random(place).gauss(0.9 if place < 60 else 0.6, 0.05) for place in range(120)
        ],
        [35, 61],
    ),
    (
        {"threshold": 10, "delta": 0.25, "minimum_count": 20},
        steps_of_four,
        [103, 205, 302],
    ),
    (
        {"threshold": 10, "delta": 0.25, "minimum_count": 20, "alpha": 0.95},
        steps_of_four,
        [101, 178, 207, 301, 372],
    ),
    ({}, lambda: [random.Random(place).gauss(0, 1) for place in range(1000)], [559]),
    ({}, lambda: [0.5] * 500, []),
]


@pytest.mark.parametrize(("settings", "stream", "expected"), RIVER)
def test_page_hinkley_is_that_of_river(settings, stream, expected):
    """It notices the same changes at the same places, one after another."""
    assert expected == noticed(page_hinkley(stream(), **settings))


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("detector", "false_share_max", "delay_max"), [("cusum", 0.05, 8), ("page_hinkley", 0.05, 10)]
)
def test_steps_are_found_and_noise_seldom(detector, false_share_max, delay_max):
    """Of 60 values: a step of two deviations in nearly all, false alarms no more than stated."""
    seeds = range(300)
    still = [watch(noise(seed, 60))[detector] for seed in seeds]
    false_share = statistics.fmean(bool(found.changes) for found in still)
    fallen = [
        watch([*noise(seed, 30), *noise(-1 - seed, 30, level=-2.0)])[detector] for seed in seeds
    ]
    right = [
        change
        for found in fallen
        for change in found.changes[:1]
        if change.direction == "fell" and change.detected_place >= 30
    ]
    delays = [change.detected_place - 30 for change in right]

    assert false_share <= false_share_max
    assert 0.85 <= len(right) / len(fallen)
    assert statistics.median(delays) <= delay_max


def test_a_new_level_is_learnt():
    """After a step the new level is no news, and the way back is one."""
    values = [0.9, 0.8] * 10 + [0.4, 0.3] * 15 + [0.9, 0.8] * 15
    found = cusum(values)

    expected = [("fell", 20), ("rose", 50)]
    assert expected == [(change.direction, change.began_place) for change in found.changes]


@pytest.mark.parametrize("detector", ["cusum", "page_hinkley"])
def test_unknown_values_are_skipped_and_counted(detector):
    """They move the places and nothing else."""
    values = [*noise(3, 30), *noise(4, 30, level=4.0)]
    holed = [item for value in values for item in (None, value)]
    plain, found = watch(values)[detector], watch(holed)[detector]

    assert (60, 60) == (found.known_count, found.unknown_count)
    assert [2 * place + 1 for place in noticed(plain)] == noticed(found)
    assert [change.statistic for change in plain.changes] == [
        change.statistic for change in found.changes
    ]


@pytest.mark.parametrize("detector", ["cusum", "page_hinkley"])
@pytest.mark.parametrize("count", [0, 1, 20])
def test_too_short_a_series_is_said(detector, count):
    """Nothing is found where nothing was watched, and the reason counts the values."""
    found = watch(noise(1, count))[detector]

    values = "known value" if count == 1 else "known values"
    expected = f"found {count} {values} in all, expected at least 21"
    assert () == found.changes
    assert found.reason.startswith(expected)


def test_too_short_a_piece_after_a_change_is_said():
    """The end of a series is not called quiet where nobody was watching."""
    found = cusum([0.9, 0.8] * 10 + [0.3] * 5)

    assert found.reason.startswith("found 4 known values since the last change, expected")


def test_constants_have_no_scale():
    """Values that do not vary say so, unless the caller knows how far they could."""
    values = [0.9] * 20 + [0.7] * 10

    assert "the 20 values to learn from are all equal" == cusum(values).reason
    assert [21] == noticed(cusum(values, fallback_deviation=0.05))
    assert [] == noticed(cusum([0.9] * 50, fallback_deviation=0.05))


def test_rounding_is_no_deviation():
    """A third added up in two ways does not vary."""
    assert deviation_of([0.1 + 0.2, 0.3] * 10) is None


@pytest.mark.parametrize(
    "settings",
    [
        {"limit": 0.0}, {"allowance": -1.0}, {"limit": float("nan")}, {"reference_count": 1},
        {"target": 1.0}, {"deviation": 1.0}, {"target": 1.0, "deviation": 0.0},
    ],
)  # fmt: skip
def test_senseless_settings_of_cusum_are_refused(settings):
    """A detector that could never or always alarm is none."""
    with pytest.raises(UsageError, match="expected"):
        cusum([1.0], **settings)


@pytest.mark.parametrize("settings", [{"delta": -1.0}, {"threshold": 0.0}, {"alpha": 1.5}])
def test_senseless_settings_of_page_hinkley_are_refused(settings):
    """A detector that could never or always alarm is none."""
    with pytest.raises(UsageError, match="expected"):
        page_hinkley([1.0], **settings)


def noticing(change):
    """What of a change was certain when it was noticed."""
    return change.direction, change.detected_place, change.growing_place, change.statistic


SERIES = st.lists(st.none() | st.integers(-1000, 1000).map(float), max_size=120)


@given(SERIES, st.integers(0, 120))
def test_what_was_found_stays_found(values, length):
    """A later value never takes back or moves an earlier detection."""
    for detector, whole in watch(values).items():
        part = watch(values[:length])[detector].changes

        # What the levels are, and where they lie, is known better later on.
        assert [noticing(change) for change in part] == [
            noticing(change) for change in whole.changes[: len(part)]
        ]


@given(SERIES)
def test_a_mirrored_series_changes_the_other_way(values):
    """Both detectors are two-sided: rises and falls count the same."""
    mirrored = watch([None if value is None else -value for value in values])
    for detector, found in watch(values).items():
        expected = [
            ("fell" if change.direction == "rose" else "rose", change.detected_place)
            for change in found.changes
        ]

        assert expected == [
            (change.direction, change.detected_place) for change in mirrored[detector].changes
        ]
