"""Intervals of weekly rates are those of statsmodels and scikit-learn, clustered by persona."""

import random

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats
from sklearn.metrics import cohen_kappa_score

CLASSES = (-1, 0, 1)
VALUES = ("power", "security", "hedonism")
STEP = 1e-4


def drawn_readings(seed, persona_count=9):
    """Return persona, week, value, alignment, truth; a persona leans to one side throughout."""
    dice = random.Random(seed)
    rows = []
    for persona in range(persona_count):
        lean = dice.gauss(0, 0.4)
        for week in range(dice.randint(3, 8)):
            for value_dim in VALUES:
                truth = dice.choice(CLASSES)
                spoken = max(-1.0, min(1.0, truth * 0.7 + lean + dice.gauss(0, 0.4)))
                rows.append((f"p{persona}", week, value_dim, spoken, truth, 0.3))
    return rows


@pytest.fixture
def read(warehouse):
    """Return a function that replaces the readings by these."""

    def put(rows):
        connection = warehouse.connection
        connection.execute("delete from facts.alignments")
        for persona_id, week, value_dim, alignment, truth, uncertainty in rows:
            connection.execute(
                "insert into facts.alignments by name select 'r1' as run_id, "
                "'critic' as system_id, $persona_id as persona_id, $week as week, "
                "$value_dim as value_dim, $alignment::double as alignment, "
                "$truth::integer as alignment_truth, $uncertainty::double as uncertainty",
                {
                    "persona_id": persona_id, "week": week, "value_dim": value_dim,
                    "alignment": alignment, "truth": truth, "uncertainty": uncertainty,
                },
            )  # fmt: skip

    yield put
    put([])


def read_class(alignment):
    return -1 if alignment < -0.5 else 1 if alignment > 0.5 else 0


def clustered(values, personas):
    """Return mean and interval by statsmodels: least squares on a constant, clustered errors."""
    values = np.array(values, dtype=float)
    _, groups = np.unique(personas, return_inverse=True)
    fitted = sm.OLS(values, np.ones(len(values))).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "df_correction": True}, use_t=True
    )
    low, high = fitted.conf_int()[0]
    return [fitted.params[0], low, high]


def linearised(statistic, personas, bounds=(0, 1)):
    """Return value and interval of a statistic of weights, by its derivative in each persona's."""
    names = sorted(set(personas))
    personas = np.array(personas)

    def at(name, weight):
        return statistic(np.where(personas == name, weight, 1.0))

    slopes = [(at(name, 1 + STEP) - at(name, 1 - STEP)) / (2 * STEP) for name in names]
    error = np.sqrt(np.square(slopes).sum() * len(names) / (len(names) - 1))
    value = statistic(np.ones(len(personas)))
    reach = stats.t.ppf(0.975, len(names) - 1) * error
    return [value, max(bounds[0], value - reach), min(bounds[1], value + reach)]


def assert_interval(expected, row, metric, tolerance=1e-9):
    """Hold a value and its interval, cut off at the ends of a share."""
    actual = [row[metric], row["ci_low"], row["ci_high"]]

    assert expected == pytest.approx(actual, abs=tolerance)


def kappa(rows, weights):
    return cohen_kappa_score(
        [row[4] for row in rows],
        [read_class(row[3]) for row in rows],
        labels=list(CLASSES),
        weights="quadratic",
        sample_weight=weights,
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_shares_and_means_are_those_of_statsmodels(warehouse, read, seed):
    """Right classes, absolute errors and readings within their uncertainty."""
    rows = drawn_readings(seed)
    read(rows)
    personas = [row[0] for row in rows]
    errors = [abs(row[3] - row[4]) for row in rows]
    measured = {
        "critic_accuracy": [read_class(row[3]) == row[4] for row in rows],
        "critic_mae": errors,
        "uncertainty_coverage": [error <= 1.96 * 0.3 for error in errors],
    }

    for metric, values in measured.items():
        assert_interval(clustered(values, personas), warehouse.row(metric), metric)


@pytest.mark.parametrize("seed", [1, 2])
def test_recalls_are_those_of_statsmodels(warehouse, read, seed):
    """A recall is a mean over the readings of its class; of values, the mean of theirs."""
    rows = drawn_readings(seed)
    read(rows)
    plain = {row["variant"]: row for row in warehouse.rows("recall_per_class")}
    macro = {row["variant"]: row for row in warehouse.rows("recall_per_class_macro")}

    for name in CLASSES:
        own = [row for row in rows if row[4] == name]
        found = np.array([read_class(row[3]) == name for row in own])
        personas = [row[0] for row in own]
        values = np.array([row[2] for row in own])

        def mean_recall(weights, found=found, values=values):
            return np.mean(
                [
                    np.average(found[values == one], weights=weights[values == one])
                    for one in VALUES
                ]
            )

        assert_interval(clustered(found, personas), plain[f"class={name}"], "recall_per_class")
        assert_interval(
            linearised(mean_recall, personas),
            macro[f"class={name}"],
            "recall_per_class_macro",
            tolerance=1e-6,
        )


@pytest.mark.parametrize("seed", [1, 2])
def test_kappas_move_with_a_persona_as_those_of_scikit_learn(warehouse, read, seed):
    """The error is made of how far each persona's weight moves kappa, or the mean of kappas."""
    rows = drawn_readings(seed)
    read(rows)
    personas = [row[0] for row in rows]
    values = np.array([row[2] for row in rows])

    def mean_kappa(weights):
        return np.mean(
            [
                kappa([row for row in rows if row[2] == one], weights[values == one])
                for one in VALUES
            ]
        )

    for metric, statistic in {
        "qwk": lambda weights: kappa(rows, weights),
        "qwk_macro": mean_kappa,
    }.items():
        expected = linearised(statistic, personas, (-1, 1))
        assert_interval(expected, warehouse.row(metric), metric, tolerance=1e-6)


def test_a_value_without_a_kappa_is_left_out_and_counted(warehouse, read):
    """One more value, which both always call 0, changes the counts and nothing else."""
    rows = drawn_readings(3)
    read(rows)
    before = warehouse.row("qwk_macro")
    read([*rows, *((f"p{persona}", 1, "tradition", 0.0, 0, 0.3) for persona in range(9))])
    after = warehouse.row("qwk_macro")

    assert [3, 0] == [before["scored_count"], before["unscored_count"]]
    assert [3, 1] == [after["scored_count"], after["unscored_count"]]
    assert_interval([before[name] for name in ("qwk_macro", "ci_low", "ci_high")], after,
                    "qwk_macro")  # fmt: skip
