"""Predicates and things that questions leave out by default, each with its reason."""

from collections.abc import Sequence

from evalstore.knowledge.graph import KnowledgeGraph, is_fact_predicate
from evalstore.knowledge.terms import is_blank


class SkipRules:
    """The reasons for which a graph's predicates, things and values make no good question."""

    def __init__(
        self,
        graph: KnowledgeGraph,
        languages: Sequence[str] = ("en",),
        *,
        is_unlabelled_kept: bool = False,
    ) -> None:
        """Take a graph; things without a label are skipped unless they are kept."""
        self._graph = graph
        self._languages = tuple(languages)
        self._is_unlabelled_kept = is_unlabelled_kept

    def of_predicate(self, predicate: str) -> str | None:
        """Return why a predicate is skipped by default, in a few words, or None."""
        if not is_fact_predicate(predicate):
            return "labels, comments or schema"
        return None

    def of_term(self, term: str) -> str | None:
        """Return why claims about a thing or value are skipped, in a few words, or None."""
        if is_blank(term):
            return "no name"
        return None
