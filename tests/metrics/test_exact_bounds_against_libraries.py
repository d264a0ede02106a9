"""The exact lower bound of a chance is that of the beta distribution, as scipy has it."""

import numpy as np
import pytest
from scipy.stats import beta, binom

from evalstore.store.query.reader import reading
from tests import kept_stores

COUNTS = [(1, 1), (1, 40), (20, 40), (39, 40), (40, 40), (95, 100), (700, 1000), (4990, 5000)]


@pytest.mark.parametrize("alpha", [0.05, 0.001])
def test_exact_low(tmp_path, alpha):
    """To ten digits; 0 without a hit, and null without a trial."""
    store = kept_stores.store_of([], tmp_path / "warehouse")
    with reading(store.layout) as reader:
        rows = reader.rows(
            "select hits, trials, macros.exact_low(hits, trials, $alpha) as low "
            "from (select unnest($counts)[1] as hits, unnest($counts)[2] as trials)",
            counts=[[0, 7], [0, 0], *map(list, COUNTS)],
            alpha=alpha,
        )

    assert [0.0, None] == [row["low"] for row in rows[:2]]
    for row, (hits, trials) in zip(rows[2:], COUNTS, strict=True):
        expected = beta.ppf(alpha, hits, trials - hits + 1)
        assert expected == pytest.approx(row["low"], abs=1e-10), (hits, trials)


def test_the_bound_holds_in_19_of_20_samples(tmp_path):
    """Summed over all samples, for chances from .5 to .995."""
    sizes = (30, 100)
    counts = [[hits, size] for size in sizes for hits in range(size + 1)]
    store = kept_stores.store_of([], tmp_path / "warehouse")
    with reading(store.layout) as reader:
        rows = reader.rows(
            "select trials, macros.exact_low(hits, trials, 0.05) as low "
            "from (select unnest($counts)[1] as hits, unnest($counts)[2] as trials)",
            counts=counts,
        )

    for size in sizes:
        lows = np.array([row["low"] for row in rows if row["trials"] == size])
        covered = [
            binom.pmf(np.arange(size + 1), size, chance)[lows <= chance].sum()
            for chance in np.linspace(0.5, 0.995, 100)
        ]
        assert 0.95 <= min(covered) < 0.953
