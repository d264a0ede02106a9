"""Evidence of a difference and of a drop is that of scipy's integrals and of exact fractions."""

import math

import numpy as np
import pytest
from mpmath import mp, mpf
from scipy.integrate import quad

# Losses and wins, of ten thousand pairs as well, where powers of one half are no doubles.
COUNTS = (
    (0, 0), (1, 0), (0, 1), (12, 3), (3, 12), (500, 480), (480, 500), (5000, 5000), (5001, 4999),
    (4999, 5001), (0, 10_000), (10_000, 0), (4900, 5100), (5100, 4900), (6000, 4000),
    (4000, 6000), (9, 9991),
)  # fmt: skip


@pytest.fixture(scope="module")
def evidence(warehouse):
    """Return a function that gives what a macro says of losses and wins."""

    def ask(macro, losses, wins):
        [(value,)] = warehouse.connection.execute(
            f"select macros.log_evidence_of_{macro}($1, $2)", [losses, wins]
        ).fetchall()
        return value

    return ask


def log_of(part, whole):
    """Return the logarithm of a fraction of whole numbers."""
    with mp.workdps(40):
        return float(mp.log(mpf(part) / mpf(whole)))


@pytest.mark.parametrize(("losses", "wins"), [(0, 0), (7, 7), (8, 2), (2, 8), (30, 12)])
def test_evidence_is_the_integral_of_its_definition(evidence, losses, wins):
    """Over the chances of a loss, from 0 for a difference, from one half for a drop."""

    def ratio(chance):
        return 2 ** (losses + wins) * chance**losses * (1 - chance) ** wins

    [(both, _), (above, _)] = (quad(ratio, low, 1, epsabs=0, epsrel=1e-12) for low in (0, 0.5))

    assert math.log(both) == pytest.approx(evidence("difference", losses, wins), abs=1e-10)
    assert math.log(2 * above) == pytest.approx(evidence("drop", losses, wins), abs=1e-10)


@pytest.mark.parametrize(("losses", "wins"), COUNTS)
def test_evidence_is_exact_of_many_pairs(evidence, losses, wins):
    """Fractions of whole numbers: of a binomial tail and a binomial coefficient."""
    count = losses + wins
    ways = math.comb(count, losses) * (count + 1)
    tail = way = 1
    for below in range(losses):
        way = way * (count + 1 - below) // (below + 1)
        tail += way

    assert log_of(2**count, ways) == pytest.approx(evidence("difference", losses, wins), abs=1e-9)
    assert log_of(tail, ways) == pytest.approx(evidence("drop", losses, wins), abs=1e-9)


def test_evidence_of_no_count_is_null(evidence):
    """A count below zero, or none, has no evidence."""
    for losses, wins in ((-1, 2), (2, -1), (None, 2), (2, None)):
        assert evidence("difference", losses, wins) is None
        assert evidence("drop", losses, wins) is None


def test_more_losses_are_more_evidence_of_a_drop(evidence):
    """Of the same pairs, from all won to all lost."""
    values = [evidence("drop", losses, 60 - losses) for losses in range(61)]

    assert values == sorted(values)
    assert not np.isnan(values).any()
