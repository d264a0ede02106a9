"""The numbers in the prose of compare.md are those of the example and of the code."""

import math
from pathlib import Path

from evalstore.statistics.paired import LEVEL, POWER
from evalstore.statistics.student import quantile

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "compare.md").read_text(encoding="utf-8")


def test_numbers_in_the_prose():
    """Wins and losses of the example, how many more cases, and how many standard errors."""
    assert "eight answers became right and five wrong" in PAGE
    assert 12 == round((0.35 / 0.1) ** 2)
    assert "2.36 standard errors with 8 of them, ± 1.96" in PAGE
    assert "2.80 standard errors\n  with many clusters or pairs, 3.26 with 8." in PAGE
    for unit_count, reach, effect in ((8, 2.36, 3.26), (100_000, 1.96, 2.80)):
        found = quantile(1 - LEVEL / 2, unit_count - 1)
        assert math.isclose(reach, found, abs_tol=0.005)
        assert math.isclose(effect, found + quantile(POWER, unit_count - 1), abs_tol=0.005)
