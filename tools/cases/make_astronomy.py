"""
Compute stars, constellations, moons, masses, phases, eclipses and places of planets.

The result is ``science/astronomy.json``. Run by hand where a newer edition of the data is wanted;
it needs ``ephem``, ``astronomy-engine``, ``astropy`` and ``skyfield``, which nothing else here
needs at run time. What two of them compute is kept only if they agree::

    python -m tools.cases.make_astronomy
"""

import importlib
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

from tools.cases._kept_json import missing_packages, version_of, write

YEARS = range(1970, 2036)
PLANETS = ("Mars", "Jupiter", "Saturn")
# So near to midnight two computations, or two kinds of time, may be of different days.
MIDNIGHT_MARGIN = timedelta(minutes=30)
PHASES_AGREE_WITHIN = timedelta(minutes=5)
# At the peak of a solar eclipse Sun and Moon are nearer to each other than this, in degrees.
ECLIPSE_SEPARATION_MAX = 1.6
JULIAN_DAY_STEP = 83
MOONS_PER_PLANET_MAX = 12
# GM (km^3/s^2) of a body is its mass times the constant of gravitation.
BODIES = {
    199: "Mercury", 299: "Venus", 399: "Earth", 499: "Mars", 599: "Jupiter", 699: "Saturn",
    799: "Uranus", 899: "Neptune", 999: "Pluto", 301: "the Moon", 501: "Io", 502: "Europa",
    503: "Ganymede", 504: "Callisto", 601: "Mimas", 602: "Enceladus", 603: "Tethys",
    604: "Dione", 605: "Rhea", 606: "Titan", 608: "Iapetus", 701: "Ariel", 702: "Umbriel",
    703: "Titania", 704: "Oberon", 705: "Miranda", 801: "Triton", 901: "Charon",
}  # fmt: skip


def main() -> None:
    """Write the file again, with the names and versions of what it was made from."""
    missing_packages("ephem", "astronomy", "astropy", "skyfield")
    dropped: Counter[str] = Counter()
    ephem = f"ephem {version_of('ephem')} (MIT)"
    engine = f"astronomy-engine {version_of('astronomy-engine')} (MIT)"
    astropy = f"astropy {version_of('astropy')} (BSD-3-Clause)"
    skyfield = f"skyfield {version_of('skyfield')} and jplephem {version_of('jplephem')}"
    write(
        "astronomy",
        {
            "sources": {
                "stars": f"Hipparcos in {ephem}, with names that {skyfield} (both MIT) has too; "
                f"constellations in which ephem, {astropy} and {engine} agree",
                "constellations": f"names of the IAU in which {astropy} and {ephem} agree",
                "bodies": f"JPL Horizons, from {skyfield} (both MIT)",
                "sky": f"{ephem} and {engine} agree",
                "days": f"{ephem} and {astropy} agree",
            },
            "stars": _stars(dropped),
            "constellations": _constellations(dropped),
            "masses": _masses(),
            "moons": _moons(),
            "full_moons": [_phases(2, dropped)],
            "new_moons": [_phases(0, dropped)],
            "solar_eclipses": [_eclipses(dropped)],
            "planets": _planets(dropped),
            "julian_days": _julian_days(dropped),
            "dropped": dict(dropped),
        },
    )


def _stars(dropped: Counter[str]) -> list[dict[str, Any]]:
    ephem, astronomy = (importlib.import_module(name) for name in ("ephem", "astronomy"))
    coordinates = importlib.import_module("astropy.coordinates")
    rows: list[dict[str, Any]] = []
    named = importlib.import_module("skyfield.named_stars").named_star_dict
    known = set(importlib.import_module("ephem.stars").stars)
    dropped["stars"] += len(known - set(named))
    for name in sorted(known & set(named)):
        star = ephem.star(name)
        star.compute("2000", epoch="2000")
        hours, degrees = float(star.a_ra) * 12 / ephem.pi, float(star.a_dec) * 180 / ephem.pi
        place = coordinates.SkyCoord(hours * 15, degrees, unit="deg")
        found = {
            _plain(ephem.constellation(star)[1]),
            _plain(astronomy.Constellation(hours, degrees).name),
            _plain(str(coordinates.get_constellation(place))),
        }
        if len(found) > 1:
            dropped["stars"] += 1
            continue
        rows.append({"name": name, "constellation": found.pop(), "magnitude": float(star.mag)})
    return rows


def _plain(name: str) -> str:
    return name.replace("ö", "o").strip()


def _constellations(dropped: Counter[str]) -> list[dict[str, str]]:
    ephem, astronomy = (importlib.import_module(name) for name in ("ephem", "astronomy"))
    files = importlib.import_module("importlib.resources").files("astropy.coordinates")
    text = (files / "data" / "constellation_names.dat").read_text(encoding="utf-8")
    named = dict(line.split(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    theirs: dict[str, str] = {}
    for hour in range(240):
        for degree in range(-90, 91):
            ours = ephem.constellation((hour / 10 * ephem.pi / 12, degree * ephem.pi / 180))
            theirs[ours[0]] = ours[1]
        found = astronomy.Constellation(hour / 10, 0)
        theirs.setdefault(found.symbol, found.name)
    agreed = {
        short: _plain(name)
        for short, name in named.items()
        if _plain(theirs.get(short, "")) == _plain(name)
    }
    dropped["constellations"] += len(named) - len(agreed)
    return [{"short": short, "name": name} for short, name in sorted(agreed.items())]


def _masses() -> list[dict[str, Any]]:
    constants = importlib.import_module("skyfield.data.gravitational_parameters").GM_dict
    rows = [{"name": name, "gm": constants[code]} for code, name in BODIES.items()]
    return sorted(rows, key=lambda row: -row["gm"])


def _moons() -> list[dict[str, str]]:
    """Return the first named moons of each planet, by their NAIF codes."""
    names = importlib.import_module("jplephem.names").target_names
    planets = {4: "Mars", 5: "Jupiter", 6: "Saturn", 7: "Uranus", 8: "Neptune"}
    rows: list[dict[str, str]] = []
    for number, planet in planets.items():
        codes = range(number * 100 + 1, number * 100 + 1 + MOONS_PER_PLANET_MAX)
        known = [names[code].title() for code in codes if code in names]
        rows.extend({"name": name, "planet": planet} for name in known)
    return rows


def _is_near_midnight(time: datetime) -> bool:
    return (time - MIDNIGHT_MARGIN).date() != (time + MIDNIGHT_MARGIN).date()


def _phases(quarter: int, dropped: Counter[str]) -> list[str]:
    """Return the days of full (2) or new moon (0) that are the only ones of their month."""
    ephem, astronomy = (importlib.import_module(name) for name in ("ephem", "astronomy"))
    search = ephem.next_full_moon if quarter else ephem.next_new_moon
    time = datetime(YEARS[0], 1, 1, tzinfo=UTC)
    found: list[datetime] = []
    every: list[datetime] = []
    while time.year <= YEARS[-1]:
        ours = search(ephem.Date(time.replace(tzinfo=None))).datetime().replace(tzinfo=UTC)
        begin = astronomy.Time.Make(ours.year, ours.month, ours.day, 0, 0, 0).AddDays(-3)
        theirs = astronomy.SearchMoonPhase(quarter * 90.0, begin, 40).Utc().replace(tzinfo=UTC)
        every.append(ours)
        is_agreed = abs(theirs - ours) < PHASES_AGREE_WITHIN
        if is_agreed and not _is_near_midnight(ours):
            found.append(ours)
        else:
            dropped["phases"] += 1
        time = ours + timedelta(days=1)
    return _alone_in_month(found, every)


def _alone_in_month(found: list[datetime], every: list[datetime]) -> list[str]:
    """Return the days found; one that was dropped makes another of its month no only one."""
    months = Counter((each.year, each.month) for each in every)
    return [f"{each:%Y-%m-%d}" for each in found if months[each.year, each.month] == 1]


def _eclipses(dropped: Counter[str]) -> list[str]:
    """Return the days of solar eclipses, as astronomy-engine finds and ephem confirms them."""
    ephem, astronomy = (importlib.import_module(name) for name in ("ephem", "astronomy"))
    found: list[datetime] = []
    every: list[datetime] = []
    eclipse = astronomy.SearchGlobalSolarEclipse(astronomy.Time.Make(YEARS[0], 1, 1, 0, 0, 0))
    while eclipse.peak.Utc().year <= YEARS[-1]:
        peak = eclipse.peak.Utc().replace(tzinfo=UTC)
        every.append(peak)
        date = ephem.Date(peak.replace(tzinfo=None))
        apart = ephem.separation(ephem.Sun(date), ephem.Moon(date)) * 180 / ephem.pi
        if apart < ECLIPSE_SEPARATION_MAX and not _is_near_midnight(peak):
            found.append(peak)
        else:
            dropped["eclipses"] += 1
        eclipse = astronomy.NextGlobalSolarEclipse(eclipse.peak)
    return _alone_in_month(found, every)


def _planets(dropped: Counter[str]) -> list[dict[str, str]]:
    """Return the constellation of each planet on the first days of January and July."""
    ephem, astronomy = (importlib.import_module(name) for name in ("ephem", "astronomy"))
    rows: list[dict[str, str]] = []
    for year in YEARS:
        for month in (1, 7):
            for planet in PLANETS:
                body = getattr(ephem, planet)(f"{year}/{month}/1")
                ours = ephem.constellation(body)[1]
                time = astronomy.Time.Make(year, month, 1, 0, 0, 0)
                vector = astronomy.GeoVector(astronomy.Body[planet], time, True)
                place = astronomy.EquatorFromVector(vector)
                theirs = astronomy.Constellation(place.ra, place.dec).name
                if ours != theirs:
                    dropped["planets"] += 1
                    continue
                rows.append(
                    {"planet": planet, "date": f"{year}-{month:02d}-01", "constellation": ours}
                )
    return rows


def _julian_days(dropped: Counter[str]) -> list[dict[str, Any]]:
    ephem = importlib.import_module("ephem")
    time_of = importlib.import_module("astropy.time").Time
    rows: list[dict[str, Any]] = []
    day = datetime(YEARS[0], 1, 1, 12, tzinfo=UTC)
    while day.year <= YEARS[-1]:
        ours = ephem.julian_date(ephem.Date(day.replace(tzinfo=None)))
        theirs = float(time_of(day.replace(tzinfo=None), scale="utc").jd)
        if round(ours, 6) == round(theirs, 6) == round(ours):
            rows.append({"date": f"{day:%Y-%m-%d}", "day": round(ours)})
        else:
            dropped["julian days"] += 1
        day += timedelta(days=JULIAN_DAY_STEP)
    return rows


if __name__ == "__main__":
    main()
