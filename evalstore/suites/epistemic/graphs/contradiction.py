"""Contradictions of claims with a graph: by its negations or by SHACL constraints."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.entailment import entailed_predicates
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph
from evalstore.suites.epistemic.graphs.negation import Negations
from evalstore.suites.epistemic.graphs.shape_files import import_remarks, unfollowed_imports
from evalstore.suites.epistemic.graphs.shapes import Shapes
from evalstore.suites.epistemic.graphs.terms import is_blank, is_literal
from evalstore.suites.epistemic.graphs.violations import ValidationChange


@dataclass(frozen=True, slots=True)
class Contradiction:
    """
    The contradiction of a claim with the graph.

    ``kind`` is shacl, negative_assertion, disjoint, functional, inverse_functional, asymmetric or
    irreflexive; ``constraint`` the IRI of the axiom (for SHACL, of the constraint component);
    ``message`` the reason in words; ``path`` the predicate or path that is constrained; ``shape``
    the SHACL shape.
    """

    kind: str
    constraint: str
    message: str
    path: str
    shape: str = ""

    def as_record(self) -> dict[str, str]:
        """Return the non-empty fields, as context cards have them."""
        fields = (
            ("kind", self.kind),
            ("constraint", self.constraint),
            ("message", self.message),
            ("path", self.path),
            ("shape", self.shape),
        )
        return {name: text for name, text in fields if text}


@dataclass(frozen=True, slots=True)
class ClaimFinding:
    """
    The result of checking a claim.

    ``is_clear`` is False if the claim contradicts nothing, but involves existing violations of the
    graph or raises a warning: then it cannot be labelled unknown.
    """

    contradiction: Contradiction | None
    is_clear: bool = True


class Checker:
    """Checks claims against a graph and its shapes, if any."""

    def __init__(self, graph: KnowledgeGraph, shapes: Path | Sequence[Path] = ()) -> None:
        self._graph = graph
        self._negations = Negations(graph)
        files = (shapes,) if isinstance(shapes, Path) else tuple(shapes)
        self._shapes = Shapes(graph, files) if files else None
        self.shape_triples = self._shapes.triples if self._shapes else ()

    def remarks(self) -> list[str]:
        """Return sentences about imports of the graph and shapes that cannot be used."""
        of_graph = import_remarks("graph", unfollowed_imports(self._graph.triples()))
        return [*of_graph, *(self._shapes.remarks() if self._shapes else [])]

    def contradictions(self, claims: Sequence[Claim]) -> list[Contradiction | None]:
        """Return the contradiction of each claim, added alone, or None."""
        return [finding.contradiction for finding in self.findings(claims)]

    def findings(self, claims: Sequence[Claim]) -> list[ClaimFinding]:
        """Return the finding on each claim, added alone with its consequences."""
        return [self._finding(claim) for claim in claims]

    def is_consistent(self, claim: Claim) -> bool:
        """Return whether an entailed claim takes part in no violation and no contradiction."""
        same = self._graph.canonical
        claim = Claim(same(claim.subject), same(claim.predicate), same(claim.object))
        if self._negations.reason(claim) is not None:
            return False
        if self._shapes is None:
            return True
        for implied in self._implied(claim):
            if any(violation.is_violation for violation in self._shapes.effects([implied])[0].new):
                return False
            if self._shapes.involving(implied):
                return False
        return True

    def _implied(self, claim: Claim) -> Iterator[Claim]:
        """Yield a claim and its consequences, which shapes may constrain."""
        for related in entailed_predicates(self._graph, claim.predicate):
            ends = (claim.subject, claim.object)
            first, last = reversed(ends) if related.is_inverse else ends
            if not is_literal(first):
                yield Claim(first, related.predicate, last)

    def _finding(self, claim: Claim) -> ClaimFinding:
        same = self._graph.canonical
        claim = Claim(same(claim.subject), same(claim.predicate), same(claim.object))
        reason = self._negations.reason(claim)
        if reason is not None:
            kind, constraint, message, path = reason
            return ClaimFinding(Contradiction(kind, constraint, message, path))
        if self._shapes is None:
            return ClaimFinding(None)
        is_clear = True
        for implied in self._implied(claim):
            finding = _of_effect(self._shapes.effects([implied])[0], implied)
            if finding.contradiction is not None:
                return finding
            is_clear = is_clear and finding.is_clear
        return ClaimFinding(None, is_clear)


def _of_effect(effect: ValidationChange, claim: Claim) -> ClaimFinding:
    new = [violation for violation in effect.new if violation.is_violation]
    if not new:
        return ClaimFinding(None, is_clear=not effect.new and not effect.standing)
    worst = new[0]
    message = worst.message or f"violates {worst.component}"
    path = worst.path or claim.predicate
    shape = "" if is_blank(worst.named_shape) else worst.named_shape
    return ClaimFinding(Contradiction("shacl", worst.component, message, path, shape))
