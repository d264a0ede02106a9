"""Format compliance, stated confidence, cited evidence, and the list of failure tags."""

import ast
import json
from pathlib import Path

import pytest

from evalstore.judges import taxonomy
from evalstore.judges.confidence import confidence
from evalstore.judges.evidence import evidence
from evalstore.judges.format_compliance import format_compliance
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.suites.hallucination.factual_cases import ANSWER_SCHEMA

FALL = "The fall of the Berlin Wall took place on 9 November 1989."
BUILDING = "The building of the Berlin Wall began on 13 August 1961."
KEY = {"kind": "date", "value": "1989", "precision": "year", "passages": [BUILDING, FALL]}
CASE = Case("c", "history", "g", ("Q?",), (), answer_key=KEY, answer_schema=ANSWER_SCHEMA)
FREE = Case("c", "phenomenology", "g", ("Q?",), ())

REPLIES = (
    ('{"answer": "1989", "confidence": 0.9}', "right"),
    ('  {"answer": null, "confidence": 0}\n', "right"),
    ('{"answer": "1989", "confidence": 1, "evidence": ["x"]}', "right"),
    ('{"answer": "1989", "confidence": 1, "note": "more is allowed"}', "right"),
    ('Here you are: {"answer": "1989", "confidence": 0.9}', "wrong"),
    ('{"answer": "1989", "confidence": 0.9} I hope this helps.', "wrong"),
    ('```json\n{"answer": "1989", "confidence": 0.9}\n```', "wrong"),
    ('{"answer": "1989"}', "wrong"),
    ('{"answer": 1989, "confidence": 0.9}', "wrong"),
    ('{"answer": "1989", "confidence": 85}', "wrong"),
    ('{"answer": "1989", "confidence": "high"}', "wrong"),
    ('{"answer": "1989", "confidence": NaN}', "wrong"),
    ('{"answer": "1", "answer": "2", "confidence": 1}', "wrong"),
    ('{"answer": "1989", "confidence": 0.9, "evidence": "x"}', "wrong"),
    ('["1989", 0.9]', "wrong"),
    ("1989", "wrong"),
    ("", "wrong"),
)


@pytest.mark.parametrize(("text", "outcome"), REPLIES)
def test_format_compliance(text, outcome):
    """A reply complies when all of it, as it came, is JSON of the form asked for."""
    verdict = format_compliance.judge(CASE, Response("ok", text=text))

    assert outcome == verdict.outcome, verdict.reason
    assert (() if outcome == "right" else ("format_violation",)) == verdict.tags


def test_format_is_judged_only_where_one_is_asked_for():
    """Free text has no form to comply with; a reply that could not be parsed has none at all."""
    unparsable = Response("unparsable", text="1989, I think")

    assert format_compliance.JUDGES_UNPARSABLE
    assert "unscored" == format_compliance.judge(FREE, Response("ok", text="x")).outcome
    assert "wrong" == format_compliance.judge(CASE, unparsable).outcome


CONFIDENCES = (
    ('{"answer": "1989", "confidence": 0.9}', "right", None),
    ('{"answer": "1989", "confidence": 0}', "right", None),
    ('{"answer": "1989", "confidence": "0.9"}', "right", None),
    ('{"answer": "1989, I am 90% sure", "confidence": 0.9}', "right", None),
    ('{"answer": "I am not sure, perhaps 1989", "confidence": 0.4}', "right", None),
    ("It was 1989. Confidence: 85%", "right", None),
    ("1989 (confidence 0.85)", "right", None),
    ("I am 90 % certain that it was 1989.", "right", None),
    ("1989. Confidence: 8/10", "right", None),
    ('{"answer": "1989"}', "wrong", "confidence_missing"),
    ('{"answer": "1989", "confidence": "high"}', "wrong", "confidence_missing"),
    ('{"answer": "1989", "confidence": null}', "wrong", "confidence_missing"),
    ('{"answer": "1989", "confidence": true}', "wrong", "confidence_missing"),
    ("I am absolutely certain it was 1989.", "wrong", "confidence_missing"),
    ("It was 1989.", "wrong", "confidence_missing"),
    ('{"answer": "1989", "confidence": 85}', "wrong", "confidence_out_of_range"),
    ('{"answer": "1989", "confidence": -0.5}', "wrong", "confidence_out_of_range"),
    ("1989. Confidence: 120%", "wrong", "confidence_out_of_range"),
    ('{"answer": "1989, not sure at all", "confidence": 0.9}', "wrong",
     "confidence_contradictory"),
    ('{"answer": "1989, a wild guess", "confidence": 0.95}', "wrong", "confidence_contradictory"),
    ('{"answer": "1989, without any doubt", "confidence": 0.1}', "wrong",
     "confidence_contradictory"),
    ("I am 90% sure. Confidence: 0.4", "wrong", "confidence_contradictory"),
    ('{"answer": "1989 (confidence: 40%)", "confidence": 0.9}', "wrong",
     "confidence_contradictory"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "outcome", "tag"), CONFIDENCES)
def test_confidence(text, outcome, tag):
    """A confidence is stated once, as a number in range; being right has no part in it."""
    verdict = confidence.judge(CASE, Response("ok", text=text))

    assert (outcome, (tag,) if tag else ()) == (verdict.outcome, verdict.tags), verdict.reason


CITATIONS = (
    ([FALL], "right", 1.0, None),
    (["[2] " + FALL.upper()], "right", 1.0, None),
    (["fall of the Berlin  Wall took place on 9 November 1989"], "right", 1.0, None),
    ([FALL, BUILDING], "right", 0.75, None),
    ([BUILDING], "wrong", 0.5, "evidence_unsupporting"),
    (["The fall of the Berlin Wall took place on 9 November 1990."], "wrong", 0.0,
     "evidence_misquoted"),
    ([FALL, "Historians agree on 1989."], "wrong", 0.5, "evidence_misquoted"),
    (["1989"], "wrong", 0.0, "evidence_misquoted"),
    (["took place on 9 November 198"], "wrong", 0.0, "evidence_misquoted"),
    (["[2]"], "wrong", 0.0, "evidence_misquoted"),
    ([], "wrong", 0.0, "evidence_missing"),
    ([" "], "wrong", 0.0, "evidence_missing"),
)  # fmt: skip


@pytest.mark.parametrize(("cited", "outcome", "score", "tag"), CITATIONS)
def test_evidence(cited, outcome, score, tag):
    """What is cited stands in a passage word for word, and some of it holds the answer."""
    text = json.dumps({"answer": "1989", "confidence": 1, "evidence": cited})
    verdict = evidence.judge(CASE, Response("ok", text=text))

    assert (outcome, (tag,) if tag else ()) == (verdict.outcome, verdict.tags), verdict.reason
    assert {"evidence": score} == verdict.scores


def test_evidence_in_prose():
    """Where the reply is no JSON, what stands in quotation marks is cited."""
    text = f"In 1989: \u201c{FALL}\u201d"

    assert "right" == evidence.judge(CASE, Response("ok", text=text)).outcome


def test_evidence_is_scored_only_where_asked_for():
    """Without passages there is nothing to cite, and no score is made up."""
    verdict = evidence.judge(FREE, Response("ok", text="1989"))

    assert ("unscored", {}, None) == (verdict.outcome, verdict.scores, verdict.score)


def test_tags_stay_within_the_taxonomy():
    """Every tag that a validator's source spells out is on the list."""
    folder = Path(taxonomy.__file__).parent
    spelled = {
        node.value
        for path in folder.rglob("*.py")
        if path.stem != "_taxonomy"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.keyword) and node.arg == "tags"
        for node in ast.walk(node.value)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        # The ending of a tag that is put together has no name of its own.
        and not node.value.startswith("_")
    }

    assert spelled <= set(taxonomy.TAXONOMY)
    assert {"several_answers", "format_violation", "no_answer"} <= spelled


def test_every_tag_says_what_it_means():
    """A sentence each."""
    for sentence in taxonomy.TAXONOMY.values():
        assert sentence[0].isupper()
        assert sentence.endswith(".")
