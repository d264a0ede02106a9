"""
Astronomy: stars, constellations, moons, masses, phases of the Moon, eclipses and planets.

Difficulty: a star is easy down to magnitude 1, hard from 2 on; a moon is easy among the first
four of its planet by number, hard from the ninth on. The largest mass is easy if it is four times
the next, hard below twice; the brightest star likewise from one magnitude and below a half. A
constellation's abbreviation is medium; a Julian day, a phase, an eclipse and the place of a planet
have to be computed: they are hard, an eclipse medium from 2010 to 2030.
"""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from evalstore.base.word_file import word_file
from evalstore.suites.hallucination.drafts.draft import (
    Draft,
    Subject,
    choice_question,
    date_question,
    graded,
    kept,
    name_question,
    number_question,
    worded,
)
from evalstore.suites.hallucination.drafts.drawing import balanced
from evalstore.suites.hallucination.factual_cases import question_rng

FILE = Path(__file__).with_name("astronomy.toml")
WORDS = word_file(FILE)

Row = Mapping[str, Any]
# Signs of the zodiac whose constellation has another name.
SIGNS = {"Capricornus": ("Capricorn",), "Scorpius": ("Scorpio",)}
MONTHS = WORDS["months"]
ZODIAC = WORDS["zodiac"]
GIANTS = ("Mars", "Jupiter", "Saturn", "Uranus", "Neptune")
MAGNITUDE_GAP_MIN = 0.3
MASS_RATIO_MIN = 1.1
RECENT_ECLIPSES = range(2010, 2031)
STAR_WORDINGS = WORDS["star_wordings"]
NAME_WORDINGS = WORDS["name_wordings"]
MOON_WORDINGS = WORDS["moon_wordings"]
ORBIT_WORDINGS = WORDS["orbit_wordings"]
MASS_WORDINGS = ("Which of these has the largest mass", "Which of these bodies is the heaviest")
BRIGHTEST_WORDINGS = WORDS["brightest_wordings"]
PLANET_WORDING = (
    "Within the boundaries of the IAU, in which constellation was or will {planet} be, seen from "
    "the Earth, on {day} at 0 h UTC"
)
EVENTS = WORDS["events"]
JULIAN_WORDINGS = WORDS["julian_wordings"]


def drafts() -> Iterator[Draft]:
    """Yield all questions about astronomy."""
    yield from balanced(_stars(), 0.05)
    yield from _brightest()
    yield from _constellations()
    yield from balanced(_moons(), 0.25)
    yield from _moons_of_planets()
    yield from _masses()
    yield from _planets()
    for kind in EVENTS:
        yield from _events(kind)
    yield from _julian_days()


def _subject(form: str, name: str, source: str, grade: str) -> Subject:
    return Subject("astronomy", form, name, str(kept("astronomy")["sources"][source]), grade)


def in_words(day: str) -> str:
    """
    Write a day of ISO 8601 in words.

    >>> in_words("1999-08-11")
    '11 August 1999'
    """
    parsed = date.fromisoformat(day)
    return f"{parsed.day} {MONTHS[parsed.month - 1]} {parsed.year}"


def _stars() -> Iterator[Draft]:
    stars = kept("astronomy")["stars"]
    names = sorted({star["constellation"] for star in stars})
    for star in stars:
        grade = graded(-star["magnitude"], easy=-1, medium=-2)
        others = [name for name in names if name != star["constellation"]]
        rivals = question_rng("star", star["name"]).sample(others, 4)
        for wording in STAR_WORDINGS:
            yield Draft("constellation of a star", star["constellation"], partial(
                name_question, _subject("constellation of a star", star["name"], "stars", grade),
                wording.format(name=star["name"]), star["constellation"], rivals,
                SIGNS.get(star["constellation"], ()),
            ))  # fmt: skip


def _brightest() -> Iterator[Draft]:
    stars = sorted(kept("astronomy")["stars"], key=lambda star: star["magnitude"])
    for star in stars:
        fainter = [
            other for other in stars if other["magnitude"] - star["magnitude"] > MAGNITUDE_GAP_MIN
        ]
        for variant, reach in enumerate((12, 40)):
            others = question_rng("bright", star["name"], variant).sample(fainter[:reach], 3)
            if len(others) < len("abc") or (variant and len(fainter) < reach):
                continue
            gap = min(other["magnitude"] for other in others) - star["magnitude"]
            subject = _subject("brightest star", star["name"], "stars", graded(gap, 1, 0.5))
            yield Draft(
                "brightest star",
                star["name"],
                partial(
                    choice_question,
                    subject,
                    worded(BRIGHTEST_WORDINGS, star["name"], variant),
                    star["name"],
                    sorted(other["name"] for other in others),
                ),
            )


def _constellations() -> Iterator[Draft]:
    rows = kept("astronomy")["constellations"]
    for row in rows:
        near = [
            other["name"]
            for other in rows
            if other["name"][0] == row["name"][0] and other is not row
        ]
        others = [
            other["name"] for other in rows if other is not row and other["name"] not in near
        ]
        rivals = near[:3] + question_rng("short", row["name"]).sample(others, 3)
        for wording in NAME_WORDINGS if row["short"] != row["name"] else ():
            subject = _subject("constellation", row["name"], "constellations", "medium")
            yield Draft("constellation", row["name"], partial(
                name_question, subject, wording.format(short=row["short"]), row["name"], rivals,
                SIGNS.get(row["name"], ()),
            ))  # fmt: skip


def _moons() -> Iterator[Draft]:
    moons = kept("astronomy")["moons"]
    for moon in moons:
        others = [planet for planet in GIANTS if planet != moon["planet"]]
        options = sorted(question_rng("moon", moon["name"]).sample(others, 3))
        subject = _subject("planet of a moon", moon["name"], "bodies", _moon_grade(moon))
        text = worded(MOON_WORDINGS, moon["name"], name=moon["name"])
        yield Draft("planet of a moon", moon["planet"], partial(
            choice_question, subject, text, moon["planet"], options
        ))  # fmt: skip


def _moon_grade(moon: Row) -> str:
    fellows = [
        each["name"] for each in kept("astronomy")["moons"] if each["planet"] == moon["planet"]
    ]
    return graded(-fellows.index(moon["name"]), easy=-3, medium=-7)


def _moons_of_planets() -> Iterator[Draft]:
    moons = kept("astronomy")["moons"]
    for moon in moons:
        others = [each["name"] for each in moons if each["planet"] != moon["planet"]]
        for variant in range(2):
            options = sorted(question_rng("orbits", moon["name"], variant).sample(others, 3))
            subject = _subject("moon of a planet", moon["name"], "bodies", _moon_grade(moon))
            yield Draft(
                "moon of a planet",
                moon["name"],
                partial(
                    choice_question,
                    subject,
                    worded(ORBIT_WORDINGS, moon["name"], variant, planet=moon["planet"]),
                    moon["name"],
                    options,
                ),
            )


def _masses() -> Iterator[Draft]:
    bodies = kept("astronomy")["masses"]
    for body in bodies:
        lighter = [other for other in bodies if body["gm"] > MASS_RATIO_MIN * other["gm"]]
        for variant, reach in enumerate((4, 8, 14)):
            others = question_rng("mass", body["name"], variant).sample(lighter[:reach], 3)
            if len(others) < len("abc") or (variant and len(lighter) < reach):
                continue
            ratio = body["gm"] / max(other["gm"] for other in others)
            subject = _subject("largest mass", body["name"], "bodies", graded(ratio, 4, 2))
            yield Draft(
                "largest mass",
                body["name"],
                partial(
                    choice_question,
                    subject,
                    worded(MASS_WORDINGS, body["name"], variant),
                    body["name"],
                    sorted(other["name"] for other in others),
                ),
            )


def _planets() -> Iterator[Draft]:
    for row in kept("astronomy")["planets"]:
        right = row["constellation"]
        if right not in ZODIAC:
            continue
        place = ZODIAC.index(right)
        others = sorted({ZODIAC[(place + step) % len(ZODIAC)] for step in (-3, 2, 5)})
        text = PLANET_WORDING.format(planet=row["planet"], day=in_words(row["date"]))
        subject = _subject("place of a planet", f"{row['planet']} {row['date']}", "sky", "hard")
        yield Draft("place of a planet", right, partial(
            choice_question, subject, text, right, others, SIGNS.get(right, ())
        ))  # fmt: skip


def _events(kind: str) -> Iterator[Draft]:
    form, wordings = EVENTS[kind]
    for day in kept("astronomy")[kind][0]:
        event_date = date.fromisoformat(day)
        slips = [in_words(str(event_date + timedelta(days=step))) for step in (1, -2, 5)]
        text = worded(wordings, day, month=f"{MONTHS[event_date.month - 1]} {event_date.year}")
        is_known = form == "solar eclipse" and event_date.year in RECENT_ECLIPSES
        subject = _subject(form, day, "sky", "medium" if is_known else "hard")
        yield Draft(form, day, partial(date_question, subject, text, day, in_words(day), slips))


def _julian_days() -> Iterator[Draft]:
    for row in kept("astronomy")["julian_days"]:
        right = row["day"]
        slips = [str(right + slip) for slip in (1, -1, 365)]
        subject = _subject("Julian day", row["date"], "days", "hard")
        for wording in JULIAN_WORDINGS:
            text = wording.format(day=in_words(row["date"]))
            yield Draft("Julian day", str(right), partial(
                number_question, subject, text, str(right), slips
            ))  # fmt: skip
