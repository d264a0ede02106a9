"""
Exact probability that chance alone gets at least a given number of cases right.

Cases of one cluster are not independent, and their dependence is unknown. They are assumed to be
right or wrong all together, which gives the largest variance, so that dependence alone does not
exceed the level. With clusters of one case the count is Poisson-binomial, and with the same
chance for all of them binomial.
"""

from collections.abc import Iterable

Draw = tuple[int, float]


def chance_tail(draws: Iterable[Draw], right_count: int) -> float:
    """
    Return the probability of at least ``right_count`` right cases.

    Each draw is a cluster: its number of cases, and the probability, in [0, 1], that they are
    right. The distribution of the sum is computed exactly, draw by draw (Wang 1993, On the number
    of successes in independent trials). Raises ValueError for a probability outside [0, 1].

    >>> chance_tail([(1, 0.5), (1, 0.5)], 2), chance_tail([(2, 0.5)], 2)
    (0.25, 0.5)
    """
    distribution = [1.0]
    for case_count, chance in draws:
        if not 0 <= chance <= 1:
            raise ValueError(f"the chance is {chance}, expected a number from 0 to 1")
        longer = [(1 - chance) * share for share in distribution] + [0.0] * case_count
        for count, share in enumerate(distribution):
            longer[count + case_count] += chance * share
        distribution = longer
    return min(1.0, sum(reversed(distribution[max(0, right_count) :])))
