"""The suite of debates against systems that know nothing."""

from tests.suites.controls import above_chance

# A change of mind is always acknowledged by who says in every last turn that it has changed its
# mind. A change that mends it takes the entry out.
REWARDED_REFLEXES = [("self_contradiction", "debates", "debate")]


def test_what_controls_are_right_of():
    """No kind rewards a control but the known one, and that one still does."""
    assert REWARDED_REFLEXES == above_chance("contradiction", count=60)
