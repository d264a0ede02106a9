"""Agreement beyond chance is what the papers that define it print of their examples."""

import itertools
import math
from collections import Counter

import numpy as np
from statsmodels.stats.inter_rater import fleiss_kappa

# Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, section C: the ratings of four
# observers, A to D, of twelve units; where there is none, the observer did not rate the unit.
OBSERVERS = {
    "a": [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    "b": [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    "c": [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    "d": [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
}
# Fleiss (1971), table 1: how many of six psychiatrists gave each of thirty patients which of five
# diagnoses; the table prints counts above zero only, as here.
PATIENTS = """
4:6 2:3,5:3 2:1,3:4,5:1 5:6 2:3,4:3 1:2,3:4 3:4,5:2 1:2,3:3,4:1
1:2,4:4 5:6 1:1,4:5 1:1,2:1,4:4 2:3,3:3 1:1,4:5 2:2,4:3,5:1 3:5,5:1
1:3,4:1,5:2 1:5,2:1 2:2,4:4 1:1,3:2,5:3 5:6 2:1,4:5 2:2,4:1,5:3 1:2,4:4
1:1,4:4,5:1 2:5,4:1 1:4,5:2 2:2,4:4 1:1,3:5 5:6
"""


def squares(numbers) -> int:
    return sum(number * number for number in numbers)


def test_fleiss_of_the_published_example(warehouse):
    """Thirty patients and six psychiatrists: 0.430, as printed."""
    patients = [dict(part.split(":") for part in text.split(",")) for text in PATIENTS.split()]
    counts = [[int(patient.get(kind, 0)) for kind in "12345"] for patient in patients]
    totals = [sum(column) for column in zip(*counts, strict=True)]

    [(actual,)] = warehouse.connection.execute(
        "select macros.fleiss_kappa($1, $2, $3, $4)",
        [squares(itertools.chain.from_iterable(counts)), squares(totals), len(counts), 6],
    ).fetchall()

    assert f"{actual:.3f}" == "0.430"
    assert math.isclose(fleiss_kappa(np.array(counts)), actual, abs_tol=1e-9)


def test_alpha_of_the_published_example(warehouse):
    """Four observers of twelve units, some of them not rated: 0.743, as printed."""
    units = [
        [rating for rating in unit if rating is not None]
        for unit in zip(*OBSERVERS.values(), strict=True)
    ]
    pairable = [unit for unit in units if len(unit) > 1]
    ratings = Counter(itertools.chain.from_iterable(pairable))
    disagreement = sum(
        (len(unit) ** 2 - squares(Counter(unit).values())) / (len(unit) - 1) for unit in pairable
    )

    [(actual,)] = warehouse.connection.execute(
        "select macros.krippendorff_alpha($1, $2, $3)",
        [disagreement, squares(ratings.values()), ratings.total()],
    ).fetchall()

    assert f"{actual:.3f}" == "0.743"
    # What the package krippendorff 0.9.0 says.
    assert math.isclose(0.743421052631579, actual, abs_tol=1e-12)


def test_alpha_of_the_published_binary_example(warehouse, hold_facts):
    """Two observers of ten units and two categories: 0.095, as printed (section A)."""
    said = {"0": "wrong", "1": "right"}
    hold_facts(
        "verdicts",
        ("case_id", "attempt", "validator_id", "outcome", "is_rating"),
        [
            (f"c{number}", 1, observer, said[digit], True)
            for observer, digits in (("a", "0100000010"), ("b", "1110010000"))
            for number, digit in enumerate(digits)
        ],
    )

    actual = warehouse.connection.execute(
        "select scored_count, round(krippendorff_alpha, 3) from metrics.krippendorff_alpha"
    ).fetchall()

    assert actual == [(10, 0.095)]
