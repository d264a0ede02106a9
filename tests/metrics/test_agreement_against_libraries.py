"""Agreement between raters is that of scikit-learn and statsmodels."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa, fleiss_kappa
from statsmodels.stats.proportion import proportion_confint

CATEGORIES = ("right", "wrong", "abstained")
RATINGS = st.sampled_from((*CATEGORIES, "right"))
VERDICTS = st.sampled_from((*CATEGORIES, *CATEGORIES, "error", "undetermined", "unscored", None))
examples = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def rate(hold_facts):
    """
    Return a function that replaces all verdicts by these: rater to outcomes, answer by answer.

    What is None was not judged at all. Who is ``also_judging`` is no rater.
    """

    def put(raters, also_judging=()):
        rows = [
            (f"c{number}", 1, rater, outcome, rater not in also_judging)
            for rater, outcomes in raters.items()
            for number, outcome in enumerate(outcomes)
            if outcome is not None
        ]
        hold_facts(
            "verdicts", ("case_id", "attempt", "validator_id", "outcome", "is_rating"), rows
        )

    return put


def rows(warehouse, relation, *parameters) -> list[dict]:
    found = warehouse.connection.execute(f"select * from {relation} order by all", [*parameters])
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def close(expected, actual) -> bool:
    if expected is None or actual is None:
        return expected is actual
    return math.isclose(expected, actual, rel_tol=0, abs_tol=1e-9)


def table_of(left, right) -> np.ndarray:
    """Return how many answers stand in each row of the left rater, column of the right."""
    return np.array(
        [
            [
                sum(pair == (one, other) for pair in zip(left, right, strict=True))
                for other in CATEGORIES
            ]
            for one in CATEGORIES
        ]
    )


def alpha_of(units) -> float | None:
    """Return alpha by its definition: each pair of ratings of a unit, against any pair at all."""
    units = [unit for unit in units if len(unit) > 1]
    ratings = [rating for unit in units for rating in unit]
    observed = sum(
        (one != other) / (len(unit) - 1)
        for unit in units
        for one, other in itertools.permutations(unit, 2)
    )
    expected = sum(one != other for one, other in itertools.permutations(ratings, 2))
    return 1 - (len(ratings) - 1) * observed / expected if expected else None


@examples
@given(st.lists(st.tuples(RATINGS, RATINGS), min_size=1, max_size=40))
def test_kappa_is_that_of_libraries(warehouse, rate, pairs):
    """Two raters: scikit-learn's kappa, statsmodels' interval and Wilson's of the agreement."""
    left, right = (list(side) for side in zip(*pairs, strict=True))
    agreed_count = sum(one == other for one, other in pairs)
    is_constant = len({*left, *right}) == 1
    share = proportion_confint(agreed_count, len(pairs), method="wilson")

    rate({"jo": left, "kim": right})
    [kappa] = rows(warehouse, "metrics.cohen_kappa")
    [percent] = rows(warehouse, "metrics.percent_agreement")

    assert ("raters=jo+kim", len(pairs)) == (kappa["variant"], kappa["scored_count"])
    assert close(agreed_count / len(pairs), percent["percent_agreement"])
    assert close(share[0], percent["ci_low"])
    assert close(share[1], percent["ci_high"])
    if is_constant:
        assert [kappa["cohen_kappa"], kappa["ci_low"], kappa["ci_high"]] == [None] * 3
    else:
        with np.errstate(invalid="ignore", divide="ignore"):
            expected = cohens_kappa(table_of(left, right))
        assert close(cohen_kappa_score(left, right), kappa["cohen_kappa"])
        # Out of rounding, statsmodels takes the root of a hair below zero, and says nan.
        error = expected.std_kappa if expected.var_kappa > 0 else 0.0
        high = min(1, kappa["cohen_kappa"] + 1.959963984540054 * error)
        assert kappa["ci_high"] == pytest.approx(high, abs=1e-7)


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    "counts",
    [
        [[20, 5, 1], [10, 15, 2], [0, 3, 7]],
        [[44, 5, 1], [7, 20, 3], [9, 5, 6]],
        [[0, 3, 4], [5, 0, 6], [7, 8, 0]],
        [[10**6, 3, 0], [5, 12, 0], [0, 0, 1]],
    ],
    ids=["moderate", "skewed", "never agreed", "many"],
)
def test_kappa_has_its_interval(warehouse, counts):
    """The interval is that of Fleiss, Cohen and Everitt, to nine digits, and within its range."""
    expected = cohens_kappa(np.array(counts))
    place = [[f"c{row}{column}" for column in range(3)] for row in range(3)]
    warehouse.connection.execute("delete from facts.verdicts")
    for row, column in itertools.product(range(3), repeat=2):
        warehouse.connection.execute(
            "insert into facts.verdicts by name select 'r1' as run_id, 'maia' as system_id, "
            "$case || number as case_id, 1 as attempt, unnest(['jo', 'kim']) as validator_id, "
            "unnest([$left, $right]) as outcome, true as is_rating "
            "from range($count) as numbers (number)",
            {
                "case": place[row][column],
                "left": CATEGORIES[row],
                "right": CATEGORIES[column],
                "count": counts[row][column],
            },
        )

    [kappa] = rows(warehouse, "macros.cohen_kappa_of('r1', ['jo', 'kim'])")
    [same] = rows(warehouse, "metrics.cohen_kappa")
    warehouse.connection.execute("delete from facts.verdicts")

    assert close(expected.kappa, kappa["cohen_kappa"])
    assert close(expected.std_kappa, kappa["standard_error"])
    assert close(max(-1.0, expected.kappa_low), kappa["ci_low"])
    assert close(min(1.0, expected.kappa_upp), kappa["ci_high"])
    assert (kappa["ci_low"], kappa["ci_high"]) == (same["ci_low"], same["ci_high"])


@examples
@given(st.data())
def test_fleiss_is_that_of_statsmodels(warehouse, rate, data):
    """Three or four raters, where all rated an answer; the view and the macro say the same."""
    names = data.draw(st.sampled_from((("factual", "jo", "kim"), ("ada", "jo", "kim", "lea"))))
    answers = data.draw(st.lists(st.tuples(*[VERDICTS] * len(names)), min_size=1, max_size=30))
    whole = [answer for answer in answers if set(answer) <= set(CATEGORIES)]
    judged = [answer for answer in answers if set(answer) != {None}]
    is_varied = len({rating for answer in whole for rating in answer}) > 1
    expected = fleiss_kappa(aggregate_raters(np.array(whole))[0]) if is_varied else None

    rate(dict(zip(names, zip(*answers, strict=True), strict=True)))
    found = rows(warehouse, "macros.fleiss_kappa_of('r1', $1)", [*names])

    assert (1 if judged else 0) == len(found)
    for row in found:
        assert len(whole) == row["scored_count"]
        assert len(judged) == sum(
            row[name] for name in ("scored_count", "error_count", "unscored_count")
        )
        assert close(expected, row["fleiss_kappa"])
    if whole:
        [view] = rows(warehouse, "metrics.fleiss_kappa")
        assert {**found[0], "missing_count": 0} == view


@pytest.mark.parametrize("macro", ["cohen_kappa_of", "fleiss_kappa_of", "krippendorff_alpha_of"])
def test_only_the_raters_and_the_run_named_count(warehouse, rate, macro):
    """Whoever else rated the same answers changes nothing; a run of that name has to be there."""
    named = {
        "jo": ["right", "wrong", "right", "wrong"],
        "kim": ["right", "wrong", "wrong", "wrong"],
    }

    def found(run_id):
        return rows(warehouse, f"macros.{macro}($1, ['jo', 'kim'])", run_id)

    rate(named)
    alone = found("r1")
    rate(named | {"lea": ["wrong", "right", "error", None]})

    assert 1 == len(alone)
    assert alone == found("r1") == found(None)
    assert [] == found("r2")


@pytest.mark.sweep
@examples
@given(st.lists(st.tuples(*[VERDICTS] * 4), min_size=1, max_size=30))
def test_alpha_is_its_definition(warehouse, rate, answers):
    """Whoever rated what, alpha weighs the pairs that differ against any two ratings."""
    names = ("factual", "jo", "kim", "lea")
    rated = [[rating for rating in answer if rating in CATEGORIES] for answer in answers]
    judged_count = sum(set(answer) != {None} for answer in answers)

    rate(dict(zip(names, zip(*answers, strict=True), strict=True)))
    found = rows(warehouse, "macros.krippendorff_alpha_of('r1', $1)", [*names])

    assert bool(judged_count) == bool(found)
    for row in found:
        assert sum(len(unit) > 1 for unit in rated) == row["scored_count"]
        assert judged_count == sum(
            row[name] for name in ("scored_count", "error_count", "unscored_count")
        )
        assert close(alpha_of(rated), row["krippendorff_alpha"])
        [view] = rows(warehouse, "metrics.krippendorff_alpha")
        assert close(view.pop("krippendorff_alpha"), row.pop("krippendorff_alpha"))
        assert {**row, "missing_count": 0} == view


AWKWARD = {
    "one category": (["right"] * 4, ["right"] * 4, (None, None, None)),
    "each constant in another": (["right"] * 4, ["wrong"] * 4, (0.0, -1.0, -0.75)),
    "one constant": (["right"] * 4, ["right", "wrong"] * 2, (0.0, -1 / 3, -1 / 6)),
    "no common rating": (["right", "error"], ["unscored", "wrong"], (None, None, None)),
}


@pytest.mark.parametrize("case", AWKWARD.values(), ids=AWKWARD)
def test_awkward_raters(warehouse, rate, case):
    """Kappa, Fleiss' kappa and alpha of raters that agree by habit, or not at all."""
    left, right, expected = case

    rate({"jo": left, "kim": right})
    actual = [
        rows(warehouse, f"metrics.{name}")[0][name]
        for name in ("cohen_kappa", "fleiss_kappa", "krippendorff_alpha")
    ]

    assert all(close(one, other) for one, other in zip(expected, actual, strict=True)), actual


def test_one_rater_agrees_with_no_one(warehouse, rate):
    """A single rater has no pair; what is said of all raters is unknown, not perfect."""
    rate({"jo": ["right", "wrong", "error"]})

    assert rows(warehouse, "metrics.cohen_kappa") == []
    assert rows(warehouse, "metrics.percent_agreement") == []
    assert rows(warehouse, "metrics.fleiss_kappa")[0]["fleiss_kappa"] is None
    assert rows(warehouse, "metrics.krippendorff_alpha")[0]["krippendorff_alpha"] is None


def test_raters_without_a_common_answer(warehouse, rate):
    """Who judged different answers is no pair, and nothing can be said of all."""
    rate({"jo": ["right", None], "kim": [None, "right"]})

    assert rows(warehouse, "macros.cohen_kappa_of('r1', ['jo', 'kim'])") == []
    assert rows(warehouse, "metrics.fleiss_kappa")[0]["fleiss_kappa"] is None
    assert rows(warehouse, "metrics.krippendorff_alpha")[0]["krippendorff_alpha"] is None


def test_raters_are_chosen(warehouse, rate):
    """Other questions are left out by default, and let in by name; a stranger named has no row."""
    rate({"factual": ["right", "wrong"], "toxicity": ["right", "right"]}, ["toxicity"])
    pair = "macros.cohen_kappa_of($1, ['factual', 'toxicity', 'nobody'])"

    assert rows(warehouse, "metrics.cohen_kappa") == []
    assert [1] == [row["rater_count"] for row in rows(warehouse, "metrics.fleiss_kappa")]
    assert [0] == [row["scored_count"] for row in rows(warehouse, "metrics.krippendorff_alpha")]
    assert [0.5] == [row["percent_agreement"] for row in rows(warehouse, pair, None)]
    assert [] == rows(warehouse, pair, "r2")
