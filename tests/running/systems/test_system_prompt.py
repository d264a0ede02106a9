"""The package's own system prompt asks for what its validators look for, by the kind of answer."""

import hashlib

import pytest

from evalstore.running.chat import default_prompt
from evalstore.suites.epistemic.cards.cards import ANSWER_SCHEMA as CARD_SCHEMA
from evalstore.suites.hallucination.factual_cases import ANSWER_SCHEMA as FACTUAL_SCHEMA


def words(answer_schema):
    return " ".join(default_prompt.text_for(answer_schema).lower().split())


@pytest.mark.parametrize(
    ("schema", "demands", "others"),
    [
        (
            None,
            ("acknowledge", "integrate", "orient", "never dismiss", "do not know", "how sure"),
            ("json", "null", "yes, no"),
        ),
        (FACTUAL_SCHEMA, ("do not know", "how sure", "json", "answer is null"), ("dream", "yes")),
        (
            CARD_SCHEMA,
            ("one of these words: yes, no, unknown", "how sure", "json", "never null", "rules"),
            ("dream", "answer is null", "{words}"),
        ),
        ({"properties": {"answer": {"type": "string"}}}, ("json",), ("null", "unknown", "dream")),
        ({"properties": {"answer": {"enum": ["A", "B"]}}}, ("words: a, b.",), ("unknown", "null")),
    ],
)
def test_what_each_kind_of_answer_is_asked_for(schema, demands, others):
    """What a validator judges is asked for in words, and nothing that belongs to another kind."""
    told = words(schema)

    assert [] == [demand for demand in demands if demand not in told]
    assert [] == [other for other in others if other in told]


def test_the_hash_is_that_of_all_parts(monkeypatch):
    """A run that records the hash can be held against the files, whichever of them changes."""
    files = [default_prompt.FOLDER / f"{part}.txt" for part in default_prompt.PARTS]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)

    assert hashlib.sha256(text.encode()).hexdigest() == default_prompt.package_sha256_hex()
    assert set(files) == set(default_prompt.FOLDER.glob("assistant*.txt"))
