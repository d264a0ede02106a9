"""A chat model asks what it is told to ask, and says what came of it."""

import json
import threading

import pytest

from evalstore.errors import UsageError
from evalstore.plugins.question import Message, Question
from evalstore.plugins.registry import load
from evalstore.running.chat import default_prompt

PARIS = '{"answer": "Paris", "confidence": 0.9}'
KEY = "not-a-real-key-1234567890"


def test_answer(service, chat, asked):
    """An answer in the form asked for is parsed out of the text, with its confidence."""
    service.plays(service.says(PARIS))

    response = chat().ask(asked, 1)

    assert ("ok", PARIS, "Paris", 0.9, "stated") == (
        response.status,
        response.text,
        response.answer,
        response.confidence,
        response.confidence_kind,
    )


def test_null_is_an_answer(service, chat, asked):
    """Who says null has answered: that it does not know."""
    service.plays(service.says('{"answer": null, "confidence": 0.1}'))

    response = chat().ask(asked, 1)

    assert ("ok", None, 0.1) == (response.status, response.answer, response.confidence)


def test_fence(service, chat, asked):
    """A Markdown fence around the whole answer is taken off, and noted."""
    service.plays(service.says(f"```json\n{PARIS}\n```"))

    response = chat().ask(asked, 1)

    assert ("Paris", True) == (response.answer, response.extra["is_fenced"])


def test_free_text(service, chat, free):
    """Where no form is asked for, the text is the answer, and nobody is asked how sure it is."""
    service.plays(service.says("A city."))

    response = chat().ask(free, 1)

    assert ("ok", "A city.", None, None) == (
        response.status,
        response.text,
        response.answer,
        response.confidence,
    )


def test_what_is_asked(service, chat, asked):
    """The request holds the model, the prompt, the schema, the history, the turn and the seed."""
    service.plays(service.says(PARIS))
    question = Question(
        asked.case_id,
        asked.turns,
        asked.answer_schema,
        (Message("user", "Hello."), Message("assistant", "Hello!")),
    )

    system = chat(system_prompt="Be brief.", temperature=0, seed=7)
    system.ask(question, 1)
    system.ask(question, 2)

    request = service.requests[0]
    assert 8 == service.requests[1]["seed"], "the second attempt would be the first again"
    assert ("any", 0.0, 7) == (request["model"], request["temperature"], request["seed"])
    assert ["system", "user", "assistant", "user"] == [
        message["role"] for message in request["messages"]
    ]
    assert request["messages"][0]["content"].startswith("Be brief.\n\n")
    assert json.dumps(asked.answer_schema) in request["messages"][0]["content"]
    assert asked.turns[0] == request["messages"][-1]["content"]


def test_nothing_is_sent_that_is_not_set(service, chat, free):
    """Without a prompt, a temperature and a seed only the model and the question are sent."""
    service.plays(service.says("A city."))

    chat().ask(free, 1)

    assert {
        "model": "any",
        "messages": [{"role": "user", "content": free.turns[0]}],
    } == service.requests[0]


def test_turns(service, chat):
    """Turns are asked one after another, each with all that was said before."""
    service.plays(service.says("Yes."), service.says("Still yes."))

    response = chat().ask(Question("debate", ("Is it?", "Sure?")), 1)

    assert ("ok", ("Yes.", "Still yes."), "Still yes.") == (
        response.status,
        response.turns,
        response.text,
    )
    assert ["Is it?", "Yes.", "Sure?"] == [
        message["content"] for message in service.requests[1]["messages"]
    ]


def test_half_a_character(service, chat):
    """Half a character in a reply is kept in the record, and does not break the next turn."""
    service.plays(service.says("Yes\ud800."), service.says("Yes."))

    response = chat().ask(Question("debate", ("Is it?", "Sure?")), 1)

    assert ("ok", ("Yes\ud800.", "Yes.")) == (response.status, response.turns)
    assert "Yes?." == service.requests[1]["messages"][1]["content"]


def test_tokens_and_cost(service, chat):
    """Tokens are those of all turns together, and the cost is theirs."""
    service.plays(service.says("Yes.", usage=(10, 2)), service.says("Yes.", usage=(20, 3)))
    system = chat(price_in_usd_per_million=2.0, price_out_usd_per_million=10.0)

    response = system.ask(Question("debate", ("Is it?", "Sure?")), 1)

    assert (30, 5) == (response.tokens_in, response.tokens_out)
    assert response.cost_usd == pytest.approx((30 * 2 + 5 * 10) / 1e6)
    assert response.latency_ms > 0


def test_unknown_tokens_stay_unknown(service, chat):
    """Where one answer comes without its tokens, their sum and the cost are unknown."""
    service.plays(service.says("Yes.", usage=None), service.says("Yes."))
    system = chat(price_in_usd_per_million=2.0, price_out_usd_per_million=10.0)

    response = system.ask(Question("debate", ("Is it?", "Sure?")), 1)

    assert (None, None, None) == (response.tokens_in, response.tokens_out, response.cost_usd)


def test_concurrency(service, chat, free):
    """No more questions are under way than the setting allows, however many threads ask."""
    service.plays(service.says("A city."))
    system = chat(concurrency=2)
    threads = [threading.Thread(target=system.ask, args=(free, 1)) for _ in range(12)]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert 12 == len(service.requests)
    assert service.running_count_max <= 2


def test_configuration_has_no_key(service, chat):
    """What is recorded of a model is all but its key."""
    configuration = chat(system_prompt="package", temperature=0.5).configuration

    assert KEY not in json.dumps(configuration)
    assert ("SERVICE_KEY", 0.5, default_prompt.package_sha256_hex()) == (
        configuration["key_variable"],
        configuration["temperature"],
        configuration["system_prompt_sha256"],
    )


def test_key_is_sent(service, chat, free):
    """The key of the environment goes to the service, to nobody else."""
    service.plays(service.says("A city."))

    chat().ask(free, 1)

    assert f"Bearer {KEY}" == service.headers[0]["authorization"]


def test_prompt_from_a_file(service, chat, free, tmp_path):
    """A system prompt can stand in a file."""
    service.plays(service.says("A city."))
    path = tmp_path / "prompt.md"
    path.write_text("Be kind.", encoding="utf-8")

    chat(system_prompt=str(path)).ask(free, 1)

    assert {"role": "system", "content": "Be kind."} == service.requests[0]["messages"][0]


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"modle": "m"}, "no setting 'modle'; did you mean 'model'?"),
        ({"base_url": "localhost:8000"}, "`base_url` is 'localhost:8000', expected an address"),
        ({"base_url": "http://me:hunter2@host/v1"}, "has a user, password, query or fragment"),
        ({"base_url": "http://host/v1?key=hunter2"}, "has a user, password, query or fragment"),
        ({"key_variable": "sk-hunter2"}, "`key_variable` must name an environment variable"),
        ({"key_variable": "UNSET_VARIABLE"}, "variable UNSET_VARIABLE is not set"),
        ({"temperature": True}, "`temperature` is True, expected a number from 0 to 2"),
        ({"timeout_s": 0}, "`timeout_s` is 0, expected a number"),
        ({"retries": 1.5}, "`retries` is 1.5, expected a whole number"),
        ({"confidence": "high"}, "expected one of stated, logprob, vote, none"),
        ({"samples": 3}, '`samples` is 3, expected none unless confidence = "vote"'),
        ({"confidence": "vote", "temperature": 0}, "`temperature` is 0, expected more than 0"),
        ({"system_prompt": "missing.md"}, "system_prompt is 'missing.md', which is not readable"),
    ],
)
def test_wrong_settings(chat, settings, told):
    """A setting that is wrong is named, with what was expected; secrets are not repeated."""
    with pytest.raises(UsageError) as caught:
        chat(**settings)

    assert told in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_model_is_needed(service, monkeypatch):
    """There is no default model."""
    with pytest.raises(UsageError, match="`model` is not set, expected a text"):
        load("systems", "chat_model").build("mine", {"base_url": service.url}, "seed")


def test_library_is_named_where_it_is_missing(service, monkeypatch):
    """Without the client library the error says what to install."""
    monkeypatch.setitem(__import__("sys").modules, "openai", None)
    settings = {"base_url": service.url, "model": "any", "key_variable": ""}

    with pytest.raises(UsageError, match=r"pip install 'evalstore\[models\]'"):
        load("systems", "chat_model").build("mine", settings, "seed")
