"""
Confidence: whether a reply states its confidence once, as a number from 0 to 1.

It does not matter here whether the answer is right; calibration is measured elsewhere. A
confidence is contradicted where two numbers differ or where the words beside a number say the
opposite.
"""

import re
from fractions import Fraction

from evalstore.types.case import Case
from evalstore.types.response import Response
from evalstore.types.verdict import Verdict
from evalstore.validators._text import plain, reply_object, shown

VERSION = "1.0"
JUDGES_UNPARSABLE = False

# Statements that differ by less are equal up to rounding.
SAME_WITHIN = 0.05
HIGH, LOW = 0.8, 0.3

AMOUNT = (
    r"(?P<amount>-?\d{1,9}(?:\.\d{1,20})?)\s?"
    r"(?P<scale>%|per\s?cent\b|/\s?10{1,2}\b|out of 10{1,2}\b)?"
)
LINKS = r"(?:is|was|of|at|:|=|-(?!\d)|about|around|roughly|approximately|in this answer|\(|\s)*"
STATED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bconfiden(?:ce|t)(?:\s+(?:level|score|rating))?\"?{LINKS}{AMOUNT}",
        rf"{AMOUNT}\s*(?:-\s*)?(?:confiden(?:t|ce)|sure|certain(?:ty)?|likely to be right)\b",
        rf"\b(?:certainty|probability)\s*(?:is|of|:|=|\s)*\s*{AMOUNT}",
    )
)
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


def judge(case: Case, response: Response) -> Verdict:
    """Return right if one confidence is stated, in range and not contradicted; else wrong."""
    del case
    if response.status != "ok":
        return Verdict("unscored", f"the response is {response.status}: there is no reply")
    found = reply_object(response.text)
    if found is not None and "confidence" in found:
        prose = " ".join(str(value) for name, value in found.items() if name != "confidence")
        declared = _number(found["confidence"])
        if declared is None:
            reason = f"confidence is {shown(str(found['confidence']))}, expected a number"
            return Verdict("wrong", reason, tags=("confidence_missing",))
        return _judged([declared, *_stated_in(prose)], prose)
    prose = response.text or response.answer or ""
    stated = _stated_in(prose)
    if not stated and response.confidence is not None:
        # Obtained by the system itself, such as from token probabilities.
        stated = [response.confidence]
    return _judged(stated, prose)


def _judged(stated: list[float], prose: str) -> Verdict:
    if not stated:
        words = SAYS_LOW.search(plain(prose)) or SAYS_HIGH.search(plain(prose))
        reason = f"only words say how sure it is: {shown(words[0])}" if words else "none is stated"
        return Verdict("wrong", reason, tags=("confidence_missing",))
    outside = [value for value in stated if not 0 <= value <= 1]
    if outside:
        reason = f"confidence {outside[0]:g} does not lie between 0 and 1"
        return Verdict("wrong", reason, tags=("confidence_out_of_range",))
    if max(stated) - min(stated) > SAME_WITHIN:
        return _contradictory(f"states {min(stated):g} and {max(stated):g}")
    low, high = SAYS_LOW.search(plain(prose)), SAYS_HIGH.search(plain(prose))
    if low and stated[0] >= HIGH:
        return _contradictory(f"states {stated[0]:g} and says {shown(low[0])}")
    if high and stated[0] <= LOW:
        return _contradictory(f"states {stated[0]:g} and says {shown(high[0])}")
    return Verdict("right", f"states {stated[0]:g}")


def _contradictory(reason: str) -> Verdict:
    return Verdict("wrong", reason, tags=("confidence_contradictory",))


def _number(declared: object) -> float | None:
    """
    Return a declared confidence as a number, None if it is none.

    >>> _number(0.9), _number("0.9"), _number("90%"), _number("high"), _number(True)
    (0.9, 0.9, 0.9, None, None)
    """
    if isinstance(declared, bool) or declared is None:
        return None
    text = plain(str(declared))
    if match := re.fullmatch(AMOUNT, text, re.IGNORECASE):
        return _amount(match)
    if isinstance(declared, int | float) and declared == declared:  # noqa: PLR0124 - NaN differs
        return float(declared) if abs(declared) < 10**300 else 10.0**300
    return None


def _stated_in(prose: str) -> list[float]:
    text = plain(prose)
    places: dict[int, float] = {}
    for pattern in STATED:
        for match in pattern.finditer(text):
            places.setdefault(match.start("amount"), _amount(match))
    return [places[place] for place in sorted(places)]


def _amount(match: re.Match[str]) -> float:
    amount, scale = Fraction(match["amount"]), (match["scale"] or "").replace(" ", "").lower()
    if scale.endswith("100") or scale in {"%", "percent"}:
        return float(amount / 100)
    return float(amount / 10 if scale.endswith("10") else amount)
