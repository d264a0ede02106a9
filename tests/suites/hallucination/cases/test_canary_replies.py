"""No canary fails a right reply: wordings labelled by hand before any was judged."""

import json
from pathlib import Path

from evalstore.judges.factual import factual
from evalstore.plugins.response import Response
from evalstore.running.replies.parsing import parsed
from evalstore.suites.hallucination.cases import canary

REPLIES = json.loads((Path(__file__).parent / "canary_replies.json").read_text(encoding="utf-8"))
CASES = {case.case_id: case for case in canary.canaries()}
# Wrong replies that the rules cannot tell: a product not worked out, and a range for a number.
KNOWN = {("canary-product", "12^2"), ("canary-water", "below zero")}


def outcomes(case, text):
    """Return how a reply is judged as it stands, and with its answer parsed out."""
    found = parsed(text, case.answer_schema)
    responses = [Response("ok", text=text)]
    if found.problem is None:
        responses.append(Response("ok", text=text, answer=found.answer))
    return {factual.judge(case, response).outcome for response in responses}


def test_every_factual_canary_has_replies():
    """At least twelve right and eight wrong wordings of each, those known to pass left out."""
    judged = {name for name, case in CASES.items() if "factual" in case.validators}

    assert judged == set(REPLIES)
    assert 12 <= min(len(set(each["right"])) for each in REPLIES.values())
    assert 8 <= min(len(set(each["wrong"])) for each in REPLIES.values())


def test_right_wordings_are_right():
    """JSON, prose, words, digits, units, LaTeX, and denials that say what is true."""
    failed = [
        (name, text)
        for name, each in REPLIES.items()
        for text in each["right"]
        if outcomes(CASES[name], text) != {"right"}
    ]

    assert [] == failed


def test_wrong_wordings_are_not_right():
    """Neither a wrong value nor a reflex passes; declining to answer is not right either."""
    passed = {
        (name, text)
        for name, each in REPLIES.items()
        for text in each["wrong"]
        if "right" in outcomes(CASES[name], text)
    }

    assert KNOWN == passed
