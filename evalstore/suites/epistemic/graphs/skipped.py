"""Predicates and things that questions leave out by default, each with its reason."""

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache, cached_property
from pathlib import Path

from evalstore.base.word_file import word_file
from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph, is_fact_predicate
from evalstore.suites.epistemic.graphs.predicate_words import last_part, split_words
from evalstore.suites.epistemic.graphs.readable import (
    NAMELESS,
    UNLABELLED,
    literal_reason,
    thing_reason,
)
from evalstore.suites.epistemic.graphs.terms import is_literal, parts

DATA = Path(__file__).parent / "data" / "skipped_predicates.toml"
SCHEMA = "a part of the schema"
HEADER = "the header of a graph"
ANNOTATIONS = "a note or an annotation"
# Classes whose instances describe a graph, by the last part of their IRI.
HEADER_CLASSES = ("Ontology", "Dataset", "Catalog", "GraphMetaData", "CatalogEntry", "Linkset")
# Reasons that also apply to predicates that the user selects.
NEVER_ASKED = (NAMELESS, UNLABELLED)
STATEMENTS_EXAMINED_MAX = 400
SAME_VALUE_STATEMENTS_MIN = 20
# Whole numbers of one length that are never shared are not quantities.
IDENTIFIER_STATEMENTS_MIN = 20
IDENTIFIER_DIGITS_MIN = 6
LAST_WORDS_MAX = 3


class SkipRules:
    """
    The reasons to leave predicates, things and values of a graph out of questions.

    Skipped are labels, notes and annotations, provenance and versions, identifiers and codes,
    pages, images and matches in other data sets, headers of graphs, parts of the schema, long
    texts and texts with markup, and things without a label whose IRI does not end in words.
    """

    def __init__(
        self,
        graph: KnowledgeGraph,
        languages: Sequence[str] = ("en",),
        *,
        is_unlabelled_kept: bool = False,
        kept: Collection[str] = (),
    ) -> None:
        """
        Take a graph.

        Things without a label are kept if ``is_unlabelled_kept``. For the predicates in ``kept``,
        only claims about terms without a name are skipped.
        """
        self._graph = graph
        self.languages = tuple(languages)
        self.is_unlabelled_kept = is_unlabelled_kept
        self._kept = {graph.canonical(predicate) for predicate in kept}
        self._known: dict[str, str | None] = {}
        self._predicates: dict[str, str | None] = {}

    def of_predicate(self, predicate: str) -> str | None:
        """Return why a predicate is skipped by default, in a few words, or None."""
        predicate = self._graph.canonical(predicate)
        if predicate not in self._predicates:
            self._predicates[predicate] = self._of_predicate(predicate)
        return self._predicates[predicate]

    def of_term(self, term: str) -> str | None:
        """Return why claims about a thing or value are skipped, in a few words, or None."""
        if term not in self._known:
            self._known[term] = self._examined(term)
        return self._known[term]

    def of_claim(self, claim: Claim) -> str | None:
        """Return why a claim is not asked, in a few words, or None."""
        for term in (claim.subject, claim.object):
            if not self.is_asked(claim.predicate, term):
                return self.of_term(term)
        return None

    def is_asked(self, predicate: str, term: str) -> bool:
        """Return whether a term may be an end of a claim of this predicate."""
        reason = self.of_term(term)
        is_kept = self._graph.canonical(predicate) in self._kept
        return reason is None or (is_kept and reason not in NEVER_ASKED)

    def _examined(self, term: str) -> str | None:
        if is_literal(term):
            return literal_reason(term)
        graph = self._graph
        if term in self._schema:
            return SCHEMA
        if term in self._headers:
            return HEADER
        name = graph.label(term, self.languages)
        reason = thing_reason(term, name, is_labelled=graph.is_labelled(term))
        return None if reason == UNLABELLED and self.is_unlabelled_kept else reason

    @cached_property
    def _schema(self) -> frozenset[str]:
        graph = self._graph
        declared = {
            thing for kind in voc.SCHEMA_CLASSES for thing in graph.subjects(voc.TYPE, kind)
        }
        return frozenset(declared | set(graph.predicates())) - self._headers

    @cached_property
    def _headers(self) -> frozenset[str]:
        classes = {value for _, value in self._graph.pairs(voc.TYPE)}
        return frozenset(
            thing
            for kind in classes
            if last_part(kind) in HEADER_CLASSES
            for thing in self._graph.subjects(voc.TYPE, kind)
        )

    def _of_predicate(self, predicate: str) -> str | None:
        if predicate in self._kept:
            return None
        if not is_fact_predicate(predicate):
            return "a label, a comment or schema"
        if f"{voc.OWL}AnnotationProperty" in self._graph.objects(predicate, voc.TYPE):
            return ANNOTATIONS
        return _listed(predicate) or self._of_statements(predicate)

    def _of_statements(self, predicate: str) -> str | None:
        """Return the most frequent reason of a predicate whose statements are all skipped."""
        pairs = self._graph.pairs(predicate)
        if len(pairs) >= SAME_VALUE_STATEMENTS_MIN and len({value for _, value in pairs}) == 1:
            return "always the same value"
        if _are_identifiers([value for _, value in pairs]):
            return "an identifier or code"
        step = max(1, len(pairs) // STATEMENTS_EXAMINED_MAX)
        reasons: Counter[str] = Counter()
        for subject, value in pairs[::step]:
            reason = self.of_term(subject) or self.of_term(value)
            if reason is None:
                return None
            reasons[reason] += 1
        return f"always about {reasons.most_common(1)[0][0]}" if reasons else None


def _listed(predicate: str) -> str | None:
    """Return the reason to skip a predicate by its IRI, or None."""
    words = split_words(last_part(predicate)).lower().split()
    endings = {" ".join(words[-count:]) for count in range(1, LAST_WORDS_MAX + 1)}
    secure = predicate.replace("https://", "http://", 1)
    for entry in _entries():
        is_named = secure in entry["iris"] or secure.startswith(tuple(entry["namespaces"]))
        if is_named or endings & set(entry["last_words"]):
            return str(entry["reason"])
    return None


def _are_identifiers(values: Sequence[str]) -> bool:
    texts = [parts(value)[0] for value in values if is_literal(value)]
    lengths = Counter(len(text) for text in texts if text.isascii() and text.isdigit())
    is_large = len(texts) >= IDENTIFIER_STATEMENTS_MIN and len(set(texts)) == len(values)
    if not is_large or not lengths:
        return False
    length, count = lengths.most_common(1)[0]
    return length >= IDENTIFIER_DIGITS_MIN and count == len(values)


@cache
def _entries() -> tuple[dict[str, tuple[str, ...]], ...]:
    entries: tuple[dict[str, tuple[str, ...]], ...] = word_file(DATA)["reasons"]
    return entries
