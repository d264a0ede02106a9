"""Names in a reply held against the right one."""

import re
from collections.abc import Mapping, Sequence

from evalstore.types.verdict import Verdict
from evalstore.validators._abstention import abstention_in
from evalstore.validators._names import Name, names_in, right_names, says_short
from evalstore.validators._text import folded, plain, shown
from evalstore.validators._weighing import Compared, Reading, weigh

FIRST_NAMED = re.compile(r"\b(?:before|earlier|first|prece\w+|prior|predates?|older)\b")
LAST_NAMED = re.compile(r"\b(?:after|later|followed|follows|second|postdates?)\b")


def judge_name(
    text: str,
    key: Mapping[str, object],
    question: str,  # noqa: ARG001 - the question names all that may be chosen
    *,
    is_answer_alone: bool,
) -> tuple[Verdict | None, int]:
    """Return the verdict on the names in a text, and where the first one stands."""
    is_symbol = bool(key.get("is_symbol"))
    bare = plain(text) if is_symbol else folded(text)
    values = names_in(text, key)
    if key.get("order"):
        values = _ordered(bare, values)
    if not values:
        return _judge_other(text, key), len(bare)
    sought = f"the right name is {key['value']}"
    reading: Reading[Name] = Reading(
        compare=lambda name: Compared(
            name.is_right,
            f"{name.name} against {key['value']}",
            None if name.is_right else "factual_error",
        ),
        same=lambda one, other: one.name == other.name or (one.is_right and other.is_right),
        is_echo=lambda _: False,
        words=lambda name: name.name,
        sought=sought,
    )
    verdict = weigh(bare, values, reading, is_answer_alone=is_answer_alone)
    return verdict, values[0].start


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
    fits = says_short(text, key)
    words = f"{shown(text)} against {key['value']}"
    if fits:
        return Verdict("right", f"{words}: named in part, and no other fits")
    wanted = " or ".join(right_names(key)[:4])
    if abstention_in(text) is not None:
        return None
    return Verdict("wrong", f"{shown(text)} is not {wanted}", tags=("factual_error",))
