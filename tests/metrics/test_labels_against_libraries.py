"""Confusion, precision, recall and F1 of labels agree with scikit-learn, statsmodels and numpy."""

import math
import random

import numpy as np
import pytest
from scipy.stats import t as student
from sklearn.metrics import confusion_matrix, f1_score, precision_score, recall_score
from statsmodels.stats.proportion import proportion_confint

from tests.metrics.conftest import Warehouse

SCORES = {
    "label_precision": precision_score,
    "label_recall": recall_score,
    "label_f1": f1_score,
}
AVERAGES = ("micro", "macro", "weighted")
NONE = ""
ANSWERS = ["cat", "dog", "emu", "a fox", None]


@pytest.fixture(name="labels", scope="module")
def labels_fixture():
    """Return a warehouse of its own, and a function that puts attempts at cases into it."""
    warehouse = Warehouse()

    def hold(attempts: list[tuple[str, str, str | None]]) -> Warehouse:
        """Put (case, expected, answer) into run r1; the first of a case is attempt 1."""
        connection = warehouse.connection
        connection.execute("delete from facts.cases; delete from facts.responses")
        expected = {case_id: label for case_id, label, _ in attempts}
        connection.executemany(
            "insert into facts.cases by name select 'r1' as run_id, $1 as case_id, $2 as expected",
            [*expected.items()],
        )
        connection.executemany(
            "insert into facts.responses by name select 'r1' as run_id, 'maia' as system_id, "
            "$1 as case_id, $2 as attempt, 'ok' as status, $3 as answer, true as is_final_attempt",
            [
                (case_id, number + 1, answer)
                for number, (case_id, _, answer) in enumerate(attempts)
            ],
        )
        return warehouse

    return hold


def drawn(seed: int, case_count: int, attempt_count: int) -> list[tuple[str, str, str | None]]:
    """Return attempts at cases: often right, and now and then none of the labels."""
    rng = random.Random(seed)
    attempts = []
    for number in range(case_count):
        expected = rng.choices(ANSWERS[:3], (6, 3, 2))[0]
        for _ in range(rng.randint(1, attempt_count)):
            answer = expected if rng.random() < 0.6 else rng.choice(ANSWERS)
            attempts.append((f"c{number}", expected, answer))
    return attempts


def arrays(attempts):
    """Return what was expected, what was answered and the weights, as scikit-learn takes them."""
    counts = {
        case_id: sum(other == case_id for other, _, _ in attempts) for case_id, _, _ in attempts
    }
    named = {label for _, label, _ in attempts}
    return (
        [label for _, label, _ in attempts],
        [answer if answer in named else NONE for _, _, answer in attempts],
        [1 / counts[case_id] for case_id, _, _ in attempts],
    )


@pytest.mark.thinned(3)
@pytest.mark.parametrize("attempt_count", [1, 4])
@pytest.mark.parametrize("seed", range(4))
def test_scores_are_those_of_scikit_learn(labels, seed, attempt_count):
    """By label and in every average; what is none of the labels is wrong for each."""
    attempts = drawn(seed, 60, attempt_count)
    warehouse = labels(attempts)
    expected, answered, weights = arrays(attempts)
    names = sorted({*expected})

    for metric, score in SCORES.items():
        rows = {row["variant"]: row[metric] for row in warehouse.rows(metric)}
        of_labels = score(
            expected, answered, labels=names, average=None, sample_weight=weights,
            zero_division=np.nan,
        )  # fmt: skip
        averages = {
            f"average={average}": score(
                expected, answered, labels=names, average=average, sample_weight=weights,
                zero_division=np.nan,
            )
            for average in AVERAGES
        }  # fmt: skip
        wanted = {f"label={name}": value for name, value in zip(names, of_labels, strict=True)}
        assert rows == pytest.approx(wanted | averages, abs=1e-12)


@pytest.mark.parametrize("attempt_count", [1, 4])
def test_the_matrix_is_that_of_scikit_learn(labels, attempt_count):
    """With the column of what is none of the labels, and the weights of the attempts."""
    attempts = drawn(7, 80, attempt_count)
    warehouse = labels(attempts)
    expected, answered, weights = arrays(attempts)
    names = [NONE, *sorted({*expected})]

    for column, sample_weight in (("answer_count", None), ("case_sum", weights)):
        matrix = np.zeros((4, 4))
        for row in warehouse.rows("label_confusion"):
            place = names.index(row["expected_label"]), names.index(row["answered_label"])
            matrix[place] = row[column]
        wanted = confusion_matrix(expected, answered, labels=names, sample_weight=sample_weight)
        assert matrix == pytest.approx(wanted, abs=1e-12)


def test_a_label_that_is_never_answered_has_no_precision(labels):
    """It is left out of the macro precision, as scikit-learn does under zero_division nan."""
    attempts = [("a", "cat", "cat"), ("b", "cat", "dog"), ("c", "dog", "dog"), ("d", "dog", "dog")]
    warehouse = labels([*attempts, ("e", "emu", "cat"), ("f", "emu", None)])

    rows = {row["variant"]: row["label_precision"] for row in warehouse.rows("label_precision")}
    f1 = {row["variant"]: row["label_f1"] for row in warehouse.rows("label_f1")}

    assert rows["label=emu"] is None
    assert rows["average=macro"] == pytest.approx((1 / 2 + 2 / 3) / 2)
    assert f1["label=emu"] == 0


def test_intervals_of_single_attempts_are_wilsons(labels):
    """Of answers with a label, of cases that expect it, and for F1 of either."""
    attempts = drawn(3, 70, 1)
    warehouse = labels(attempts)
    expected, answered, _ = arrays(attempts)
    pairs = [*zip(expected, answered, strict=True)]

    for name in ("cat", "dog", "emu"):
        right = sum(pair == (name, name) for pair in pairs)
        wholes = {
            "label_precision": answered.count(name),
            "label_recall": expected.count(name),
            "label_f1": sum(name in pair for pair in pairs),
        }
        for metric, whole in wholes.items():
            low, high = proportion_confint(right, whole, method="wilson")
            if metric == "label_f1":
                low, high = 2 * low / (1 + low), 2 * high / (1 + high)
            [row] = [row for row in warehouse.rows(metric) if row["variant"] == f"label={name}"]
            assert (row["ci_low"], row["ci_high"]) == pytest.approx((low, high), abs=1e-9)


def test_intervals_of_repeated_attempts_know_the_cases(labels):
    """Student's t on the linearised ratio, by numpy over the cases."""
    attempts = drawn(5, 50, 4)
    warehouse = labels(attempts)
    expected, answered, weights = map(np.array, arrays(attempts))
    case_ids = np.array([case_id for case_id, _, _ in attempts])

    def by_case(values):
        return np.array(
            [np.sum((values * weights)[case_ids == one]) for one in dict.fromkeys(case_ids)]
        )

    for name in ("cat", "dog", "emu"):
        due, given = expected == name, answered == name
        wholes = {"label_precision": given, "label_recall": due, "label_f1": due | given}
        for metric, of_whole in wholes.items():
            part, whole = by_case(due & given), by_case(of_whole)
            part, whole = part[whole > 0], whole[whole > 0]
            count, ratio = len(whole), part.sum() / whole.sum()
            error = (
                math.sqrt(np.sum((part - ratio * whole) ** 2) * count / (count - 1)) / whole.sum()
            )
            reach = student.ppf(0.975, count - 1) * error
            low, high = max(0, ratio - reach), min(1, ratio + reach)
            if metric == "label_f1":
                low, high = 2 * low / (1 + low), 2 * high / (1 + high)
            [row] = [row for row in warehouse.rows(metric) if row["variant"] == f"label={name}"]
            assert (row["ci_low"], row["ci_high"]) == pytest.approx((low, high), abs=1e-6)


@pytest.mark.parametrize(
    ("values", "has_labels"),
    [
        (["yes", "no", "yes", "no"], True),
        (["yes", "yes", "yes", "yes"], False),
        (["1", "2", "3", "1"], False),
        (['["power"]', "[]", "[]", '["power"]'], False),
        ([str(number % 50) for number in range(100)], True),
        ([str(number % 51) for number in range(102)], False),
    ],
    ids=["two labels", "one", "hardly repeated", "lists", "fifty", "fifty-one"],
)
def test_what_repeats_is_a_label(labels, values, has_labels):
    """Two to fifty values of two cases each; a run of anything else has no row."""
    warehouse = labels([(f"c{number}", value, value) for number, value in enumerate(values)])

    assert bool(warehouse.rows("label_recall")) is has_labels
