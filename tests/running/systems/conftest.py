"""Chat models of a service on loopback, questions for them, and a small graph."""

from pathlib import Path

import pytest

from evalstore.plugins.case import Case
from evalstore.plugins.question import Question
from evalstore.plugins.registry import load
from evalstore.suites.epistemic.cards.cards import ANSWER_SCHEMA
from tests.chat_service import KEY, Service
from tests.proxies import name_proxy

SCHEMA = {
    "type": "object",
    "required": ["answer", "confidence"],
    "properties": {
        "answer": {"type": ["string", "null"]},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    },
}


@pytest.fixture
def service():
    service = Service()
    yield service
    service.close()


@pytest.fixture
def chat(service, monkeypatch):
    """Return a function that builds a chat model of this service."""
    pytest.importorskip("openai", reason="the extra `models` is not installed")
    monkeypatch.setenv("SERVICE_KEY", KEY)
    name_proxy(monkeypatch)
    built = []

    def build(**settings):
        given = {
            "base_url": service.url,
            "model": "any",
            "key_variable": "SERVICE_KEY",
            "system_prompt": "none",
            "timeout_s": 10.0,
            "retries": 0,
            "backoff_s": 0.001,
            **settings,
        }
        system = load("systems", "chat_model").build("mine", given, "seed")
        built.append(system)
        return system

    yield build
    for system in built:
        system.close()


@pytest.fixture
def asked():
    """Return a question that wants JSON."""
    return Question("case-1", ("What is the capital of France?",), SCHEMA)


@pytest.fixture
def free():
    """Return a question that wants free text."""
    return Question("case-2", ("Tell me about Paris.",))


RIVERS = Path(__file__).with_name("rivers.ttl")
NAMESPACE = "https://example.org/rivers#"
GOLD = {"E": "YES", "C": "NO", "U": "UNKNOWN"}


@pytest.fixture(scope="session")
def rivers():
    """Return the file of a graph of a few invented rivers."""
    return str(RIVERS)


@pytest.fixture(scope="session")
def card():
    """Return the function that makes a card about them."""
    return make_card


def make_card(label, claim, question, *facts):
    """Return a card; the claim's three parts are local names."""
    parts = zip(("subj", "pred", "obj"), claim, strict=True)
    listed = "".join(f"- {fact}\n" for fact in facts)
    prompt = f"Facts:\n{listed}\nQuestion: {question}\n\nAnswer YES, NO or UNKNOWN."
    key = {
        "kind": "epistemic",
        "claim": {part: f"{NAMESPACE}{name}" for part, name in parts},
        "label": label,
        "why": "SECRET-REASON",
    }
    case_id = "card-" + "-".join(claim)
    return Case(
        case_id, "epistemic", "context_cards", (prompt,), ("abstention",), GOLD[label], key,
        ANSWER_SCHEMA, label,
    )  # fmt: skip
