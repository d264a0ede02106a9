"""
Rules that a graph and its shapes declare about a predicate, as far as a card can print them.

``entailing`` rules let statements follow from others; ``constraining`` rules exclude some. Rules
have the form of ``rule_phrases``: in ``inverse`` and ``sub_property``, statements of the parameter
``predicate`` entail statements of ``path``.
"""

from collections.abc import Iterator, Sequence

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.entailment import (
    TRANSITIVE,
    RelatedPredicate,
    entailed_predicates,
    entailing_predicates,
)
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph, Triple
from evalstore.suites.epistemic.graphs.negation import CLASS_UPWARD, Negations
from evalstore.suites.epistemic.graphs.rule_parts import Rule
from evalstore.suites.epistemic.graphs.shape_rules import ShapeRules, rule, without_repeats

OWL = voc.OWL
OF_TYPES = {
    f"{OWL}FunctionalProperty": "functional",
    f"{OWL}InverseFunctionalProperty": "inverse_functional",
    f"{OWL}AsymmetricProperty": "asymmetric",
    f"{OWL}IrreflexiveProperty": "irreflexive",
}
# The kind of a rule about a predicate, restated for the inverse predicate.
TURNED = {
    "functional": "inverse_functional",
    "inverse_functional": "functional",
    "asymmetric": "asymmetric",
    "irreflexive": "irreflexive",
    "max_count": "inverse_max_count",
    "inverse_max_count": "max_count",
}
# Rules that exclude nothing unless classes are disjoint.
OF_CLASSES = ("domain", "range", "class")
ENTAILING_MAX = 3
CONSTRAINING_MAX = 6
DISJOINT_CLASSES_MAX = 2


class DeclaredRules:
    """The rules that can be printed, by predicate."""

    def __init__(
        self,
        graph: KnowledgeGraph,
        shapes: Sequence[Triple] = (),
        negations: Negations | None = None,
    ) -> None:
        """Take a graph and the statements of its shapes, if any."""
        self._graph = graph
        self._shapes = ShapeRules(shapes)
        self._negations = negations or Negations(graph)

    def entailing(self, predicate: str) -> tuple[Rule, ...]:
        """Return the rules by which other statements entail those of a predicate."""
        graph = self._graph
        hops = [
            (hop, len(graph.pairs(related.predicate)))
            for related in entailing_predicates(graph, predicate)
            if graph.pairs(related.predicate) and (hop := _hop(predicate, related)) is not None
        ]
        hops.sort(key=lambda entry: -entry[1])
        rules: list[Rule] = [hop for hop, _ in hops[:ENTAILING_MAX]]
        if TRANSITIVE in graph.objects(predicate, voc.TYPE):
            rules.append(rule("transitive", predicate))
        return tuple(rules)

    def constraining(self, predicate: str) -> tuple[Rule, ...]:
        """Return the rules that exclude statements of a predicate, and those they depend on."""
        candidates = [
            candidate
            for related in entailed_predicates(self._graph, predicate)
            for declared in self._of(related.predicate)
            if (candidate := _said_of(predicate, related, declared)) is not None
        ]
        wanted = without_repeats(candidates)
        # Claims about things of a wrong class hardly read like questions: they are a last resort.
        others = [candidate for candidate in wanted if candidate["kind"] not in OF_CLASSES]
        kept: list[Rule] = []
        for candidate in others or wanted:
            group = [candidate, *self._grounds(candidate)]
            if candidate["path"] != predicate:
                group.append(rule("sub_property", str(candidate["path"]), predicate=predicate))
            is_whole = candidate["kind"] not in OF_CLASSES or len(group) > 1
            new = [other for other in group if other not in kept]
            if is_whole and len(kept) + len(new) <= CONSTRAINING_MAX:
                kept += new
        return tuple(kept)

    def _of(self, predicate: str) -> Iterator[Rule]:
        graph = self._graph
        for kind in graph.objects(predicate, voc.TYPE):
            if kind in OF_TYPES:
                yield rule(OF_TYPES[kind], predicate)
        for other in sorted(self._negations.disjoint_properties.get(predicate, ())):
            yield rule("disjoint_predicates", predicate, predicate=other)
        for shape_rule in self._shapes.of(predicate):
            if not shape_rule["target"] or graph.things(shape_rule["target"]):
                yield shape_rule
        for value in graph.domains(predicate):
            yield rule("domain", predicate, value=value)
        for value in graph.ranges(predicate):
            yield rule("range", predicate, value=value)

    def _grounds(self, constraint: Rule) -> list[Rule]:
        """Return the classes disjoint from the class that a rule requires, the largest first."""
        if constraint["kind"] not in OF_CLASSES:
            return []
        graph = self._graph
        required = str(constraint["parameters"]["value"])
        above = graph.above([required], CLASS_UPWARD)
        excluded = {
            other for name in above for other in self._negations.disjoint_classes.get(name, ())
        }
        sizes = {other: len(graph.things(other)) for other in excluded}
        largest = sorted(
            (name for name in sizes if sizes[name]), key=lambda name: (-sizes[name], name)
        )
        return [
            rule("disjoint_classes", classes=[required, other])
            for other in largest[:DISJOINT_CLASSES_MAX]
        ]


def _hop(predicate: str, related: RelatedPredicate) -> Rule | None:
    """Return the rule by which one predicate entails another; None for itself and for others."""
    steps = set(related.rules)
    if steps == {"symmetric"}:
        return rule("symmetric", predicate)
    if steps == {"sub-property"} and not related.is_inverse:
        return rule("sub_property", predicate, predicate=related.predicate)
    if len(related.rules) == 1 and related.is_inverse:
        return rule("inverse", predicate, predicate=related.predicate)
    if steps and related.is_inverse:
        return rule("sub_inverse", predicate, predicate=related.predicate)
    return None


def _said_of(predicate: str, related: RelatedPredicate, declared: Rule) -> Rule | None:
    """
    Return a rule about an entailed predicate as a rule for claims of ``predicate``, or None.

    A rule reached by sub-properties only is returned as it is; a rule about the inverse is
    restated about ``predicate``. None for any other chain, and for a kind that cannot be restated.
    """
    if not related.is_inverse:
        is_own = set(related.rules) <= {"sub-property"}
        return declared if is_own else None
    is_turned = len(related.rules) == 1 and related.predicate != predicate
    if not is_turned or declared["kind"] not in TURNED:
        return None
    return {**declared, "kind": TURNED[str(declared["kind"])], "path": predicate}
