"""Entailment by the declared rules of a graph, with the rule."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph
from evalstore.suites.epistemic.graphs.terms import is_literal

SYMMETRIC = f"{voc.OWL}SymmetricProperty"
TRANSITIVE = f"{voc.OWL}TransitiveProperty"
UPWARD = (voc.SUBPROPERTY_OF, voc.EQUIVALENT_PROPERTY)
CLASS_UPWARD = (voc.SUBCLASS_OF, voc.EQUIVALENT_CLASS)


@dataclass(frozen=True, slots=True)
class RelatedPredicate:
    """A predicate that entails, or is entailed by, another: direction and rules."""

    predicate: str
    is_inverse: bool
    rules: tuple[str, ...]


def entails(graph: KnowledgeGraph, subject: str, predicate: str, value: str) -> str | None:
    """
    Return the rule by which a graph entails a statement, or None.

    ``asserted`` for a statement of the graph; else the rules used, joined by ``, ``: ``inverse
    of``, ``symmetric``, ``sub-property``, ``transitive``, ``same as``; ``sub-class``, ``domain``
    and ``range`` for a class.
    """
    same = "same as" if graph.is_renamed(subject, predicate, value) else ""
    subject, value = graph.canonical(subject), graph.canonical(value)
    predicate = graph.canonical(predicate)
    if graph.has(subject, predicate, value):
        return same or "asserted"
    for related in entailing_predicates(graph, predicate):
        first, last = (value, subject) if related.is_inverse else (subject, value)
        if graph.has(first, related.predicate, last):
            return _joined(related.rules, graph.is_renamed(first, related.predicate, last) or same)
    if is_transitive(graph, predicate) and value in _chain(graph, subject, predicate):
        return "transitive"
    return _class_rule(graph, subject, value) if predicate == voc.TYPE else None


def objects(graph: KnowledgeGraph, subject: str, predicate: str) -> list[str]:
    """Return all objects for which a graph entails subject and predicate, asserted ones first."""
    predicate = graph.canonical(predicate)
    values = dict.fromkeys(_direct(graph, graph.canonical(subject), predicate))
    if is_transitive(graph, predicate):
        values |= dict.fromkeys(sorted(_chain(graph, graph.canonical(subject), predicate)))
    return list(values)


def subjects(graph: KnowledgeGraph, predicate: str, value: str) -> list[str]:
    """Return all subjects for which a graph entails predicate and object without a chain."""
    value = graph.canonical(value)
    terms: dict[str, None] = {}
    for related in entailing_predicates(graph, predicate):
        if related.is_inverse:
            terms |= dict.fromkeys(graph.objects(value, related.predicate))
        else:
            terms |= dict.fromkeys(graph.subjects(related.predicate, value))
    return list(terms)


def pairs(graph: KnowledgeGraph, predicate: str) -> list[tuple[str, str]]:
    """Return subject and object of all entailed statements of a predicate, sorted."""
    predicate = graph.canonical(predicate)
    statements = set()
    for related in entailing_predicates(graph, predicate):
        for first, last in graph.pairs(related.predicate):
            statements.add((last, first) if related.is_inverse else (first, last))
    if is_transitive(graph, predicate):
        starts = {subject for subject, _ in statements}
        statements |= {(start, end) for start in starts for end in _chain(graph, start, predicate)}
    return sorted(pair for pair in statements if not is_literal(pair[0]))


def entailing_predicates(graph: KnowledgeGraph, predicate: str) -> list[RelatedPredicate]:
    """Return the predicates whose statements entail those of this one; itself first."""
    return _once(graph, "ways", predicate, _steps)


def entailed_predicates(graph: KnowledgeGraph, predicate: str) -> list[RelatedPredicate]:
    """Return the predicates whose statements follow from those of this one; itself first."""
    return _once(graph, "consequences", predicate, _steps_up)


def _once(
    graph: KnowledgeGraph,
    name: str,
    predicate: str,
    steps: Callable[[KnowledgeGraph, RelatedPredicate], Iterator[RelatedPredicate]],
) -> list[RelatedPredicate]:
    predicate = graph.canonical(predicate)
    cached = graph.derived.get((name, predicate))
    if cached is None:
        start = RelatedPredicate(predicate, is_inverse=False, rules=())
        reached = {(predicate, False): start}
        waiting = [start]
        while waiting:
            for step in steps(graph, waiting.pop(0)):
                key = (step.predicate, step.is_inverse)
                if key not in reached:
                    reached[key] = step
                    waiting.append(step)
        cached = graph.derived[name, predicate] = tuple(reached.values())
    return list(cached)


def is_transitive(graph: KnowledgeGraph, predicate: str) -> bool:
    """Return whether a predicate is declared transitive."""
    return TRANSITIVE in graph.objects(predicate, voc.TYPE)


def _steps(graph: KnowledgeGraph, related: RelatedPredicate) -> Iterator[RelatedPredicate]:
    below = {*graph.subjects(voc.SUBPROPERTY_OF, related.predicate),
             *_equivalents(graph, related.predicate)}  # fmt: skip
    for other in sorted(below):
        yield RelatedPredicate(other, related.is_inverse, (*related.rules, "sub-property"))
    yield from _turned(graph, related)


def _steps_up(graph: KnowledgeGraph, related: RelatedPredicate) -> Iterator[RelatedPredicate]:
    above = {*graph.objects(related.predicate, voc.SUBPROPERTY_OF),
             *_equivalents(graph, related.predicate)}  # fmt: skip
    for other in sorted(above):
        yield RelatedPredicate(other, related.is_inverse, (*related.rules, "sub-property"))
    yield from _turned(graph, related)


def _turned(graph: KnowledgeGraph, related: RelatedPredicate) -> Iterator[RelatedPredicate]:
    inverses = {*graph.objects(related.predicate, voc.INVERSE_OF),
                *graph.subjects(voc.INVERSE_OF, related.predicate)}  # fmt: skip
    for inverse in sorted(inverses):
        yield RelatedPredicate(
            inverse, not related.is_inverse, (*related.rules, f"inverse of {graph.label(inverse)}")
        )
    if SYMMETRIC in graph.objects(related.predicate, voc.TYPE):
        yield RelatedPredicate(
            related.predicate, not related.is_inverse, (*related.rules, "symmetric")
        )


def _equivalents(graph: KnowledgeGraph, predicate: str) -> list[str]:
    return [*graph.objects(predicate, voc.EQUIVALENT_PROPERTY),
            *graph.subjects(voc.EQUIVALENT_PROPERTY, predicate)]  # fmt: skip


def _direct(graph: KnowledgeGraph, subject: str, predicate: str) -> Iterator[str]:
    for related in entailing_predicates(graph, predicate):
        if related.is_inverse:
            yield from graph.subjects(related.predicate, subject)
        else:
            yield from graph.objects(subject, related.predicate)


def _chain(graph: KnowledgeGraph, subject: str, predicate: str) -> set[str]:
    reached: set[str] = set()
    waiting = [subject]
    while waiting:
        for value in _direct(graph, waiting.pop(), predicate):
            if value not in reached:
                reached.add(value)
                waiting.append(value)
    return reached


def _class_rule(graph: KnowledgeGraph, subject: str, wanted: str) -> str | None:
    below = graph.below([wanted], CLASS_UPWARD)
    if below & set(graph.objects(subject, voc.TYPE)):
        return "sub-class"
    for rule, statements, declared in (
        ("domain", graph.outgoing(subject), voc.DOMAIN),
        ("range", graph.incoming(subject), voc.RANGE),
    ):
        for used in dict.fromkeys(predicate for predicate, _ in statements):
            for ancestor in graph.above([used], UPWARD):
                if below & set(graph.objects(ancestor, declared)):
                    return rule
    return None


def _joined(rules: tuple[str, ...], is_same: object) -> str:
    return ", ".join([*dict.fromkeys(rules), *(["same as"] if is_same else [])])
