"""The numbers in the prose of compare.md are those of the example and of the code."""

import math
from pathlib import Path

from evalstore.gates.power.plans import SizeQuestion
from evalstore.gates.power.size_questions import answered
from evalstore.statistics.detectable import of_means
from evalstore.statistics.paired import LEVEL, POWER
from evalstore.statistics.student import quantile

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "compare.md").read_text(encoding="utf-8")


def test_numbers_in_the_prose():
    """Wins and losses of the example, how many more cases, and how many standard errors."""
    assert "eight answers became right and five wrong" in PAGE
    assert "--discordant 0.433" in PAGE
    assert 0.433 == round(13 / 30, 3)
    assert 435 == counted(0.1, 0.433)
    assert "2.36 standard errors with 8 of them, ± 1.96" in PAGE
    assert "2.80 standard errors with many clusters or pairs, 3.27 with 8 (by the" in PAGE
    for unit_count, reach, effect in ((8, 2.36, 3.27), (100_000, 1.96, 2.80)):
        found = quantile(1 - LEVEL / 2, unit_count - 1)
        assert math.isclose(reach, found, abs_tol=0.005)
        shown = of_means(1.0, unit_count, 0.0, LEVEL, POWER, is_share=False)
        assert math.isclose(effect, shown * math.sqrt(unit_count), abs_tol=0.005)


def counted(drop, discordant):
    """Return how many pairs `size` says that a drop takes."""
    question = SizeQuestion("accuracy", drop=drop, discordant=discordant)
    return answered(question).rows[0].case_count
