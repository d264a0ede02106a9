"""Names in a reply: aliases, diacritics, case, and symbols that are spelled like words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from evalstore.cases.science import elements
from evalstore.validators._text import folded, plain

ARTICLES = re.compile(r"^(?:the|a|an) ")
SYMBOL = re.compile(r"(?<![A-Za-z0-9])[A-Z][a-z]?(?![A-Za-z0-9])")
# English words that are symbols of elements too; one of them counts where it stands alone or last.
WORDS_TOO = {"I", "In", "As", "At", "He", "Be", "No", "Am", "Es", "Os", "Po", "La", "Mo", "U", "Y"}

SHORT_WORDS_MAX = 12
EMPTY_WORDS = {
    "the", "a", "an", "of", "in", "on", "at", "by", "it", "is", "was", "that", "to", "and", "came",
    "first", "earlier", "event", "one", "answer", "which", "took", "place", "happened", "i",
    "think", "probably",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Name:
    """A name found in a text; ``is_right`` says whether it is the one looked for."""

    name: str
    is_right: bool
    start: int
    end: int


def names_of(key: Mapping[str, object], field: str) -> list[str]:
    """Return the names in a field of an answer key, none where it holds no list."""
    names = key.get(field)
    return [str(name) for name in names] if isinstance(names, list | tuple) else []


def right_names(key: Mapping[str, object]) -> list[str]:
    """Return the name looked for and its aliases."""
    return [str(key.get("value", "")), *names_of(key, "aliases")]


def names_in(text: str, key: Mapping[str, object]) -> list[Name]:
    """
    Return the names of an answer key, right ones and rivals, as they stand in a folded text.

    A name inside a longer one is not counted: of "Battle of Lützen" and "Lützen", the longer.
    """
    if key.get("is_symbol"):
        return _symbols_in(plain(text), str(key.get("value")))
    places = folded(text)
    wanted = [(name, True) for name in right_names(key)]
    wanted += [(name, False) for name in names_of(key, "rivals")]
    found: list[Name] = []
    for name, is_right in sorted(wanted, key=lambda pair: -len(pair[0])):
        bare = ARTICLES.sub("", folded(name))
        if not bare:
            continue
        for match in re.finditer(rf"(?<!\w){re.escape(bare)}(?!\w)", places):
            if not any(match.start() < kept.end and kept.start < match.end() for kept in found):
                found.append(Name(name, is_right, match.start(), match.end()))
    return sorted(found, key=lambda name: name.start)


def _symbols_in(text: str, value: str) -> list[Name]:
    bare = text.strip(" .!\"'()[]")
    if bare.casefold() == value.casefold():
        return [Name(bare, True, 0, len(bare))]
    known = {element.symbol for element in elements()} | {value}
    matches = [match for match in SYMBOL.finditer(text) if match[0] in known]
    last_end = len(text.rstrip(" .!\"'()[]"))
    kept = [
        match
        for match in matches
        if match[0] not in WORDS_TOO
        or match.end() == last_end
        or (match.start() == 0 and text[match.end() :].startswith((" (", " is ", ",", " -")))
    ]
    return [Name(match[0], match[0] == value, match.start(), match.end()) for match in kept]


def says_short(text: str, key: Mapping[str, object]) -> bool | None:
    """
    Say whether a short reply names the right one of several in part: "Waterloo" for the battle.

    None where its words fit neither or both.
    """
    said = _content(text)
    if not said or len(said) > SHORT_WORDS_MAX:
        return None
    fits_right = any(said <= _content(name) for name in right_names(key))
    fits_rival = any(said <= _content(name) for name in names_of(key, "rivals"))
    return None if fits_right == fits_rival else fits_right


def _content(text: str) -> set[str]:
    return set(re.findall(r"\w+", folded(text))) - EMPTY_WORDS
