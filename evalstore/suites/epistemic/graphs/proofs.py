"""Proofs of claims from a few statements and printable rules of a graph."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.declared_rules import OF_CLASSES, DeclaredRules
from evalstore.suites.epistemic.graphs.entailment import (
    RelatedPredicate,
    entailed_predicates,
    entails,
    objects,
    subjects,
)
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph, Triple
from evalstore.suites.epistemic.graphs.negation import Negations, are_different
from evalstore.suites.epistemic.graphs.rule_parts import Rule
from evalstore.suites.epistemic.graphs.shape_rules import rule
from evalstore.suites.epistemic.graphs.terms import compared, folded, is_literal

CHAIN_MAX = 3
ONE = ("functional", "inverse_functional")
PAIRED = ("asymmetric", "disjoint", "disjoint_predicates")
COUNTED = frozenset({"functional", "max_count", "inverse_functional", "inverse_max_count"})
INVERSE = ("inverse_functional", "inverse_max_count")
BOUNDS: dict[str, Callable[[int], bool]] = {
    "min_inclusive": lambda sign: sign < 0,
    "min_exclusive": lambda sign: sign <= 0,
    "max_inclusive": lambda sign: sign > 0,
    "max_exclusive": lambda sign: sign >= 0,
}
ORDERS: dict[str, Callable[[int], bool]] = {
    "less_than": lambda sign: sign >= 0,
    "less_than_or_equals": lambda sign: sign > 0,
}


@dataclass(frozen=True, slots=True)
class Proof:
    """
    The statements and rules that together decide a claim.

    ``rule`` excludes the claim, or entails it; ``denied`` are statements that the graph denies.
    """

    rule: Rule
    rules: tuple[Rule, ...] = ()
    facts: tuple[Claim, ...] = ()
    denied: tuple[Claim, ...] = ()


class Prover:
    """Finds proofs by the rules that the cards of a predicate print."""

    def __init__(self, graph: KnowledgeGraph, shapes: Sequence[Triple] = ()) -> None:
        """Take a graph and the statements of its shapes, if any."""
        self._graph = graph
        self._negations = Negations(graph)
        self._declared = DeclaredRules(graph, shapes, self._negations)
        self._known: dict[str, tuple[tuple[Rule, ...], tuple[Rule, ...]]] = {}
        self._excluded: dict[Claim, bool] = {}

    def rules(self, predicate: str) -> tuple[Rule, ...]:
        """Return the rules that every card of a predicate prints, each once."""
        entailing, constraining = self._rules(predicate)
        return tuple({repr(entry): entry for entry in (*entailing, *constraining)}.values())

    def target_classes(self, predicate: str) -> tuple[tuple[str, bool], ...]:
        """Return the target classes of a predicate's rules; True if the class is the object's."""
        _, constraining = self._rules(predicate)
        targets = {
            (str(entry["target"]), entry["kind"] in INVERSE): None
            for entry in constraining
            if entry["target"]
        }
        return tuple(targets)

    def can_exclude(self, predicate: str) -> bool:
        """Return whether some rule of a predicate excludes statements."""
        return bool(self._rules(predicate)[1])

    def derivation(self, claim: Claim) -> Proof | None:
        """Return the proof of an entailed claim; None if it takes rules that no card prints."""
        graph = self._graph
        entailing, _ = self._rules(claim.predicate)
        if graph.has(claim.subject, claim.predicate, claim.object):
            return Proof(rule("asserted", claim.predicate), facts=(claim,))
        for candidate in entailing:
            source = str(candidate["parameters"].get("predicate", claim.predicate))
            ends = (claim.subject, claim.object)
            first, last = ends if candidate["kind"] == "sub_property" else reversed(ends)
            if candidate["kind"] == "transitive":
                chain = self._chain(claim)
                if chain:
                    return Proof(candidate, (candidate,), tuple(chain))
            elif graph.has(first, source, last):
                return Proof(candidate, (candidate,), (Claim(first, source, last),))
        return None

    def refutation(self, claim: Claim) -> Proof | None:
        """Return the proof that a claim is excluded; None if no printable rule excludes it."""
        if self._negations.denies(claim):
            return Proof(rule("denial", claim.predicate), denied=(claim,))
        _, constraining = self._rules(claim.predicate)
        for candidate in constraining:
            about = Claim(claim.subject, str(candidate["path"] or claim.predicate), claim.object)
            facts = self._excluding(candidate, about, constraining)
            if facts is None:
                continue
            used, statements = facts
            if about.predicate != claim.predicate:
                hop = rule("sub_property", about.predicate, predicate=claim.predicate)
                if hop not in constraining:
                    continue
                used = (*used, hop)
            return Proof(candidate, used, statements)
        return None

    def is_excluded(self, claim: Claim) -> bool:
        """
        Return whether the rules of cards exclude a claim or a consequence of it.

        For a claim that the graph states, this means that it conflicts with other statements. If
        the predicate is transitive, chains count too; if it also has a maximum, every claim is
        excluded.
        """
        if claim not in self._excluded:
            implied = {
                consequence
                for related in entailed_predicates(self._graph, claim.predicate)
                if not is_literal((consequence := _implied(claim, related)).subject)
            }
            disjoint = self._negations.disjoint_properties
            self._excluded[claim] = any(
                self._breaks_chain(consequence)
                or self.refutation(consequence) is not None
                or any(replace(consequence, predicate=other) in implied
                       for other in disjoint.get(consequence.predicate, ()))
                for consequence in implied
            )  # fmt: skip
        return self._excluded[claim]

    def _breaks_chain(self, claim: Claim) -> bool:
        kinds = {str(entry["kind"]) for entry in self.rules(claim.predicate)}
        if kinds >= {"symmetric", "asymmetric"}:
            return True
        if "transitive" not in kinds:
            return False
        is_both_ways = "symmetric" in kinds and "irreflexive" in kinds
        if kinds & COUNTED or is_both_ways:
            return True
        is_ordered = bool(kinds & {"irreflexive", "asymmetric"})
        back = objects(self._graph, claim.object, claim.predicate)
        return is_ordered and (claim.subject == claim.object or claim.subject in back)

    def _rules(self, predicate: str) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
        predicate = self._graph.canonical(predicate)
        if predicate not in self._known:
            self._known[predicate] = (
                self._declared.entailing(predicate),
                self._declared.constraining(predicate),
            )
        return self._known[predicate]

    def _chain(self, claim: Claim) -> list[Claim]:
        """Return the shortest chain of statements from subject to object; [] if it is too long."""
        waiting: list[list[Claim]] = [[]]
        seen = {claim.subject}
        for _ in range(CHAIN_MAX):
            longer = []
            for chain in waiting:
                end = chain[-1].object if chain else claim.subject
                for value in self._graph.objects(end, claim.predicate):
                    step = [*chain, Claim(end, claim.predicate, value)]
                    if value == claim.object:
                        return step
                    if value not in seen and not is_literal(value):
                        seen.add(value)
                        longer.append(step)
            waiting = longer
        return []

    def _excluding(
        self, constraint: Rule, claim: Claim, rules: Sequence[Rule]
    ) -> tuple[tuple[Rule, ...], tuple[Claim, ...]] | None:
        """Return the rules and statements by which a rule excludes a claim, or None."""
        kind = str(constraint["kind"])
        targeted = claim.object if kind in INVERSE else claim.subject
        target = self._as_target(constraint, targeted)
        if target is None:
            return None
        if kind in OF_CLASSES:
            thing = claim.subject if kind == "domain" else claim.object
            for other in rules:
                if other["kind"] == "disjoint_classes":
                    required, excluded = other["parameters"]["classes"]
                    if required == constraint["parameters"]["value"] and self._is_a(
                        thing, excluded
                    ):
                        return (constraint, other), (*target, Claim(thing, voc.TYPE, excluded))
            return None
        statements = self._values_excluding(constraint, claim)
        return None if statements is None else ((constraint,), (*target, *statements))

    def _values_excluding(self, constraint: Rule, claim: Claim) -> tuple[Claim, ...] | None:
        """Return the statements by which a rule excludes a claim of a target, or None."""
        kind = str(constraint["kind"])
        if kind in (*ONE, "max_count", "inverse_max_count"):
            others = self._others(claim, is_inverse=kind in INVERSE)
            count = 1 if kind in ONE else int(constraint["parameters"]["count"])
            return tuple(others[:count]) if len(others) >= count else None
        if kind == "irreflexive":
            return () if claim.subject == claim.object else None
        if kind in PAIRED:
            return self._paired(constraint, claim)
        return self._limited(constraint, claim)

    def _paired(self, constraint: Rule, claim: Claim) -> tuple[Claim, ...] | None:
        """
        Return the statement about the same two things that excludes a claim, or None.

        () if the claim contradicts the rule by itself.
        """
        if constraint["kind"] == "asymmetric" and claim.subject == claim.object:
            return ()
        if constraint["kind"] == "asymmetric":
            other = Claim(claim.object, claim.predicate, claim.subject)
        else:
            other = Claim(claim.subject, str(constraint["parameters"]["predicate"]), claim.object)
        is_so = not is_literal(other.subject) and entails(
            self._graph, other.subject, other.predicate, other.object
        )
        return (other,) if is_so else None

    def _limited(self, constraint: Rule, claim: Claim) -> tuple[Claim, ...] | None:
        """Return the statements by which a list, a bound or a limit excludes a value, or None."""
        kind, parameters = str(constraint["kind"]), constraint["parameters"]
        if kind == "in":
            listed = {name for term in parameters["values"] for name in self._names(term)}
            return None if listed & self._names(claim.object) else ()
        if kind in BOUNDS:
            sign = compared(claim.object, str(parameters["value"]))
            return () if sign is not None and BOUNDS[kind](sign) else None
        limits = (
            objects(self._graph, claim.subject, str(parameters["predicate"]))
            if kind in ORDERS
            else ()
        )
        for limit in limits:
            sign = compared(claim.object, limit)
            if sign is not None and ORDERS[kind](sign):
                return (Claim(claim.subject, str(parameters["predicate"]), limit),)
        return None

    def _others(self, claim: Claim, *, is_inverse: bool) -> list[Claim]:
        """Return the other statements that count towards a maximum, one for each name."""
        graph = self._graph
        predicate = claim.predicate
        claimed = claim.subject if is_inverse else claim.object
        terms = (
            subjects(graph, predicate, claim.object)
            if is_inverse
            else objects(graph, claim.subject, predicate)
        )
        taken = set(self._names(claimed))
        kept = []
        for term in terms:
            if are_different(graph, claimed, term) and not taken & self._names(term):
                taken |= self._names(term)
                ends = (term, claim.object) if is_inverse else (claim.subject, term)
                kept.append(Claim(ends[0], predicate, ends[1]))
        return kept

    def _as_target(self, constraint: Rule, thing: str) -> tuple[Claim, ...] | None:
        target = str(constraint["target"])
        if not target:
            return ()
        return (Claim(thing, voc.TYPE, target),) if self._is_a(thing, target) else None

    def _is_a(self, thing: str, kind: str) -> bool:
        return not is_literal(thing) and kind in self._graph.classes(thing)

    def _names(self, term: str) -> set[str]:
        return {folded(name) for name in self._graph.labels(term)}


def _implied(claim: Claim, related: RelatedPredicate) -> Claim:
    ends = (claim.subject, claim.object)
    first, last = reversed(ends) if related.is_inverse else ends
    return Claim(first, related.predicate, last)
