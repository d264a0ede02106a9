"""From the values in a reply to one verdict: what is claimed, how often, and if it is right."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from evalstore.types.verdict import Verdict
from evalstore.validators._claims import Claims, Value, claims_in

NAMED_MAX = 5


@dataclass(frozen=True, slots=True)
class Compared:
    """One value held against the right one; ``tag`` says what is wrong with it."""

    is_right: bool
    reason: str
    tag: str | None = None

    def verdict(self) -> Verdict:
        """Return the verdict where this value is the answer."""
        tags = (self.tag,) if self.tag else ()
        return Verdict("right" if self.is_right else "wrong", self.reason, tags=tags)


@dataclass(frozen=True, slots=True)
class Reading(Generic[Value]):
    """
    How values of a kind are read: compared with the right one, with each other, and known again.

    ``is_echo`` says whether the question itself holds a value; ``sought`` names what is looked
    for, ``words`` a value.
    """

    compare: Callable[[Value], Compared]
    same: Callable[[Value, Value], bool]
    is_echo: Callable[[Value], bool]
    words: Callable[[Value], str]
    sought: str


def weigh(
    text: str, values: Sequence[Value], reading: Reading[Value], *, is_answer_alone: bool
) -> Verdict | None:
    """
    Return the verdict on a text that holds these values, None where it claims and denies none.

    Several different values are a wrong answer where they are offered side by side or where the
    answer alone was asked for; in free text they are undetermined, unless none is right.
    """
    claims = claims_in(text, values, reading.same)
    if claims.standing:
        compared = _agreed(claims.standing, reading)
        return compared.verdict() if compared else _weigh_several(claims, reading, is_answer_alone)
    if claims.denied:
        named = _list(claims.denied, reading)
        reason = f"denies {named} and names no other; {reading.sought}"
        return Verdict("wrong", reason, tags=("no_answer",))
    return None


def _weigh_several(
    claims: Claims[Value], reading: Reading[Value], is_answer_alone: bool
) -> Verdict:
    standing = claims.standing
    said = _list(standing, reading)
    several = Verdict(
        "wrong",
        f"names {said} where one was asked for; {reading.sought}",
        tags=("several_answers",),
    )
    if claims.are_alternatives:
        return several
    own = [value for value in standing if not reading.is_echo(value)]
    agreed = [
        compared
        for chosen in (own, claims.final)
        if chosen and (compared := _agreed(chosen, reading))
    ]
    if agreed:
        # A right result may happen to stand in the question too; then it is announced last.
        return next((each for each in agreed if each.is_right), agreed[0]).verdict()
    if not any(reading.compare(value).is_right for value in standing):
        reason = f"names {said}; none of them is right; {reading.sought}"
        return Verdict("wrong", reason, tags=("factual_error",))
    if is_answer_alone:
        return several
    return Verdict("undetermined", f"names {said}; which is the answer cannot be told")


def _agreed(values: Sequence[Value], reading: Reading[Value]) -> Compared | None:
    """Return how the values compare where they are one value, or all right; else None."""
    compared = [reading.compare(value) for value in values]
    if all(each.is_right for each in compared):
        return compared[-1]
    if all(reading.same(values[0], other) for other in values[1:]):
        return compared[-1]
    return None


def _list(values: Sequence[Value], reading: Reading[Value]) -> str:
    names = list(dict.fromkeys(reading.words(value) for value in values))
    left_count = len(names) - NAMED_MAX
    return ", ".join(names[:NAMED_MAX]) + (f" and {left_count} more" if left_count > 0 else "")
