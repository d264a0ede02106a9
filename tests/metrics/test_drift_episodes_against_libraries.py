"""Episodes are met by as many alarms as an assignment of scipy allows, the earliest first."""

import math
import random
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from tests.clustering import share_interval

VALUES = ("power", "security", "hedonism")
PERSONAS = ("p1", "p2", "p3")
LAG_MAX = 2
# One value of a persona in a week: persona, week, value, is_crisis, is_flagged.
WEEKS = st.lists(
    st.tuples(
        st.sampled_from(PERSONAS),
        st.integers(1, 14),
        st.sampled_from(VALUES),
        st.booleans() | st.none(),
        st.booleans() | st.none(),
    ),
    unique_by=lambda row: row[:3],
    min_size=1,
    max_size=60,
)
# Each example is a handful of queries: enough of them to find a hole, few enough to wait for.
examples = settings(max_examples=30, deadline=None)


def drawn_weeks(seed, persona_count, week_count=10):
    """Return weeks of values in which flags follow crises more often than not."""
    dice = random.Random(seed)
    rows = []
    for persona in range(persona_count):
        for value_dim in VALUES:
            for week in range(1, week_count + 1):
                is_crisis = dice.random() < 0.3
                is_flagged = dice.random() < (0.7 if is_crisis else 0.15)
                is_known = dice.random() < 0.9
                rows.append(
                    (f"p{persona}", week, value_dim, is_crisis, is_flagged if is_known else None)
                )
    return rows


def mean(values):
    defined = [value for value in values if value is not None]
    return sum(defined) / len(defined) if defined else None


def assert_close(expected, actual):
    if expected is None or actual is None:
        assert expected is actual
    else:
        assert math.isclose(expected, actual, rel_tol=0, abs_tol=1e-9)


def assert_share(counted, row, metric):
    """Hold a share of trials of personas, its count and its interval."""
    assert len(counted) == row["scored_count"]
    for value, name in zip(share_interval(counted), (metric, "ci_low", "ci_high"), strict=True):
        assert_close(value, row[name])


def beginnings(weeks):
    """Return the first of each run of consecutive weeks."""
    runs = groupby(enumerate(sorted(weeks)), key=lambda numbered: numbered[1] - numbered[0])
    return [next(run)[1] for _, run in runs]


def pair_count(episodes, alarms):
    """Return the most pairs of an episode and an alarm that there can be, by scipy."""
    if not episodes or not alarms:
        return 0
    may_meet = np.array(
        [[0 <= alarm - episode <= LAG_MAX for alarm in alarms] for episode in episodes]
    )
    return int(may_meet[linear_sum_assignment(may_meet, maximize=True)].sum())


def earliest_pairs(episodes, alarms):
    """Pair each episode, in order, with the earliest alarm that is left for it."""
    left = sorted(alarms)
    lags = []
    for episode in sorted(episodes):
        met = next((alarm for alarm in left if 0 <= alarm - episode <= LAG_MAX), None)
        if met is not None:
            left.remove(met)
            lags.append(met - episode)
    return lags


def assert_episodes(warehouse, rows):
    """Hold the episode metrics against an assignment over all pairs."""
    series = {}
    for persona_id, week, value_dim, crisis, flag in rows:
        series.setdefault((persona_id, value_dim), []).append((week, crisis, flag))
    counts = {name: [] for name in ("episodes", "alarms")}
    lags = []
    for (persona_id, _), weeks in series.items():
        episodes = beginnings(week for week, crisis, _ in weeks if crisis)
        alarms = beginnings(week for week, _, flag in weeks if flag)
        judged = {week for week, _, flag in weeks if flag is not None}
        true = {week for week, crisis, _ in weeks if crisis is not None}
        known_count = sum(
            bool(judged & set(range(first, first + LAG_MAX + 1))) for first in episodes
        )
        known_alarms = [alarm for alarm in alarms if alarm in true]
        met_count = pair_count(episodes, alarms)
        useful_count = pair_count(episodes, known_alarms)
        counts["episodes"] += [(persona_id, i < met_count) for i in range(known_count)]
        counts["alarms"] += [(persona_id, i < useful_count) for i in range(len(known_alarms))]
        lags += earliest_pairs(episodes, alarms)

    assert sum(is_met for _, is_met in counts["episodes"]) == len(lags)
    for row in warehouse.rows("episode_hit_rate"):
        assert_share(counts["episodes"], row, "episode_hit_rate")
    for row in warehouse.rows("detection_lag_weeks"):
        assert len(lags) == row["scored_count"]
        assert_close(mean(lags), row["detection_lag_weeks"])
    return counts


@examples
@given(WEEKS)
def test_as_many_episodes_are_met_as_can_be(warehouse, hold_values, rows):
    """No assignment of alarms to episodes meets more, and the lag is that of the earliest."""
    hold_values(rows)

    assert_episodes(warehouse, rows)


@pytest.mark.sweep
@examples
@given(WEEKS)
def test_as_many_alarms_meet_an_episode_as_can(warehouse, hold_values, rows):
    """Where every truth is known, the alarms that met one are those of a largest assignment."""
    told = [(*row[:3], bool(row[3]), row[4]) for row in rows]
    hold_values(told)

    counts = assert_episodes(warehouse, told)
    for row in warehouse.rows("episode_precision"):
        assert_share(counts["alarms"], row, "episode_precision")


def test_episodes_hold_on_many_weeks(warehouse, hold_values):
    """Hundreds of personas over forty weeks, with crises and flags close together."""
    rows = drawn_weeks(7, 150, week_count=40)
    hold_values(rows)

    counts = assert_episodes(warehouse, rows)

    assert sum(is_met for _, is_met in counts["episodes"]) > 1000
