"""
Abstention: whether YES, NO or UNKNOWN is the right answer to a claim, word for word.

The comparison is strict: YES if the claim is entailed, NO if it is contradicted, UNKNOWN if it is
neither. The metrics of abstention read the answer and the label themselves and judge by their own
mapping; this verdict is for human readers.
"""

from collections.abc import Mapping

from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict

VERSION = "1.0"
JUDGES_UNPARSABLE = False

WORDS = ("YES", "NO", "UNKNOWN")
# Characters stripped from an answer, as for ingested results.
SPACES = " \t\r\n\f"
MEANINGS = {
    "YES": "the claim is entailed",
    "NO": "the claim is contradicted",
    "UNKNOWN": "the claim is neither entailed nor contradicted",
}
ANSWER_CHARACTERS_MAX = 60


def judge(case: Case, response: Response) -> Verdict:
    """Return right, abstained for an undue UNKNOWN, else wrong."""
    if response.status != "ok":
        return Verdict("unscored", f"the response is {response.status}: there is no answer")
    gold = word_of(case.expected)
    if gold is None:
        return Verdict("unscored", f"{case.expected!r} is expected, none of {', '.join(WORDS)}")
    answer = word_of(response.answer)
    expected = f"expected {gold}: {MEANINGS[gold]}{_why(case.answer_key)}"
    if answer is None:
        answer = repr(response.answer)[:ANSWER_CHARACTERS_MAX]
        reason = f"the answer {answer} is none of YES, NO and UNKNOWN; {expected}"
        return Verdict("wrong", reason, tags=("format_violation",))
    if answer == gold:
        return Verdict("right", f"answered {answer}, as {expected}")
    if answer == "UNKNOWN":
        return Verdict("abstained", f"answered UNKNOWN, {expected}")
    tag = "unanswerable_answered" if gold == "UNKNOWN" else "factual_error"
    return Verdict("wrong", f"answered {answer}, {expected}", tags=(tag,))


def word_of(value: object) -> str | None:
    """
    Return the YES, NO or UNKNOWN that a text is, ignoring case and surrounding space; else None.

    >>> word_of(" yes "), word_of("Yes."), word_of(None)
    ('YES', None, None)
    """
    if not isinstance(value, str):
        return None
    word = value.strip(SPACES).upper()
    return word if word in WORDS else None


def _why(answer_key: Mapping[str, object]) -> str:
    why = answer_key.get("why")
    if isinstance(why, Mapping):
        why = why.get("message") or why.get("rule") or why.get("reason")
    return f" ({why})" if isinstance(why, str) and why else ""
