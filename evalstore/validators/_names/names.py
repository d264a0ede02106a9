"""Names in a reply, compared with the right one: aliases, diacritics, case, symbols."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalstore.cases._science.elements import elements
from evalstore.types.verdict import Verdict
from evalstore.validators._declining.abstention import abstention_in
from evalstore.validators._text import folded, plain, shown
from evalstore.validators._values.value_verdict import (
    ValueComparison,
    ValueKind,
    verdict_on_values,
)

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
FIRST_NAMED = re.compile(r"\b(?:before|earlier|first|prece\w+|prior|predates?|older)\b")
LAST_NAMED = re.compile(r"\b(?:after|later|followed|follows|second|postdates?)\b")


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


def names_right_in_part(text: str, key: Mapping[str, object]) -> bool | None:
    """
    Return whether a short reply names the right one of several in part: "Waterloo" for the battle.

    None if its words fit neither or both.
    """
    content = _content(text)
    if not content or len(content) > SHORT_WORDS_MAX:
        return None
    fits_right = any(content <= _content(name) for name in right_names(key))
    fits_rival = any(content <= _content(name) for name in names_of(key, "rivals"))
    return None if fits_right == fits_rival else fits_right


def _content(text: str) -> set[str]:
    return set(re.findall(r"\w+", folded(text))) - EMPTY_WORDS


def judge_name(
    text: str,
    key: Mapping[str, object],
    question: str,  # noqa: ARG001 - the question names all that may be chosen
    *,
    is_answer_alone: bool,
) -> tuple[Verdict | None, int]:
    """Return the verdict on the names in a text, and the position of the first."""
    is_symbol = bool(key.get("is_symbol"))
    text = _without_remarks(text, key)
    bare = plain(text) if is_symbol else folded(text)
    values = names_in(text, key)
    if key.get("order"):
        values = _ordered(bare, values)
    if not values:
        return _judge_other(text, key), len(bare)
    sought = f"the right name is {key['value']}"
    kind: ValueKind[Name] = ValueKind(
        compare=lambda name: ValueComparison(
            name.is_right,
            f"{name.name} against {key['value']}",
            None if name.is_right else "factual_error",
        ),
        same=lambda one, other: one.name == other.name or (one.is_right and other.is_right),
        is_echo=lambda _: False,
        words=lambda name: name.name,
        sought=sought,
    )
    verdict = verdict_on_values(bare, values, kind, is_answer_alone=is_answer_alone)
    return verdict, values[0].start


def _without_remarks(text: str, key: Mapping[str, object]) -> str:
    """Leave out what a right answer may say of a rival: "followed by Saturn"."""
    for remark in names_of(key, "beside"):
        text = re.sub(rf"(?<!\w){re.escape(remark)}(?!\w)", " ", text, flags=re.IGNORECASE)
    return text


def _ordered(text: str, values: Sequence[Name]) -> list[Name]:
    """Of two events in one sentence, keep the one it says is the earlier."""
    if len({value.is_right for value in values}) < len((True, False)):
        return list(values)
    first, last = values[0], values[-1]
    between = text[first.end : last.start]
    after = text[last.end : last.end + 40]
    if LAST_NAMED.search(between):
        return [last]
    if FIRST_NAMED.search(between) or LAST_NAMED.search(after):
        return [first]
    return list(values)


def _judge_other(text: str, key: Mapping[str, object]) -> Verdict | None:
    """Judge a text that holds none of the names in full."""
    fits = names_right_in_part(text, key)
    words = f"{shown(text)} against {key['value']}"
    if fits:
        return Verdict("right", f"{words}: named in part, and no other fits")
    wanted = " or ".join(right_names(key)[:4])
    if abstention_in(text) is not None:
        return None
    return Verdict("wrong", f"{shown(text)} is not {wanted}", tags=("factual_error",))
