"""Facts of a card: those that decide it, and others, so that no label shows in their kinds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from evalstore.cases._candidates import LabelledClaim
from evalstore.knowledge import vocabulary as voc
from evalstore.knowledge.claim import Claim
from evalstore.knowledge.entailment import entailing_predicates, objects, subjects
from evalstore.knowledge.graph import KnowledgeGraph, is_fact_predicate
from evalstore.knowledge.names import TermNames
from evalstore.knowledge.predicate_phrases import PredicatePhrases
from evalstore.knowledge.proofs import Prover
from evalstore.knowledge.terms import folded
from evalstore.types.seeded_random import SeededRandom

HUB_FACTS_MAX = 400
# Values of the subject that a card shows, the one asked about included.
VALUES_SHOWN = 2


@dataclass(frozen=True, slots=True)
class PrintedFact:
    """A statement to print on a card, or its denial."""

    claim: Claim
    is_denied: bool = False

    def as_record(self) -> dict[str, object]:
        """Return the terms, and ``is_denied`` if it is a denial."""
        return {**self.claim.as_record(), **({"is_denied": True} if self.is_denied else {})}


class CardFacts:
    """Selects the facts of cards about one graph."""

    def __init__(
        self, graph: KnowledgeGraph, names: TermNames, phrases: PredicatePhrases, prover: Prover
    ) -> None:
        self._graph = graph
        self._names = names
        self._phrases = phrases
        self._prover = prover

    def of(
        self, judged: LabelledClaim, count: int, *, has_denial: bool, withheld: float
    ) -> list[PrintedFact] | None:
        """
        Return the facts of a card in random order; None if no card can print what decides it.

        There are ``count`` of them, or as many as decide the claim. With probability ``withheld``
        what decides is left out. Besides that every card has the same kinds of facts: the classes
        that its rules ask for, up to two values of the subject, a denial about the subject (if
        ``has_denial``), and something about the object.
        """
        claim = judged.claim
        # Seeded by the claim alone, so that it has the same card in every run.
        rng = SeededRandom("card", claim.subject, claim.predicate, claim.object)
        is_withheld = rng.random() < withheld
        deciding = list(dict.fromkeys(self._deciding(judged)))
        if not all(self._is_printable(fact.claim, claim) for fact in deciding):
            return None
        hidden = {*deciding, PrintedFact(claim)} if is_withheld else {PrintedFact(claim)}
        shown = [] if is_withheld else deciding
        texts = {self._text(fact) for fact in shown}
        for fact in self._others(judged, rng, shown, has_denial=has_denial):
            if len(shown) >= count:
                break
            is_new = fact not in hidden and self._text(fact) not in texts
            if is_new and self._is_printable(fact.claim, claim):
                shown.append(fact)
                texts.add(self._text(fact))
        if judged.label != "E" and any(self._says_the_same(fact, claim) for fact in shown):
            return None
        return rng.shuffled(shown)

    def _text(self, fact: PrintedFact) -> str:
        say = self._phrases.denial if fact.is_denied else self._phrases.statement
        return say(fact.claim)

    def _deciding(self, judged: LabelledClaim) -> Iterator[PrintedFact]:
        if judged.proof is not None:
            yield from map(PrintedFact, judged.proof.facts)
            for one in judged.proof.denied:
                yield PrintedFact(one, is_denied=True)

    def _others(
        self,
        judged: LabelledClaim,
        rng: SeededRandom,
        deciding: Sequence[PrintedFact],
        *,
        has_denial: bool,
    ) -> Iterator[PrintedFact]:
        """Yield facts beside those that decide, the kinds that every card has first."""
        graph, claim = self._graph, judged.claim
        for kind, is_of_object in self._prover.target_classes(claim.predicate):
            thing = claim.object if is_of_object else claim.subject
            if kind in graph.classes(thing):
                yield PrintedFact(Claim(thing, voc.TYPE, kind))
        is_denied_already = any(fact.is_denied for fact in deciding)
        if has_denial and not is_denied_already and judged.beside is not None:
            yield PrintedFact(judged.beside, is_denied=True)
        yield from self._values(claim, rng, deciding)
        yield from self._of_object(claim, rng)
        yield from self._near(claim, rng)
        yield from self._of_others(claim, rng)

    def _values(
        self, claim: Claim, rng: SeededRandom, deciding: Sequence[PrintedFact]
    ) -> Iterator[PrintedFact]:
        """Yield statements of the subject's other values."""
        shown = sum(not fact.is_denied and fact.claim.subject == claim.subject
                    and fact.claim.predicate == claim.predicate for fact in deciding)  # fmt: skip
        found = [
            PrintedFact(replace(claim, object=value))
            for value in objects(self._graph, claim.subject, claim.predicate)
            if value != claim.object
        ]
        yield from rng.shuffled(found)[: max(0, VALUES_SHOWN - shown)]

    def _of_object(self, claim: Claim, rng: SeededRandom) -> Iterator[PrintedFact]:
        """Yield one statement that names the object: as another's value, if it is one."""
        others = subjects(self._graph, claim.predicate, claim.object)
        found = [
            PrintedFact(replace(claim, subject=one))
            for one in others[:HUB_FACTS_MAX]
            if one not in (claim.subject, claim.object)
        ]
        if not found:
            about = facts_about(self._graph, claim.object)
            found = [PrintedFact(one) for one in about if self._reads(one.predicate)]
        found = [fact for fact in found if self._is_printable(fact.claim, claim)]
        yield from rng.shuffled(found)[:1]

    def _near(self, claim: Claim, rng: SeededRandom) -> Iterator[PrintedFact]:
        near = [
            PrintedFact(one)
            for thing in (claim.subject, claim.object)
            for one in facts_about(self._graph, thing)
            if one.predicate != claim.predicate and self._reads(one.predicate)
        ]
        yield from rng.shuffled(near)[:VALUES_SHOWN]

    def _of_others(self, claim: Claim, rng: SeededRandom) -> Iterator[PrintedFact]:
        """Yield statements of the predicate about other things."""
        others = self._graph.pairs(claim.predicate)
        for _ in range(min(len(others), 20)):
            subject, value = rng.choice(others)
            if claim.subject not in (subject, value):
                yield PrintedFact(Claim(subject, claim.predicate, value))

    def _is_printable(self, fact: Claim, claim: Claim) -> bool:
        """Return whether a statement has names, and none that could mean an end of the claim."""
        ends = (fact.subject, fact.object)
        if not self._names.can_state(fact):
            return False
        asked = {self._name(end): end for end in (claim.subject, claim.object)}
        if any(asked.get(self._name(end), end) != end for end in ends):
            return False
        is_namesake = self._phrases.words(fact.predicate) == self._phrases.words(claim.predicate)
        return fact.predicate == claim.predicate or not is_namesake

    def _reads(self, predicate: str) -> bool:
        is_class = predicate == voc.TYPE
        return is_class or self._names.rules.of_predicate(predicate) is None

    def _name(self, term: str) -> str:
        return folded(self._names.name(term))

    def _says_the_same(self, fact: PrintedFact, claim: Claim) -> bool:
        """Return whether a fact could be read as the claim, by any name of its terms."""
        if fact.is_denied:
            return False
        graph, other = self._graph, fact.claim
        for related in entailing_predicates(graph, claim.predicate):
            if related.predicate != other.predicate:
                continue
            ends = (other.subject, other.object)
            first, last = reversed(ends) if related.is_inverse else ends
            if _share_a_name(graph, first, claim.subject) and _share_a_name(
                graph, last, claim.object
            ):
                return True
        return False


def facts_about(graph: KnowledgeGraph, thing: str) -> list[Claim]:
    """Return the statements about a thing that are news: no labels, comments or schema."""
    outgoing = [Claim(thing, predicate, value) for predicate, value in graph.outgoing(thing)]
    incoming = [Claim(subject, predicate, thing) for predicate, subject in graph.incoming(thing)]
    # Statements that lead to a hub say little about the claim.
    found = [*outgoing, *incoming[:HUB_FACTS_MAX]]
    return [one for one in found if _is_news(one)]


def _is_news(claim: Claim) -> bool:
    if claim.predicate == voc.TYPE:
        return not claim.object.startswith(voc.SCHEMA_NAMESPACES)
    return is_fact_predicate(claim.predicate)


def _share_a_name(graph: KnowledgeGraph, one: str, other: str) -> bool:
    if one == other:
        return True
    first, second = ({folded(name) for name in graph.labels(term)} for term in (one, other))
    return bool(first & second)
