"""How near a false object comes to a true one: four signs, and the grade they add up to."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from evalstore.knowledge.entailment import objects
from evalstore.knowledge.graph import KnowledgeGraph, is_fact_predicate
from evalstore.knowledge.terms import folded, is_iri, is_literal

ALIKE_FROM = 0.6
NEIGHBORS_MAX = 400
GRADES = ("easy", "easy", "medium", "hard", "hard")


@dataclass(frozen=True, slots=True)
class Likeness:
    """The signs that a false object bears, by name."""

    signs: tuple[str, ...]

    @property
    def grade(self) -> str:
        """``easy`` up to one sign, ``medium`` for two, ``hard`` from three on."""
        return GRADES[len(self.signs)]


class Nearness:
    """Grades the false objects of one predicate."""

    def __init__(self, graph: KnowledgeGraph, predicate: str, values: Sequence[str]) -> None:
        self._graph = graph
        self._predicate = predicate
        self._values = frozenset(values)
        self._known: dict[str, list[str]] = {}
        counts = Counter(word for value in values for word in set(self._words(value)))
        most = max(3, len(values) // 50)
        self._telling = frozenset(word for word, count in counts.items() if count <= most)

    def likeness(self, subject: str, value: str) -> Likeness:
        """
        Return which of these a false object is.

        ``same class`` as a true object, or as the predicate asks for; ``same region``: linked to
        what the subject is linked to; ``similar name`` to the subject's or a true object's;
        ``neighboring edge``: linked to the subject by another predicate, or the true object of a
        thing linked to it.
        """
        graph = self._graph
        truths = objects(graph, subject, self._predicate)
        around = neighbors(graph, subject)
        found = {
            "same class": self._is_of_class(value, truths),
            "same region": not set(around).isdisjoint(neighbors(graph, value)),
            "similar name": any(self.are_alike(value, one) for one in (*truths, subject)),
            "neighboring edge": value in around
            or any(value in objects(graph, one, self._predicate) for one in around),
        }
        return Likeness(tuple(name for name, holds in found.items() if holds))

    def are_alike(self, one: str, other: str) -> bool:
        """Say whether two names share most of their letters in order, or a telling word."""
        first, second = self._words(one), self._words(other)
        if self._telling.intersection(first).intersection(second):
            return True
        # The bounds are cheap to compute and mostly enough.
        matcher = SequenceMatcher(None, " ".join(first), " ".join(second), autojunk=False)
        return (
            matcher.real_quick_ratio() >= ALIKE_FROM
            and matcher.quick_ratio() >= ALIKE_FROM
            and matcher.ratio() >= ALIKE_FROM
        )

    def _words(self, term: str) -> list[str]:
        words = self._known.get(term)
        if words is None:
            words = self._known[term] = folded(self._graph.label(term)).split()
        return words

    def _is_of_class(self, value: str, truths: Sequence[str]) -> bool:
        graph = self._graph
        if is_literal(value):
            return any(is_literal(one) for one in truths)
        classes = set(graph.classes(value))
        wanted = set(graph.ranges(self._predicate))
        for truth in truths:
            wanted.update(graph.classes(truth))
        # Of what has no class, what stands in the same place is the like.
        return bool(classes & wanted) or (not classes and value in self._values)


def neighbors(graph: KnowledgeGraph, thing: str) -> list[str]:
    """Return the things one fact away, in the graph's order; those of a hub are left out."""
    if is_literal(thing):
        return []
    found = [
        other
        for predicate, other in (*graph.outgoing(thing), *graph.incoming(thing))
        if is_fact_predicate(predicate) and is_iri(other)
    ]
    return list(dict.fromkeys(found)) if len(found) <= NEIGHBORS_MAX else []
