"""
Earth: capitals, countries, borders, sizes, the places of cities, and geological time.

Difficulty: a country is easy from 30 million inhabitants on, hard below 5 million; a city from 5
and below 1 million. A choice by size is easy if the largest is four times the next, hard below
twice; one by latitude from 15 and below 5 degrees. Distances are easy between cities of five
million, hard if one has less than a million.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, partial
from math import asin, cos, radians, sin, sqrt
from pathlib import Path
from typing import Any

from evalstore.base.word_file import word_file
from evalstore.suites.hallucination.drafts.draft import (
    Draft,
    Subject,
    choice_question,
    graded,
    kept,
    name_question,
    number_question,
    worded,
)
from evalstore.suites.hallucination.drafts.drawing import balanced
from evalstore.suites.hallucination.factual_cases import question_rng
from evalstore.suites.hallucination.science import geological_time

FILE = Path(__file__).with_name("earth.toml")
WORDS = word_file(FILE)

Row = Mapping[str, Any]
ARTICLE = re.compile(
    r"\A(?:United|U\.S\.|Republic|Democratic Republic|Netherlands|Philippines|Bahamas|Maldives|"
    r"Gambia|Comoros)|(?:Islands|Republic|Emirates)\Z"
)
MEAN_RADIUS_KM = 6371.0088
# The sphere differs from the ellipsoid by half a percent, and a city is not a point.
DISTANCE_TOLERANCE = 0.05
# The smallest ratio of two sizes that a question compares.
SIZE_RATIO_MIN = 1.25
LATITUDE_GAP_MIN = 1.0
DISTANCES = 2
# Distractors come from this many places further down the list.
REACHES = (10, 50, 130)
LATITUDE_REACHES = (100, 350)
CAPITAL_WORDINGS = WORDS["capital_wordings"]
COUNTRY_WORDINGS = WORDS["country_wordings"]
CITY_WORDINGS = ("In which country is the city of {name}?",)
BORDER_WORDINGS = WORDS["border_wordings"]
SIZES = WORDS["sizes"]
LATITUDE_WORDINGS = WORDS["latitude_wordings"]
DISTANCE_WORDINGS = WORDS["distance_wordings"]


def drafts() -> Iterator[Draft]:
    """Yield all questions about the Earth."""
    yield from _capitals()
    yield from balanced(_cities(), 0.05)
    yield from _borders()
    for measure in SIZES:
        yield from _sizes(measure)
    yield from _latitudes()
    yield from _distances()
    yield from geological_time.drafts()


def _source(of: str) -> str:
    return str(kept("earth")["sources"][of])


@cache
def _countries() -> dict[str, Row]:
    return {row["iso"]: row for row in kept("earth")["countries"]}


def _country_subject(row: Row, form: str) -> Subject:
    grade = graded(row["population"], easy=30e6, medium=5e6)
    return Subject("earth", form, row["name"], _source("countries"), grade)


def _capitals() -> Iterator[Draft]:
    countries = _countries()
    by_country: dict[str, list[str]] = {}
    for city in kept("earth")["cities"]:
        by_country.setdefault(city["country"], []).append(city["name"])
    for iso, row in countries.items():
        capital = row["capital"]
        if capital is None or _words(capital, *row["capital_aliases"]) & _words(row["name"]):
            continue
        near = [countries[other] for other in row["borders"] if other in countries]
        with_capital = [other for other in _of_continent(row) if other["capital"]]
        near += question_rng("near", iso).sample(with_capital, 3)
        cities = [name for name in by_country.get(iso, []) if name != capital][:2]
        capitals = [other["capital"] for other in near if other["capital"]]
        rivals = list(dict.fromkeys(cities + capitals))
        for wording in CAPITAL_WORDINGS:
            subject = _country_subject(row, "capital")
            yield Draft("capital", capital, partial(
                name_question, subject, wording.format(name=in_sentence(row["name"])), capital,
                [name for name in rivals if name != capital], row["capital_aliases"],
            ))  # fmt: skip
        for wording in COUNTRY_WORDINGS:
            subject = _country_subject(row, "country of a capital")
            yield Draft("country of a capital", row["name"], partial(
                name_question, subject, wording.format(name=capital), row["name"],
                list(dict.fromkeys(other["name"] for other in near)), row["aliases"],
            ))  # fmt: skip


def in_sentence(country: str) -> str:
    """
    Return the name of a country with the article that it has within a sentence.

    >>> in_sentence("Solomon Islands"), in_sentence("Peru")
    ('the Solomon Islands', 'Peru')
    """
    has_article = ARTICLE.search(country) is not None
    return f"the {country}" if has_article else country


def _words(*names: str) -> set[str]:
    """Return the words of names, normalized like the judge of names does."""
    return {word for name in names for word in re.findall(r"[a-z]{4,}", plain_letters(name))}


def plain_letters(text: str) -> str:
    """
    Return a text in lower case without diacritics.

    >>> plain_letters("México")
    'mexico'
    """
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return "".join(mark for mark in decomposed if not unicodedata.combining(mark))


def _of_continent(row: Row) -> list[Row]:
    return [
        other
        for other in _countries().values()
        if other["continent"] == row["continent"] and other["iso"] != row["iso"]
    ]


def _city_subject(city: Row, form: str, grade: str | None = None) -> Subject:
    by_population = graded(city["population"], easy=5e6, medium=1e6)
    return Subject("earth", form, city["name"], _source("cities"), grade or by_population)


def _cities() -> Iterator[Draft]:
    countries = _countries()
    capitals = {row["capital"] for row in countries.values()}
    for city in kept("earth")["cities"]:
        row = countries[city["country"]]
        if city["name"] in capitals or row["name"] in city["name"]:
            continue
        near = [countries[other] for other in row["borders"] if other in countries]
        near += question_rng("country", city["name"]).sample(_of_continent(row), 3)
        rivals = list(dict.fromkeys(other["name"] for other in near))
        for wording in CITY_WORDINGS:
            subject = _city_subject(city, "country of a city")
            yield Draft("country of a city", row["name"], partial(
                name_question, subject, wording.format(name=city["name"]), row["name"], rivals,
                row["aliases"],
            ))  # fmt: skip


def _borders() -> Iterator[Draft]:
    countries = _countries()
    for iso, row in countries.items():
        excluded = {*row["borders"], *row["perhaps"], iso}
        apart = [other["name"] for other in _of_continent(row) if other["iso"] not in excluded]
        for neighbour in row["borders"]:
            rng = question_rng("border", iso, neighbour)
            if neighbour not in countries or len(apart) < len("abc"):
                continue
            right = countries[neighbour]["name"]
            others = sorted(rng.sample([name for name in apart if name != right], 3))
            subject = _country_subject(row, "border")
            text = worded(BORDER_WORDINGS, iso, neighbour, name=in_sentence(row["name"]))
            yield Draft("border", right, partial(choice_question, subject, text, right, others))


def _sizes(measure: str) -> Iterator[Draft]:
    rows = [row for row in _countries().values() if row[measure]]
    ranked = sorted(rows, key=lambda row: -row[measure])
    for place, row in enumerate(ranked):
        smaller = [
            other
            for other in ranked[place + 1 :]
            if row[measure] > SIZE_RATIO_MIN * other[measure]
        ]
        for variant, reach in enumerate(REACHES):
            rng = question_rng(measure, row["iso"], variant)
            others = rng.sample(smaller[:reach], 3)
            # Near the end of the list a farther reach is the same one.
            if len(others) < len("abc") or (variant and len(smaller) < reach):
                continue
            ratio = row[measure] / max(other[measure] for other in others)
            subject = Subject(
                "earth", f"largest {measure}", row["name"], _source("countries"),
                graded(ratio, easy=4, medium=2),
            )  # fmt: skip
            names = sorted(other["name"] for other in others)
            yield Draft(f"largest {measure}", row["name"], partial(
                choice_question, subject, worded(SIZES[measure], row["iso"], variant), row["name"],
                names, row["aliases"],
            ))  # fmt: skip


def _latitudes() -> Iterator[Draft]:
    cities = kept("earth")["cities"]
    for sign, form in ((1, "northernmost"), (-1, "southernmost")):
        ranked = sorted(cities, key=lambda city: -sign * city["latitude"])
        for city in ranked:
            beyond = [
                other
                for other in ranked
                if sign * (city["latitude"] - other["latitude"]) >= LATITUDE_GAP_MIN
            ]
            rng = question_rng(form, city["name"])
            others = rng.sample(beyond[: rng.choice(LATITUDE_REACHES)], 3)
            if len(others) < len("abc"):
                continue
            gap = min(abs(city["latitude"] - other["latitude"]) for other in others)
            subject = _city_subject(city, form, graded(gap, easy=15, medium=5))
            yield Draft(
                form,
                city["name"],
                partial(
                    choice_question,
                    subject,
                    worded(LATITUDE_WORDINGS[form], city["name"]),
                    city["name"],
                    sorted(other["name"] for other in others),
                ),
            )


def _distances() -> Iterator[Draft]:
    cities = kept("earth")["cities"]
    for place, city in enumerate(cities):
        rng = question_rng("distance", city["name"])
        for other in rng.sample(cities[max(0, place - 60) : place], DISTANCES):
            value = great_circle_km(city, other)
            if value < 300:  # noqa: PLR2004 - a city is not a point
                continue
            grade = graded(min(city["population"], other["population"]), easy=5e6, medium=1e6)
            subject = Subject(
                "earth", "distance", f"{other['name']}/{city['name']}", _source("cities"), grade
            )
            text = rng.choice(DISTANCE_WORDINGS).format(one=other["name"], other=city["name"])
            slips = [f"{value * slip:.0f}" for slip in (1.15, 0.8, 1 / 1.609344)]
            yield Draft("distance", f"{value:.0f}", partial(
                number_question, subject, text, f"{value:.0f}", slips, unit="km",
                tolerance=DISTANCE_TOLERANCE,
            ))  # fmt: skip


def great_circle_km(place: Row, other: Row) -> float:
    """
    Return the distance between two places on a sphere, in km, by the haversine formula.

    >>> pole, equator = ({"latitude": angle, "longitude": 0} for angle in (90, 0))
    >>> round(great_circle_km(pole, equator))
    10008
    """
    south, north = radians(place["latitude"]), radians(other["latitude"])
    turn = radians(other["longitude"] - place["longitude"])
    chord = sin((north - south) / 2) ** 2 + cos(south) * cos(north) * sin(turn / 2) ** 2
    return 2 * MEAN_RADIUS_KM * asin(sqrt(chord))
