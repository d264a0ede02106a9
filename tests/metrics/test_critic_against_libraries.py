"""A critic's agreement and its uncertainty are those of scikit-learn, scipy and statsmodels."""

import math
import random
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import (
    accuracy_score,
    cohen_kappa_score,
    confusion_matrix,
    mean_absolute_error,
    recall_score,
)

from tests.clustering import share_interval

CLASSES = [-1, 0, 1]
COUNTS = ("scored_count", "missing_count", "error_count", "unscored_count")
# Alignment, true class and uncertainty of each reading.
AWKWARD = {
    "one": [(0.4, 1, 0.2)],
    "two": [(0.4, 1, 0.2), (0.1, -1, 0.3)],
    "three": [(0.4, 1, 0.2), (0.1, -1, 0.3), (0.9, 1, 0.25)],
    "four": [(0.4, 1, 0.2), (0.1, -1, 0.3), (0.9, 1, 0.25), (-0.2, 0, 0.4)],
    "edges": [(-0.5, -1, 0.25), (0.5, 1, 0.25), (-0.5, 0, 0.1), (0.5, 0, 0.1), (1.0, 1, 0.0)],
    "one class, and read so": [(0.9, 1, 0.1), (0.8, 1, 0.2), (0.7, 1, 0.1)],
    "one class, and read as another": [(-0.9, 1, 0.1), (-0.8, 1, 0.2), (-0.7, 1, 0.1)],
    "one class, read as all": [(-0.9, 1, 0.1), (0.0, 1, 0.2), (0.7, 1, 0.1)],
    "all classes, read as one": [(0.9, 1, 0.1), (0.8, 0, 0.2), (0.7, -1, 0.1)],
    "always reversed": [(-1.0, 1, 0.1), (1.0, -1, 0.2)] * 4,
    "always right": [(-1.0, -1, 0.1), (0.0, 0, 0.2), (1.0, 1, 0.3)] * 3,
    "equally sure": [(0.1, 1, 0.1), (0.2, 1, 0.1), (0.7, 0, 0.1), (0.2, -1, 0.1)],
    "equally wrong": [(0.5, 1, 0.1), (-0.5, 0, 0.2), (-0.5, -1, 0.7), (0.5, 0, 0.4)],
    "tied": [(0.25, 1, 0.5), (0.25, 1, 0.5), (0.75, 1, 0.5), (0.75, 1, 0.25), (0.0, 0, 0.25)],
    "in line": [(1 - uncertainty**2, 1, uncertainty) for uncertainty in (0.0, 0.25, 0.5, 0.75, 1)],
    "of every size": [(0.5, 1, 1e-8), (0.4, 1, 1e-4), (0.3, 1, 1.0), (0.2, 1, 1e4), (0.9, 1, 7.0)],
    "partly unknown": [(None, 1, 0.5), (0.4, None, 0.5), (0.4, 1, None), (0.2, 0, 0.1)] * 2,
    "nothing known": [(None, None, None), (None, 1, 0.1), (0.3, None, 0.2)],
    "not sure of anything": [(0.4, 1, None), (0.1, -1, None)],
}
READINGS = st.lists(
    st.tuples(
        st.none() | st.integers(-8, 8).map(lambda eighths: eighths / 8) | st.floats(-1, 1),
        st.none() | st.sampled_from(CLASSES),
        # Squares of what is nearly the same differ by less than doubles tell apart.
        st.none() | st.integers(0, 4000).map(lambda thousandths: thousandths / 1000),
    ),
    min_size=1,
    max_size=40,
)
# Each example is a handful of queries: enough of them to find a hole, few enough to wait for.
examples = settings(max_examples=12, deadline=None)


@pytest.fixture(scope="module")
def read(warehouse):
    """Return a function that replaces the readings by these, each of its own persona and week."""

    def put(readings, value_dims=("power",)):
        warehouse.connection.execute("delete from facts.alignments")
        columns = [list(column) for column in zip(*readings, strict=True)] or [[], [], []]
        warehouse.connection.execute(
            "insert into facts.alignments by name select 'r1' as run_id, 'critic' as system_id, "
            "'p' || unnest(range($count)) as persona_id, unnest(range($count)) as week, "
            "unnest($value_dim) as value_dim, "
            "unnest($alignment::double[]) as alignment, "
            "unnest($alignment_truth::integer[]) as alignment_truth, "
            "unnest($uncertainty::double[]) as uncertainty",
            {
                "count": len(readings),
                "value_dim": [value_dims[i % len(value_dims)] for i in range(len(readings))],
                **dict(zip(("alignment", "alignment_truth", "uncertainty"), columns, strict=True)),
            },
        )

    yield put
    put([])


def pairs_of(readings):
    """Return alignments and true classes of the readings that have both."""
    return [(one, truth) for one, truth, _ in readings if one is not None and truth is not None]


def classes_of(readings):
    """Return predicted and true classes of the readings that have both."""
    pairs = pairs_of(readings)
    predicted = [-1 if one < -0.5 else 1 if one > 0.5 else 0 for one, _ in pairs]
    return predicted, [truth for _, truth in pairs]


def doubts_of(readings):
    """Return uncertainties and errors of the readings that have both."""
    doubts = [
        (uncertainty, abs(one - truth))
        for one, truth, uncertainty in readings
        if None not in (one, truth, uncertainty)
    ]
    return np.array([doubt for doubt, _ in doubts]), np.array([error for _, error in doubts])


def share_of(part, whole):
    """Return a share and the ends of its interval, where each reading is of its own persona."""
    return share_interval([(place, place < part) for place in range(whole)])


def kappa_of(readings):
    """Return scikit-learn's kappa; where both name one class it has none, or calls it 1."""
    predicted, true = classes_of(readings)
    if len({*predicted, *true}) < 2:
        return None
    return cohen_kappa_score(true, predicted, labels=CLASSES, weights="quadratic")


def varies(values) -> bool:
    return len(values) > 1 and min(values) < max(values)


def pearson_of(readings):
    """Return scipy's correlation of variance and error with its interval."""
    uncertainties, errors = doubts_of(readings)
    variances = uncertainties * uncertainties
    if not (varies(variances) and varies(errors)):
        return [None] * 3
    found = stats.pearsonr(variances, errors)
    if len(errors) < 4:
        return [found.statistic, None, None]
    return [found.statistic, *found.confidence_interval(0.95)]


def spearman_of(readings):
    """Return scipy's rank correlation, with the interval of Bonett and Wright out of scipy's z."""
    uncertainties, errors = doubts_of(readings)
    if not (varies(uncertainties) and varies(errors)):
        return [None] * 3
    found = min(1.0, max(-1.0, float(stats.spearmanr(uncertainties, errors).statistic)))
    if len(errors) < 4:
        return [found, None, None]
    if math.isclose(abs(found), 1, abs_tol=1e-14):
        return [found] * 3
    scale = math.sqrt((1 + found**2 / 2) / (len(errors) - 3))
    ends = stats.norm.interval(0.95, loc=math.atanh(found), scale=scale)
    return [found, *np.tanh(ends)]


def triple(row, metric):
    return [row[metric], row["ci_low"], row["ci_high"]]


def close(expected):
    """Return what equals numbers that are nearly these, and null where these are null."""
    return [
        None if value is None else pytest.approx(value, abs=1e-9, rel=1e-9) for value in expected
    ]


def hold_against_libraries(warehouse, readings):
    """Hold every metric of the readings that the database has against the libraries."""
    predicted, true = classes_of(readings)
    uncertainties, errors = doubts_of(readings)
    missing_count = sum(one is None for one, _, _ in readings)
    is_known = bool(true)
    row = warehouse.row
    right_count = accuracy_score(true, predicted, normalize=False) if is_known else 0
    mae = mean_absolute_error(true, [one for one, _ in pairs_of(readings)]) if is_known else None

    assert close([kappa_of(readings)]) == [warehouse.value("qwk")]
    assert close([mae]) == [warehouse.value("critic_mae")]
    assert close(share_of(right_count, len(true))) == triple(
        row("critic_accuracy"), "critic_accuracy"
    )
    assert close(pearson_of(readings)) == triple(
        row("uncertainty_error_pearson"), "uncertainty_error_pearson"
    )
    assert close(spearman_of(readings)) == triple(
        row("uncertainty_error_spearman"), "uncertainty_error_spearman"
    )
    assert close(share_of(int(np.sum(errors <= 1.96 * uncertainties)), len(errors))) == triple(
        row("uncertainty_coverage"), "uncertainty_coverage"
    )
    for metric, scored_count in [
        *((name, len(true)) for name in ("qwk", "critic_mae", "critic_accuracy")),
        *((f"uncertainty_{name}", len(errors)) for name in ("error_pearson", "error_spearman")),
        ("uncertainty_coverage", len(errors)),
    ]:
        unscored_count = len(readings) - scored_count - missing_count
        found = row(metric)
        assert [scored_count, missing_count, 0, unscored_count] == [found[name] for name in COUNTS]


def hold_classes_against_libraries(warehouse, readings):
    """Hold the confusion table and the recall of each class against scikit-learn."""
    predicted, true = classes_of(readings)
    table = confusion_matrix(true, predicted, labels=CLASSES).T if true else np.zeros((3, 3))
    cells = {
        (row["predicted_class"], row["true_class"]): row["reading_count"]
        for row in warehouse.rows("critic_confusion")
    }
    recalls = [np.nan] * 3
    if true:
        recalls = recall_score(true, predicted, labels=CLASSES, average=None, zero_division=np.nan)
    rows = {row["variant"]: row for row in warehouse.rows("recall_per_class")}

    assert table.tolist() == [[cells[one, other] for other in CLASSES] for one in CLASSES]
    assert {f"class={name}" for name in CLASSES} == set(rows)
    for name, recall in zip(CLASSES, recalls, strict=True):
        row = rows[f"class={name}"]
        expected = share_of(cells[name, name], true.count(name))
        assert close([None if math.isnan(recall) else recall]) == [row["recall_per_class"]]
        assert close(expected) == triple(row, "recall_per_class")
        assert true.count(name) == row["scored_count"]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("readings", AWKWARD.values(), ids=AWKWARD)
def test_metrics_hold_on_awkward_readings(warehouse, read, readings):
    """Few readings, ties, gaps and raters who never vary break no metric."""
    read(readings)

    hold_against_libraries(warehouse, readings)


@pytest.mark.parametrize("readings", AWKWARD.values(), ids=AWKWARD)
def test_classes_hold_on_awkward_readings(warehouse, read, readings):
    """Each class has its recall and its cells, also where it never occurs."""
    read(readings)

    with warnings.catch_warnings():
        # Of no readings scikit-learn warns; the views say null.
        warnings.simplefilter("ignore")
        hold_classes_against_libraries(warehouse, readings)


@settings(examples)
@given(READINGS)
def test_metrics_hold_on_any_readings(warehouse, read, readings):
    """Whatever a critic reads, the libraries count the same."""
    read(readings)

    with warnings.catch_warnings():
        # scipy warns of values that are nearly the same.
        warnings.simplefilter("ignore")
        hold_against_libraries(warehouse, readings)


def test_metrics_hold_on_many_readings(warehouse, read):
    """Fifty thousand readings, with ties and gaps, count like a few; so does each value."""
    dice = random.Random(3)
    readings = []
    for _ in range(50_000):
        truth = dice.choice([*CLASSES, None])
        uncertainty = dice.choice([None, round(dice.random(), 3), dice.random()])
        spoken = (truth or 0) + dice.gauss(0, 0.2 + (uncertainty or 0))
        readings.append((max(-1.0, min(1.0, spoken)), truth, uncertainty))
    read(readings, ("power", "security"))
    expected = [spearman_of(readings[start::2])[0] for start in (0, 1)]

    actual = [
        row["uncertainty_error_spearman"]
        for row in warehouse.rows("uncertainty_error_spearman", "value_dim")
    ]

    hold_against_libraries(warehouse, readings)
    hold_classes_against_libraries(warehouse, readings)
    assert close(expected) == actual


@settings(examples)
@given(READINGS, st.integers(1, 9))
def test_ranks_do_not_mind_the_scale(warehouse, read, readings, power):
    """A critic that states its uncertainty on another scale has the same rank correlation."""
    name = "uncertainty_error_spearman"
    read(readings)
    expected = triple(warehouse.row(name), name)

    read([(one, truth, doubt and doubt * 2.0**power) for one, truth, doubt in readings])

    assert expected == triple(warehouse.row(name), name)


def test_what_overflows_has_no_correlation(warehouse, read):
    """An uncertainty whose square no double holds makes the value null, and neither NaN nor 1."""
    read([(0.1, 1, 1e200), (0.2, 1, 2e200), (0.5, 1, 1.0), (0.3, 0, 0.5)])

    assert [None] * 3 == triple(
        warehouse.row("uncertainty_error_pearson"), "uncertainty_error_pearson"
    )
    assert warehouse.value("uncertainty_error_spearman") is not None


def test_no_readings_no_row(warehouse, read):
    """Where no critic has read anything there is nothing to say."""
    read([])

    assert [] == warehouse.rows("qwk") + warehouse.rows("critic_confusion")
