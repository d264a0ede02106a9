"""The dated events are many, distinct, sourced, and dates that exist."""

import calendar
import csv

from evalstore.cases import history

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
