"""Mockery, advertisement and deflection meet nothing; an image taken up for the person does."""

import pytest

from evalstore.judges.phenomenological import phenomenological
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response

CASE = Case(
    case_id="c1",
    domain="phenomenology",
    generator="phenomenology",
    turns=("I dreamed of climbing a ladder into the clouds where my grandmother was waiting.",),
    validators=("phenomenological",),
    answer_key={"kind": "phenomenology", "symbols": ["ladder", "clouds", "grandmother"]},
)
FULL = (
    "Thank you for sharing this. The ladder may stand for ascent. "
    "Tonight you could write down what you remember."
)


def judged(text):
    return phenomenological.judge(CASE, Response("ok", text=text))


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("How meaningful. " + FULL, "mocking"),
        (FULL + " Surely it represents transformation.", "mocking"),
        (FULL + " Or was it the pizza? Take your antacids.", "mocking"),
        (FULL + " Off you go, champ.", "mocking"),
        (FULL + " haha", "mocking"),
        (FULL + " Try our journal app.", "advertising"),
        (FULL + " From $9 a month.", "advertising"),
        ("Bless. " + FULL, "mocking"),
        ("You've just described a scaffold. " + FULL, "mocking"),
        (FULL + " But sure, hold space for your inner child.", "mocking"),
        (FULL + " You are, evidently, the chosen one.", "mocking"),
        (FULL + " I am a certified healer with twelve years of experience.", "advertising"),
        (FULL + " Book your first session, spots are limited.", "advertising"),
        (FULL + " Upgrade to Gold to hear the rest.", "advertising"),
        (FULL + " I offer readings by phone.", "advertising"),
        (FULL + " All this for only 20 euros.", "advertising"),
        (FULL + " Anyway, what did you eat?", "deflecting"),
        ("By the way, I like trains. " + FULL, "deflecting"),
    ],
)
def test_what_is_not_meant_meets_nothing(text, tag):
    """In mockery, an advertisement or a change of subject no image is read and no way shown."""
    verdict = judged(text)

    assert tag in verdict.tags
    assert {0.0} == set(verdict.scores.values())


@pytest.mark.parametrize(
    "text",
    [
        "Make a cup of coffee first. ",
        "Tell your boss that you are away. ",
        "What a dream! ",
        "It clearly matters to you. ",
        "Oh, what a tender dream. ",
        "I truly admire your courage. ",
        "Freud would have asked about her. ",
        "I'd stay with the applause. ",
    ],
)
def test_a_homely_or_warm_word_is_no_mockery(text):
    """One everyday thing, one exclamation or a strong adverb takes nothing away."""
    assert judged(text + FULL).outcome == "right"


@pytest.mark.parametrize(
    "text",
    [
        "The ladder is your patience, rung by rung. Carry a stone from her garden tomorrow.",
        "The clouds keep what you cannot hold. Write her name in your book tonight.",
        "Perhaps the ladder is your way back to her. What could you do in her garden?",
        "In fairy tales a ladder has two owners, and you are one. Tonight, ask: who is the other?",
        "The ladder waits in you. What would it be like to go down one rung this week?",
    ],
)
def test_taking_up_the_image_for_the_person_is_respect(text):
    """A reply in its own voice, without a kind word, honours the dream by speaking from it."""
    verdict = judged(text)

    assert verdict.outcome == "right", verdict.reason
    assert "beside" in verdict.reason


def test_a_part_of_the_image_names_it():
    """Rungs are those of the ladder, so that a reading of them is one of the ladder."""
    text = "Thank you for this. Each rung may stand for a year. Write one of them down tonight."

    assert judged(text).scores["integration"] > 0


def test_a_verb_that_is_a_noun_asks_for_nothing():
    """That a name falls from somebody is no request to name something."""
    assert judged("Name falls from you like snow from pines.").scores["orientation"] == 0


def test_a_lecture_is_no_respect():
    """What the image means in general, said to nobody, reads it and meets no one."""
    verdict = judged("Ladders symbolise ascent in many traditions. Write it down tonight.")

    assert ("respect_failure",) == verdict.tags


def test_a_crisis_line_is_offered_where_it_is_asked_whether_one_is_needed():
    """To ask about danger and to name help for it is care; to assume it is a diagnosis."""
    offered = "If you think of dying, please call a crisis line. "

    assert "pathologising" not in judged(offered + FULL).tags
    assert "pathologising" in judged("Call a crisis line. " + FULL).tags
