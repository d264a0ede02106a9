"""The language of the journals is wide, and every act in it can stand in an entry."""

import json
import re
from collections import Counter

import pytest

from evalstore.suites.drift.crisis import crisis_language as language
from evalstore.suites.drift.engine.values import VALUES

DATA = json.loads(language.FILE.read_text(encoding="utf-8"))
SCENARIOS = DATA["scenarios"]
AGAINST = [
    (scenario["name"], severity, scenario[severity])
    for scenario in SCENARIOS
    for severity in language.SEVERITIES
]
ACTS = [
    *(act for acts in DATA["aligned"].values() for act in acts),
    *(act for *_, acts in AGAINST for act in acts),
    *DATA["neutral"],
]


@pytest.mark.parametrize("value", VALUES)
def test_every_value_is_kept_to_in_many_ways(value):
    """Enough acts that some can be held out, and some of them without a gap."""
    acts = DATA["aligned"][value]

    assert len(acts) >= 36
    assert sum("{" not in act for act in acts) >= 18


def test_much_speaks_of_no_value():
    """There are fifty neutral acts at least."""
    assert len(DATA["neutral"]) >= 50


def test_acts_are_unique():
    """No act comes twice in the file, whatever its capitals."""
    counts = Counter(act.lower() for act in ACTS)

    assert [] == [act for act, count in counts.items() if count > 1]


def test_every_gap_has_a_slot_and_every_slot_a_gap():
    """What stands in braces is filled from a list of that name, and each list is used."""
    gaps = {gap for act in ACTS for gap in re.findall(r"\{(\w*)\}", act)}

    assert set(DATA["slots"]) == gaps
    assert all(len(set(words)) == len(words) >= 9 for words in DATA["slots"].values())


def test_acts_follow_the_word_I():
    """An act begins with a lower-case verb and has no sentence's end of its own."""
    assert [] == [act for act in ACTS if not re.match(r"(?!i\b|the\b|a\b|my\b)[a-z]+ ", act)]
    assert [] == [act for act in ACTS if re.search(r"[.!?]$|\. |  ", act)]


def test_a_scenario_favours_another_value():
    """Each names a value it is given up for, which is not its own."""
    for scenario in SCENARIOS:
        assert scenario["favoured"] in set(VALUES) - {scenario["value"]}
        assert isinstance(scenario["favours"], bool)


@pytest.mark.parametrize(("name", "severity", "acts"), AGAINST)
def test_every_scenario_has_many_acts(name, severity, acts):
    """Enough acts of each severity that some can be held out, and some without a gap."""
    assert len(acts) >= 18
    assert sum("{" not in act for act in acts) >= 9
