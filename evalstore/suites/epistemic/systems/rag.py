"""
RAG over the facts of a graph: retrieval by words or embeddings, then an extractive reader.

``retriever`` is ``bm25``, which ranks by words, or ``minilm``, which ranks by embeddings. The
reader compares words only: YES if a passage contains every content word of the question, NO if
that passage negates it, else UNKNOWN. It ignores directions, inverses and constraints, as a
baseline. A chat model (``model_system``) may read the passages instead.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from evalstore.base.encoders import minilm
from evalstore.base.encoders.minilm import embed
from evalstore.base.settings import choice, parsed, system_place, whole
from evalstore.errors import UsageError
from evalstore.plugins.question import Question
from evalstore.plugins.response import Response
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph, is_fact_predicate
from evalstore.suites.epistemic.graphs.source import SourceSettings, fingerprint, knowledge_of
from evalstore.suites.epistemic.graphs.terms import folded
from evalstore.suites.epistemic.readers.card_answer import answered
from evalstore.suites.epistemic.readers.card_model import (
    CardModel,
    CardSystem,
    described_model,
    model_of,
)
from evalstore.suites.epistemic.readers.linking import words_of

RETRIEVERS = ("bm25", "minilm")
# Function words of questions.
_EMPTY = "a an the is are was were do doe did has have had ha it that true of be can there"
EMPTY_WORDS = frozenset(_EMPTY.split())
NEGATIONS = frozenset({"not", "never", "no", "false", "neither", "nor"})
CONFIDENCE_FOUND = 0.9
CONFIDENCE_NOT_FOUND = 0.5
_WORD = re.compile(r"\w+")
INFLECTED_LETTERS_MIN = 4


def tokens(text: str) -> list[str]:
    """
    Return the words of a text for comparison, without the last s of plurals and verbs.

    >>> tokens("Ash flows into the Mississippi.")
    ['ash', 'flow', 'into', 'the', 'mississippi']
    """
    return [_stem(word) for word in _WORD.findall(folded(text))]


class Bm25Retriever:
    """Retrieval by words, ranked by BM25."""

    def __init__(self, passages: Sequence[str]) -> None:
        self._passages = list(passages)
        self._index = _index([tokens(passage) for passage in self._passages])

    def best(self, question: str, count: int) -> list[str]:
        """Return the passages that share words with a question, best first."""
        if self._index is None:
            return []
        words = [word for word in tokens(question) if word in self._index.vocab_dict]
        if not words:
            return []
        scores = self._index.get_scores(words)
        places = sorted(range(len(scores)), key=lambda place: (-float(scores[place]), place))
        return [self._passages[place] for place in places[:count] if scores[place] > 0]


def _index(words: list[list[str]]) -> Any:
    if not any(words):
        return None
    try:
        bm25s = import_module("bm25s")
    except ImportError as error:
        raise UsageError(
            "retrieval needs bm25s; run `pip install 'evalstore[knowledge]'`"
        ) from error
    index = bm25s.BM25()
    index.index(words, show_progress=False)
    return index


def _stem(word: str) -> str:
    is_inflected = word.endswith("s") and not word.endswith(("ss", "us", "is"))
    is_inflected = is_inflected and len(word) >= INFLECTED_LETTERS_MIN
    return word[:-1] if is_inflected else word


class EmbeddingRetriever:
    """Retrieval by embeddings, ranked by cosine similarity."""

    def __init__(self, passages: Sequence[str]) -> None:
        self._passages = list(passages)
        self._vectors = embed(self._passages)

    def best(self, question: str, count: int) -> list[str]:
        """Return the ``count`` most similar passages, best first."""
        if not self._passages:
            return []
        cosines = (self._vectors @ embed([question])[0]).tolist()
        places = sorted(range(len(cosines)), key=lambda place: (-cosines[place], place))
        return [self._passages[place] for place in places[:count]]


class Retriever(Protocol):
    """A retriever of passages for a question."""

    def best(self, question: str, count: int) -> list[str]:
        """Return at most ``count`` passages, best first."""


@dataclass(frozen=True, slots=True)
class RagSettings(SourceSettings):
    """The source of the passages, their number, the retriever, and the model that reads."""

    passages: int = whole(5, 1, 1000)
    retriever: str = choice(RETRIEVERS)
    model_system: Mapping[str, object] | None = described_model()


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "Rag":
    """Return a system over the facts of a graph, which reads ``passages`` (5) of them."""
    chosen = parsed(RagSettings, settings, system_place(system_id, "rag"))
    source, count, by = chosen.source, chosen.passages, chosen.retriever
    model = model_of(chosen.model_system, system_id, "rag", seed, "rag_reader.txt")
    configuration = {
        **fingerprint(source),
        "retriever": by,
        **({"embeddings": minilm.version()} if by == "minilm" else {}),
        "passages": count,
        "model": dict(model.configuration) if model else None,
    }
    passages = passages_of(knowledge_of(source).graph)
    retriever = EmbeddingRetriever(passages) if by == "minilm" else Bm25Retriever(passages)
    return Rag(system_id, retriever, count, model, configuration)


class Rag(CardSystem):
    """A system that answers from retrieved passages."""

    def __init__(
        self,
        system_id: str,
        retriever: Retriever,
        passage_count: int,
        model: CardModel | None,
        configuration: Mapping[str, object],
    ) -> None:
        super().__init__(system_id, model, configuration)
        self._retriever = retriever
        self._passage_count = passage_count

    def _answer(
        self,
        question: Question,
        facts: list[str],
        question_text: str,
        attempt: int,
        began_at: float,
    ) -> Response:
        """Return the answer of the reader to facts and retrieved passages."""
        retrieved = self._retriever.best(question_text, self._passage_count)
        if self._model is not None:
            return self._model.ask(question, retrieved, attempt)
        answer, passage = read([*facts, *retrieved], question_text)
        confidence = CONFIDENCE_FOUND if passage else CONFIDENCE_NOT_FOUND
        extra = {"passage": passage, "retrieved": retrieved or None}
        return answered(answer, confidence, began_at, extra)


def read(passages: Sequence[str], question: str) -> tuple[str, str | None]:
    """
    Return the answer of the passages to a question, and the deciding passage or None.

    >>> read(["Ash flows into Elm", "Ash does not flow into Oak"], "Does Ash flow into Oak?")
    ('NO', 'Ash does not flow into Oak')
    """
    question_words = tokens(question)
    wanted = set(question_words) - EMPTY_WORDS - NEGATIONS
    is_negated = bool(NEGATIONS & set(question_words))
    if not wanted:
        return "UNKNOWN", None
    for passage in passages:
        words = set(tokens(passage))
        if wanted <= words:
            is_denied = bool(NEGATIONS & words)
            return ("NO" if is_denied != is_negated else "YES"), passage
    return "UNKNOWN", None


def passages_of(graph: KnowledgeGraph) -> list[str]:
    """Return the facts of a graph in words, sorted and without duplicates."""
    return sorted(
        {
            words_of(graph, subject, predicate, value)
            for predicate in graph.predicates()
            if is_fact_predicate(predicate)
            for subject, value in graph.pairs(predicate)
        }
    )
