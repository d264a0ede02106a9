"""A model's reasoning is no part of its answer, and is kept."""

import json

import pytest

from evalstore.plugins.question import Question
from evalstore.suites.epistemic.cards.cards import ANSWER_SCHEMA

CARD = Question("card-1", ("Facts:\n- A b c\n\nQuestion: Is it?",), ANSWER_SCHEMA)


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_a_field_of_its_own(service, chat, field):
    """What a service passes on apart from the text is kept apart, and never read as the answer."""
    service.plays(service.says("NO", **{field: "Is it YES? No."}))
    response = chat().ask(CARD, 1)

    assert ("ok", "NO", "NO", "Is it YES? No.") == (
        response.status,
        response.answer,
        response.text,
        response.extra["reasoning"],
    )


def test_reasoning_alone_is_a_missing_answer(service, chat):
    """Tokens that were spent on reasoning leave none for the answer: nothing came."""
    service.plays(service.says(None, reasoning_content="YES or", finish_reason="length"))
    response = chat().ask(CARD, 1)

    assert ("missing", None) == (response.status, response.answer)
    assert "the service gave no text, only reasoning (finish_reason length)" == response.error


def test_marked_reasoning_is_left_out_of_the_text(service, chat, free):
    """Free text is judged without it, the next turn is asked without it, and the reply is kept."""
    raw = "<think>Is that a trick?</think>\n\nA city."
    service.plays(service.says(raw))
    response = chat().ask(free, 1)
    chat().ask(Question("two", ("One?", "Two?")), 1)

    assert ("ok", "A city.", raw) == (response.status, response.text, response.extra["raw_text"])
    assert "A city." == service.requests[-1]["messages"][1]["content"]


@pytest.mark.parametrize(
    ("text", "finish_reason", "error"),
    [
        ("<think>It is YES", "stop", "the text holds reasoning and no answer after it"),
        ("<think>It is YES", "length", "the answer was cut off at the limit of tokens"),
        ("<think>So</think>YE", "length", "the answer was cut off at the limit of tokens"),
    ],
)
def test_unfinished_reasoning(service, chat, text, finish_reason, error):
    """Reasoning that did not end gives no answer, whatever words are in it."""
    service.plays(service.says(text, finish_reason=finish_reason))
    response = chat().ask(CARD, 1)

    assert ("unparsable", None, error) == (response.status, response.answer, response.error)


def test_the_probability_is_that_of_the_answer(service, chat):
    """An answer that the reasoning only tried does not count for the confidence."""
    tokens = [("<think>", -0.1), ('{"answer": "NO"}', -9.0), ("</think>", -0.1),
              ('{"answer": ', -0.1), ('"YES"', -0.5), (', "confidence": 1}', -2.0)]  # fmt: skip
    logprobs = {"content": [{"token": text, "logprob": value} for text, value in tokens]}
    service.plays(service.says("".join(text for text, _ in tokens), logprobs=logprobs))
    response = chat(confidence="logprob").ask(CARD, 1)

    assert ("YES", "logprob") == (response.answer, response.confidence_kind)
    assert response.confidence == pytest.approx(0.6065, abs=1e-4)


def test_an_answer_that_the_service_gave_up(service, chat):
    """A reply that ends in an error of the service is an error, not a wrong answer."""
    choice = {
        "message": {"content": "NO"},
        "finish_reason": "error",
        "error": {"code": 502, "message": "the provider hung up"},
    }
    service.plays(service.gives(200, json.dumps({"choices": [choice]}).encode()))
    response = chat().ask(CARD, 1)

    assert ("error", "the service gave the answer up: the provider hung up") == (
        response.status,
        response.error,
    )
