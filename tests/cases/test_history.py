"""The dated events are many, distinct, sourced, and dates that exist."""

import calendar
import csv
from collections import Counter

import pytest

from evalstore.cases import history
from evalstore.types.response import Response
from evalstore.types.seeded_random import SeededRandom
from evalstore.validators import factual

JULIAN_UNTIL = 1582


def test_there_are_many_events():
    """At least 250 events, each with an id of its own."""
    found = history.events()

    assert 250 <= len(found)
    assert len(found) == len({event.event_id for event in found})
    assert len(found) == len({event.name for event in found})


def test_every_event_names_its_source():
    """A reader can look each one up."""
    unsourced = [
        event.event_id
        for event in history.events()
        if not event.source.startswith("Wikipedia: ") or not event.url.startswith("https://")
    ]

    assert [] == unsourced


def test_dates_exist():
    """A day given is a day of its month, and there is no year 0."""
    wrong = [
        event.event_id
        for event in history.events()
        if event.year == 0
        or (event.day is None) != (event.month is None)
        or (event.day and event.day > calendar.monthrange(max(event.year, 4), event.month)[1])
    ]

    assert [] == wrong


def test_calendars_are_named():
    """Before the reform dates are Julian; days after it are given in the Gregorian calendar."""
    for event in history.events():
        assert event.calendar in {"Julian", "Gregorian"}
        if event.year < JULIAN_UNTIL:
            assert "Julian" == event.calendar, event.event_id
        elif event.day is not None:
            assert "Gregorian" == event.calendar, event.event_id


def test_the_file_is_in_the_order_of_time():
    """Neighbours in the file are neighbours in time: others are drawn from there."""
    years = [event.year for event in history.events()]

    assert sorted(years) == years


def test_the_file_has_no_more_columns_than_are_read():
    """What stands in the file is what an event holds."""
    with history.DATA.open(encoding="utf-8", newline="") as lines:
        columns = next(csv.reader(lines))

    assert ["event_id", "date", "calendar", "event", "source", "url"] == columns


def test_well_known_years():
    """A few years that nobody has to look up."""
    expected = {
        "fall-berlin-wall": 1989,
        "battle-hastings": 1066,
        "assassination-julius-caesar": -44,
        "storming-bastille": 1789,
        "apollo-11-moon-landing": 1969,
        "sinking-titanic": 1912,
    }
    found = {event.event_id: event.year for event in history.events()}

    assert expected == {event_id: found[event_id] for event_id in expected}


def misjudged(cases):
    """Return the answers, right and wrong, that ``factual`` does not judge as declared."""
    found = []
    for case in cases:
        for answer in (case.expected, *case.answer_key["wrong"]):
            expected = "right" if answer == case.expected else "wrong"
            if factual.judge(case, Response("ok", answer=answer)).outcome != expected:
                found.append((case.turns[0], answer))
    return found


def test_answers_are_judged_as_declared():
    """The right answer is right and each wrong one is wrong, in every form."""
    found = list(history.generate(SeededRandom("judged"), 150, {}))

    assert [] == misjudged(found)
    assert set(history.TOPICS) == {case.attributes["topic"] for case in found}


@pytest.mark.sweep
def test_every_question_is_judged_as_declared():
    """All questions there are: distinct, and judged as declared."""
    found = list(history.generate(SeededRandom("all"), history.case_count(), {}))

    assert history.case_count() == len(found) == len({case.case_id for case in found})
    assert [] == misjudged(found)


def test_no_constant_answer_is_right_often():
    """Of the cases of a form no answer is that of more than one in ten."""
    forms = {}
    for case in history.generate(SeededRandom("constant"), 1500, {}):
        forms.setdefault(case.attributes["form"], []).append(case.expected)

    assert [] == [
        (form, Counter(found).most_common(1))
        for form, found in forms.items()
        if Counter(found).most_common(1)[0][1] > len(found) / 10
    ]
