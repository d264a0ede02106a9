"""
Confidence: whether a reply states its confidence once, as a number from 0 to 1.

Whether the answer is right does not matter here; metrics measure calibration. A confidence is
contradicted by a second, different number or by words that state the opposite.
"""

import re
from collections.abc import Iterator, Mapping

from evalstore.judges.confidence.amounts import PATTERNS, Amount, amount_at
from evalstore.judges.confidence.stated import statements
from evalstore.judges.text.wording import plain, reply_object, shown
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict

VERSION = "2.1"
JUDGES_UNPARSABLE = False

# Statements of confidence that differ by at most this are equal up to rounding.
SAME_WITHIN = 0.05
HIGH, LOW = 0.8, 0.3
# From this confidence on, "Actually I have no idea" contradicts it.
TAKEN_BACK = 0.5

SAYS_LOW = PATTERNS["says_low"]
SAYS_HIGH = PATTERNS["says_high"]


TAKES_BACK = PATTERNS["takes_back"]
# Names of JSON fields that contain a confidence.
FIELD = re.compile(r"(?<![a-z])(?:confidence|certainty|probability|credence)(?![a-z])")
FIELD_PERCENT = re.compile(r"(?<![a-z])(?:percent|percentage|pct)(?![a-z])")
WORD_START = re.compile(r"(?<=[a-z])(?=[A-Z])")
DEPTH_MAX = 4
# A number of this size or larger is out of range on every scale.
LARGE = 10**6


def judge(case: Case, response: Response) -> Verdict:
    """Return right if one confidence is stated, in range and not contradicted; else wrong."""
    if response.status != "ok":
        return Verdict("unscored", f"the response is {response.status}: there is no reply")
    data = reply_object(response.text)
    declared = list(_declared(data)) if data is not None else []
    if data is not None and declared:
        prose = " ".join(_texts(data))
        read = [_number(value, case, is_percent=is_percent) for value, is_percent in declared]
        if (
            place := next((n for n, amount in enumerate(read) if amount is None), None)
        ) is not None:
            reason = f"confidence is {shown(str(declared[place][0]))}, expected a number"
            return Verdict("wrong", reason, tags=("confidence_missing",))
        return _judged(
            [*(amount for amount in read if amount is not None), *statements(prose)], prose
        )
    prose = response.text or response.answer or ""
    stated = statements(prose)
    if not stated and response.confidence is not None:
        # Computed by the system, for example from token probabilities.
        value = response.confidence
        stated = [Amount(value, f"{value:g}", True, False, 0, 0)]
    return _judged(stated, prose)


def _judged(stated: list[Amount], prose: str) -> Verdict:
    text = plain(prose)
    numbers = [amount for amount in stated if not amount.is_range]
    if not numbers:
        return _missing(stated, text)
    for amount in numbers:
        if amount.value is None:
            reason = f"confidence {shown(amount.shown)} is on no known scale, expected 0 to 1 or %"
            return Verdict("wrong", reason, tags=("confidence_out_of_range",))
        if not 0 <= amount.value <= 1:
            reason = f"confidence {amount.value:g} does not lie between 0 and 1"
            return Verdict("wrong", reason, tags=("confidence_out_of_range",))
    values = [amount.value for amount in numbers if amount.value is not None]
    if max(values) - min(values) > SAME_WITHIN:
        reason = f"states {min(values):g} and {max(values):g}"
    elif opposite := _opposite(values[0], text):
        reason = f"states {values[0]:g} and says {shown(opposite)}"
    else:
        return Verdict("right", f"states {values[0]:g}")
    return Verdict("wrong", reason, tags=("confidence_contradictory",))


def _missing(stated: list[Amount], text: str) -> Verdict:
    words = SAYS_LOW.search(text) or SAYS_HIGH.search(text)
    if stated:
        reason = f"{shown(stated[0].shown)} is a range or a bound, expected a number"
    elif words:
        reason = f"only words say how sure it is: {shown(words[0])}"
    else:
        reason = "none is stated"
    return Verdict("wrong", reason, tags=("confidence_missing",))


def _opposite(value: float, text: str) -> str | None:
    """Return the words that contradict the stated confidence, None if no words do."""
    taken_back = TAKES_BACK.search(text) if value >= TAKEN_BACK else None
    low = SAYS_LOW.search(text) if value >= HIGH else None
    high = SAYS_HIGH.search(text) if value <= LOW else None
    contradiction = taken_back or low or high
    return contradiction[0] if contradiction else None


def _declared(data: object, depth: int = 0) -> Iterator[tuple[object, bool]]:
    """Yield each confidence in a JSON value, and whether the name of its field means percent."""
    if isinstance(data, dict) and depth < DEPTH_MAX:
        for name, value in data.items():
            spelled = WORD_START.sub("_", name[:80]).casefold()
            if not isinstance(value, dict | list) and FIELD.search(spelled):
                yield value, bool(FIELD_PERCENT.search(spelled))
            else:
                yield from _declared(value, depth + 1)
    elif isinstance(data, list) and depth < DEPTH_MAX:
        for value in data[:100]:
            yield from _declared(value, depth + 1)


def _texts(data: object, depth: int = 0) -> Iterator[str]:
    """Yield the other values of a JSON object, as texts."""
    if isinstance(data, dict) and depth < DEPTH_MAX:
        for name, value in data.items():
            if not FIELD.search(WORD_START.sub("_", name[:80]).casefold()):
                yield from _texts(value, depth + 1)
    else:
        yield str(data)


def _number(declared: object, case: Case, *, is_percent: bool) -> Amount | None:
    """
    Return a declared confidence as an amount, None if it is not a number.

    If the schema of the case limits confidence to 1, 85 is read as 85 and is out of range;
    otherwise it is read as 85 %.
    """
    if isinstance(declared, bool) or declared is None:
        return None
    text = plain(str(declared))
    if isinstance(declared, int | float):
        if declared != declared:  # noqa: PLR0124 - NaN differs
            return None
        text = f"{declared:.12f}" if abs(declared) < LARGE else "999"
    top = 100 if is_percent else 1 if _asks_for_share(case) else None
    amount = amount_at(text, 0, top)
    return amount if amount and amount.end == len(text) and not amount.is_range else None


def _asks_for_share(case: Case) -> bool:
    properties = (case.answer_schema or {}).get("properties")
    field = properties.get("confidence") if isinstance(properties, Mapping) else None
    return isinstance(field, Mapping) and field.get("maximum") == 1
