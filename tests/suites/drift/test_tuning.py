"""The search over thresholds: each setting's counts are those of the triggers, one by one."""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import f1_score, precision_score, recall_score

from evalstore.errors import UsageError
from evalstore.suites.drift.engine import triggers, tuning
from evalstore.suites.drift.engine.arrays import ReadingRow, readings_of
from evalstore.suites.drift.engine.figures import counts_of
from evalstore.suites.drift.engine.thresholds import DetectionSettings, Thresholds

GRID = tuning.Grid(
    delta=(0.0, 0.3, 0.5, 1.0), tau_low=(-0.5, 0.0), c_min=(1, 2, 3), epsilon=(0.0, 0.2, 0.5)
)
ONE_OF_EACH = tuning.Grid(delta=(0.5,), tau_low=(-0.4,), c_min=(3,), epsilon=(0.3,))


def random_rows(seed, persona_count=20):
    """Return weeks with gaps, weeks and values that were not read, and truths nobody knows."""
    rng = random.Random(seed)
    rows = []
    for persona in range(persona_count):
        names = rng.sample(["benevolence", "power", "security", "hedonism"], 3)
        for week in range(rng.choice((1, 3)), 10):
            if rng.random() < 0.1:
                continue
            truths = [rng.choice((True, False, False, None)) for _ in names]
            is_crisis_week = rng.choice((any(truths), any(truths), None))
            if rng.random() < 0.1:
                rows.append(
                    ReadingRow(f"p{persona}", week, None, None, None, None, is_crisis_week)
                )
                continue
            for name, truth in zip(names, truths, strict=True):
                alignment = rng.choice((None, -1.0, -0.5, -0.25, 0.0, 0.25, 0.5, rng.random()))
                uncertainty = rng.choice((None, 0.1, 0.2, rng.random()))
                rows.append(
                    ReadingRow(
                        f"p{persona}", week, name, alignment, uncertainty, truth, is_crisis_week
                    )
                )
    rng.shuffle(rows)
    return rows


def by_triggers(rows, detection):
    """Return the flags of values and of persona-weeks by the triggers, None where not known."""
    found = triggers.detections([(*row[:5], None) for row in rows if row.value_dim], detection)
    fired = {(item.persona_id, item.week, item.value_dim) for item in found
             if not item.is_suppressed}  # fmt: skip
    firsts = {}
    for row in rows:
        firsts[row.persona_id] = min(row.week, firsts.get(row.persona_id, row.week))
    values, weeks = [], {}
    for row in rows:
        key = (row.persona_id, row.week)
        weeks.setdefault(key, (row.is_crisis_week, None))
        if row.alignment is None:
            continue
        is_fired = (*key, row.value_dim) in fired
        is_known = is_fired or firsts[row.persona_id] != row.week
        values.append((row.is_crisis, is_fired if is_known else None))
        before = weeks[key][1]
        is_flagged = is_fired or bool(before)
        weeks[key] = (row.is_crisis_week, is_flagged if is_flagged or is_known else None)
    return values, list(weeks.values())


def known(pairs):
    pairs = [pair for pair in pairs if None not in pair]
    return [truth for truth, _ in pairs], [flag for _, flag in pairs]


@pytest.mark.thinned(4)
@pytest.mark.parametrize(("seed", "ema_alpha"), [(1, 1.0), (2, 0.5), (3, 0.3)])
def test_every_setting_counts_as_the_triggers_do(seed, ema_alpha):
    """Precision, recall, F1, hit rate and false positive rate of all settings of a grid."""
    rows = random_rows(seed)
    counts = tuning.search(readings_of(rows), GRID, ema_alpha)
    expected, actual = [], []
    for place, thresholds in enumerate(GRID.settings()):
        values, weeks = by_triggers(rows, DetectionSettings(thresholds, {}, ema_alpha))
        truth, flag = known(values)
        week_truth, week_flag = known(weeks)
        expected.append(
            [
                precision_score(truth, flag, zero_division=np.nan),
                recall_score(truth, flag, zero_division=np.nan),
                f1_score(truth, flag, zero_division=np.nan),
                recall_score(week_truth, week_flag, zero_division=np.nan),
                1 - recall_score(week_truth, week_flag, pos_label=False, zero_division=np.nan),
            ]
        )
        figures = counts.figures(place)
        names = ("precision", "recall", "f1", "hit_rate", "false_positive_rate")
        actual.append([np.nan if figures[name] is None else figures[name] for name in names])

    assert len({tuple(row) for row in actual}) > 20
    assert np.allclose(expected, actual, equal_nan=True, atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), place=st.integers(0, GRID.setting_count - 1))
def test_a_setting_by_itself_is_that_of_the_grid(seed, place):
    """What flags one by one gives is what the matrix product counted."""
    readings = readings_of(random_rows(seed, persona_count=4))
    thresholds = GRID.settings()[place]
    flags = tuning.flagged(readings, [thresholds] * len(readings.value_dims))

    assert (
        tuning.search(readings, GRID).figures(place)
        == counts_of(readings, flags[None, :]).figures(0)
    )  # fmt: skip


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_counts_of_values_add_up(seed):
    """The counts of all values are the sums of those of each, as its own weeks have them."""
    readings = readings_of(random_rows(seed, persona_count=5))
    whole = tuning.search(readings, GRID)
    parts = [tuning.search(readings.of_value(name), GRID) for name in readings.value_dims]

    assert (
        whole.true_positive_count.tolist()
        == sum(part.true_positive_count for part in parts).tolist()
        == sum(part.hit_count for part in parts).tolist()
    )
    assert (
        whole.quiet_count.tolist()
        == sum(part.quiet_count for part in parts).tolist()
        == sum(part.quiet_week_count for part in parts).tolist()
    )


def test_the_order_of_rows_does_not_matter():
    """Rows that come twice or in another order give the same counts."""
    rows = random_rows(4)
    expected = tuning.search(readings_of(rows), GRID)

    actual = tuning.search(readings_of([*reversed(rows), *rows[:9]]), GRID)

    assert expected.f1.tolist() == pytest.approx(actual.f1.tolist(), nan_ok=True)
    assert expected.quiet_week_count.tolist() == actual.quiet_week_count.tolist()


def series(alignments, crisis_weeks, *, uncertainty=0.1, persona="p"):
    """Return the weeks of one persona with one value, from week 1."""
    return [
        ReadingRow(persona, week, "power", alignment, uncertainty, week in crisis_weeks,
            week in crisis_weeks)
        for week, alignment in enumerate(alignments, 1)
    ]  # fmt: skip


def test_a_first_week_is_known_only_where_a_rut_fires():
    """A crash has nothing to fall from; a rut of one week needs nothing before it."""
    readings = readings_of(series([-0.9, -0.9], {1, 2}))
    grid = tuning.Grid(delta=(0.5,), tau_low=(-0.4,), c_min=(1, 2, 3), epsilon=(0.3,))

    found = tuning.search(readings, grid)

    assert [2, 1, 1] == found.crisis_count.tolist() == found.crisis_week_count.tolist()
    assert [2, 1, 0] == found.true_positive_count.tolist() == found.hit_count.tolist()


def test_a_week_after_a_gap_neither_crashes_nor_goes_on_a_rut():
    """Weeks 1, 2 and 4: the level fell over the gap, and the week is quiet and known."""
    rows = [row for row in series([0.9, -0.9, -0.9, -0.9], set()) if row.week != 3]
    grid = tuning.Grid(delta=(0.5,), tau_low=(-0.4,), c_min=(2,), epsilon=(0.3,))

    found = tuning.search(readings_of(rows), grid).figures(0)

    assert (1, 2) == (found["false_alarm_count"], found["quiet_week_count"])


def test_exactly_at_a_threshold_nothing_fires():
    """A fall of delta, a level at tau_low and an uncertainty of epsilon are not beyond it."""
    rows = series([0.5, 0.0, -0.5, -0.5, -0.5], {2, 3})
    grid = tuning.Grid(delta=(0.5, 0.49), tau_low=(-0.5, -0.49), c_min=(2,), epsilon=(0.1, 0.11))

    found = tuning.search(readings_of(rows), grid)

    fired = (found.true_positive_count + found.false_positive_count).reshape(2, 2, 2)
    assert [[[0, 0], [0, 0]], [[0, 2], [2, 4]]] == fired.tolist()


def test_the_best_below_the_limit_is_chosen():
    """No setting below the limit has a higher F1, and of the equal ones the order says which."""
    readings = readings_of(random_rows(7, persona_count=40))
    grid = tuning.Grid(
        delta=(0.3, 0.5, 0.9, 1.2), tau_low=(-0.5, 0.0), c_min=(2, 3), epsilon=(0.2, 0.5, 0.5001)
    )
    counts, tried = tuning.search(readings, grid), grid.settings()
    limit = float(np.nanmedian(counts.false_positive_rate))
    ranked = sorted(
        (-counts.f1[place], counts.false_positive_rate[place], -item.delta, item.tau_low,
         -item.c_min, item.epsilon)
        for place, item in enumerate(tried)
        if counts.false_positive_rate[place] < limit
    )  # fmt: skip

    choice = tuning.choose(counts, tried, limit)

    chosen = tried[choice.place]
    assert 1 < len(ranked) < len(tried)
    assert ranked[0] == (
        -counts.f1[choice.place], counts.false_positive_rate[choice.place], -chosen.delta,
        chosen.tau_low, -chosen.c_min, chosen.epsilon,
    )  # fmt: skip


def test_of_equal_settings_the_more_conservative_is_chosen():
    """A fall of 1.8 is seen by each delta; the largest, the lowest tau_low and so on win."""
    rows = [row for name in "abc" for row in series([0.9, 0.9, -0.9, 0.9], {3}, persona=name)]
    grid = tuning.Grid(
        delta=(0.2, 1.0, 1.5), tau_low=(-0.6, -0.2), c_min=(2, 3), epsilon=(0.2, 0.9)
    )

    counts = tuning.search(readings_of(rows), grid)
    choice = tuning.choose(counts, grid.settings(), 0.2)

    assert (
        Thresholds(delta=1.5, tau_low=-0.6, c_min=3, epsilon=0.2) == grid.settings()[choice.place]
    )
    assert choice.reason.endswith(f"one of {grid.setting_count}")


@pytest.mark.parametrize(
    ("rows", "is_undefined", "reason"),
    [
        (series([0.9, 0.1, 0.9, 0.1], {4}), False, "the lowest is 0.5"),
        (series([0.9, 0.8, 0.7], {2}), False, "flags any value in crisis"),
        (series([0.9, -0.8, 0.7], {1, 2, 3}), True, "no quiet week"),
        (series([0.9, -0.8, 0.7], {1}), True, "no reading with a known flag is of a value"),
        (series([None, None], {2}), True, "no quiet week"),
    ],
)
def test_no_choice_is_said(rows, is_undefined, reason):
    """Where nothing keeps to the limit, finds a crisis, or can be judged, nothing is chosen."""
    counts = tuning.search(readings_of(rows), ONE_OF_EACH)

    choice = tuning.choose(counts, ONE_OF_EACH.settings(), 0.2)

    assert (None, is_undefined) == (choice.place, choice.is_undefined)
    assert reason in choice.reason


def test_none_beats_what_is_on_the_front():
    """Each of the others is matched or beaten by one of the front, and no two of it are alike."""
    counts = tuning.search(readings_of(random_rows(8, persona_count=40)), GRID)
    front = tuning.pareto(counts)
    others = tuning.others(counts, front, count_max=10**6)

    def beats(one, other):
        return (
            counts.f1[one] >= counts.f1[other]
            and counts.false_positive_rate[one] <= counts.false_positive_rate[other]
        )

    assert len(front) > 2
    assert all(any(beats(one, other) for one in front) for other in others)
    assert not any(beats(one, other) for one, other in product(front, front) if one != other)
    assert 5 == len(tuning.others(counts, front, count_max=5)) < len(others)


def test_the_default_grid_has_ten_thousand_settings():
    """All combinations, each once; a rut takes two weeks or more."""
    grid = tuning.Grid()
    tried = grid.settings()

    assert 12_096 == grid.setting_count == len(set(tried))
    assert min(item.c_min for item in tried) == 2


def test_edges_are_named():
    """The first or last of several values is at the edge; the only one and two weeks are not."""
    grid = tuning.Grid(delta=(0.5,), tau_low=(-0.5, -0.2, 0.0), c_min=(2, 3), epsilon=(0.2, 1.0))

    assert ["epsilon"] == grid.edges(Thresholds(0.5, -0.2, 2, 0.2))
    assert ["tau_low", "c_min", "epsilon"] == grid.edges(Thresholds(0.5, 0.0, 3, 1.0))


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"delta": ()}, "no value of delta"),
        ({"delta": tuple(range(1000)), "epsilon": tuple(range(1000))}, "at most 1,000,000"),
    ],
)
def test_a_grid_that_makes_no_sense_is_refused(values, problem):
    """Nothing to try, or more than anybody waits for."""
    with pytest.raises(UsageError, match=problem):
        tuning.Grid(**values)
