"""Retrieval by words: passages ranked by BM25, the same on every machine."""

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from evalstore.errors import UsageError
from evalstore.knowledge.terms import folded

_WORD = re.compile(r"\w+")
INFLECTED_LETTERS_MIN = 4


def tokens(text: str) -> list[str]:
    """
    Return the words of a text as they are compared, without a plural's or a verb's last s.

    >>> tokens("Ash flows into the Mississippi.")
    ['ash', 'flow', 'into', 'the', 'mississippi']
    """
    return [_stem(word) for word in _WORD.findall(folded(text))]


class Retriever:
    """Passages, and which of them a question is most like."""

    def __init__(self, passages: Sequence[str]) -> None:
        self._passages = list(passages)
        self._index = _index([tokens(passage) for passage in self._passages])

    def best(self, question: str, count: int) -> list[str]:
        """Return the passages that share words with a question, the likest first."""
        if self._index is None:
            return []
        known = [word for word in tokens(question) if word in self._index.vocab_dict]
        if not known:
            return []
        scores = self._index.get_scores(known)
        places = sorted(range(len(scores)), key=lambda place: (-float(scores[place]), place))
        return [self._passages[place] for place in places[:count] if scores[place] > 0]


def _index(words: list[list[str]]) -> Any:
    if not any(words):
        return None
    try:
        bm25s = import_module("bm25s")
    except ImportError as error:
        raise UsageError("retrieval needs bm25s; install evalstore[knowledge]") from error
    index = bm25s.BM25()
    index.index(words, show_progress=False)
    return index


def _stem(word: str) -> str:
    is_inflected = word.endswith("s") and not word.endswith(("ss", "us", "is"))
    is_inflected = is_inflected and len(word) >= INFLECTED_LETTERS_MIN
    return word[:-1] if is_inflected else word
