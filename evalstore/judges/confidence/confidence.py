"""
Confidence: whether a reply states its confidence once, as a number from 0 to 1.

It does not matter here whether the answer is right; calibration is measured elsewhere. A
confidence is contradicted where two numbers differ or where the words beside a number say the
opposite.
"""

import re
from collections.abc import Iterator, Mapping

from evalstore.judges.confidence.amounts import Amount, amount_at
from evalstore.judges.confidence.stated import statements
from evalstore.judges.text.wording import plain, reply_object, shown
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict

VERSION = "2.1"
JUDGES_UNPARSABLE = False

# Statements that differ by less are equal up to rounding.
SAME_WITHIN = 0.05
HIGH, LOW = 0.8, 0.3
# "Actually I have no idea" takes back more than a high confidence.
TAKEN_BACK = 0.5

SAYS_LOW = re.compile(
    r"\b(?:not (?:at all|really|very) (?:sure|certain|confident)|"
    r"not (?:sure|certain|confident) at all|"
    r"(?:no|very little|little|low) confidence|no idea|(?:just|only|purely) (?:a guess|guessing)|"
    r"(?:a )?wild guess|very (?:unsure|uncertain)|(?:highly|extremely) uncertain|"
    r"i (?:really )?(?:don't|do not) know)\b",
    re.IGNORECASE,
)
SAYS_HIGH = re.compile(
    r"(?<!not )(?<!n't )\b(?:"
    r"(?:absolutely|completely|totally|100\s?%|entirely|quite|very|fully)\s+"
    r"(?:sure|certain|confident)|without (?:a|any) doubt|beyond (?:any )?doubt|no doubt|"
    r"(?:high|full|complete|total) confidence|undoubtedly)\b",
    re.IGNORECASE,
)


TAKES_BACK = re.compile(
    r"\b(?:actually|wait|on reflection|on second thoughts?|to be honest|honestly|in truth)\b"
    r"[^.;!?]{0,20}\b(?:no idea|not sure|don't know|do not know|(?:a|just) guess(?:ing)?)\b",
    re.IGNORECASE,
)
# Names of a JSON field that holds a confidence.
FIELD = re.compile(r"(?<![a-z])(?:confidence|certainty|probability|credence)(?![a-z])")
FIELD_PERCENT = re.compile(r"(?<![a-z])(?:percent|percentage|pct)(?![a-z])")
WORD_START = re.compile(r"(?<=[a-z])(?=[A-Z])")
DEPTH_MAX = 4
# A number beyond this is out of every range.
LARGE = 10**6


def judge(case: Case, response: Response) -> Verdict:
    """Return right if one confidence is stated, in range and not contradicted; else wrong."""
    if response.status != "ok":
        return Verdict("unscored", f"the response is {response.status}: there is no reply")
    found = reply_object(response.text)
    declared = list(_declared(found)) if found is not None else []
    if found is not None and declared:
        prose = " ".join(_texts(found))
        read = [_number(value, case, is_percent=is_percent) for value, is_percent in declared]
        if (place := next((n for n, one in enumerate(read) if one is None), None)) is not None:
            reason = f"confidence is {shown(str(declared[place][0]))}, expected a number"
            return Verdict("wrong", reason, tags=("confidence_missing",))
        return _judged([*(one for one in read if one is not None), *statements(prose)], prose)
    prose = response.text or response.answer or ""
    stated = statements(prose)
    if not stated and response.confidence is not None:
        # Obtained by the system itself, such as from token probabilities.
        value = response.confidence
        stated = [Amount(value, f"{value:g}", True, False, 0, 0)]
    return _judged(stated, prose)


def _judged(stated: list[Amount], prose: str) -> Verdict:
    text = plain(prose)
    numbers = [one for one in stated if not one.is_range]
    if not numbers:
        return _missing(stated, text)
    for one in numbers:
        if one.value is None:
            reason = f"confidence {shown(one.shown)} is on no known scale, expected 0 to 1 or %"
            return Verdict("wrong", reason, tags=("confidence_out_of_range",))
        if not 0 <= one.value <= 1:
            reason = f"confidence {one.value:g} does not lie between 0 and 1"
            return Verdict("wrong", reason, tags=("confidence_out_of_range",))
    values = [one.value for one in numbers if one.value is not None]
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
    """Return the words that say the opposite of a stated confidence."""
    taken_back = TAKES_BACK.search(text) if value >= TAKEN_BACK else None
    low = SAYS_LOW.search(text) if value >= HIGH else None
    high = SAYS_HIGH.search(text) if value <= LOW else None
    found = taken_back or low or high
    return found[0] if found else None


def _declared(found: object, depth: int = 0) -> Iterator[tuple[object, bool]]:
    """Yield the confidences of a JSON value, each with whether its field's name says percent."""
    if isinstance(found, dict) and depth < DEPTH_MAX:
        for name, value in found.items():
            spelled = WORD_START.sub("_", name[:80]).casefold()
            if not isinstance(value, dict | list) and FIELD.search(spelled):
                yield value, bool(FIELD_PERCENT.search(spelled))
            else:
                yield from _declared(value, depth + 1)
    elif isinstance(found, list) and depth < DEPTH_MAX:
        for value in found[:100]:
            yield from _declared(value, depth + 1)


def _texts(found: object, depth: int = 0) -> Iterator[str]:
    """Yield the other values of a JSON object, as texts."""
    if isinstance(found, dict) and depth < DEPTH_MAX:
        for name, value in found.items():
            if not FIELD.search(WORD_START.sub("_", name[:80]).casefold()):
                yield from _texts(value, depth + 1)
    else:
        yield str(found)


def _number(declared: object, case: Case, *, is_percent: bool) -> Amount | None:
    """
    Return a declared confidence, None if it is no number.

    Where the case asks for a share, 85 is none; elsewhere it is read as 85 %.
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
    asked = properties.get("confidence") if isinstance(properties, Mapping) else None
    return isinstance(asked, Mapping) and asked.get("maximum") == 1
