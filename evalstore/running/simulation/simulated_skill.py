"""
Probability of a right answer from skill and difficulty, and the common luck of a case.

Rasch (1960), Probabilistic models for some intelligence and attainment tests: on a logistic scale

    P(right) = 1 / (1 + exp(-(skill - difficulty)))

The common luck of a case is that of a one-factor normal copula (Vasicek 2002, Loan portfolio
value): with z of the case and e of the answer both standard normal and independent, an answer is
right where Phi(sqrt(share) z + sqrt(1 - share) e) < P(right). Every system meets the same z, so
two of them tend to be right on the same cases, while each has its P(right) over many cases.
"""

import math
from collections.abc import Mapping
from statistics import NormalDist

from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom

# Positions of difficulties on the scale of skill, in logits; a case without one is at 0.
POSITIONS: Mapping[str, float] = {"easy": -1.0, "medium": 0.0, "hard": 1.0}
NORMAL = NormalDist()
# The inverse of the normal distribution is not defined at 0.
_LEAST = 1e-15


def probability(skill: float, difficulty: object) -> float:
    """
    Return the probability that an answer is right, in [0, 1].

    >>> [round(probability(1.0, name), 3) for name in ("easy", "medium", "hard", None)]
    [0.881, 0.731, 0.5, 0.731]
    """
    return 1.0 / (1.0 + math.exp(POSITIONS.get(str(difficulty), 0.0) - skill))


def is_right(case: Case, rng: SeededRandom, skill: float, common_share: float) -> bool:
    """
    Draw whether an answer to a case is right.

    ``common_share``, in [0, 1], is the share of its luck's variance that depends on the case: the
    same for every system, attempt and run.
    """
    of_case = _normal(SeededRandom("luck of the case", case.case_id))
    luck = math.sqrt(common_share) * of_case + math.sqrt(1.0 - common_share) * _normal(rng)
    return NORMAL.cdf(luck) < probability(skill, case.attributes.get("difficulty"))


def _normal(rng: SeededRandom) -> float:
    return NORMAL.inv_cdf(max(_LEAST, rng.random()))
