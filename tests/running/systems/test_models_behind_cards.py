"""A chat model behind ``rag`` and ``graph_rag``, asked over a connection."""

import pytest

from evalstore.plugins.question import question_of
from evalstore.plugins.registry import load

TRUE = "Is Elm River the mouth of Ash?"
FALSE = "Is Round Lake the mouth of Ash?"


@pytest.fixture
def answered(service, chat, rivers, card):
    """Return a function that asks a system whose model is this service."""
    del chat  # It clears the environment of proxies.
    built = []

    def ask(kind, question, **settings):
        model = {
            "kind": "chat_model",
            "base_url": service.url,
            "model": "any",
            "key_variable": "",
            "retries": 0,
        }
        given = {"kg": rivers, "model_system": model, **settings}
        system = load("systems", kind).build(kind, given, "seed")
        built.append(system)
        return system.ask(question_of(card("U", ("Ash", "hasMouth", "Elm"), question)), 1)

    yield ask
    for system in built:
        system.close()


@pytest.mark.parametrize("kind", ["rag", "graph_rag"])
def test_the_model_reads_what_was_retrieved(service, answered, kind):
    """Statements of the graph stand before the card, and the prompt is that for its words."""
    service.plays(service.says("<think>Ash, Elm.</think>**Yes.**"))
    response = answered(kind, TRUE)
    [request] = service.requests
    system, user = (message["content"] for message in request["messages"])

    assert ("ok", "YES") == (response.status, response.answer)
    assert user.index("Ash mouth Elm River") < user.index(TRUE)
    assert "YES, NO, UNKNOWN" in system
    assert "dream" not in system
    assert "json_schema" == request["response_format"]["type"]


@pytest.mark.parametrize(
    ("kind", "question", "said", "answer"),
    [
        ("rag", TRUE, "No", "NO"),
        ("rag", FALSE, '{"answer": null, "confidence": 0.5}', "UNKNOWN"),
        ("graph_rag", TRUE, "Answer: yes", "YES"),
        ("graph_rag", TRUE, "no", "UNKNOWN"),
        ("graph_rag", FALSE, "YES", "UNKNOWN"),
        ("graph_rag", FALSE, "I don't know", "UNKNOWN"),
    ],
)
def test_what_a_model_says(service, answered, kind, question, said, answer):
    """Behind rag it counts as it stands; behind graph_rag the graph has to license it."""
    service.plays(service.says(said))
    response = answered(kind, question)

    assert ("ok", answer) == (response.status, response.answer)


@pytest.mark.parametrize("kind", ["rag", "graph_rag"])
def test_a_service_that_fails_is_no_wrong_answer(service, answered, kind):
    """Errors stay errors, and what cannot be read stays unparsable, with the reason."""
    service.plays(service.gives(401, b'{"error": {"message": "no such key"}}'))
    failed = answered(kind, TRUE)
    service.plays(service.says("Perhaps yes, perhaps no"))
    unparsable = answered(kind, TRUE)

    assert ("error", None) == (failed.status, failed.answer)
    assert "the service answered 401: no such key" == failed.error
    assert ("unparsable", None) == (unparsable.status, unparsable.answer)
    assert "does not plainly give one of YES, NO, UNKNOWN" in unparsable.error
