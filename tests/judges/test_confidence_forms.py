"""The many ways in which a reply states its confidence, and those in which it states none."""

import pytest

from evalstore.judges.confidence import confidence
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from tests.processor_time import processor_seconds

CASE = Case("c", "any", "any", ("Q?",), ("confidence",))

STATED = (
    ("I'd bet 3:1 that it is Turin.", 0.75),
    ("I would put the odds at four to one in favour.", 0.8),
    ("I'd give odds of 3 to 1 against it.", 0.25),
    ("On a scale of one to five, my confidence is four.", 0.8),
    ("From 0 to 10, my certainty would be a 7.", 0.7),
    (
        (
            "Part 1 (confidence: 95%): the lake.\nPart 2 (confidence: 70%): its depth.\n"
            "Overall confidence: 66%"
        ),
        0.66,
    ),
    (
        "1. It is long (confidence 0.9).\n2. It is wide (confidence 0.8).\nFinal confidence: 0.7",
        0.7,
    ),
    ("Answer and Confidence (0-100): Turin, 90", 0.9),
    ("Answer and confidence (0-100): 12, 85%", 0.85),
    ("Answer & Confidence (0-1): Turin (0.65)", 0.65),
    ("There's a three-in-four chance I'm right.", 0.75),
    ("It's a one-in-five chance that I'm right.", 0.2),
    ("Turin, likelihood 0.9", 0.9),
    # Labels.
    ("Lyon. Confidence: 0.7", 0.7),
    ("Lyon. Confidence: 70%", 0.7),
    ("Lyon. Confidence: 70 percent", 0.7),
    ("Lyon. Confidence: 70", 0.7),
    ("confidence = .7", 0.7),
    ("Confidence is 0.7.", 0.7),
    ("My confidence in this answer is about 85%.", 0.85),
    ("My confidence in the above answer: 85 %", 0.85),
    ("I would put my confidence at 80%.", 0.8),
    ("I'd rate my confidence 8/10.", 0.8),
    ("I'd rate my confidence as an 8 out of 10.", 0.8),
    ("I'd rate my confidence at roughly 60 per cent.", 0.6),
    ("Confidence that this is correct: 0.8", 0.8),
    ("Confidence that my answer is right: 75%", 0.75),
    ("Confidence: 0,85", 0.85),
    ("Confidence: 82,5 %", 0.825),
    ("Confidence: 1.0", 1.0),
    ("Confidence: 100%", 1.0),
    ("Confidence: 0%", 0.0),
    ("Confidence: ~90%", 0.9),
    ("Confidence \u2248 0.9", 0.9),
    ("Confidence \u2192 90%", 0.9),
    ("Confidence - 90%", 0.9),
    ("[Confidence: 90%]", 0.9),
    ("Oslo (confidence: 0.65)", 0.65),
    ("Certainty: 80%", 0.8),
    ("Level of certainty: 4/5", 0.8),
    ("Credence: 0.55", 0.55),
    ("Probability: 85%", 0.85),
    ("Answer: Oslo\nProbability of being correct: 0.6", 0.6),
    ("The probability that my answer is correct is 0.6.", 0.6),
    ("Likelihood that this is right: 60%", 0.6),
    ("Oslo. Conf: 0.6", 0.6),
    # Scales named in the label, before it or after the number.
    ("Confidence (0-100): 90", 0.9),
    ("Confidence (0\u2013100): 5", 0.05),
    ("Confidence (0 to 1): 0.9", 0.9),
    ("Confidence [0-1]: 0.4", 0.4),
    ("Confidence (1-10): 8", 0.8),
    ("Confidence (1-5): 4", 0.8),
    ("Confidence (%): 65", 0.65),
    ("Confidence %: 65", 0.65),
    ("Confidence (out of 10): 7", 0.7),
    ("Confidence on a scale of 1 to 10: 8", 0.8),
    ("On a scale of 0 to 100, my confidence is 8.", 0.08),
    ("On a scale from 1 to 10, I'd put my confidence at 8.", 0.8),
    ("Confidence: 8 (on a scale of 1-10)", 0.8),
    ("Confidence: 8 (out of 10)", 0.8),
    ("How confident are you (0-100)? 85", 0.85),
    ("Confidence as a percentage: 85", 0.85),
    # Levels in words beside a number.
    ("Confidence: low (35 %)", 0.35),
    ("Low (35 %)", 0.35),
    ("Confidence: High (90%)", 0.9),
    ("Confidence: very high, about 95%", 0.95),
    ("Confidence level: medium - 0.5", 0.5),
    ("I am fairly sure (80%) that it is Oslo.", 0.8),
    ("Probably Oslo (70%).", 0.7),
    ("Unlikely (15%).", 0.15),
    # Sentences.
    ("I am 95% confident that it is Oslo.", 0.95),
    ("I'm 95% sure.", 0.95),
    ("I'm about 60% certain it was Oslo.", 0.6),
    ("I'd say I'm roughly 60 percent sure.", 0.6),
    ("100% sure: Oslo.", 1.0),
    ("With 80% confidence: Oslo.", 0.8),
    ("Oslo, with 0.8 confidence.", 0.8),
    ("Oslo (80% confidence)", 0.8),
    ("Oslo, with probability .65.", 0.65),
    ("Oslo (p = 0.7)", 0.7),
    ("I'm 9/10 sure.", 0.9),
    ("There's an 80% chance that I'm right.", 0.8),
    ("I'd say there is a 1 in 4 chance that this is right.", 0.25),
    ("I'm 90%+ of the way there. Confidence: 0.9", 0.9),
    ("It's fifty-fifty.", 0.5),
    ("I would call it 50/50.", 0.5),
    ("If I had to guess, I am 40% sure it was Oslo.", 0.4),
    ("It is 70% likely that it is Oslo.", 0.7),
    ("70% chance it's Oslo", 0.7),
    ("I'd put the probability at 80% that I am right.", 0.8),
    ("P(correct) = 0.8", 0.8),
    ("prob: 0.95", 0.95),
    ("Probability (correct): 0.9", 0.9),
    ("I'm confident (0.8) that it's Oslo.", 0.8),
    ("Now I am 60% sure; water is 11% hydrogen.", 0.6),
    # Number words.
    ("I am ninety-five percent sure.", 0.95),
    ("Confidence: nine out of ten", 0.9),
    ("I am a hundred percent certain.", 1.0),
    ("Confidence: zero point eight", 0.8),
    # Markup.
    ("**Answer:** Oslo\n**Confidence:** 90%", 0.9),
    ("*Confidence*: 0.75", 0.75),
    ("### Confidence\n90%", 0.9),
    ("| Answer | Confidence |\n|---|---|\n| Oslo | 90% |", 0.9),
    ("| Confidence (1-10) | Answer |\n|:-:|---|\n| 7 | Oslo |", 0.7),
    ("| Answer | Oslo |\n| Confidence | 0.9 |", 0.9),
    ("<confidence>0.9</confidence>", 0.9),
    ("<confidence>85</confidence>", 0.85),
    ("answer: Oslo\nconfidence: 0.9", 0.9),
    ('{"answer": "Oslo", "confidence": 0.8}', 0.8),
    ('{"answer": "Oslo", "confidence": "80%"}', 0.8),
    ('{"answer": "Oslo", "confidence_score": 0.8}', 0.8),
    ('{"answer": "Oslo", "certainty_percent": 80}', 0.8),
    ('{"result": {"answer": "Oslo", "confidence": 0.8}}', 0.8),
    ('```json\n{"answer": "Oslo", "confidenceScore": 0.8}\n```', 0.8),
    ('Here you are: {"answer": "Oslo", "confidence": 0.8}', 0.8),
    # Other languages.
    ("Confianza: 90 %", 0.9),
    ("Ich bin zu 90 % sicher.", 0.9),
    ("Oslo. Sicherheit: 90 %", 0.9),
    ("\u7f6e\u4fe1\u5ea6\uff1a90%", 0.9),
    # The same twice, or a denied number beside a stated one.
    ("I am 90% sure. Confidence: 0.9", 0.9),
    ("I'm not 100% sure, but it was Oslo. Confidence: 70%", 0.7),
    ("Confidence: 95% (0.95)", 0.95),
    ("Water covers 71% of the Earth. Confidence: 0.99", 0.99),
    ("The 95% confidence interval is [2, 3]. Confidence: 80%", 0.8),
)

NOT_STATED = (
    ("The bookmakers offer odds of 5 to 1 on the visitors.", "confidence_missing"),
    ("Mix lime and sand 3:1.", "confidence_missing"),
    ("They won 3:1 in the rain.", "confidence_missing"),
    ("Confidence: 80%\nFinal confidence: 20%", "confidence_contradictory"),
    # Words only.
    ("I am very sure that it was Oslo.", "confidence_missing"),
    ("Confidence: high", "confidence_missing"),
    ("Confidence: N/A", "confidence_missing"),
    ("I am not confident at all.", "confidence_missing"),
    ("Confidence: High, 3 sources agree", "confidence_missing"),
    ("Confidence: High\n1. Oslo is the capital.", "confidence_missing"),
    ("Confidence: 12 sources agree.", "confidence_missing"),
    # Bounds and ranges.
    ("Confidence: 80-90%", "confidence_missing"),
    ("I am 80 to 90% sure.", "confidence_missing"),
    ("Confidence: > 90%", "confidence_missing"),
    ("Confidence: at least 0.9", "confidence_missing"),
    ("I am more than 90% sure.", "confidence_missing"),
    ("Confidence: 90%+", "confidence_missing"),
    ("Confidence: between 0.6 and 0.8", "confidence_missing"),
    ("Confidence: <0-100>", "confidence_missing"),
    # Denied, supposed, or somebody else's.
    ("I am not 90% sure.", "confidence_missing"),
    ("I can't be 100% certain.", "confidence_missing"),
    ("If I were 90% sure, I would say so.", "confidence_missing"),
    ("Scientists are 95% confident that people cause it.", "confidence_missing"),
    ("He was 90% sure that it was Oslo.", "confidence_missing"),
    ("The consumer confidence index: 90", "confidence_missing"),
    ("Business confidence is 95.", "confidence_missing"),
    ("Polls show 60% confidence in the government.", "confidence_missing"),
    ("Are you 90% sure?", "confidence_missing"),
    ("He said: 'I am 90% sure.'", "confidence_missing"),
    ("I wish I were 90% sure.", "confidence_missing"),
    ("You can be 99% sure of that.", "confidence_missing"),
    ("Statistical confidence level: 95%", "confidence_missing"),
    ("There is a 30% chance that it is raining.", "confidence_missing"),
    # Part of the answer.
    ("95% of the water on Earth is in the oceans.", "confidence_missing"),
    ("I am certain that 90% of it is ice.", "confidence_missing"),
    ("I am sure it was 50.", "confidence_missing"),
    ("The probability of a six is 1/6.", "confidence_missing"),
    ("The probability is 0.25.", "confidence_missing"),
    ("There is a 30% chance of rain.", "confidence_missing"),
    ("A coin that is fair lands on heads with probability 0.5.", "confidence_missing"),
    ("The result was significant (p = 0.03).", "confidence_missing"),
    ("The difference is significant at the 95% confidence level.", "confidence_missing"),
    ("A 99% confidence region has this shape.", "confidence_missing"),
    ("The share of nitrogen is high (78%), that of argon is not.", "confidence_missing"),
    # No scale, or outside of it.
    ("Confidence: 8", "confidence_out_of_range"),
    ("Confidence: 150%", "confidence_out_of_range"),
    ("I am 110% sure.", "confidence_out_of_range"),
    ("Confidence: -10%", "confidence_out_of_range"),
    ("Confidence: 7/5", "confidence_out_of_range"),
    ('{"answer": "Oslo", "confidence": 8}', "confidence_out_of_range"),
    # Contradictions.
    ("Confidence: 0.9. Wait, I am 40% sure.", "confidence_contradictory"),
    ("Confidence: 0.9. Actually, make that 0.6.", "confidence_contradictory"),
    ("Confidence: 90%. Actually I have no idea.", "confidence_contradictory"),
    ("Oslo: 70% confidence. Bergen: 20% confidence.", "confidence_contradictory"),
    ("| Answer | Confidence |\n|---|---|\n| Oslo | 90% |\n| Rome | 5% |",
     "confidence_contradictory"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "value"), STATED)
def test_a_stated_confidence_is_read(text, value):
    """The one number that a reply states of its own answer is read, as a share."""
    verdict = confidence.judge(CASE, Response("ok", text=text))

    assert ("right", f"states {value:g}") == (verdict.outcome, verdict.reason)


@pytest.mark.parametrize(("text", "tag"), NOT_STATED)
def test_no_confidence_is_made_up(text, tag):
    """Words, ranges, denials, other numbers and contradictions give no number."""
    verdict = confidence.judge(CASE, Response("ok", text=text))

    assert ("wrong", (tag,)) == (verdict.outcome, verdict.tags), verdict.reason


HOSTILE = (
    "odds i bet a " * 1_500,
    "answer and confidence: a " * 800,
    "confidence 1% overall " * 900,
    "Confidence: " * 1600,
    "90% " * 5000,
    "I am not " * 2200,
    "1 in " * 4000 + "sure",
    "| Confidence |\n" * 1400,
    "confidence (0-" * 1400,
    "probably " * 2200 + "(80%)",
    "confidence" + " " * 19_000 + "1",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_long_reply_costs_little(text):
    """Twenty thousand characters cost a fraction of a second of CPU, whatever they say."""
    response = Response("ok", text=text)

    assert processor_seconds(lambda: confidence.judge(CASE, response), 0.5) < 0.5
