"""Use of a graph's predicates: counts, labelled shares, and which are best for questions."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evalstore.knowledge import vocabulary as voc
from evalstore.knowledge.graph import KnowledgeGraph, is_fact_predicate
from evalstore.knowledge.rdf_files import statements
from evalstore.knowledge.skipped import SkipRules
from evalstore.knowledge.terms import is_blank, is_iri, is_literal

DEFAULT_PREDICATES_MAX = 6
# Statements above this number add nothing to the choice of a predicate.
ENOUGH_STATEMENTS = 200
NARROWING_TYPES = frozenset(
    f"{voc.OWL}{name}Property" for name in ("Functional", "InverseFunctional", "Asymmetric")
)


@dataclass(frozen=True, slots=True)
class PredicateUse:
    """
    The use of one predicate in a graph.

    ``count`` is the number of statements, ``readable_count`` of those whose subject and object
    both have a label, or are literals, and are not skipped (see ``skipped``); the shares are of
    distinct subjects and objects that do, from 0 to 1. ``is_functional``: no subject has two
    objects in the graph; ``is_declared_functional``: the graph declares that none may;
    ``is_narrowed``: it declares that, or an inverse functional or asymmetric property.
    ``is_annotation``: a label, comment, or declared annotation property. ``skipped_reason`` says
    why the predicate is left out by default, None if it is not.
    """

    iri: str
    count: int
    readable_count: int
    subject_count: int
    object_count: int
    labelled_subject_share: float
    labelled_object_share: float
    literal_object_share: float
    is_functional: bool
    is_declared_functional: bool
    is_narrowed: bool
    is_annotation: bool
    skipped_reason: str | None

    @property
    def labelled_share(self) -> float:
        """Return the share of statements whose subject and object both read, from 0 to 1."""
        return self.readable_count / self.count if self.count else 0.0


def predicate_uses(
    graph: KnowledgeGraph, languages: Sequence[str] = ("en",)
) -> tuple[PredicateUse, ...]:
    """Return the use of every predicate of a graph, the most frequent first; cached."""
    key = ("predicate uses", ",".join(languages))
    known = graph.derived.get(key)
    if known is None:
        rules = SkipRules(graph, languages)
        found = [_use(graph, one, rules) for one in graph.predicates()]
        known = tuple(sorted(found, key=lambda use: (-use.count, use.iri)))
        graph.derived[key] = known
    return known


def default_predicates(
    graph: KnowledgeGraph,
    shapes: Sequence[Path] = (),
    count: int = DEFAULT_PREDICATES_MAX,
    languages: Sequence[str] = ("en",),
) -> tuple[str, ...]:
    """
    Return the predicates best suited for questions, the best first.

    Predicates that are skipped by default (see ``skipped``) never count. Those that a shape or the
    graph narrows come first, because only they can give contradicted cards; then those with more
    statements whose ends both read, of things before values.
    """
    narrowed = constrained_predicates(shapes)
    suitable = [
        use
        for use in predicate_uses(graph, languages)
        if use.skipped_reason is None and use.readable_count
    ]

    def rank(use: PredicateUse) -> tuple[object, ...]:
        is_plain = use.iri not in narrowed and not use.is_narrowed
        of_things = 1 - use.literal_object_share / 2
        value = min(use.readable_count, ENOUGH_STATEMENTS) * use.labelled_share * of_things
        return is_plain, -value, -use.readable_count, use.iri

    return tuple(use.iri for use in sorted(suitable, key=rank)[:count])


def constrained_predicates(shapes: Iterable[Path]) -> frozenset[str]:
    """Return the predicates that are the whole path of a property shape in these files."""
    return frozenset(
        value
        for place, path in enumerate(shapes)
        for _, predicate, value in statements(Path(path), f"s{place}-")
        if predicate == f"{voc.SH}path" and is_iri(value)
    )


def _use(graph: KnowledgeGraph, predicate: str, rules: SkipRules) -> PredicateUse:
    pairs = graph.pairs(predicate)
    subjects = {subject for subject, _ in pairs}
    values = {value for _, value in pairs}
    readable = {term for term in subjects | values if _is_readable(graph, term, rules)}
    kinds = set(graph.objects(predicate, voc.TYPE))
    return PredicateUse(
        iri=predicate,
        count=len(pairs),
        readable_count=sum(one in readable and other in readable for one, other in pairs),
        subject_count=len(subjects),
        object_count=len(values),
        labelled_subject_share=_share(subjects & readable, subjects),
        labelled_object_share=_share(values & readable, values),
        literal_object_share=_share([one for one in values if is_literal(one)], values),
        is_functional=len(subjects) == len(pairs),
        is_declared_functional=f"{voc.OWL}FunctionalProperty" in kinds,
        is_narrowed=bool(kinds & NARROWING_TYPES),
        is_annotation=not is_fact_predicate(predicate) or f"{voc.OWL}AnnotationProperty" in kinds,
        skipped_reason=rules.of_predicate(predicate),
    )


def _is_readable(graph: KnowledgeGraph, term: str, rules: SkipRules) -> bool:
    is_named = is_literal(term) or (not is_blank(term) and graph.is_labelled(term))
    return is_named and rules.of_term(term) is None


def _share(some: Collection[str], everything: Collection[str]) -> float:
    return len(some) / len(everything) if everything else 0.0
