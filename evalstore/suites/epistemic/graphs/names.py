"""Names of things in texts, and their ambiguity."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.entailment import pairs
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph, is_fact_predicate
from evalstore.suites.epistemic.graphs.literal_words import literal_words
from evalstore.suites.epistemic.graphs.readable import is_wordy
from evalstore.suites.epistemic.graphs.skipped import SkipRules
from evalstore.suites.epistemic.graphs.terms import folded, is_literal

NAME_CHARACTERS_MAX = 160


class TermNames:
    """The names of terms in the preferred language, and the terms that share them."""

    def __init__(
        self,
        graph: KnowledgeGraph,
        languages: Sequence[str] = ("en",),
        rules: SkipRules | None = None,
    ) -> None:
        """Take a graph, and the ``rules`` that leave terms out of questions."""
        self.graph = graph
        self.languages = tuple(languages)
        self.rules = rules or SkipRules(graph, languages)
        self._holders: dict[str, set[str]] = defaultdict(set)
        for thing in graph.things():
            if self.rules.of_term(thing) is None:
                for name in graph.labels(thing):
                    self._holders[folded(name)].add(thing)

    def name(self, term: str) -> str:
        """Return the name of a term, or a literal in words, on one line."""
        if is_literal(term):
            return literal_words(term)
        return " ".join(self.graph.label(term, self.languages).split())

    def statement(self, subject: str, predicate: str, value: str, words: str = "") -> str:
        """Return a statement in words; ``words``, if any, replaces the predicate's name."""
        parts = (self.name(subject), words or self.name(predicate), self.name(value))
        return " ".join(parts)

    def is_short(self, term: str) -> bool:
        """Return whether a term has a name short enough for a sentence."""
        name = self.name(term)
        return len(name) <= NAME_CHARACTERS_MAX and any(map(str.isalnum, name))

    def is_clear(self, term: str, classes: Iterable[str]) -> bool:
        """
        Return whether a name is unambiguous among things of these classes.

        A name without a letter or digit, or longer than two lines, is never clear. Terms that
        questions skip, such as pages, are ignored, and so are things without a label if another of
        the same name has one.
        """
        if not self.is_short(term):
            return False
        if is_literal(term):
            return True
        term = self.graph.canonical(term)
        holders = self._holders.get(folded(self.name(term)), set()) | {term}
        labelled = {holder for holder in holders if self.graph.is_labelled(holder)}
        if labelled:
            holders = labelled
        if holders == {term}:
            return True
        wanted = set(classes)
        fitting = {holder for holder in holders if wanted & set(self.graph.classes(holder))}
        return fitting == {term}

    def problem(self, claim: Claim, domains: Iterable[str], ranges: Iterable[str]) -> str | None:
        """Return why a claim about things of these classes cannot be asked, or None."""
        reason = self.rules.of_claim(claim)
        if reason is not None:
            return f"claims are about {reason}"
        are_clear = self.is_clear(claim.subject, domains) and self.is_clear(claim.object, ranges)
        is_same_name = folded(self.name(claim.subject)) == folded(self.name(claim.object))
        if not are_clear or (is_same_name and claim.subject != claim.object):
            return "claims have names that may mean several things"
        return None

    def can_state(self, claim: Claim) -> bool:
        """Return whether a statement of the graph can be written as a readable sentence."""
        if not (self.is_short(claim.subject) and self.is_short(claim.object)):
            return False
        if claim.predicate == voc.TYPE:
            is_named = self.graph.is_labelled(claim.object) or is_wordy(self.name(claim.object))
            return is_named and self.rules.of_term(claim.subject) is None
        return self.rules.of_claim(claim) is None


def selected_predicates(graph: KnowledgeGraph, named: Sequence[str]) -> list[str]:
    """Return the named predicates, default all of facts; raise UsageError for an unknown one."""
    if named:
        return list(dict.fromkeys(_declared_or_used(graph, name) for name in named))
    return [name for name in graph.fact_predicates() if pairs(graph, name)]


def _declared_or_used(graph: KnowledgeGraph, name: str) -> str:
    # An inverse may be declared and never asserted, but entailed.
    canonical = graph.canonical(name)
    if is_fact_predicate(canonical) and pairs(graph, canonical):
        return canonical
    return graph.predicate(name)
