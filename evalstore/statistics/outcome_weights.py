"""Weights of what samples may show: numbers of successes, and spreads of normal values."""

import math

# Outcomes less likely than this beside the likeliest one are left out.
LEAST = 1e-17
# Places of the sum over spreads, this many standard deviations to each side.
SPREAD_NODES, SPREAD_REACH = 201, 8.0


def window(trial_count: int, share: float, least: float = LEAST) -> tuple[int, list[float]]:
    """
    Return the smallest number of successes of any weight, and the probabilities from there on.

    ``share``, in [0, 1], is the probability of one success. A number is left out if it weighs
    less than ``least`` beside the likeliest one. The probabilities follow from that of the
    likeliest number by their ratios, and sum to one.

    >>> window(2, 0.5)
    (0, [0.25, 0.5, 0.25])
    """
    if share <= 0.0 or share >= 1.0:
        return (trial_count if share >= 1.0 else 0), [1.0]
    likeliest = min(trial_count, int((trial_count + 1) * share))
    odds = share / (1.0 - share)
    below: list[float] = []
    above = [1.0]
    for count in range(likeliest, 0, -1):
        weight = (below or above)[-1] * count / ((trial_count - count + 1) * odds)
        if weight < least:
            break
        below.append(weight)
    for count in range(likeliest, trial_count):
        weight = above[-1] * (trial_count - count) * odds / (count + 1)
        if weight < least:
            break
        above.append(weight)
    weights = [*reversed(below), *above]
    total = math.fsum(weights)
    return likeliest - len(below), [weight / total for weight in weights]


def normal_below(place: float) -> float:
    """Return the probability that a standard normal variable is below a place."""
    return math.erfc(-place / math.sqrt(2.0)) / 2.0


def spreads(case_count: int) -> list[tuple[float, float]]:
    """Return spreads that samples may have, as multiples of the true one, with their weights."""
    degrees = case_count - 1
    if degrees < 1:
        return [(1.0, 1.0)]
    reach = SPREAD_REACH / math.sqrt(2.0 * degrees)
    low, high = max(1e-9, 1.0 - reach), 1.0 + reach
    # Closer together near the low end, where few cases decide in a small range of spreads.
    steps = [node / (SPREAD_NODES - 1) for node in range(1, SPREAD_NODES)]
    places = [low + (high - low) * step * step for step in steps]
    weights = [
        step * math.exp((degrees - 1) * math.log(place) - degrees * (place * place - 1.0) / 2.0)
        for step, place in zip(steps, places, strict=True)
    ]
    total = math.fsum(weights)
    return [(place, one / total) for place, one in zip(places, weights, strict=True)]
