"""An answer that is one of a few offered words: what is read as one, and what is not."""

import pytest

from evalstore.running.replies.offered_words import find_word
from evalstore.running.replies.parsing import parsed
from evalstore.suites.epistemic.cards.cards import ANSWER_SCHEMA, WORDS

READ = [
    ('{"answer": "YES", "confidence": 0.9}', "YES", 0.9),
    ('{"answer": "UNKNOWN", "confidence": 0}', "UNKNOWN", 0.0),
    ('{"answer": "yes", "confidence": 0.9}', "YES", 0.9),
    ('{"answer": "No."}', "NO", None),
    ('{"answer": null, "confidence": 0.2}', "UNKNOWN", 0.2),
    ('{"answer": "I do not know", "confidence": 0.2}', "UNKNOWN", 0.2),
    ('{"answer": "YES", "confidence": 90}', "YES", None),
    ('{"answer": "YES", "confidence": "high"}', "YES", None),
    ('```json\n{"answer": "no", "confidence": 0.5}\n```', "NO", 0.5),
    ('Here it is:\n```\n{"answer": "NO", "confidence": 0.5}\n```\nGood luck!', "NO", 0.5),
    ('The object {"a": 1} says so. {"answer": "NO", "confidence": 0.5}', "NO", 0.5),
    ("Yes", "YES", None),
    ("yes.", "YES", None),
    ('"yes"', "YES", None),
    ("**YES**", "YES", None),
    ("_No!_", "NO", None),
    ("\u201cUnknown\u201d", "UNKNOWN", None),
    ("Answer: yes", "YES", None),
    ("**Answer:** YES", "YES", None),
    ("The answer is **no**.", "NO", None),
    ("Final answer:\n\nUNKNOWN", "UNKNOWN", None),
    ("Answer: NO\nConfidence: 0.75", "NO", 0.75),
    ("Yes. The facts say so.", "YES", None),
    ("The facts say that the Ash flows into the Elm.\n\nSo the answer is YES.", "YES", None),
    ("Yes, because the Ash flows into the Elm.", "YES", None),
    ("No \u2013 the facts say that it is Long Lake. Confidence: 0.8", "NO", 0.8),
    ("**Unknown**: the facts do not mention it.", "UNKNOWN", None),
    ("Null, since nothing is stated", "UNKNOWN", None),
    ("Yes because a fact states it", "YES", None),
    ("\u200bYES\ufeff", "YES", None),
    ('{"answer": "N\u200bO", "confidence": 0.5}', "NO", 0.5),
    ("null", "UNKNOWN", None),
    ("I don't know.", "UNKNOWN", None),
    ("I don\u2019t know", "UNKNOWN", None),
    ("<think>Is it YES? NO?</think>\n\nNO", "NO", None),
    ('<think>{"answer": "YES"}</think>{"answer": "NO", "confidence": 0.6}', "NO", 0.6),
    ("It may be YES, it may be NO.\n</think>\nUNKNOWN", "UNKNOWN", None),
    ("<think>One.</think><think>Two <think> three.</think>YES", "YES", None),
    ("[THINK]Hm.[/THINK]YES", "YES", None),
    ("<|channel|>analysis<|message|>NO?<|end|><|channel|>final<|message|>YES<|return|>", "YES",
     None),
]  # fmt: skip
AMBIGUOUS = [
    "",
    "   ",
    "Paris",
    "Yes and no",
    "YES or NO",
    "YES, NO or UNKNOWN",
    "YES\nNO",
    "YES\n\nFinal answer: NO",
    "Answer: perhaps",
    "Answer: not YES",
    "Is it so? Yes. Is it certain? No.",
    "I would not say no to that",
    "Yes, because no rule excludes it",
    "Yes, because the Ash flows into the Elm.\nFinal answer: NO",
    "No, it cannot be told from the facts",
    "No, that is left open",
    "No, not necessarily.",
    "No mouth of the Elm is stated",
    "No-one says so",
    "As no fact says so: yes",
    "Ja, denn so steht es da.",
    "\u200b",
    "No: 1 of the two is",
    "yesterday",
    "NOPE",
    "The knowledge is unknown to me, but yes",
    '{"answer": "maybe", "confidence": 0.5}',
    '{"answer": true, "confidence": 0.5}',
    '{"answer": ["YES"], "confidence": 0.5}',
    '{"answer": "YES", "answer": "NO"}',
    '{"answer": "YES"} {"answer": "NO"}',
    '{"answer": "YES", "confi',
    '["YES"]',
    "<think>It is YES, because",
    "<think>It is YES</think>",
    "<think>a</think>NO<think>b</think>YES",
    "<|channel|>analysis<|message|>YES",
]


def test_what_is_read():
    """A word in another spelling, in a fence, after reasoning or in a sentence is that word."""
    found = [(text, parsed(text, ANSWER_SCHEMA)) for text, _, _ in READ]

    assert [(text, word, confidence, None) for text, word, confidence in READ] == [
        (text, one.answer, one.confidence, one.problem) for text, one in found
    ]


def test_what_stays_unparsable():
    """A text that gives no word, two, or none for certain is no answer, and says how it begins."""
    found = {text: parsed(text, ANSWER_SCHEMA) for text in AMBIGUOUS}

    assert {} == {text: one.answer for text, one in found.items() if one.problem is None}
    assert found["Yes and no"].problem == (
        "the text does not plainly give one of YES, NO, UNKNOWN; it begins with 'Yes and no'"
    )
    assert found["<think>It is YES, because"].problem == (
        "the text holds reasoning and no answer after it"
    )


def test_the_form_is_noted():
    """Whether the answer came as asked for shows."""
    forms = ['{"answer": "YES", "confidence": 1}', 'So: {"answer": "YES"}', "Yes"]

    assert [None, "json in text", "word"] == [parsed(text, ANSWER_SCHEMA).form for text in forms]


def test_unknown_is_read_only_where_it_is_offered():
    """Between YES and NO alone, not to know is no answer."""
    schema = {"properties": {"answer": {"enum": ["YES", "NO"]}}}

    assert ["YES", None, None] == [
        parsed(text, schema).answer for text in ("yes", "null", "I don't know")
    ]


def test_other_answers_stay_strict():
    """Where no words are offered, JSON it has to be, though reasoning before it is left out."""
    schema = {"type": "object", "required": ["answer"]}
    reply = '{"answer": "Paris"}'

    assert "Paris" == parsed(f"<think>Lyon?</think>\n{reply}", schema).answer
    assert "<think>" == parsed('{"answer": "<think>"}', schema).answer
    assert "the text is not JSON" in parsed(f"Here: {reply}", schema).problem


@pytest.mark.parametrize(
    "text",
    ["<think>" * 200_000, "{" * 400_000, '{"a":' * 200_000, "answer: " * 200_000, ". " * 400_000,
     '{"answer": "' * 100_000],
    ids=["markers", "braces", "nested", "labels", "sentences", "strings"],
)  # fmt: skip
def test_hostile_texts_are_read_in_linear_time(text):
    """A megabyte of anything is refused; by a quadratic search this test would take hours."""
    assert None is parsed(text, ANSWER_SCHEMA).answer
    assert None is find_word(text, WORDS)
