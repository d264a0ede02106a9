"""Replies with words of declining, each with what factual has to make of it."""

import time

import pytest

from evalstore.judges.factual import factual
from evalstore.judges.text.declining.abstention import (
    abstention_in,
    answering_part,
    declining_words_in,
    guesses_after_abstaining,
)
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response

EMPEROR = {"kind": "name", "value": "Napoleon", "aliases": ["Bonaparte"], "rivals": ["Wellington"]}
YEAR = {"kind": "date", "value": "1911", "precision": "year"}
COUNT = {"kind": "number", "value": "42"}
POET = {"kind": "name", "value": "unknown", "aliases": []}
NOBODY = {"kind": "abstain", "reason": "no record exists"}
PREMISE = {"kind": "correction", "premise": "it was printed in 1950", "truth": YEAR, "aliases": []}

REPLIES = (
    (EMPEROR, "I don't know, but probably Napoleon.", "right"),
    (EMPEROR, "I don't know, but probably Wellington.", "wrong"),
    (EMPEROR, "I have no idea. Napoleon, I guess.", "right"),
    (EMPEROR, "As far as I know it was Napoleon.", "right"),
    (EMPEROR, "I'm not certain, but I think it was Wellington.", "wrong"),
    (EMPEROR, "I can't confirm that it was Napoleon.", "abstained"),
    (EMPEROR, "I couldn't find anything about Wellington's part in it.", "abstained"),
    (EMPEROR, "It is unclear.", "abstained"),
    (EMPEROR, "Could you clarify?", "abstained"),
    (EMPEROR, "Could you clarify whether you mean Wellington's army?", "abstained"),
    (EMPEROR, "As an AI model I have no opinions. However, it was Napoleon.", "right"),
    (EMPEROR, "I couldn't find a source for it. However, the army was that of Napoleon.", "right"),
    (EMPEROR, "I couldn't find who won. However, Wellington rode a horse there.", "abstained"),
    (EMPEROR, "The answer is unknown.", "abstained"),
    (YEAR, "As an AI model I don't have access to archives. It was printed in 1911.", "right"),
    (YEAR, "I do not have the date at hand. However, it was printed in 1912.", "wrong"),
    (YEAR, "It was not 1950, but I don't know when.", "abstained"),
    (YEAR, "I couldn't find any information on this.", "abstained"),
    (COUNT, "The exact number is not known, but there are 42 of them.", "right"),
    (COUNT, "We do not know x at first. Since 2 x = 82, x = 41. So it is 41.", "wrong"),
    (COUNT, "I need more context.", "abstained"),
    (POET, "The poet is unknown.", "right"),
    (NOBODY, "I don't know, but probably Napoleon.", "wrong"),
    (NOBODY, "It is unclear.", "right"),
    (NOBODY, "I couldn't find any information about that.", "right"),
    (NOBODY, "There were 17.", "wrong"),
    (PREMISE, "I couldn't find any information about it.", "abstained"),
    (PREMISE, "I'm not sure, but it was printed in 1911.", "right"),
)  # fmt: skip


@pytest.mark.parametrize(("key", "text", "outcome"), REPLIES)
def test_outcomes(key, text, outcome):
    """Only a reply that gives no answer of the kind asked is an abstention."""
    case = Case("c", "d", "g", ("When, who or how many?",), ("factual",), answer_key=key)

    verdict = factual.judge(case, Response("ok", text=text))

    assert outcome == verdict.outcome, verdict.reason


@pytest.mark.parametrize("key", [EMPEROR, YEAR, COUNT])
def test_middle_of_reasoning(key):
    """What is not known in the middle of a long reply is a step, and no abstention."""
    text = f"{'First, look at the list. ' * 15}We don't know this yet. {'Then go on. ' * 40}"
    case = Case("c", "d", "g", ("Q?",), ("factual",), answer_key=key)

    assert factual.judge(case, Response("ok", text=text)).outcome != "abstained"


def test_none_is_zero_where_a_number_is_asked():
    """None declines, but not where it is asked how many."""
    assert abstention_in("None.", "Who was it?") == "None."
    assert abstention_in("None.", "How many moons has Venus?") is None


def test_answering_part():
    """The answering part holds the answer and not the words that decline."""
    text = "As an AI, I have no access to news. However, the king is Harald. Please check the web."

    part = answering_part(text)

    assert "Harald" in part
    assert "access" not in part
    assert "check" not in part


@pytest.mark.parametrize(
    "text",
    [
        "I do not know " * 1_400,
        "could you please " * 1_200,
        "it is really not " * 1_200,
        "there is no really " * 1_100,
        "'A'a 'A" * 2_800,
        '"' * 20_000,
        "not " + "a" * 20_000,
        "not" + " " * 20_000 + "x",
        "but, however, though " * 950,
        "none of the a a a " * 1_100,
        "if you mean a, " * 1_300,
        "no a a a a a a " * 1_300,
    ],
    ids=lambda text: text[:12],
)
def test_long_texts(text):
    """Texts that a pattern could backtrack on are read in linear processor time."""
    readings = (abstention_in, answering_part, declining_words_in, guesses_after_abstaining)
    for read in readings:
        start = time.process_time()
        read(text)
        # A hundred times what it takes.
        assert time.process_time() - start < 5
