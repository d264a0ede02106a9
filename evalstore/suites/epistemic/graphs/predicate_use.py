"""Use of a graph's predicates: counts, labelled shares, and which are best for questions."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from evalstore.errors import UnreadableInputError
from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph, is_fact_predicate
from evalstore.suites.epistemic.graphs.skipped import SkipRules
from evalstore.suites.epistemic.graphs.terms import is_blank, is_literal

DEFAULT_PREDICATES_MAX = 6
# Statements above this number add nothing to the choice of a predicate.
ENOUGH_STATEMENTS = 200
REASONS_MAX = 5


@dataclass(frozen=True, slots=True)
class PredicateUse:
    """
    The use of one predicate in a graph.

    ``count`` is the number of statements, ``readable_count`` of those whose subject and object
    are both not skipped (see ``skipped``); the shares are of distinct subjects and objects, from
    0 to 1, a literal being labelled. ``is_functional``: no subject has two objects in the graph;
    ``is_declared_functional``: the graph declares that no subject may.
    ``is_annotation``: a label, comment, or declared annotation property. ``skipped_reason`` is the
    reason to leave the predicate out by default, None if it is included.
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
    is_annotation: bool
    skipped_reason: str | None

    @property
    def readable_share(self) -> float:
        """Return the share of statements with a readable subject and object, from 0 to 1."""
        return self.readable_count / self.count if self.count else 0.0


def predicate_uses(
    graph: KnowledgeGraph, languages: Sequence[str] = ("en",), *, is_unlabelled_kept: bool = False
) -> tuple[PredicateUse, ...]:
    """Return the use of every predicate of a graph, the most frequent first; cached."""
    key = (f"predicate uses, {is_unlabelled_kept}", ",".join(languages))
    uses = graph.derived.get(key)
    if uses is None:
        rules = SkipRules(graph, languages, is_unlabelled_kept=is_unlabelled_kept)
        unsorted = [_use(graph, predicate, rules) for predicate in graph.predicates()]
        uses = tuple(sorted(unsorted, key=lambda use: (-use.count, use.iri)))
        graph.derived[key] = uses
    return uses


def default_predicates(
    graph: KnowledgeGraph,
    can_exclude: Callable[[str], bool] = lambda _predicate: False,
    count: int = DEFAULT_PREDICATES_MAX,
    languages: Sequence[str] = ("en",),
    *,
    is_unlabelled_kept: bool = False,
) -> tuple[str, ...]:
    """
    Return the predicates best suited for questions, the best first.

    Predicates that are skipped by default (see ``skipped``) are left out. The others are ranked by
    the number of statements with readable ends. That number is doubled if ``can_exclude`` is true
    of the predicate, such as by a constraint; statements of literals count half.
    """

    def rank(use: PredicateUse) -> tuple[object, ...]:
        value = min(use.readable_count, ENOUGH_STATEMENTS) * use.readable_share
        weight = (1 + can_exclude(use.iri)) * (1 - use.literal_object_share / 2)
        return -value * weight, -use.readable_count, use.iri

    suitable = suitable_uses(graph, languages, is_unlabelled_kept=is_unlabelled_kept)
    return tuple(use.iri for use in sorted(suitable, key=rank)[:count])


def suitable_uses(
    graph: KnowledgeGraph, languages: Sequence[str] = ("en",), *, is_unlabelled_kept: bool = False
) -> list[PredicateUse]:
    """Return the predicates that are not skipped by default and have readable statements."""
    return [
        use
        for use in predicate_uses(graph, languages, is_unlabelled_kept=is_unlabelled_kept)
        if use.skipped_reason is None and use.readable_count
    ]


def without_questions(
    graph: KnowledgeGraph, languages: Sequence[str] = ("en",)
) -> UnreadableInputError:
    """Return the error for a graph without a predicate that questions can be about."""
    nameless = sum(is_blank(subject) or is_blank(other) for subject, _, other in graph.triples())
    reasons: Counter[str] = Counter()
    for use in predicate_uses(graph, languages):
        reasons[use.skipped_reason or "about things without a name"] += use.count
    counted = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common(REASONS_MAX))
    blank = (
        f"; {nameless} of them are about blank nodes without a label: give these nodes IRIs and "
        "labels, or each a label of its own"
        if nameless
        else ""
    )
    return UnreadableInputError(
        f"no predicate of the graph can be asked about: {len(graph)} statements, of which "
        f"{counted}{blank}; expected statements between things with names; name predicates of "
        "`evalstore kg describe` with --predicate, or use --set unlabelled=true to keep things "
        "without a label"
    )


def _use(graph: KnowledgeGraph, predicate: str, rules: SkipRules) -> PredicateUse:
    pairs = graph.pairs(predicate)
    subjects = {subject for subject, _ in pairs}
    values = {value for _, value in pairs}
    readable = {term for term in subjects | values if rules.of_term(term) is None}
    labelled = {term for term in subjects | values if graph.is_labelled(term)}
    kinds = set(graph.objects(predicate, voc.TYPE))
    return PredicateUse(
        iri=predicate,
        count=len(pairs),
        readable_count=sum(end in readable and other in readable for end, other in pairs),
        subject_count=len(subjects),
        object_count=len(values),
        labelled_subject_share=_share(subjects & labelled, subjects),
        labelled_object_share=_share(values & labelled, values),
        literal_object_share=_share([end for end in values if is_literal(end)], values),
        is_functional=len(subjects) == len(pairs),
        is_declared_functional=f"{voc.OWL}FunctionalProperty" in kinds,
        is_annotation=not is_fact_predicate(predicate) or f"{voc.OWL}AnnotationProperty" in kinds,
        skipped_reason=rules.of_predicate(predicate),
    )


def _share(some: Collection[str], everything: Collection[str]) -> float:
    return len(some) / len(everything) if everything else 0.0
