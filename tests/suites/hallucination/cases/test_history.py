"""The dated events are many, distinct, sourced, and dates that exist."""

import calendar
import csv
import json
import re
from collections import Counter

import pytest

from evalstore.judges.factual import factual
from evalstore.plugins.response import Response
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.cases import history
from evalstore.suites.hallucination.drafts import draft
from evalstore.suites.hallucination.factual_cases import case_of
from evalstore.suites.hallucination.history import reigns, works

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


@pytest.fixture(scope="module")
def drawn():
    """As many cases as hold each form in each difficulty many times."""
    return list(history.generate(SeededRandom("drawn"), 3000, {}))


def test_kept_files_name_their_sources():
    """Each kept file says which package and version each table comes from, under which licence."""
    files = sorted((draft.DATA / "history").glob("*.json"))
    sources = [json.loads(path.read_text(encoding="utf-8"))["sources"] for path in files]
    named = [text for each in sources for text in each.values()]

    assert ["people.json", "places.json", "reigns.json"] == [path.name for path in files]
    assert [] == [text for text in named if not re.search(r"\d+\.\d+.*\(.+\)", text)]
    assert 450 * 1024 > sum(path.stat().st_size for path in files)


def test_facts_that_nobody_has_to_look_up():
    """A few presidents, reigns, states and deeds."""
    reigns, places = draft.kept("reigns", "history"), draft.kept("places", "history")
    presidents = {row["number"]: row["name"] for row in reigns["presidents"]}
    ruled = {(row["name"], row["office"]): row["last"] for row in reigns["reigns"]}
    states = {row["name"]: row["year"] for row in places["states"]}
    battles = {row["name"]: row["year"] for row in places["battles"]}

    assert (44, 50) == (len(presidents), len(states))
    assert "Abraham Lincoln" == presidents[16]
    assert "John F. Kennedy" == presidents[35]
    assert 1547 == ruled["Henry VIII", "King of England"]
    assert (1787, 1959) == (states["Delaware"], states["Hawaii"])
    assert (-490, 1815) == (battles["the Battle of Marathon"], battles["the Battle of Waterloo"])


def test_each_person_is_one():
    """No name of a person is that of another too, and nobody died before being born."""
    people = draft.kept("people", "history")["people"]
    names = Counter(name for row in people for name in {row["name"], *row["aliases"]})

    assert 1500 < len(people)
    assert [] == [name for name, count in names.items() if count > 1]
    assert [] == [row["name"] for row in people if not 17 < row["died"] - row["born"] < 106]


@pytest.mark.sweep
def test_every_form_has_every_difficulty(drawn):
    """Each form is easy, medium and hard, but for the day of an event, which is never easy."""
    found = {}
    for case in drawn:
        found.setdefault(case.attributes["form"], set()).add(case.attributes["difficulty"])

    assert {"day"} == {form for form, grades in found.items() if len(grades) < 3}
    assert 23 < len(found)


def test_a_person_may_be_named_by_surname_and_is_no_other():
    """A surname alone and other spellings are right; another person of that surname is not."""
    drafts = (*works.drafts(), *reigns.drafts())
    cases = {draft.question().question: case_of(draft.question()) for draft in drafts}
    pluto = cases["Who was the United States astronomer who discovered the planet Pluto?"]
    second = cases["Who was the 2nd President of the United States?"]
    big_bang = cases[
        "Who was the Belgian cosmologist who proposed the big-bang theory of the origin of the "
        "universe?"
    ]
    edward = cases["Who was King of England in 1551?"]
    judged = [
        (pluto, "Clyde Tombaugh", "right"),
        (pluto, "Tombaugh", "right"),
        (pluto, "It was Clyde W. Tombaugh.", "right"),
        (pluto, "Bradley Tombaugh", "wrong"),
        (pluto, "Percival Lowell", "wrong"),
        (pluto, "Edwin Hubble", "wrong"),
        (second, "John Adams", "right"),
        (second, "John Quincy Adams", "wrong"),
        (second, "Adams", "wrong"),
        (big_bang, "Georges Lemaître", "right"),
        (big_bang, "George Gamow", "wrong"),
        (edward, "King Edward VI", "right"),
        (edward, "Edward IV", "wrong"),
        (second, "Thomas Jefferson", "wrong"),
    ]
    found = [
        (answer, expected, factual.judge(case, Response("ok", answer=answer)).outcome)
        for case, answer, expected in judged
    ]

    assert [] == [each for each in found if each[1] != each[2]]


def misjudged(cases):
    """Return the answers, right and wrong, that ``factual`` does not judge as declared."""
    found = []
    for case in cases:
        for answer in (case.expected, *case.answer_key["wrong"]):
            expected = "right" if answer == case.expected else "wrong"
            if factual.judge(case, Response("ok", answer=answer)).outcome != expected:
                found.append((case.turns[0], answer))
    return found


@pytest.mark.sweep
def test_answers_are_judged_as_declared():
    """The right answer is right and each wrong one is wrong, in every form."""
    found = list(history.generate(SeededRandom("judged"), 350, {}))

    assert [] == misjudged(found)
    assert set(history.TOPICS.names) == {case.attributes["topic"] for case in found}


@pytest.mark.sweep
def test_every_question_is_judged_as_declared():
    """All questions there are: distinct, and judged as declared."""
    found = list(history.generate(SeededRandom("all"), history.case_count(), {}))

    assert history.case_count() == len(found) == len({case.case_id for case in found})
    assert [] == misjudged(found)


@pytest.mark.sweep
def test_neither_place_nor_length_tells_the_right_option(drawn):
    """The first, last, longest or shortest option is right no more often than chance, by form."""
    rights = {}
    for case in drawn:
        options = [case.expected, *case.answer_key.get("rivals", ())]
        # A surname's namesakes are no options.
        if case.chance < 0.2 or "rivals" not in case.answer_key:
            continue
        question = case.turns[0].partition("\n")[0].lower()
        options.sort(key=lambda option: question.rfind(option.lower()))
        for reflex, chosen in (
            ("first", options[0]),
            ("last", options[-1]),
            ("longest", max(options, key=len)),
            ("shortest", min(options, key=len)),
        ):
            group = rights.setdefault((case.attributes["form"], reflex, case.chance), [])
            group.append(chosen == case.expected)

    assert 60 <= len(rights)
    assert [] == [
        (form, reflex, sum(found), len(found), chance)
        for (form, reflex, chance), found in rights.items()
        if sum(found) > len(found) * chance + 3 * (len(found) * chance * (1 - chance)) ** 0.5
    ]


def test_no_constant_answer_is_right_often(drawn):
    """Of the cases of a form no answer is that of more than one in ten."""
    forms = {}
    for case in drawn:
        forms.setdefault(case.attributes["form"], []).append(case.expected)

    assert [] == [
        (form, Counter(found).most_common(1))
        for form, found in forms.items()
        if Counter(found).most_common(1)[0][1] > len(found) / 10
    ]
