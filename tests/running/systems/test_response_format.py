"""The form of the answer is asked for as the service allows, and that is learnt once."""

import json
import threading

import pytest

from evalstore.plugins.question import Question
from evalstore.running.chat.response_format import requested
from evalstore.suites.epistemic.cards.cards import ANSWER_SCHEMA

YES = '{"answer": "YES", "confidence": 0.9}'
CARD = Question("card-1", ("Facts:\n- A b c\n\nQuestion: Is it?",), ANSWER_SCHEMA)


def formats(service):
    """Return the formats that were asked for, in order."""
    return [request.get("response_format", {}).get("type", "none") for request in service.requests]


def takes(service, *known, status=400):
    """Return an act that refuses every format that is not known."""

    def act(handler):
        asked = formats(service)[-1]
        message = {"error": {"message": f"response_format {asked} is not supported"}}
        refuse = service.gives(status, json.dumps(message).encode())
        (service.says(YES) if asked in known else refuse)(handler)

    return act


@pytest.mark.parametrize(
    ("known", "status", "first", "later"),
    [
        (("json_schema", "json_object", "none"), 400, ["json_schema"], "json_schema"),
        (("json_object", "none"), 400, ["json_schema", "json_object"], "json_object"),
        (("none",), 422, ["json_schema", "json_object", "none"], "none"),
        (("none",), 500, ["json_schema", "json_object", "none"], "none"),
    ],
)
def test_the_strictest_that_is_taken(service, chat, known, status, first, later):
    """What the service refuses is asked for less strictly, once; then it is known."""
    service.plays(takes(service, *known, status=status))
    system = chat()

    responses = [system.ask(CARD, 1), system.ask(CARD, 1)]

    assert [*first, later] == formats(service)
    assert [("ok", "YES", later)] * 2 == [
        (one.status, one.answer, one.extra["response_format"]) for one in responses
    ]


def test_what_is_sent(service, chat):
    """The schema goes along, closed, and stays in the prompt too: not every service reads it."""
    service.plays(service.says(YES))
    chat().ask(CARD, 1)
    [request] = service.requests
    sent = request["response_format"]["json_schema"]

    assert ("answer", True, False) == (
        sent["name"],
        sent["strict"],
        sent["schema"]["additionalProperties"],
    )
    assert ANSWER_SCHEMA["properties"] == sent["schema"]["properties"]
    assert "JSON Schema" in request["messages"][0]["content"]


def test_a_schema_with_options_is_not_strict():
    """Services refuse strictness where a field may be left out."""
    schema = {"type": "object", "required": ["answer"], "properties": {"answer": {}, "more": {}}}
    sent = requested("json_schema", schema)["response_format"]["json_schema"]

    assert (False, schema) == (sent["strict"], sent["schema"])


def test_free_text_asks_for_no_format(service, chat, free):
    """Where no form is asked for, none is sent."""
    service.plays(service.says("A city."))
    chat().ask(free, 1)

    assert ["none"] == formats(service)


@pytest.mark.parametrize("setting", ["json_schema", "json_object", "none"])
def test_a_format_can_be_fixed(service, chat, setting):
    """A format that is set is sent, and its refusal is an error."""
    service.plays(takes(service))
    response = chat(response_format=setting).ask(CARD, 1)

    assert ("error", [setting]) == (response.status, formats(service))
    assert f"the service answered 400: response_format {setting} is" in response.error


@pytest.mark.parametrize(
    ("status", "message", "request_count"),
    [
        (400, "the model is not loaded", 3),
        (401, "the key is wrong", 1),
        (404, "there is no such model", 1),
        (500, "out of memory", 1),
    ],
)
def test_another_reason_teaches_nothing(service, chat, status, message, request_count):
    """A refusal for another reason is an error, never a wrong answer, and is not kept."""
    service.plays(service.gives(status, json.dumps({"error": {"message": message}}).encode()))
    system = chat()
    response = system.ask(CARD, 1)
    refused_count = len(service.requests)
    service.plays(service.says(YES))

    assert ("error", None, request_count) == (response.status, response.answer, refused_count)
    assert f"the service answered {status}: {message}" == response.error
    assert "json_schema" == system.ask(CARD, 1).extra["response_format"]


def test_threads_learn_it_together(service, chat):
    """Several questions at once find the same format, and each is answered."""
    service.plays(takes(service, "none"))
    system = chat(concurrency=4)
    responses = []
    threads = [
        threading.Thread(target=lambda: responses.append(system.ask(CARD, 1))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert ["ok"] * 8 == [response.status for response in responses]
    assert "none" == system.ask(CARD, 1).extra["response_format"]
    assert len(service.requests) <= 4 * 3 + 4 + 1


def test_a_refusal_for_another_reason_is_asked_once_later(service, chat):
    """What no format helps is tried in all of them once; a refused format is stepped over."""
    other = service.gives(400, b'{"error": {"message": "the model is not loaded"}}')
    service.plays(other)
    system = chat()
    system.ask(CARD, 1)
    system.ask(CARD, 1)
    asked = formats(service)
    service.plays(takes(service, "none"))
    response = system.ask(CARD, 1)

    assert ["json_schema", "json_object", "none", "json_schema"] == asked
    assert ("ok", "YES", "none") == (
        response.status,
        response.answer,
        response.extra["response_format"],
    )
