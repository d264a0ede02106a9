"""Profiles that are a little off: what is drawn, and what fires on what was drawn."""

import random

import numpy as np
import pytest
from scipy import stats

from evalstore.suites.drift.engine import robustness, triggers
from evalstore.suites.drift.engine.arrays import ReadingRow, readings_of
from evalstore.suites.drift.engine.thresholds import DetectionSettings, Thresholds

THRESHOLDS = Thresholds(delta=0.2, tau_low=0.1, c_min=2, epsilon=0.15)
NAMES = ("benevolence", "power", "security", "tradition")
WEIGHTS = {3: (0.5, 0.3, 0.2), 4: (0.4, 0.3, 0.2, 0.1)}


def random_rows(seed, persona_count=40, share_lost=0.1):
    """Return personas of three or four weighted values, some weeks and readings of them lost."""
    rng = random.Random(seed)
    rows = []
    for persona in range(persona_count):
        count = rng.choice((3, 4))
        names = rng.sample(NAMES, count)
        for week in range(1, 10):
            if rng.random() < share_lost:
                continue
            is_crisis = week in {5, 6}
            for name, weight in zip(names, WEIGHTS[count], strict=True):
                is_lost = rng.random() < share_lost / 3
                level = rng.gauss(-0.5 if is_crisis and name == names[0] else 0.4, 0.4)
                alignment = None if is_lost else max(-1.0, min(1.0, level))
                uncertainty = None if rng.random() < share_lost / 3 else rng.random() / 3
                rows.append(
                    ReadingRow(f"p{persona:02}", week, name, alignment, uncertainty, is_crisis,
                        is_crisis, weight)
                )  # fmt: skip
    return rows


def flags(readings, found):
    """Return the persona-weeks that are flagged, by name."""
    return {
        (readings.persona_ids[readings.week_persona[place]], int(readings.week_number[place]))
        for place in np.nonzero(found.is_flagged)[0]
    }


@pytest.mark.parametrize("ema_alpha", [1.0, 0.5])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_profile_is_flagged_as_the_triggers_flag_it(seed, ema_alpha):
    """With the weights as they are, to the week."""
    rows = random_rows(seed)
    readings = readings_of(rows)
    detection = DetectionSettings(Thresholds(), {"profile": THRESHOLDS}, ema_alpha)
    expected = {
        (item.persona_id, item.week)
        for item in triggers.detections([(*row[:5], row.weight) for row in rows], detection)
        if item.value_dim == "profile" and not item.is_suppressed
    }

    found = robustness.flag_profiles(readings, readings.weight, THRESHOLDS, ema_alpha)

    assert len(expected) > 10
    assert expected == flags(readings, found)


def test_rates_are_shares_of_known_weeks():
    """Hit rate over crisis weeks and false positive rate over quiet ones, counted by hand."""
    rows = random_rows(4)
    readings = readings_of(rows)
    found = robustness.flag_profiles(readings, readings.weight, THRESHOLDS)
    flagged = flags(readings, found)
    whole = {}
    for row in rows:
        whole.setdefault((row.persona_id, row.week), []).append(row.alignment)
    firsts = {persona: min(week for one, week in whole if one == persona)
              for persona, _ in whole}  # fmt: skip
    is_known = [
        key for key, read in whole.items() if None not in read and firsts[key[0]] != key[1]
    ]
    crisis = [key for key in is_known if key[1] in {5, 6}]
    quiet = [key for key in is_known if key[1] not in {5, 6}]

    assert {"crisis_week_count": len(crisis), "quiet_week_count": len(quiet)} == found.counts(
        readings
    )
    assert (
        len(flagged & set(crisis)) / len(crisis),
        len(flagged & set(quiet)) / len(quiet),
    ) == found.rates(readings)


def test_profiles_hold_each_weight_once():
    """A weight for each persona and value, ranked by persona and falling weight."""
    readings = readings_of(random_rows(5, persona_count=6))
    profiles = robustness.profiles_of(readings)
    by_persona = np.split(profiles.weight[profiles.ranked], profiles.start[1:])

    assert {WEIGHTS[3], WEIGHTS[4]} >= {tuple(weights.round(12)) for weights in by_persona}
    assert np.array_equal(readings.weight, profiles.weight[profiles.of_reading])


def test_dirichlet_weights_lie_around_those_given():
    """Their share is beta distributed, with the mean that was given."""
    readings = readings_of(random_rows(6, persona_count=1))
    profiles = robustness.profiles_of(readings)
    draw = robustness.dirichlet(profiles, 20.0, np.random.default_rng(1))
    drawn = np.array([draw() for _ in range(2000)])
    shares = drawn / drawn.sum(axis=1, keepdims=True)

    for weight, share in zip(profiles.weight, shares.T, strict=True):
        expected = stats.beta(20 * weight, 20 * (1 - weight))

        assert stats.kstest(share, expected.cdf).pvalue > 0.001
        assert expected.std() == pytest.approx(np.sqrt(weight * (1 - weight) / 21))


def test_a_rank_swap_lets_neighbours_change_weights():
    """Each pair of neighbours about as often, and nothing else changes."""
    readings = readings_of(random_rows(7, persona_count=30))
    profiles = robustness.profiles_of(readings)
    draw = robustness.rank_swap(profiles, np.random.default_rng(1))
    upper_ranks = []
    for weight in (draw() for _ in range(300)):
        before = np.split(profiles.weight[profiles.ranked], profiles.start[1:])
        after = np.split(weight[profiles.ranked], profiles.start[1:])
        for one, other in zip(before, after, strict=True):
            [changed] = np.nonzero(one != other)
            upper_ranks.append((len(one), int(changed[0])))

            assert [changed[0], changed[0] + 1] == changed.tolist()
            assert one[changed].tolist() == other[changed][::-1].tolist()
    for count in (3, 4):
        seen = [upper for values, upper in upper_ranks if values == count]

        assert stats.chisquare(np.bincount(seen, minlength=count - 1)).pvalue > 0.001


def test_a_persona_with_one_value_keeps_it():
    """There is nobody to change places with, and its profile is its value."""
    rows = [
        ReadingRow("p", week, "power", 0.1 * week, 0.1, False, False, 1.0) for week in (1, 2, 3)
    ]
    readings = readings_of(rows)
    profiles = robustness.profiles_of(readings)

    swapped = robustness.rank_swap(profiles, np.random.default_rng(1))()
    alignment, uncertainty = robustness.profile_readings(readings, 7 * readings.weight)

    assert [1.0] == swapped.tolist()
    assert [0.1, 0.2, 0.3] == pytest.approx(alignment.tolist())
    assert [0.1] * 3 == pytest.approx(uncertainty.tolist())


def test_close_draws_change_nothing_and_wide_ones_do():
    """At a very high concentration all draws are as it was; at a low one rates spread."""
    readings = readings_of(random_rows(8))
    profiles = robustness.profiles_of(readings)
    expected = robustness.flag_profiles(readings, readings.weight, THRESHOLDS).rates(readings)

    def summary(concentration):
        draw = robustness.dirichlet(profiles, concentration, np.random.default_rng(2))
        rates = list(robustness.draws(readings, profiles, draw, 100, THRESHOLDS))
        return robustness.perturbed_rates(rates).summary()

    close, wide = summary(1e12), summary(3.0)

    assert expected == (close["hit_rate"]["median"], close["false_positive_rate"]["median"])
    assert 0 == close["changed_share"]["high"] < wide["changed_share"]["low"]
    assert close["hit_rate"]["low"] == close["hit_rate"]["high"]
    assert wide["hit_rate"]["low"] < wide["hit_rate"]["high"]


def test_ranges_are_percentiles_of_what_is_defined():
    """Draws without a rate are counted and left out; where none has one there is no range."""
    rates = [(rank / 100, np.nan, 0.0) for rank in range(101)] + [(np.nan, np.nan, 0.0)]

    found = robustness.perturbed_rates(rates).summary()

    assert 102 == found["draw_count"]
    assert {"median": 0.5, "low": 0.025, "high": 0.975, "undefined_count": 1} == pytest.approx(
        found["hit_rate"]
    )
    assert found["false_positive_rate"] == {
        "median": None, "low": None, "high": None, "undefined_count": 102,
    }  # fmt: skip
