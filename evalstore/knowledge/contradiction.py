"""Which claims contradict a graph, and by what: its own negations, or a SHACL constraint."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evalstore.knowledge.claim import Claim
from evalstore.knowledge.entailment import consequences
from evalstore.knowledge.graph import KnowledgeGraph
from evalstore.knowledge.negation import Negations
from evalstore.knowledge.shapes import Effect, Shapes
from evalstore.knowledge.terms import is_blank, is_literal


@dataclass(frozen=True, slots=True)
class Contradiction:
    """
    Why a claim cannot stand beside the graph.

    ``kind`` is shacl, negative_assertion, disjoint, functional, inverse_functional, asymmetric or
    irreflexive; ``constraint`` the IRI that says so (for SHACL the constraint component),
    ``message`` the reason in words, ``path`` the predicate or path that it is about, ``shape`` the
    SHACL shape.
    """

    kind: str
    constraint: str
    message: str
    path: str
    shape: str = ""

    def as_record(self) -> dict[str, str]:
        """Return it as a card keeps it, without what is empty."""
        fields = (
            ("kind", self.kind),
            ("constraint", self.constraint),
            ("message", self.message),
            ("path", self.path),
            ("shape", self.shape),
        )
        return {name: text for name, text in fields if text}


@dataclass(frozen=True, slots=True)
class Finding:
    """
    What can be said of a claim beside its graph.

    ``is_clear`` is False where it contradicts nothing and yet touches what the graph itself
    violates already, or draws a warning: then nobody can say that it is merely unknown.
    """

    contradiction: Contradiction | None
    is_clear: bool = True


class Checker:
    """Holds claims against a graph and, where there are any, its shapes."""

    def __init__(self, graph: KnowledgeGraph, shapes: Path | None = None) -> None:
        self._graph = graph
        self._negations = Negations(graph)
        self._shapes = Shapes(graph, shapes) if shapes is not None else None

    def contradictions(self, claims: Sequence[Claim]) -> list[Contradiction | None]:
        """Return what each claim contradicts, alone beside the graph; None where nothing."""
        return [finding.contradiction for finding in self.findings(claims)]

    def findings(self, claims: Sequence[Claim]) -> list[Finding]:
        """Return what can be said of each claim, with what follows from it, beside the graph."""
        return [self._finding(claim) for claim in claims]

    def _finding(self, claim: Claim) -> Finding:
        same = self._graph.canonical
        claim = Claim(same(claim.subject), same(claim.predicate), same(claim.object))
        reason = self._negations.reason(claim)
        if reason is not None:
            kind, constraint, message, path = reason
            return Finding(Contradiction(kind, constraint, message, path))
        if self._shapes is None:
            return Finding(None)
        # What follows from the claim is held against the shapes too: one may speak of the
        # inverse of its predicate, or of one above it.
        is_clear = True
        for way in consequences(self._graph, claim.predicate):
            ends = (claim.subject, claim.object)
            first, last = reversed(ends) if way.is_inverse else ends
            if is_literal(first):
                continue
            implied = Claim(first, way.predicate, last)
            finding = _of_effect(self._shapes.effects([implied])[0], implied)
            if finding.contradiction is not None:
                return finding
            is_clear = is_clear and finding.is_clear
        return Finding(None, is_clear)


def _of_effect(effect: Effect, claim: Claim) -> Finding:
    new = [one for one in effect.new if one.is_violation]
    if not new:
        return Finding(None, is_clear=not effect.new and not effect.standing)
    worst = new[0]
    message = worst.message or f"violates {worst.component}"
    path = worst.path or claim.predicate
    shape = "" if is_blank(worst.named_shape) else worst.named_shape
    return Finding(Contradiction("shacl", worst.component, message, path, shape))
