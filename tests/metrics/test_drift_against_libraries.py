"""Drift metrics are those of scikit-learn and statsmodels, on weeks drawn at random."""

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix, precision_recall_fscore_support

from tests.clustering import share_interval

VALUES = ("power", "security", "hedonism")
PERSONAS = ("p1", "p2", "p3")
METRICS = ("drift_precision", "drift_recall", "drift_f1")
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
examples = settings(max_examples=12, deadline=None)


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


def known(rows):
    """Return truth and flag by value, of weeks where both are known."""
    return {
        name: [(crisis, flag) for _, _, value_dim, crisis, flag in rows
               if value_dim == name and crisis is not None and flag is not None]
        for name in VALUES
    }  # fmt: skip


def scores(pairs):
    """Return precision, recall and F1 as scikit-learn has them, None where it divides by zero."""
    found = precision_recall_fscore_support(
        [crisis for crisis, _ in pairs],
        [flag for _, flag in pairs],
        average="binary",
        zero_division=math.nan,
    )[:3]
    return [None if math.isnan(value) else float(value) for value in found]


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


def by_value(warehouse, metric):
    return {row["slice_value"]: row for row in warehouse.rows(metric, "value_dim")}


def by_variant(warehouse, metric):
    return {row["variant"]: row for row in warehouse.rows(metric)}


def assert_scores(warehouse, rows):
    """Hold precision, recall and F1 of each value, and both averages, against scikit-learn."""
    pairs = known(rows)
    named = {value_dim for _, _, value_dim, _, _ in rows}
    expected = {name: scores(pairs[name]) if pairs[name] else [None] * 3 for name in named}
    together = [pair for name in named for pair in pairs[name]]
    micro = scores(together) if together else [None] * 3
    for place, metric in enumerate(METRICS):
        found = by_value(warehouse, metric)
        averages = by_variant(warehouse, metric)
        values = [expected[name][place] for name in named]

        assert named == set(found)
        for name in named:
            assert_close(expected[name][place], found[name][metric])
        assert_close(micro[place], averages["average=micro"][metric])
        assert_close(mean(values), averages["average=macro"][metric])
        assert values.count(None) == averages["average=macro"]["unscored_count"]


@pytest.mark.sweep
@examples
@given(WEEKS)
def test_scores_are_those_of_scikit_learn(warehouse, hold_values, rows):
    """Whatever was flagged, precision, recall and F1 of weeks with a known flag are its own."""
    hold_values(rows)

    assert_scores(warehouse, rows)


def test_scores_hold_on_many_weeks(warehouse, hold_values):
    """Nine thousand weeks of values count like a few."""
    rows = drawn_weeks(3, 300)
    hold_values(rows)

    assert_scores(warehouse, rows)


def test_averages_are_those_of_scikit_learn(warehouse, hold_values):
    """Where every value has a score, micro and macro are its averages over several labels."""
    rows = [row for row in drawn_weeks(5, 60) if row[4] is not None]
    weeks = sorted({row[:2] for row in rows})
    truth, flags = (np.zeros((len(weeks), len(VALUES)), dtype=int) for _ in range(2))
    # A week of a value whose flag is not known is in neither: it adds to no count but TN.
    for persona_id, week, value_dim, is_crisis, is_flagged in rows:
        place = weeks.index((persona_id, week)), VALUES.index(value_dim)
        truth[place], flags[place] = is_crisis, is_flagged
    hold_values(rows)

    for average in ("micro", "macro"):
        expected = precision_recall_fscore_support(truth, flags, average=average)[:3]
        for metric, value in zip(METRICS, expected, strict=True):
            assert_close(value, by_variant(warehouse, metric)[f"average={average}"][metric])


@examples
@given(WEEKS)
def test_shares_have_intervals_by_persona(warehouse, hold_values, rows):
    """Precision and recall are shares of flags and of crises, of each value and of all."""
    hold_values(rows)
    told = [row for row in rows if None not in row[3:]]

    for metric, place in (("drift_precision", 4), ("drift_recall", 3)):
        found = by_value(warehouse, metric)
        counted = {
            name: [(row[0], row[3] and row[4]) for row in told if row[2] in names and row[place]]
            for name, names in ((*((one, {one}) for one in VALUES), ("all", set(VALUES))))
        }
        for name, row in found.items():
            assert_share(counted[name], row, metric)
        for row in warehouse.rows(metric):
            if row["variant"] == "average=micro":
                assert_share(counted["all"], row, metric)


@examples
@given(WEEKS)
def test_the_confusion_table_is_that_of_scikit_learn(warehouse, hold_values, rows):
    """TN, FP, FN and TP of each value."""
    hold_values(rows)
    found = by_value(warehouse, "drift_confusion")
    outcomes = ("true_negative", "false_positive", "false_negative", "true_positive")

    for name, row in found.items():
        pairs = known(rows)[name]
        expected = [0] * 4
        if pairs:
            truth, flags = zip(*pairs, strict=True)
            expected = confusion_matrix(truth, flags, labels=[False, True]).ravel().tolist()

        assert expected == [row[f"{outcome}_count"] for outcome in outcomes]


@pytest.mark.sweep
@examples
@given(WEEKS)
def test_hit_rate_and_false_positive_rate(warehouse, hold_facts, rows):
    """Shares of crisis and of quiet weeks with a known flag, with intervals by persona."""
    weeks = {row[:2]: row for row in rows}.values()
    hold_facts(
        "drift_weeks",
        ("persona_id", "week", "case_id", "is_crisis", "is_flagged", "status", "has_profile"),
        [
            (persona_id, week, f"{persona_id}-{week}", crisis, flag, "ok", False)
            for persona_id, week, _, crisis, flag in weeks
        ],
    )

    for metric, asked in (("hit_rate", True), ("false_positive_rate", False)):
        told = [(row[0], row[4]) for row in weeks if row[3] is asked]
        flags = [flag for _, flag in told]
        found = warehouse.rows(metric)

        assert bool(flags) == bool(found)
        for row in found:
            assert flags.count(None) == row["unscored_count"]
            assert_share([one for one in told if one[1] is not None], row, metric)


@examples
@given(
    st.lists(
        st.tuples(
            st.sampled_from((*VALUES, "profile")), st.sampled_from(("crash", "rut")), st.booleans()
        ),
        min_size=1,
        max_size=40,
    )
)
def test_suppression_rate(warehouse, hold_facts, fired):
    """The share of the values' triggers that was held back, with an interval by persona."""
    hold_facts(
        "drift_detections",
        ("persona_id", "week", "value_dim", "trigger", "is_suppressed"),
        [(f"p{week % 4}", week, *row) for week, row in enumerate(fired)],
    )
    suppressed = [(week % 4, row[2]) for week, row in enumerate(fired) if row[0] != "profile"]
    found = warehouse.rows("suppression_rate")

    assert found
    for row in found:
        if suppressed:
            assert_share(suppressed, row, "suppression_rate")
        else:
            assert (None, 0) == (row["suppression_rate"], row["scored_count"])
