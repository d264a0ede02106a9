"""Agreement of judges with people is that of scikit-learn and statsmodels, weights included."""

import random

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import cohen_kappa_score, precision_score, recall_score
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import proportion_confint

CATEGORIES = ("right", "wrong", "abstained")
COLUMNS = ("case_id", "attempt", "validator_id", "outcome", "is_rating", "sampling_probability")


@pytest.fixture
def agreement(warehouse, hold_facts):
    """Hold verdicts: (case, validator, outcome, probability, attempt); return rows by variant."""

    def measure(rows, validator="judge"):
        held = [
            (case, attempt, name, outcome, name != "format", chance)
            for case, name, outcome, chance, attempt in rows
        ]
        hold_facts("verdicts", COLUMNS, held)
        found = warehouse.connection.execute(
            "select * from metrics.judge_agreement where validator_id = $validator",
            {"validator": validator},
        )
        names = [column[0] for column in found.description]
        rows = [dict(zip(names, row, strict=True)) for row in found.fetchall()]
        return {row["variant"]: row for row in rows}

    return measure


def drawn(seed, count=60, *, chances=(None,), attempts=1):
    """Return ratings of a judge that mostly agrees with a person, and the person's."""
    dice = random.Random(seed)
    rows = []
    for number in range(count):
        label = dice.choice((*CATEGORIES, "right", "right"))
        rating = label if dice.random() < 0.7 else dice.choice(CATEGORIES)
        case, attempt = f"c{number // attempts}", number % attempts + 1
        rows += [
            (case, "judge", rating, None, attempt),
            (case, "human:kim", label, dice.choice(chances), attempt),
        ]
    return rows


def sides(rows):
    judged, labels = rows[::2], rows[1::2]
    weights = np.array([1 / (row[3] or 1) for row in labels])
    return [row[2] for row in judged], [row[2] for row in labels], weights


@pytest.mark.parametrize("seed", range(5))
def test_it_is_that_of_libraries(agreement, seed):
    """Kappa with its interval, precision and recall of both sides with Wilson's."""
    rows = drawn(seed)
    ratings, labels, _ = sides(rows)
    places = [[CATEGORIES.index(word) for word in words] for words in (ratings, labels)]
    table = np.zeros((3, 3))
    np.add.at(table, tuple(places), 1)
    expected = cohens_kappa(table)

    row = agreement(rows)["with=human:kim"]

    assert [expected.kappa, expected.kappa_low, expected.kappa_upp] == pytest.approx(
        [row["judge_agreement"], row["ci_low"], row["ci_high"]], abs=1e-6
    )
    for prefix, worth in (("right_", 1), ("wrong_", 0)):
        said, is_so = (
            [int((word == "right") == bool(worth)) for word in words]
            for words in (labels, ratings)
        )
        both = sum(np.multiply(said, is_so))
        for name, score, total in (
            ("precision", precision_score(said, is_so), sum(is_so)),
            ("recall", recall_score(said, is_so), sum(said)),
        ):
            low, high = proportion_confint(both, total, method="wilson")
            assert [score, low, high] == pytest.approx(
                [row[f"{prefix}{name}{end}"] for end in ("", "_low", "_high")], abs=1e-9
            )


@pytest.mark.parametrize(
    ("chances", "attempts"), [((0.1, 0.5, 1.0), 1), ((None,), 3), ((0.2, 1.0), 2)]
)
def test_weights_and_attempts(agreement, chances, attempts):
    """Kappa by sample weights; its error by how kappa moves as a case gains weight."""
    rows = drawn(9, chances=chances, attempts=attempts)
    ratings, labels, weights = sides(rows)
    cases = [row[0] for row in rows[::2]]
    names = sorted(set(cases))

    def kappa(given):
        return cohen_kappa_score(ratings, labels, sample_weight=given)

    step = 1e-5
    moved = [
        (kappa(weights * (1 + step * is_in)) - kappa(weights * (1 - step * is_in))) / (2 * step)
        for name in names
        for is_in in [np.array([case == name for case in cases])]
    ]
    count = len(names)
    error = np.sqrt(count / (count - 1) * np.sum(np.square(moved)))
    half = stats.t.ppf(0.975, count - 1) * error

    row = agreement(rows)["with=human:kim"]

    found = kappa(weights)
    assert [found, found - half, found + half] == pytest.approx(
        [row["judge_agreement"], row["ci_low"], row["ci_high"]], abs=1e-6
    )
    right = [word == "right" for word in labels]
    assert recall_score(right, [word == "right" for word in ratings], sample_weight=weights) == (
        pytest.approx(row["right_recall"])
    )


def test_who_is_held_against_whom(agreement):
    """Most people count as people; each by name; people against each other; no other question."""
    rows = [
        ("c1", "judge", "right", None, 1), ("c2", "judge", "wrong", None, 1),
        ("c3", "judge", "error", None, 1), ("c4", "judge", "undetermined", None, 1),
        ("c1", "format", "wrong", None, 1),
        *((case, name, said, None, 1) for case, name, said in (
            ("c1", "human:a", "right"), ("c1", "human:b", "right"), ("c1", "human:c", "wrong"),
            ("c2", "human:a", "wrong"), ("c2", "human:b", "right"),
            ("c3", "human:a", "right"), ("c4", "human:a", "right"), ("c5", "human:a", "right"),
        )),
    ]  # fmt: skip
    judge, person = agreement(rows), agreement(rows, "human:a")
    counts = ("scored_count", "missing_count", "error_count", "unscored_count", "label_count")

    assert {"with=people", "with=human:a", "with=human:b", "with=human:c"} == set(judge)
    # Of c2 as many say right as wrong.
    assert (1, 1, 1, 2, 4) == tuple(judge["with=people"][name] for name in counts)
    assert (2, 1, 1, 1, 5) == tuple(judge["with=human:a"][name] for name in counts)
    assert 0.25 == judge["with=people"]["coverage"]
    assert {"with=human:b", "with=human:c"} == set(person)
    assert (2, 0, 0, 0, 2) == tuple(person["with=human:b"][name] for name in counts)
    assert {} == agreement(rows, "format")


def test_one_category_has_no_kappa(agreement):
    """Chance alone agrees always then; the shares are there."""
    rows = [(f"c{n}", name, "right", None, 1) for n in range(10) for name in ("judge", "human:a")]

    row = agreement(rows)["with=people"]

    assert [None] * 3 == [row[name] for name in ("judge_agreement", "ci_low", "ci_high")]
    assert (1.0, 1.0, 1.0, None) == tuple(
        row[name]
        for name in ("percent_agreement", "right_precision", "right_recall", "wrong_recall")
    )
