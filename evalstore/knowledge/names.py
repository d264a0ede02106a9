"""What a thing is called in a text, and whether the name can only mean that thing."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from evalstore.knowledge.entailment import pairs
from evalstore.knowledge.graph import KnowledgeGraph, is_fact_predicate
from evalstore.knowledge.terms import folded, is_literal

NAME_CHARACTERS_MAX = 160


class Names:
    """The names of a graph's things in the first of some languages, and who else has them."""

    def __init__(self, graph: KnowledgeGraph, languages: Sequence[str] = ("en",)) -> None:
        self._graph = graph
        self._languages = tuple(languages)
        self._holders: dict[str, set[str]] = defaultdict(set)
        for thing in graph.things():
            for name in graph.labels(thing):
                self._holders[folded(name)].add(thing)

    def name(self, term: str) -> str:
        """Return the name of a term on one line."""
        return " ".join(self._graph.label(term, self._languages).split())

    def statement(self, subject: str, predicate: str, value: str, words: str = "") -> str:
        """Return a statement in words; ``words`` stands for the predicate's own name."""
        parts = (self.name(subject), words or self.name(predicate), self.name(value))
        return " ".join(parts)

    def is_short(self, term: str) -> bool:
        """Say whether a term has a name that a sentence can hold."""
        name = self.name(term)
        return len(name) <= NAME_CHARACTERS_MAX and any(map(str.isalnum, name))

    def is_clear(self, term: str, classes: Iterable[str]) -> bool:
        """
        Say whether the name of a term can only mean this term, where things of classes are meant.

        A name that is no word or longer than a line or two is no name to ask with.
        """
        if not self.is_short(term):
            return False
        if is_literal(term):
            return True
        holders = self._holders.get(folded(self.name(term)), set()) | {term}
        if len(holders) == 1:
            return True
        wanted = set(classes)
        fitting = {one for one in holders if wanted & set(self._graph.classes(one))}
        return fitting == {term}


def askable(graph: KnowledgeGraph, named: Sequence[str]) -> list[str]:
    """Return the predicates named, or all that relate things; raise UsageError for an unknown."""
    if named:
        return list(dict.fromkeys(_declared_or_used(graph, name) for name in named))
    return [name for name in graph.fact_predicates() if pairs(graph, name)]


def _declared_or_used(graph: KnowledgeGraph, name: str) -> str:
    # An inverse may be declared and never used: it is entailed all the same.
    canonical = graph.canonical(name)
    if is_fact_predicate(canonical) and pairs(graph, canonical):
        return canonical
    return graph.predicate(name)
