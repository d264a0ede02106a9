"""Negations in a graph: negative assertions, disjointness, functional properties."""

from collections.abc import Iterator

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.entailment import (
    entailed_predicates,
    entails,
    objects,
    subjects,
)
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph
from evalstore.suites.epistemic.graphs.terms import folded, is_blank, is_literal

OWL = voc.OWL
CLASS_UPWARD = (voc.SUBCLASS_OF, voc.EQUIVALENT_CLASS)
Reason = tuple[str, str, str, str]


class Negations:
    """The negations that a graph declares."""

    def __init__(self, graph: KnowledgeGraph) -> None:
        self._graph = graph
        self._denied = dict(_negative_assertions(graph))
        self.disjoint_classes = _disjoint_pairs(graph, "disjointWith", "AllDisjointClasses")
        self.disjoint_properties = _disjoint_pairs(
            graph, "propertyDisjointWith", "AllDisjointProperties"
        )

    def reason(self, claim: Claim) -> Reason | None:
        """Return kind, source, message and predicate of the first negation, or None."""
        graph = self._graph
        ends = (graph.canonical(claim.subject), graph.canonical(claim.object))
        for related in entailed_predicates(graph, claim.predicate):
            subject, value = (ends[1], ends[0]) if related.is_inverse else ends
            if is_literal(subject):
                continue
            for check in (self._negative, self._disjoint, self._functional, self._shape_of):
                reason = check(subject, related.predicate, value)
                if reason is not None:
                    return reason
        return None

    def denies(self, claim: Claim) -> bool:
        """Return whether a negative assertion denies a claim or something that it entails."""
        if not self._denied:
            return False
        graph = self._graph
        ends = (graph.canonical(claim.subject), graph.canonical(claim.object))
        for related in entailed_predicates(graph, claim.predicate):
            first, last = reversed(ends) if related.is_inverse else ends
            if (first, related.predicate, last) in self._denied:
                return True
        return False

    def _negative(self, subject: str, predicate: str, value: str) -> Reason | None:
        source = self._denied.get((subject, predicate, value))
        if source is None:
            return None
        message = f"the graph denies that {self._words(subject, predicate, value)}"
        constraint = f"{OWL}NegativePropertyAssertion" if is_blank(source) else source
        return "negative_assertion", constraint, message, predicate

    def _disjoint(self, subject: str, predicate: str, value: str) -> Reason | None:
        graph = self._graph
        for other in self.disjoint_properties.get(predicate, ()):
            if entails(graph, subject, other, value):
                message = (
                    f"{graph.label(predicate)} and {graph.label(other)} exclude each other, and "
                    f"{self._words(subject, other, value)}"
                )
                return "disjoint", f"{OWL}propertyDisjointWith", message, predicate
        ends = [(subject, graph.domains(predicate))]
        if predicate == voc.TYPE:
            ends = [(subject, [value])]
        elif not is_literal(value):
            ends.append((value, graph.ranges(predicate)))
        for thing, expected in ends:
            clash = self._class_clash(thing, expected)
            if clash is not None:
                message = (
                    f"{graph.label(thing)} is {graph.label(clash[0])}, and nothing is both that "
                    f"and {graph.label(clash[1])}, which {graph.label(predicate)} asks for"
                )
                return "disjoint", f"{OWL}disjointWith", message, predicate
        return None

    def _class_clash(self, thing: str, expected: list[str]) -> tuple[str, str] | None:
        if not expected:
            return None
        graph = self._graph
        above = graph.above(expected, CLASS_UPWARD)
        for kind in sorted(graph.above(graph.objects(thing, voc.TYPE), CLASS_UPWARD)):
            for other in sorted(self.disjoint_classes.get(kind, set()) & above):
                return kind, other
        return None

    def _functional(self, subject: str, predicate: str, value: str) -> Reason | None:
        graph = self._graph
        kinds = graph.objects(predicate, voc.TYPE)
        if f"{OWL}FunctionalProperty" in kinds:
            for other in objects(graph, subject, predicate):
                if are_different(graph, value, other):
                    message = (
                        f"{graph.label(predicate)} has one value at most, and "
                        f"{self._words(subject, predicate, other)}"
                    )
                    return "functional", f"{OWL}FunctionalProperty", message, predicate
        if f"{OWL}InverseFunctionalProperty" in kinds:
            for other in subjects(graph, predicate, value):
                if are_different(graph, subject, other):
                    message = (
                        f"{graph.label(predicate)} leads to each value from one thing at most, "
                        f"and {self._words(other, predicate, value)}"
                    )
                    constraint = f"{OWL}InverseFunctionalProperty"
                    return "inverse_functional", constraint, message, predicate
        return None

    def _shape_of(self, subject: str, predicate: str, value: str) -> Reason | None:
        graph = self._graph
        kinds = graph.objects(predicate, voc.TYPE)
        name = graph.label(predicate)
        if subject == value and f"{OWL}IrreflexiveProperty" in kinds:
            message = f"nothing {name} itself"
            return "irreflexive", f"{OWL}IrreflexiveProperty", message, predicate
        is_asymmetric = f"{OWL}AsymmetricProperty" in kinds and not is_literal(value)
        if is_asymmetric and entails(graph, value, predicate, subject):
            message = f"{name} never holds both ways, and {self._words(value, predicate, subject)}"
            return "asymmetric", f"{OWL}AsymmetricProperty", message, predicate
        return None

    def _words(self, *terms: str) -> str:
        return " ".join(self._graph.label(term) for term in terms)


def are_different(graph: KnowledgeGraph, first: str, other: str) -> bool:
    """
    Return whether two terms certainly denote different things.

    Terms that share a name may be unmerged duplicates, unless the graph states that they differ.
    Literals differ if their texts do.
    """
    first, other = graph.canonical(first), graph.canonical(other)
    if first == other:
        return False
    if other in graph.objects(first, voc.DIFFERENT_FROM) or first in graph.objects(
        other, voc.DIFFERENT_FROM
    ):
        return True
    if is_literal(first) != is_literal(other):
        return False
    names = [{folded(name) for name in graph.labels(term)} for term in (first, other)]
    if is_literal(first):
        return not names[0] & names[1]
    return not names[0] & names[1] or _are_kinds_disjoint(graph, first, other)


def _are_kinds_disjoint(graph: KnowledgeGraph, thing: str, other: str) -> bool:
    first = graph.above(graph.objects(thing, voc.TYPE), CLASS_UPWARD)
    second = graph.above(graph.objects(other, voc.TYPE), CLASS_UPWARD)
    disjoint = f"{OWL}disjointWith"
    return any(
        set(graph.objects(kind, disjoint)) & second or set(graph.subjects(disjoint, kind)) & second
        for kind in first
    )


def _negative_assertions(graph: KnowledgeGraph) -> Iterator[tuple[tuple[str, str, str], str]]:
    # The class may be missing; these predicates are enough.
    for node, subject in graph.pairs(f"{OWL}sourceIndividual"):
        for predicate in graph.objects(node, f"{OWL}assertionProperty"):
            for target in ("targetIndividual", "targetValue"):
                for value in graph.objects(node, f"{OWL}{target}"):
                    yield (subject, predicate, value), node


def _disjoint_pairs(graph: KnowledgeGraph, predicate: str, group: str) -> dict[str, set[str]]:
    pairs = list(graph.pairs(f"{OWL}{predicate}"))
    for node in graph.subjects(voc.TYPE, f"{OWL}{group}"):
        for head in graph.objects(node, f"{OWL}members"):
            members = list(_items(graph, head))
            pairs += [(first, other) for first in members for other in members if first != other]
    disjoint: dict[str, set[str]] = {}
    for first, other in pairs:
        disjoint.setdefault(first, set()).add(other)
        disjoint.setdefault(other, set()).add(first)
    return disjoint


def _items(graph: KnowledgeGraph, head: str) -> Iterator[str]:
    seen = set()
    while head != voc.NIL and head not in seen:
        seen.add(head)
        yield from graph.objects(head, voc.FIRST)
        head = next(iter(graph.objects(head, voc.REST)), voc.NIL)
