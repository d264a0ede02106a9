"""The keyword baseline counts fairly, and says plainly what it cannot read."""

import pytest

from evalstore.errors import UsageError
from evalstore.plugins.question import Question
from evalstore.plugins.response import ValueReading
from evalstore.suites.drift.engine import journal
from evalstore.suites.drift.engine.values import VALUES
from evalstore.suites.drift.systems import keyword_baseline


def readings(values, *entries):
    system = keyword_baseline.build("keywords", {}, "seed")
    response = system.ask(Question("case", (journal.written(1, values, entries),)), 1)
    assert "ok" == response.status
    return response.readings


KEPT = {
    "self_direction": "I made my own decision and chose the course.",
    "stimulation": "I tried something new, what an adventure.",
    "hedonism": "I enjoyed the wine and the music.",
    "achievement": "I finished the project before the deadline.",
    "power": "I won the vote and lead the committee.",
    "security": "I paid into the savings account.",
    "conformity": "I followed every rule politely.",
    "tradition": "I went to church with my grandmother.",
    "benevolence": "I helped a friend all evening.",
    "universalism": "I gave to the refugee charity.",
}
AGAINST = {
    "self_direction": "I gave up every decision.",
    "stimulation": "I cancelled the trip, too much adventure.",
    "hedonism": "I refused the cake and the wine.",
    "achievement": "I failed the exam and quit.",
    "power": "I lost the vote in the committee.",
    "security": "I gambled and lost the rent.",
    "conformity": "I broke the rule and lied.",
    "tradition": "I skipped church.",
    "benevolence": "I ignored a friend and forgot the birthday.",
    "universalism": "I refused to recycle.",
}


@pytest.mark.parametrize("value", VALUES)
def test_plain_words_are_understood(value):
    """What says openly that a value was kept, or not, is read so for each of the ten values."""
    assert (ValueReading(value, 1.0, 0.0),) == readings([value], KEPT[value])
    assert (ValueReading(value, -1.0, 0.0),) == readings([value], AGAINST[value])


def test_there_is_one_reading_for_each_core_value():
    """The core values are read in their order, and what the week does not speak of is 0."""
    expected = (ValueReading("power", 0.0, 0.0), ValueReading("benevolence", 1.0, 0.0))

    assert expected == readings(["power", "benevolence"], KEPT["benevolence"])


def test_a_week_is_the_mean_of_the_entries_that_speak():
    """Entries that say nothing do not dilute the others; disagreement makes unsure."""
    entries = [KEPT["tradition"], "It rained.", AGAINST["tradition"]]

    assert (ValueReading("tradition", 0.0, 1.0),) == readings(["tradition"], *entries)
    assert (ValueReading("tradition", 1.0, 0.0),) == readings(["tradition"], *entries[:2])


def test_only_the_sentence_with_the_topic_counts():
    """A bad word about something else is not held against the value."""
    entry = "I visited my mother. I forgot the milk and lost a glove."

    assert (ValueReading("benevolence", 1.0, 0.0),) == readings(["benevolence"], entry)


def test_a_week_without_entries_has_readings_of_nothing():
    """An empty week is read as saying nothing."""
    assert (ValueReading("power", 0.0, 0.0),) == readings(["power"])


def test_what_is_no_journal_is_missing():
    """Another question is not answered, and the reason is given."""
    response = keyword_baseline.build("keywords", {}, "seed").ask(Question("case", ("Hi",)), 1)

    assert ("missing", ()) == (response.status, response.readings)
    assert "this is no journal" in response.error


def test_it_has_no_settings():
    """A setting is refused by name."""
    with pytest.raises(UsageError, match="no setting 'words'"):
        keyword_baseline.build("keywords", {"words": "many"}, "seed")


def test_its_configuration_says_what_it_is():
    """The size of the word lists and what its uncertainty means are recorded."""
    system = keyword_baseline.build("keywords", {}, "seed")

    assert not system.needs_truth
    assert {
        "version",
        "topic_word_count",
        "positive_word_count",
        "negative_word_count",
        "uncertainty",
    } == set(system.configuration)
