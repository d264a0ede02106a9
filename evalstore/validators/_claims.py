"""
Which of the values in a text it claims: not those it denies, nor those it says others hold.

A heuristic on words near each value; what it cannot tell apart it says it cannot.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, Protocol, TypeVar

NEARBY_CHARACTERS = 80
# A reply that holds more values than these is no answer to a question for one.
VALUES_MAX = 200


class Placed(Protocol):
    """Something that stands in a text from ``start`` to ``end``."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it ends."""


Value = TypeVar("Value", bound=Placed)

CLAUSE_END = re.compile(
    r"[.;:!?](?=\s|$)|,|\s-\s|\bbut\b|\bbecause\b|\brather\b(?!\s+than)|\binstead\b(?!\s+of)",
    re.IGNORECASE,
)
NOT_REALLY = re.compile(
    r"(?:\bnot|n't)\s+(?:only|just|sure|certain|confident|positive|entirely|completely|totally|"
    r"absolutely|exactly|until|quite|fully|100\s?%|wrong|know|remember|recall|think it was not)\b",
    re.IGNORECASE,
)
NOT = re.compile(
    r"\b(?:not|never|neither|nor|rather than|instead of|contrary to|cannot|as opposed to|"
    r"no longer|far from|unlike)\b|n't\b|\b(?:cant|isnt|wasnt|didnt|doesnt|dont)\b",
    re.IGNORECASE,
)
REJECTED_AFTER = re.compile(
    r"^[\"')\]]*\s*,?\s*(?:(?:is|was|were|would be|seems|must be)\s+(?:\w+\s+)?"
    r"(?:wrong|incorrect|false|mistaken|untrue|impossible|too (?:early|late|high|low))\b"
    r"|(?:is|was)\s+not\b|(?:isn't|wasn't|cannot be|can't be)\b)",
    re.IGNORECASE,
)
INHERITS = re.compile(r"^\s*,?\s*(?:or|nor|and|/)\s*(?:in\s+|even\s+|the\s+)*$", re.IGNORECASE)
ATTRIBUTED = re.compile(
    r"\b(?:you (?:say|said|claim|claimed|wrote|suggest|suggested|are quite sure)|"
    r"teacher says|everybody (?:knows|says)|the question (?:says|claims|assumes|states)|"
    r"people (?:say|think|believe)|some (?:say|think|believe|sources)|one book|another|"
    r"(?:often|sometimes|commonly|wrongly) (?:said|dated|given|believed|thought|claimed)|"
    r"at first i thought|i (?:first|initially) thought|pupils?|the premise)\b",
    re.IGNORECASE,
)
FINAL = re.compile(
    r"\b(?:final answer|answer is|answer|therefore|thus|hence|so (?:it|the|x)|correction|actually|"
    r"i mean|make that|no(?=,)|no wait|wait|scratch that|equals|is equal to|gives|comes to|"
    r"results? in|you get|we get|which is|the (?:right|correct|true) \w+ (?:is|was))\b"
    r"|[=\u21d2\u2192]|=>",
    re.IGNORECASE,
)
ALTERNATIVE = re.compile(
    r"^[\s,\"')]*"
    r"(?:or|and|to|-|/|,|&|\.\.\.?|\u2026|through|until|till|versus|vs\.?|;)?[\s,]*"
    r"(?:or|and|maybe|perhaps|possibly|even|else|alternatively|in|it was|was|the|year|about|x\s*=|"
    r"probably|also|then|[\s,(\"'+]|-)*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Claims(Generic[Value]):
    """What a text claims: the values that stand, those denied, and how the first relate."""

    standing: Sequence[Value]
    denied: Sequence[Value]
    final: Sequence[Value]
    are_alternatives: bool


def claims_in(
    text: str, values: Sequence[Value], same: Callable[[Value, Value], bool]
) -> Claims[Value]:
    """Return what a text claims of the values found in it, given when two are the same."""
    values = values[:VALUES_MAX]
    denied, attributed = _denied(text, values), _attributed(text, values)
    standing = [value for value in values if value not in denied]
    own = [value for value in standing if value not in attributed]
    standing = own or standing
    are_alternatives = _are_alternatives(text, standing, same)
    return Claims(standing, denied, _final(text, standing), are_alternatives)


def _before(text: str, values: Sequence[Value], place: int) -> str:
    """Return the clause before a value, back to the value before it at most."""
    start = values[place].start
    earliest = values[place - 1].end if place else 0
    window = text[max(earliest, start - NEARBY_CHARACTERS) : start]
    return CLAUSE_END.split(window)[-1]


def _denied(text: str, values: Sequence[Value]) -> list[Value]:
    denied: list[Value] = []
    for place, value in enumerate(values):
        before = NOT_REALLY.sub(" ", _before(text, values, place))
        between = text[values[place - 1].end : value.start] if place else ""
        goes_on = bool(denied) and denied[-1] is values[place - 1] and INHERITS.match(between)
        if NOT.search(before) or goes_on or REJECTED_AFTER.match(text[value.end : value.end + 40]):
            denied.append(value)
    return denied


def _attributed(text: str, values: Sequence[Value]) -> list[Value]:
    found = []
    for place, value in enumerate(values):
        earliest = values[place - 1].end if place else 0
        window = text[max(earliest, value.start - NEARBY_CHARACTERS) : value.start]
        if ATTRIBUTED.search(re.split(r"[.;!?](?=\s)|\bbut\b", window)[-1]):
            found.append(value)
    return found


def _final(text: str, standing: Sequence[Value]) -> Sequence[Value]:
    """Return the values after the last word that announces a result, none where there is none."""
    ends = [found.end() for found in FINAL.finditer(text)]
    for end in reversed(ends):
        after = [value for value in standing if value.start >= end]
        if after:
            return after
    return []


def _are_alternatives(
    text: str, standing: Sequence[Value], same: Callable[[Value, Value], bool]
) -> bool:
    """Say whether the last two different values are offered side by side."""
    pairs = [(one, other) for one, other in pairwise(standing) if not same(one, other)]
    if not pairs:
        return False
    one, other = pairs[-1]
    return ALTERNATIVE.match(text[one.end : other.start]) is not None
