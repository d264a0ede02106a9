"""Facts of a card: those that decide it, and others, so that their kinds do not show the label."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.epistemic.cards.candidates import LabelledClaim
from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.entailment import (
    entailing_predicates,
    objects,
    pairs,
    subjects,
)
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph, is_fact_predicate
from evalstore.suites.epistemic.graphs.names import TermNames
from evalstore.suites.epistemic.graphs.predicate_phrases import PredicatePhrases
from evalstore.suites.epistemic.graphs.proofs import Prover
from evalstore.suites.epistemic.graphs.terms import folded, is_iri

HUB_FACTS_MAX = 400

OTHERS_TRIED_MAX = 40
CLASSES_MAX = 4
# The number of things without a value from which on claims about others can be left out.
SILENT_MIN = 20


@dataclass(frozen=True, slots=True)
class PrintedFact:
    """A statement to print on a card, or its denial."""

    claim: Claim
    is_denied: bool = False

    @property
    def ends(self) -> tuple[str, str]:
        """Return subject and object."""
        return self.claim.subject, self.claim.object

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
        self._shares: dict[str, float] = {}
        self._choices: dict[str, bool] = {}

    def of(
        self, judged: LabelledClaim, count: int, denied_claim: Claim | None, withheld: float
    ) -> list[PrintedFact] | None:
        """
        Return the facts of a card in random order; None if the deciding ones cannot be printed.

        Also None if a fact would reveal the claim. There are ``count`` facts, or as many as decide
        the claim. With probability ``withheld`` the deciding facts are left out. Apart from these,
        every card has the same kinds of facts: the classes that its rules require, a denial about
        the subject (``denied_claim``, unless a deciding fact is one), and other facts about the
        subject and the object.
        """
        claim = judged.claim
        # Seeded by the claim alone, so that it has the same card in every run.
        rng = SeededRandom("card", claim.subject, claim.predicate, claim.object)
        is_withheld = rng.random() < withheld
        deciding = list(dict.fromkeys(self._deciding(judged)))
        if not all(self._is_printable(fact, claim) for fact in deciding):
            return None
        hidden = {*deciding, PrintedFact(claim)} if is_withheld else {PrintedFact(claim)}
        shown = [] if is_withheld else deciding
        texts = {self._text(fact) for fact in shown}
        shows_other = self._shows_other(judged, rng)
        for fact in self._others(claim, rng, shown, count, denied_claim, shows_other=shows_other):
            if len(shown) >= count:
                break
            is_new = fact not in hidden and self._text(fact) not in texts
            if is_new and self._is_printable(fact, claim):
                shown.append(fact)
                texts.add(self._text(fact))
        if judged.label != "E" and any(self._says_the_same(fact, claim) for fact in shown):
            return None
        # Another value of the subject is printed as often as on cards of entailed claims.
        is_free = judged.label == "U" or judged.why.get("kind") == "stated_denial"
        is_off = any(_is_other_value(fact, claim) for fact in shown) != shows_other
        if is_free and is_off and self._has_choice(claim.predicate):
            return None
        return rng.shuffled(shown)

    def _shows_other(self, judged: LabelledClaim, rng: SeededRandom) -> bool:
        """Return whether to print another value of the subject."""
        if judged.label == "E":
            return bool(self._values(judged.claim, rng))
        return rng.random() < self._several_share(judged.claim.predicate)

    def _has_choice(self, predicate: str) -> bool:
        """Return whether enough objects of a predicate have no value of their own."""
        if predicate not in self._choices:
            statements = pairs(self._graph, predicate)
            values = {value for _, value in statements if is_iri(value)}
            silent = values.difference(subject for subject, _ in statements)
            self._choices[predicate] = len(silent) >= SILENT_MIN
        return self._choices[predicate]

    def _text(self, fact: PrintedFact) -> str:
        say = self._phrases.denial if fact.is_denied else self._phrases.statement
        return say(fact.claim)

    def _deciding(self, judged: LabelledClaim) -> Iterator[PrintedFact]:
        if judged.proof is not None:
            yield from map(PrintedFact, judged.proof.facts)
            for claim in judged.proof.denied:
                yield PrintedFact(claim, is_denied=True)

    def _others(
        self,
        claim: Claim,
        rng: SeededRandom,
        deciding: Sequence[PrintedFact],
        count: int,
        denied_claim: Claim | None,
        *,
        shows_other: bool,
    ) -> Iterator[PrintedFact]:
        """
        Yield facts in addition to the deciding ones.

        On cards of every label, the same number of facts name the subject, name the object, state
        the predicate and deny something, as far as the graph has such facts.
        """
        chosen = list(deciding)

        def take(facts: Iterable[PrintedFact], wanted: int) -> Iterator[PrintedFact]:
            usable = (
                fact for fact in facts if fact not in chosen and self._is_usable(fact, claim)
            )
            for fact in islice(usable, max(0, wanted)):
                chosen.append(fact)
                yield fact

        def counted(test: Callable[[PrintedFact], bool]) -> int:
            return sum(test(fact) for fact in chosen)

        def names_subject(fact: PrintedFact) -> bool:
            is_class = fact.claim.predicate == voc.TYPE
            return claim.subject in fact.ends and not fact.is_denied and not is_class

        def is_value(fact: PrintedFact) -> bool:
            return not fact.is_denied and fact.claim.predicate == claim.predicate

        yield from take(self._classes(claim), CLASSES_MAX)
        if denied_claim is not None:
            denials = counted(lambda fact: fact.is_denied)
            yield from take([PrintedFact(denied_claim, is_denied=True)], 1 - denials)
        values = self._values(claim, rng)
        if shows_other:
            yield from take(values, 1)
        wanted = 1 + shows_other
        for facts in (self._near(claim, claim.subject, rng), values):
            yield from take(facts, wanted - counted(names_subject))
        of_object = chain(
            self._of_object(claim, rng), self._near(claim, claim.object, rng, is_any=True)
        )
        yield from take(of_object, 1 - counted(lambda fact: claim.object in fact.ends))
        yield from take(self._of_others(claim, rng), wanted - counted(is_value))
        yield from take(self._near_others(claim, rng), count - len(chosen))
        yield from take(self._of_others(claim, rng), count - len(chosen))

    def _is_usable(self, fact: PrintedFact, claim: Claim) -> bool:
        return fact.claim != claim and self._is_printable(fact, claim)

    def _classes(self, claim: Claim) -> Iterator[PrintedFact]:
        """Yield the classes of subject and object that the rules of the predicate require."""
        for kind, is_of_object in self._prover.target_classes(claim.predicate):
            thing = claim.object if is_of_object else claim.subject
            if kind in self._graph.classes(thing):
                yield PrintedFact(Claim(thing, voc.TYPE, kind))

    def _several_share(self, predicate: str) -> float:
        """Return the share of a predicate's statements whose subject has several values."""
        if predicate not in self._shares:
            counts = Counter(subject for subject, _ in pairs(self._graph, predicate))
            several = sum(count for count in counts.values() if count > 1)
            self._shares[predicate] = several / max(1, counts.total())
        return self._shares[predicate]

    def _values(self, claim: Claim, rng: SeededRandom) -> list[PrintedFact]:
        """Return statements of the subject's other values."""
        statements = [
            PrintedFact(replace(claim, object=value))
            for value in objects(self._graph, claim.subject, claim.predicate)
            if value != claim.object
        ]
        return rng.shuffled(statements)

    def _of_object(self, claim: Claim, rng: SeededRandom) -> list[PrintedFact]:
        """Return statements that the object is another subject's value."""
        others = subjects(self._graph, claim.predicate, claim.object)
        statements = [
            PrintedFact(replace(claim, subject=subject))
            for subject in others[:HUB_FACTS_MAX]
            if subject not in (claim.subject, claim.object)
        ]
        return rng.shuffled(statements)

    def _near(
        self, claim: Claim, thing: str, rng: SeededRandom, *, is_any: bool = False
    ) -> list[PrintedFact]:
        """Return statements about a thing; its values of the predicate only if ``is_any``."""
        near = [
            PrintedFact(statement)
            for statement in facts_about(self._graph, thing)
            if self._reads(statement.predicate)
            and (is_any or statement.predicate != claim.predicate or statement.subject != thing)
        ]
        # Classes are the least informative; other statements come first.
        return sorted(rng.shuffled(near), key=lambda fact: fact.claim.predicate == voc.TYPE)

    def _of_others(self, claim: Claim, rng: SeededRandom) -> Iterator[PrintedFact]:
        """Yield statements of the predicate about other things."""
        others = self._graph.pairs(claim.predicate)
        for _ in range(min(len(others), OTHERS_TRIED_MAX)):
            subject, value = rng.choice(others)
            if not {claim.subject, claim.object} & {subject, value}:
                yield PrintedFact(Claim(subject, claim.predicate, value))

    def _near_others(self, claim: Claim, rng: SeededRandom) -> Iterator[PrintedFact]:
        """Yield statements of other predicates about other subjects of this one."""
        for other in self._of_others(claim, rng):
            near = self._near(claim, other.claim.subject, rng)
            ends = {claim.subject, claim.object}
            apart = (fact for fact in near if not ends & set(fact.ends)
                     and fact.claim.predicate != claim.predicate)  # fmt: skip
            yield from islice(apart, 1)

    def _is_printable(self, fact: PrintedFact, claim: Claim) -> bool:
        """
        Return whether a fact is readable, and its names cannot mean an end of the claim.

        A statement that conflicts with others of the graph by the rules of cards is not printable.
        """
        if not self._names.can_state(fact.claim):
            return False
        ends_by_name = {self._name(end): end for end in (claim.subject, claim.object)}
        if any(ends_by_name.get(self._name(end), end) != end for end in fact.ends):
            return False
        used = fact.claim.predicate
        is_namesake = self._phrases.words(used) == self._phrases.words(claim.predicate)
        if used != claim.predicate and is_namesake:
            return False
        return fact.is_denied or not self._prover.is_excluded(fact.claim)

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


def _is_other_value(fact: PrintedFact, claim: Claim) -> bool:
    is_value = (fact.claim.subject, fact.claim.predicate) == (claim.subject, claim.predicate)
    return is_value and not fact.is_denied and fact.claim.object != claim.object


def _share_a_name(graph: KnowledgeGraph, thing: str, other: str) -> bool:
    if thing == other:
        return True
    first, second = ({folded(name) for name in graph.labels(term)} for term in (thing, other))
    return bool(first & second)


def facts_about(graph: KnowledgeGraph, thing: str) -> list[Claim]:
    """Return the informative statements about a thing: no labels, comments or schema."""
    outgoing = [Claim(thing, predicate, value) for predicate, value in graph.outgoing(thing)]
    incoming = [Claim(subject, predicate, thing) for predicate, subject in graph.incoming(thing)]
    # Statements that lead to a hub have little to do with the claim.
    statements = [*outgoing, *incoming[:HUB_FACTS_MAX]]
    return [claim for claim in statements if _is_news(claim)]


def _is_news(claim: Claim) -> bool:
    if claim.predicate == voc.TYPE:
        return not claim.object.startswith(voc.SCHEMA_NAMESPACES)
    return is_fact_predicate(claim.predicate)
