"""Licensing an answer: what a graph, and a card's facts, let one say to a question in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from evalstore.knowledge.claim import Claim
from evalstore.knowledge.entailment import entailing_predicates, entails
from evalstore.knowledge.graph import KnowledgeGraph
from evalstore.knowledge.source import Knowledge
from evalstore.knowledge.terms import is_literal, parts
from evalstore.systems._linking import Linker, Reading, words_of

# A name that could be more things than this is no name of any.
CLAIMS_MAX = 64
RETRIEVED_MAX = 12
RANKS = {"YES": 0, "UNKNOWN": 1, "NO": 2}


@dataclass(frozen=True, slots=True)
class Licensed:
    """
    What may be answered, by which licence, and the claims the question was read as.

    ``is_decided`` is False where the question could not be read as one claim.
    """

    answer: str
    licence: str
    claims: tuple[Claim, ...] = ()
    is_decided: bool = False


class Licenser:
    """Reads questions and facts by the names of a graph, and answers what they entail."""

    def __init__(self, knowledge: Knowledge, words: Mapping[str, str] | None = None) -> None:
        """Take a graph, and by predicate other ``words`` that questions may use for it."""
        self._knowledge = knowledge
        self._graph = knowledge.graph
        self._linker = Linker(knowledge.graph, words)

    def answer(self, facts: Sequence[str], question: str) -> Licensed:
        """
        Return YES or NO where each way to read the question has that answer, else UNKNOWN.

        A claim is affirmed by entailment and denied by a contradiction; a question that names
        nothing known, or could mean claims of different answers, is abstained from.
        """
        readings = self._linker.readings(question)
        # What is asked of a denial is beyond YES and NO to the claim.
        claims = self._claims([reading for reading in readings if not reading.is_negated])
        if not claims:
            return Licensed("UNKNOWN", "no claim about the graph could be read")
        if len(claims) > CLAIMS_MAX:
            return Licensed("UNKNOWN", f"the question could mean over {CLAIMS_MAX} claims")
        stated, denied = self._stated(facts)
        found = _said(claims, [self._one(claim, stated, denied) for claim in claims])
        if len({answer for answer, _ in found}) > 1:
            named = f"{len(claims)} claims of different answers could be meant"
            return Licensed("UNKNOWN", named, tuple(claims))
        answer, licence = found[0]
        return Licensed(answer, licence, tuple(claims), is_decided=True)

    def neighbourhood(self, licensed: Licensed) -> list[str]:
        """Return statements about the things of the question, in words."""
        graph = self._graph
        found: dict[str, None] = {}
        for claim in licensed.claims:
            for thing in (claim.subject, claim.object):
                for predicate, value in graph.outgoing(thing):
                    found[words_of(graph, thing, predicate, value)] = None
                for predicate, subject in graph.incoming(thing):
                    found[words_of(graph, subject, predicate, thing)] = None
        return list(islice(found, RETRIEVED_MAX))

    def _one(self, claim: Claim, stated: set[Claim], denied: set[Claim]) -> tuple[str, str]:
        rule = entails(self._graph, claim.subject, claim.predicate, claim.object)
        if rule is not None:
            return "YES", rule
        if is_among(self._graph, claim, stated):
            return "YES", "a fact of the card"
        if is_among(self._graph, claim, denied):
            return "NO", "denied by a fact of the card"
        found = self._knowledge.contradiction(claim)
        if found is not None:
            return "NO", f"{found.kind}: {found.message}"
        return "UNKNOWN", "neither entailed nor contradicted"

    def _stated(self, facts: Sequence[str]) -> tuple[set[Claim], set[Claim]]:
        """Return the claims that facts state and deny, where they can mean one claim only."""
        stated: set[Claim] = set()
        denied: set[Claim] = set()
        for fact in facts:
            readings = self._linker.readings(fact)
            claims = self._claims(readings)
            if len(claims) == 1:
                (denied if readings[0].is_negated else stated).update(claims)
        return stated, denied

    def _claims(self, readings: Sequence[Reading]) -> list[Claim]:
        found = dict.fromkeys(claim for reading in readings for claim in self._meant(reading))
        return list(islice(found, CLAIMS_MAX + 1))

    def _meant(self, reading: Reading) -> Iterator[Claim]:
        graph = self._graph
        for predicate in reading.predicates:
            # A track's name may be a value of its own as well, of which nothing can be said.
            things = [term for term in reading.subjects if not is_literal(term)]
            subjects = _fitting(graph, things, graph.domains(predicate))
            values = _fitting(graph, reading.objects, graph.ranges(predicate))
            for subject, value in product(subjects, values):
                yield Claim(
                    graph.canonical(subject), graph.canonical(predicate), graph.canonical(value)
                )


def _said(claims: Sequence[Claim], answers: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """
    Return one answer for claims that differ in the datatype or language of a literal only.

    In words they are the same: such a claim holds where one of them does, and is ruled out where
    all are.
    """
    found: dict[tuple[str, str, str], tuple[str, str]] = {}
    for claim, answer in zip(claims, answers, strict=True):
        value = claim.object
        words = parts(value)[0] if is_literal(value) else value
        key = (claim.subject, claim.predicate, words)
        found[key] = min(found.get(key, answer), answer, key=lambda one: RANKS[one[0]])
    return list(found.values())


def is_among(graph: KnowledgeGraph, claim: Claim, claims: set[Claim]) -> bool:
    """Say whether a claim is one of these, or follows from one by the declared rules."""
    return any(
        (
            Claim(claim.object, related.predicate, claim.subject)
            if related.is_inverse
            else Claim(claim.subject, related.predicate, claim.object)
        )
        in claims
        for related in entailing_predicates(graph, claim.predicate)
    )


def _fitting(graph: KnowledgeGraph, terms: Sequence[str], classes: Sequence[str]) -> Sequence[str]:
    """Return the things of a name that are of the declared classes; all where none is."""
    if len(terms) < 2 or not classes:  # noqa: PLR2004 - one thing needs no choice
        return terms
    fitting = [term for term in terms if set(classes) & set(graph.classes(term))]
    return fitting or terms
