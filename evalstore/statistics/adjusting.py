"""Adjust p-values for multiple comparisons."""

from collections.abc import Sequence

NONE, HOLM, BENJAMINI_HOCHBERG = "none", "holm", "benjamini-hochberg"
METHODS = (NONE, HOLM, BENJAMINI_HOCHBERG)


def adjusted(p_values: Sequence[float | None], method: str) -> list[float | None]:
    """Return the p-values adjusted by ``method``, one of ``METHODS``; None stays None."""
    if method == HOLM:
        return holm(p_values)
    if method == BENJAMINI_HOCHBERG:
        return benjamini_hochberg(p_values)
    return list(p_values)


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """
    Return Holm's adjusted p-values, which control the family-wise error rate.

    A p-value of None stays None and does not count as a test. Source: Holm (1979).

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03]) if p is not None]
    [0.03, 0.06, 0.06]
    """
    ranked = _ranked(p_values)
    results: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, (p_value, place) in enumerate(ranked):
        largest = max(largest, min(1.0, (len(ranked) - rank) * p_value))
        results[place] = largest
    return results


def benjamini_hochberg(p_values: Sequence[float | None]) -> list[float | None]:
    """
    Return Benjamini-Hochberg adjusted p-values, which control the false discovery rate.

    A p-value of None stays None and does not count as a test. Source: Benjamini and Hochberg
    (1995).

    >>> [round(p, 3) for p in benjamini_hochberg([0.01, 0.04, 0.03]) if p is not None]
    [0.03, 0.04, 0.04]
    """
    ranked = _ranked(p_values)
    results: list[float | None] = [None] * len(p_values)
    smallest = 1.0
    for rank, (p_value, place) in reversed(list(enumerate(ranked, start=1))):
        smallest = min(smallest, len(ranked) * p_value / rank)
        results[place] = smallest
    return results


def _ranked(p_values: Sequence[float | None]) -> list[tuple[float, int]]:
    return sorted((p, place) for place, p in enumerate(p_values) if p is not None)
