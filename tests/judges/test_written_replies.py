"""The rules agree with a writer who had seen none of them, on replies of every form."""

import pytest

from benchmarks.halves import HALVES
from benchmarks.written_replies import JUDGEMENTS, agreement, passes_screen, rows_of

# What is wanted of each kind on both halves: its agreement, and the share that is decided.
WANTED = {
    "abstention": (0.93, 1.0),
    "choices": (0.97, 0.75),
    "confidence": (0.95, 1.0),
    "contradiction": (0.85, 0.4),
    "math": (0.97, 0.9),
    "open_qa": (0.85, 0.65),
    "phenomenology": (0.85, 0.95),
    "yes_no": (0.88, 0.7),
}


@pytest.mark.thinned(2)
@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("kind", JUDGEMENTS)
def test_rules_agree_with_the_writer(kind, half):
    """A rule that helps one reply must not cost the agreement on others."""
    agreed, decided_count, count = agreement(kind, half)

    assert agreed.value is not None
    assert agreed.value >= WANTED[kind][0]
    assert decided_count >= WANTED[kind][1] * count


@pytest.mark.parametrize("half", HALVES)
def test_no_mockery_and_no_advertisement_passes_the_screen(half):
    """They use the words of a good reply, and are none."""
    unfit = [
        row["reply"]
        for row in rows_of("phenomenology", half)
        if row["style"] in {"mocking", "advertisement"} and passes_screen(row)
    ]

    assert [] == unfit
