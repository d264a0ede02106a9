"""The exact tail of chance, held against scipy and against counting."""

from itertools import product

import pytest

from evalstore.statistics.chance_tail import chance_tail

stats = pytest.importorskip("scipy.stats")


def test_one_chance_is_a_binomial_test():
    """Single cases of one chance give scipy's binomial test."""
    for count, chance, right in [(10, 0.5, 8), (40, 0.05, 6), (300, 1 / 3, 130), (7, 0.2, 0)]:
        expected = stats.binomtest(right, count, chance, alternative="greater").pvalue

        assert chance_tail([(1, chance)] * count, right) == pytest.approx(expected, rel=1e-9)


def test_different_chances_are_poisson_binomial():
    """Cases of different chances give scipy's Poisson-binomial distribution."""
    chances = [0.05, 0.5, 0.25, 1 / 3, 0.5, 0.05, 0.9]
    expected = stats.poisson_binom(chances)

    for right in range(len(chances) + 1):
        tail = chance_tail([(1, chance) for chance in chances], right)
        assert tail == pytest.approx(expected.sf(right - 1), rel=1e-9)


def test_clusters_are_right_as_a_whole():
    """With clusters of several cases the tail is that of every combination, counted."""
    draws = [(2, 0.5), (1, 0.25), (3, 0.1), (2, 0.6)]
    for right in range(9):
        expected = 0.0
        for drawn in product((0, 1), repeat=len(draws)):
            share = 1.0
            for is_right, (_, chance) in zip(drawn, draws, strict=True):
                share *= chance if is_right else 1 - chance
            total = sum(size for is_right, (size, _) in zip(drawn, draws, strict=True) if is_right)
            expected += share if total >= right else 0.0

        assert chance_tail(draws, right) == pytest.approx(expected, abs=1e-12)


def test_small_tails_are_not_lost():
    """A tail of 1e-60 is computed from its own terms, not as one less the rest."""
    expected = stats.binom(60, 0.1).sf(59)

    assert chance_tail([(1, 0.1)] * 60, 60) == pytest.approx(expected, rel=1e-9)


def test_a_chance_outside_its_range_is_an_error():
    """A chance is a probability."""
    with pytest.raises(ValueError, match=r"chance is 1\.5"):
        chance_tail([(1, 1.5)], 1)
