"""Names in a reply, compared with the right one: aliases, diacritics, case, symbols."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalstore.judges.text.declining.abstention import abstention_in
from evalstore.judges.text.names.in_part import is_right_in_part, span_in_part
from evalstore.judges.text.values.value_verdict import (
    ValueComparison,
    ValueKind,
    verdict_on_values,
)
from evalstore.judges.text.wording import folded, plain, shown
from evalstore.plugins.verdict import Verdict
from evalstore.suites.hallucination.science.elements import elements

ARTICLES = re.compile(r"^(?:the|a|an) ")
# Another name, offered as an alternative to the right one.
OR_AFTER = re.compile(r"[\"')\]]*,? or (?:(?:the|a|an|possibly|perhaps|maybe|else) )*(\w{3,})")
OR_BEFORE = re.compile(r"(\w{3,}),? or (?:(?:the|a|an|possibly|perhaps|maybe) )*\Z")
SYMBOL = re.compile(r"(?<![A-Za-z0-9])[A-Z][a-z]?(?![A-Za-z0-9])")
# English words that are also symbols of elements; they count only alone, first or last.
WORDS_TOO = {"I", "In", "As", "At", "He", "Be", "No", "Am", "Es", "Os", "Po", "La", "Mo", "U", "Y"}

FIRST_NAMED = re.compile(r"\b(?:before|earlier|first|prece\w+|prior|predates?|older)\b")
LAST_NAMED = re.compile(r"\b(?:after|later|followed|follows|second|postdates?)\b")


@dataclass(frozen=True, slots=True)
class Name:
    """A name found in a text; ``is_right`` is True if it is the right one."""

    name: str
    is_right: bool
    start: int
    end: int


def names_of(key: Mapping[str, object], field: str) -> list[str]:
    """Return the names in a field of an answer key, empty if it is not a list."""
    names = key.get(field)
    return [str(name) for name in names] if isinstance(names, list | tuple) else []


def right_names(key: Mapping[str, object]) -> list[str]:
    """Return the right name and its aliases."""
    return [str(key.get("value", "")), *names_of(key, "aliases")]


def names_in(text: str, key: Mapping[str, object]) -> list[Name]:
    """
    Return the names of an answer key, right ones and rivals, in the order of a folded text.

    A name inside a longer one does not count: of "Battle of Lützen" and "Lützen", the longer does.
    """
    if key.get("is_symbol"):
        return _symbols_in(plain(text), str(key.get("value")))
    places = folded(text)
    wanted = [(name, True) for name in right_names(key)]
    wanted += [(name, False) for name in names_of(key, "rivals")]
    result: list[Name] = []
    for name, is_right in sorted(wanted, key=lambda pair: -len(pair[0])):
        bare = ARTICLES.sub("", folded(name))
        if not bare:
            continue
        for match in re.finditer(rf"(?<!\w){re.escape(bare)}(?!\w)", places):
            if not any(match.start() < kept.end and kept.start < match.end() for kept in result):
                result.append(Name(name, is_right, match.start(), match.end()))
    return sorted(result, key=lambda name: name.start)


def _symbols_in(text: str, value: str) -> list[Name]:
    bare = text.strip(" .!\"'()[]")
    if bare.casefold() == value.casefold():
        return [Name(bare, True, 0, len(bare))]
    symbols = {element.symbol for element in elements()} | {value}
    matches = [match for match in SYMBOL.finditer(text) if match[0] in symbols]
    last_end = len(text.rstrip(" .!\"'()[]"))
    kept = [
        match
        for match in matches
        if match[0] not in WORDS_TOO
        or match.end() == last_end
        or (match.start() == 0 and text[match.end() :].startswith((" (", " is ", ",", " -")))
    ]
    return [Name(match[0], match[0] == value, match.start(), match.end()) for match in kept]


def judge_name(
    text: str,
    key: Mapping[str, object],
    question: str,
    *,
    is_answer_alone: bool,
) -> tuple[Verdict | None, int]:
    """Return the verdict on the names in a text, and the position of the first."""
    is_symbol = bool(key.get("is_symbol"))
    text = _without_remarks(text, key)
    bare = plain(text) if is_symbol else folded(text)
    values = names_in(text, key)
    if key.get("order"):
        values = _ordered(bare, _with_names_in_part(bare, values, key))
    if not values:
        return _judge_other(text, key), len(bare)
    sought = f"the right name is {key['value']}"
    kind: ValueKind[Name] = ValueKind(
        compare=lambda name: ValueComparison(
            name.is_right,
            f"{name.name} against {key['value']}",
            None if name.is_right else "factual_error",
        ),
        same=lambda first, other: first.name == other.name or (first.is_right and other.is_right),
        is_echo=lambda _: False,
        words=lambda name: name.name,
        sought=sought,
    )
    verdict = verdict_on_values(bare, values, kind, is_answer_alone=is_answer_alone)
    if verdict is not None and verdict.outcome == "right":
        other = _offered_beside(bare, values, key, question)
        if other is not None:
            reason = f"offers {other} beside {key['value']}; {sought}"
            verdict = Verdict("wrong", reason, tags=("several_answers",))
    return verdict, values[0].start


def _offered_beside(
    text: str, values: Sequence[Name], key: Mapping[str, object], question: str
) -> str | None:
    """
    Return the other name that an answer to an open question offers with "or", else None.

    If the question lists the choices, another name only explains the right one.
    """
    question_text = folded(question)
    if all(folded(rival) in question_text for rival in names_of(key, "rivals")):
        return None
    right_text = " ".join(folded(name) for name in right_names(key))
    for value in values:
        match = OR_AFTER.match(text, value.end) or OR_BEFORE.search(text[: value.start])
        if (
            value.is_right
            and match
            and match[1] not in right_text
            and match[1] not in question_text
        ):
            return match[1]
    return None


def _without_remarks(text: str, key: Mapping[str, object]) -> str:
    """Return the text without permitted remarks about a rival: "followed by Saturn"."""
    for remark in names_of(key, "beside"):
        text = re.sub(rf"(?<!\w){re.escape(remark)}(?!\w)", " ", text, flags=re.IGNORECASE)
    return text


def _with_names_in_part(
    text: str, values: Sequence[Name], key: Mapping[str, object]
) -> list[Name]:
    """Return the names, and an event named only in part if the other one is named in full."""
    sides = {True: right_names(key)[:1], False: names_of(key, "rivals")[:1]}
    named = {value.is_right for value in values}
    if len(named) != 1:
        return list(values)
    (other,), (mentioned,) = sides[not values[0].is_right], sides[values[0].is_right]
    span = span_in_part(text, other, mentioned)
    if span is None or any(span[0] < each.end and each.start < span[1] for each in values):
        return list(values)
    partial = Name(other, not values[0].is_right, *span)
    return sorted([*values, partial], key=lambda name: name.start)


def _ordered(text: str, values: Sequence[Name]) -> list[Name]:
    """Return the names; of two events in a sentence, only the one described as earlier."""
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
    """Return the verdict on a text without any of the names in full; None if it declines."""
    fits = is_right_in_part(text, right_names(key), names_of(key, "rivals"))
    words = f"{shown(text)} against {key['value']}"
    if fits:
        return Verdict("right", f"{words}: named in part, and no other fits")
    wanted = " or ".join(right_names(key)[:4])
    if abstention_in(text) is not None:
        return None
    return Verdict("wrong", f"{shown(text)} is not {wanted}", tags=("factual_error",))
