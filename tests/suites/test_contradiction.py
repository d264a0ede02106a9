"""The suite of debates against systems that know nothing."""

from tests.suites.controls import above_chance


def test_no_control_beats_chance():
    """No constant answer and no reflex keeps a position better than chance has it."""
    assert [] == above_chance("contradiction", count=60)
