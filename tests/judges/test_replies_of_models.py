"""Replies in the manner of models, which factual once misread."""

import json

import pytest

from evalstore.judges.factual import factual
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response

SHARE = {"kind": "number", "value": "2469/2"}
MIXED = {"kind": "number", "value": "7/4"}
FIVE = {"kind": "number", "value": "5"}
TERM = {"kind": "number", "value": "32"}
PLANCK = {"kind": "number", "value": "6.62607015e-34", "unit": "J s", "tolerance": "0.001"}
WALL = {"kind": "date", "value": "1989-11-09", "precision": "day"}
CAESAR = {"kind": "date", "value": "-0044", "precision": "year"}
NOBODY = {"kind": "abstain", "reason": "nobody knows"}
WATERLOO = {"kind": "correction", "premise": "Napoleon won", "truth": "Napoleon lost"}
SOLVE, NEXT = "Solve 3x + 5 = 20", "What comes after 2, 4, 8, 16?"

REPLIES = (
    (SHARE, "", r"$1{,}234.5$", "right"),
    (MIXED, "", r"1\frac{3}{4}", "right"),
    (MIXED, "", r"$1 \tfrac34$", "right"),
    (FIVE, SOLVE, "Subtract 5 from both sides: 3x = 15, so x = 15/3 = 5.", "right"),
    (FIVE, SOLVE, "The solution is x = 5. Check: 3(5) + 5 = 20", "right"),
    (FIVE, SOLVE, "x = 25/3", "wrong"),
    (TERM, NEXT, "2, 4, 8, 16, **32**", "right"),
    (TERM, NEXT, "2, 4, 8, 16, 24", "wrong"),
    (TERM, NEXT, "16 or 32", "wrong"),
    (PLANCK, "", "6.626 × 10^-34 joule-seconds", "right"),  # noqa: RUF001 - as models write
    (WALL, "", "The Wall, built in 1961, fell on November 9, 1989", "right"),
    (WALL, "", "The Wall, built in 1961, fell on November 10, 1989", "wrong"),
    (CAESAR, "", "44 before Christ", "right"),
    (CAESAR, "", "44 Before the Common Era", "right"),
    (CAESAR, "", "44 of the Common Era", "wrong"),
    (NOBODY, "", "It's lost to history.", "right"),
    (NOBODY, "", "This information is not available in the historical record.", "right"),
    (NOBODY, "", "The historical record is silent on this.", "right"),
    (NOBODY, "", "I'm unable to determine this.", "right"),
    (NOBODY, "", "No surviving account mentions this.", "right"),
    (NOBODY, "", "Bread, which is available in every record of the time.", "wrong"),
    (FIVE, SOLVE, "I'm sorry, but I can't help with that.", "abstained"),
    (WATERLOO, "", "He didn't. Wellington beat him.", "right"),
    (WATERLOO, "", "This is a common misconception.", "right"),
    (WATERLOO, "", "He had better artillery, so it did not take long.", "wrong"),
)


@pytest.mark.parametrize(("key", "question", "answer", "outcome"), REPLIES)
def test_reply(key: dict[str, object], question: str, answer: str, outcome: str) -> None:
    """A reply that says the right thing in a model's manner is right, and its like is not."""
    case = Case("c", "any", "any", (question,), ("factual",), answer_key=key)
    text = json.dumps({"answer": answer, "confidence": 0.5})

    verdict = factual.judge(case, Response("ok", text=text, answer=answer))

    assert outcome == verdict.outcome, verdict.reason
