"""The time limit of card making: what is made within it is kept, and a cut is said."""

import pytest

from evalstore.errors import UsageError
from evalstore.plugins.progress import progress_reported
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.epistemic import epistemic
from evalstore.suites.epistemic.cards import card_clock
from evalstore.suites.epistemic.cards.card_clock import CardClock
from evalstore.suites.epistemic.cases.context_cards import cards

BORDERS = "https://evalstore.example/world#borders"


@pytest.fixture
def slow_clock(monkeypatch):
    """Let every look at the clock take a second."""
    ticks = iter(range(10**9))
    monkeypatch.setattr(card_clock, "monotonic", lambda: float(next(ticks)))


def test_making_stops_at_the_limit(slow_clock):
    """Every label gets its share of the time: there are some of each, and a cut is said."""
    settings = {"time_limit": 90, "predicate": BORDERS}
    made, shortfalls = cards(SeededRandom("s"), 3_000, settings)
    labels = {card.label for card in made}
    assert labels == {"E", "C", "U"}
    assert len(made) < 3_000
    assert all(one.is_cut and "time limit was reached" in one.reason for one in shortfalls)


@pytest.mark.sweep
def test_a_run_that_is_cut_says_so(slow_clock):
    """The remark is on the run, also where enough cards are left."""
    found = epistemic.remarks("cut", ("epistemic",), None, {"time_limit": 30, "per_label": 50})
    assert any("another run with the same seed may have other cards" in one for one in found)
    assert epistemic.KEEPS_CASES


def test_without_a_cut_the_clock_changes_nothing():
    """A limit that is not reached gives the cards of no limit."""
    some, _ = cards(SeededRandom("s"), 9, {"time_limit": 1_000})
    same, _ = cards(SeededRandom("s"), 9, {"time_limit": 0})
    assert [card.case_id for card in some] == [card.case_id for card in same]


def test_progress_counts_cards():
    """Whoever shows progress gets each card, of how many there are to be."""
    shown = []
    with progress_reported(lambda done, total: shown.append((done, total))):
        cards(SeededRandom("s"), 9, {})
    assert shown == [(place, 9) for place in range(1, 10)]


def test_a_limit_of_claims_counts_them():
    """A number of claims limits as seconds do."""
    clock = CardClock(0, claims_max=2)
    assert [clock.is_over() for _ in range(3)] == [False, False, True]


def test_an_invalid_limit_is_refused():
    """What is no number of seconds is named."""
    with pytest.raises(UsageError, match="`time_limit` is 'soon', expected a number from 0"):
        cards(SeededRandom("s"), 3, {"time_limit": "soon"})
