"""Retrieval by meaning: passages ranked by the cosine of their embeddings to the question's."""

from collections.abc import Sequence

from evalstore.minilm import embed


class EmbeddingRetriever:
    """Passages, embedded once, and which of them a question is most like."""

    def __init__(self, passages: Sequence[str]) -> None:
        self._passages = list(passages)
        self._vectors = embed(self._passages)

    def best(self, question: str, count: int) -> list[str]:
        """Return ``count`` passages, the likest first; however unlike, there is always a best."""
        if not self._passages:
            return []
        cosines = (self._vectors @ embed([question])[0]).tolist()
        places = sorted(range(len(cosines)), key=lambda place: (-cosines[place], place))
        return [self._passages[place] for place in places[:count]]
