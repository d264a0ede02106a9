"""
Verdict on the values in a reply: claimed, denied or attributed to others, and compared.

A heuristic on words near each value; ambiguous replies are undetermined.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, Protocol, TypeVar

from evalstore.judges.text.values.number_words import PATTERNS
from evalstore.plugins.verdict import Verdict

NAMED_MAX = 5
NEARBY_CHARACTERS = 80
# Further values are ignored: the question asks for one.
VALUES_MAX = 200


class TextSpan(Protocol):
    """A span of a text from ``start`` to ``end``."""

    @property
    def start(self) -> int:
        """Return the start."""

    @property
    def end(self) -> int:
        """Return the end."""


Value = TypeVar("Value", bound=TextSpan)

CLAUSE_END = PATTERNS["clause_end"]
NOT_REALLY = PATTERNS["not_really"]
NOT = PATTERNS["not"]
REJECTED_AFTER = PATTERNS["rejected_after"]
INHERITS = PATTERNS["inherits"]
ATTRIBUTED = PATTERNS["attributed"]
FINAL = PATTERNS["final"]
ALTERNATIVE = PATTERNS["alternative"]
OWN_CLAUSE = re.compile(r"\s*[,.;]")
SPOKEN_OF = PATTERNS["spoken_of"]
# Occurrences that make a value the answer: "It stood from 1961 to 1989, so it fell in 1989".
TOLD_AGAIN_MIN = 2


@dataclass(frozen=True, slots=True)
class ClaimedValues(Generic[Value]):
    """The values that a text claims or denies, and whether claimed ones are alternatives."""

    standing: Sequence[Value]
    denied: Sequence[Value]
    final: Sequence[Value]
    are_alternatives: bool


def claims_in(
    text: str, values: Sequence[Value], same: Callable[[Value, Value], bool]
) -> ClaimedValues[Value]:
    """Return the claimed and the denied values of a text, with ``same`` as their equality."""
    values = values[:VALUES_MAX]
    denied, attributed = denied_in(text, values), _attributed(text, values)
    standing = [value for value in values if value not in denied]
    unattributed = [value for value in standing if value not in attributed]
    standing = unattributed or standing
    are_alternatives = _are_alternatives(text, standing, same)
    return ClaimedValues(standing, denied, _final(text, standing), are_alternatives)


def _before(text: str, values: Sequence[Value], place: int) -> str:
    """Return the clause before a value, back to the value before it at most."""
    start = values[place].start
    earliest = values[place - 1].end if place else 0
    window = text[max(earliest, start - NEARBY_CHARACTERS) : start]
    return CLAUSE_END.split(window)[-1]


def denied_in(text: str, values: Sequence[Value]) -> list[Value]:
    """Return the values that nearby words deny."""
    denied: list[Value] = []
    for place, value in enumerate(values):
        before = NOT_REALLY.sub(" ", _before(text, values, place))
        between = text[values[place - 1].end : value.start] if place else ""
        goes_on = bool(denied) and denied[-1] is values[place - 1] and INHERITS.match(between)
        if NOT.search(before) or goes_on or REJECTED_AFTER.match(text[value.end : value.end + 40]):
            denied.append(value)
    return denied


def _attributed(text: str, values: Sequence[Value]) -> list[Value]:
    matches = []
    for place, value in enumerate(values):
        earliest = values[place - 1].end if place else 0
        window = text[max(earliest, value.start - NEARBY_CHARACTERS) : value.start]
        if ATTRIBUTED.search(re.split(r"[.;!?](?=\s)|\bbut\b", window)[-1]):
            matches.append(value)
    return matches


def _final(text: str, standing: Sequence[Value]) -> Sequence[Value]:
    """Return the values after the last word that announces a result, empty if there are none."""
    ends = [match.end() for match in FINAL.finditer(text)]
    for end in reversed(ends):
        after = [value for value in standing if value.start >= end]
        if after:
            return after
    return []


def _are_alternatives(
    text: str, standing: Sequence[Value], same: Callable[[Value, Value], bool]
) -> bool:
    """Return whether the last two different values are offered as alternatives."""
    pairs = [(first, other) for first, other in pairwise(standing) if not same(first, other)]
    if not pairs:
        return False
    first, other = pairs[-1]
    between = text[first.end : other.start]
    if between.strip() == ";" and SPOKEN_OF.match(text, other.end):
        return False
    return ALTERNATIVE.match(between) is not None


@dataclass(frozen=True, slots=True)
class ValueComparison:
    """The comparison of a value with the right one; ``tag`` is the kind of error."""

    is_right: bool
    reason: str
    tag: str | None = None

    def verdict(self) -> Verdict:
        """Return the verdict if this value is the answer."""
        tags = (self.tag,) if self.tag else ()
        return Verdict("right" if self.is_right else "wrong", self.reason, tags=tags)


@dataclass(frozen=True, slots=True)
class ValueKind(Generic[Value]):
    """
    The operations on values of one kind: comparison with the right one, and equality.

    ``is_echo`` returns whether the question itself contains a value, ``is_beside`` whether the
    answer key permits it in addition to the right one; ``sought`` describes the right value,
    ``words`` any value.
    """

    compare: Callable[[Value], ValueComparison]
    same: Callable[[Value, Value], bool]
    is_echo: Callable[[Value], bool]
    words: Callable[[Value], str]
    sought: str
    is_beside: Callable[[Value], bool] = lambda _: False


def verdict_on_values(
    text: str, values: Sequence[Value], kind: ValueKind[Value], *, is_answer_alone: bool
) -> Verdict | None:
    """
    Return the verdict on a text with these values, None if it neither claims nor denies any.

    Several different values are wrong if they are offered as alternatives or if the text is only
    an answer; in free text they are undetermined, unless none is right.
    """
    claims = claims_in(text, values, kind.same)
    if claims.standing:
        compared = _agreed(claims.standing, kind)
        if compared:
            return compared.verdict()
        return _several_values(text, claims, kind, is_answer_alone)
    if claims.denied:
        named = _list(claims.denied, kind)
        reason = f"denies {named} and names no other; {kind.sought}"
        return Verdict("wrong", reason, tags=("no_answer",))
    return None


def _several_values(
    text: str, claims: ClaimedValues[Value], kind: ValueKind[Value], is_answer_alone: bool
) -> Verdict:
    standing = claims.standing
    names = _list(standing, kind)
    several = Verdict(
        "wrong",
        f"names {names} where one was asked for; {kind.sought}",
        tags=("several_answers",),
    )
    right_comparisons = _beside_right(text, standing, kind)
    if claims.are_alternatives and len(right_comparisons) < TOLD_AGAIN_MIN:
        return several
    new_values = [value for value in standing if not kind.is_echo(value)]
    agreed = [
        compared
        for chosen in (new_values, claims.final)
        if chosen and (compared := _agreed(chosen, kind))
    ]
    if agreed:
        # The right result may also occur in the question; then it is the last to be announced.
        return next((each for each in agreed if each.is_right), agreed[0]).verdict()
    if right_comparisons:
        return right_comparisons[0].verdict()
    if not any(kind.compare(value).is_right for value in standing):
        reason = f"names {names}; none of them is right; {kind.sought}"
        return Verdict("wrong", reason, tags=("factual_error",))
    if is_answer_alone:
        return several
    return Verdict("undetermined", f"names {names}; which is the answer cannot be told")


def _beside_right(
    text: str, standing: Sequence[Value], kind: ValueKind[Value]
) -> Sequence[ValueComparison]:
    """Return the comparisons of the right value, empty if the other values are not permitted."""
    compared = [(value, kind.compare(value)) for value in standing]
    others = [value for value, each in compared if not each.is_right]
    is_told = any(map(kind.is_beside, others)) and all(
        kind.is_beside(value) or kind.is_echo(value) for value in others
    )
    # A value at the beginning of a reply, followed by a mark, is its answer.
    first = standing[0]
    is_answer = not text[: first.start].strip() and OWN_CLAUSE.match(text, first.end)
    if not is_told or (is_answer and first in others):
        return []
    return [each for _, each in compared if each.is_right]


def _agreed(values: Sequence[Value], kind: ValueKind[Value]) -> ValueComparison | None:
    """Return the comparison of the values if they are equal or all right, else None."""
    compared = [kind.compare(value) for value in values]
    if all(each.is_right for each in compared):
        return compared[-1]
    if all(kind.same(values[0], other) for other in values[1:]):
        # The same amount may be right in only one of two units.
        return next((each for each in compared if each.is_right), compared[-1])
    return None


def _list(values: Sequence[Value], kind: ValueKind[Value]) -> str:
    names = list(dict.fromkeys(kind.words(value) for value in values))
    left_count = len(names) - NAMED_MAX
    return ", ".join(names[:NAMED_MAX]) + (f" and {left_count} more" if left_count > 0 else "")
