"""
Graph RAG: links the names on a card to a graph, and answers what the graph licenses.

It reads the prompt only. With a chat model (``model_system``) the model proposes an answer, which
the graph must license; otherwise the graph answers itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from evalstore.base.settings import number, parsed, system_place, wrong
from evalstore.plugins.question import Question
from evalstore.plugins.response import Response
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.entailment import entailing_predicates, entails
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph
from evalstore.suites.epistemic.graphs.phrase_files import phrases_of
from evalstore.suites.epistemic.graphs.predicate_forms import PredicateForm
from evalstore.suites.epistemic.graphs.source import (
    Knowledge,
    WordingSettings,
    fingerprint,
    knowledge,
    knowledge_of,
)
from evalstore.suites.epistemic.graphs.terms import is_literal, parts
from evalstore.suites.epistemic.readers.card_answer import answered
from evalstore.suites.epistemic.readers.card_model import (
    CardModel,
    CardSystem,
    described_model,
    model_of,
)
from evalstore.suites.epistemic.readers.linking import Linker, StatementReading, words_of

# Confidences by convention: high if the graph decided, else one half.
CONFIDENCE_DECIDED = 1.0
CONFIDENCE_UNDECIDED = 0.5
PROMPT_FILE = "graph_rag_reader.txt"
# A question that could mean more claims than this is not answered.
CLAIMS_MAX = 64
RETRIEVED_MAX = 12
# The answer to the denial of a claim.
OF_DENIAL = {"YES": "NO", "NO": "YES", "UNKNOWN": "UNKNOWN"}
RANKS = {"YES": 0, "UNKNOWN": 1, "NO": 2}


@dataclass(frozen=True, slots=True)
class Licensed:
    """
    The licensed answer, its justification, and the claims that the question may mean.

    ``is_decided`` is False if the question is not one claim.
    """

    answer: str
    licence: str
    claims: tuple[Claim, ...] = ()
    is_decided: bool = False


STATED = ("YES", "a fact of the card")
DENIED = ("NO", "denied by a fact of the card")
# The verdicts of ambiguous facts, by the claims that such a fact could mean.
Ambiguous = dict[frozenset[Claim], list[tuple[str, str]]]


class Licenser:
    """Answers questions by the consequences of facts and graph."""

    def __init__(
        self,
        knowledge: Knowledge,
        words: Mapping[str, str] | None = None,
        sentences: Mapping[str, PredicateForm] | None = None,
        languages: Sequence[str] = ("en",),
    ) -> None:
        """Take a graph, and by predicate ``words`` and ``sentences`` that questions may use."""
        self._knowledge = knowledge
        self._graph = knowledge.graph
        self._linker = Linker(knowledge.graph, words, sentences, languages)

    def answer(self, facts: Sequence[str], question: str) -> Licensed:
        """
        Return YES or NO if all interpretations of the question agree, else UNKNOWN.

        Entailment affirms a claim, a contradiction denies it. The answer is UNKNOWN if the
        question names nothing in the graph, or could mean claims with different answers.
        """
        readings = self._linker.readings(question)
        claims = self._claims(readings)
        is_denial = any(reading.is_negated for reading in readings)
        if not claims:
            return Licensed("UNKNOWN", "no claim about the graph could be read")
        if len(claims) > CLAIMS_MAX:
            return Licensed("UNKNOWN", f"the question could mean over {CLAIMS_MAX} claims")
        stated, denied, ambiguous = self._stated(facts)
        answers = _said(claims, [self._one(claim, stated, denied) for claim in claims])
        if {answer for answer, _ in answers} not in ({"YES"}, {"NO"}):
            # Names on one card denote one thing each, so a fact of the same words decides.
            answers = ambiguous.get(frozenset(claims), answers)
        if len({answer for answer, _ in answers}) > 1:
            named = f"{len(claims)} claims of different answers could be meant"
            return Licensed("UNKNOWN", named, tuple(claims))
        answer, licence = answers[0]
        answer = OF_DENIAL[answer] if is_denial else answer
        return Licensed(answer, licence, tuple(claims), is_decided=True)

    def neighbourhood(self, licensed: Licensed) -> list[str]:
        """Return statements about the things in the question, in words."""
        graph = self._graph
        sentences: dict[str, None] = {}
        for claim in licensed.claims:
            for thing in (claim.subject, claim.object):
                for predicate, value in graph.outgoing(thing):
                    sentences[words_of(graph, thing, predicate, value)] = None
                for predicate, subject in graph.incoming(thing):
                    sentences[words_of(graph, subject, predicate, thing)] = None
        return list(islice(sentences, RETRIEVED_MAX))

    def _one(self, claim: Claim, stated: set[Claim], denied: set[Claim]) -> tuple[str, str]:
        rule = entails(self._graph, claim.subject, claim.predicate, claim.object)
        if rule is not None:
            return "YES", rule
        if is_among(self._graph, claim, stated):
            return STATED
        if is_among(self._graph, claim, denied):
            return DENIED
        contradiction = self._knowledge.contradiction(claim)
        if contradiction is not None:
            return "NO", f"{contradiction.kind}: {contradiction.message}"
        return "UNKNOWN", "neither entailed nor contradicted"

    def _stated(self, facts: Sequence[str]) -> tuple[set[Claim], set[Claim], Ambiguous]:
        """Return the stated claims, the denied claims, and the verdicts of ambiguous facts."""
        stated: set[Claim] = set()
        denied: set[Claim] = set()
        ambiguous: Ambiguous = {}
        for fact in facts:
            readings = self._linker.readings(fact)
            claims = self._claims(readings)
            if len(claims) == 1:
                (denied if readings[0].is_negated else stated).update(claims)
            elif claims and len({reading.is_negated for reading in readings}) == 1:
                verdict = DENIED if readings[0].is_negated else STATED
                ambiguous.setdefault(frozenset(claims), []).append(verdict)
        return stated, denied, ambiguous

    def _claims(self, readings: Sequence[StatementReading]) -> list[Claim]:
        claims = dict.fromkeys(claim for reading in readings for claim in self._meant(reading))
        return list(islice(claims, CLAIMS_MAX + 1))

    def _meant(self, reading: StatementReading) -> Iterator[Claim]:
        graph = self._graph
        for predicate in reading.predicates:
            # A name may be a literal as well, which cannot be a subject.
            things = [term for term in reading.subjects if not is_literal(term)]
            subjects = _fitting(graph, things, graph.domains(predicate))
            values = _fitting(graph, reading.objects, graph.ranges(predicate))
            for subject, value in product(subjects, values):
                yield Claim(
                    graph.canonical(subject), graph.canonical(predicate), graph.canonical(value)
                )


def _said(claims: Sequence[Claim], answers: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """
    Return one answer for claims that differ only in predicates or in the type of a literal.

    Such claims have the same words: the answer is YES if one of them is true, and NO if all are
    contradicted.
    """
    merged: dict[tuple[str, str], tuple[str, str]] = {}
    for claim, answer in zip(claims, answers, strict=True):
        value = claim.object
        words = parts(value)[0] if is_literal(value) else value
        key = (claim.subject, words)
        merged[key] = min(
            merged.get(key, answer), answer, key=lambda candidate: RANKS[candidate[0]]
        )
    return list(merged.values())


def is_among(graph: KnowledgeGraph, claim: Claim, claims: set[Claim]) -> bool:
    """Return whether a claim is one of these, or follows from one by the declared rules."""
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
    """Return the terms of the declared classes; all terms if there is none."""
    if len(terms) < 2 or not classes:  # noqa: PLR2004 - one thing needs no choice
        return terms
    fitting = [term for term in terms if set(classes) & set(graph.classes(term))]
    return fitting or terms


@dataclass(frozen=True, slots=True)
class GraphRagSettings(WordingSettings):
    """The source and its words, the share of facts withheld, and the model that reads."""

    withheld: float = number(0.0, 0.0, 1.0)
    model_system: Mapping[str, object] | None = described_model()


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "GraphRag":
    """Return a system over a graph, without a share ``withheld`` of its facts."""
    chosen = parsed(GraphRagSettings, settings, system_place(system_id, "graph_rag"))
    source, withheld = chosen.source, chosen.withheld
    loaded = knowledge_of(source)
    if withheld:
        graph = loaded.graph.without(withheld, SeededRandom(seed, "withheld", withheld))
        loaded = knowledge(graph, source.shapes_files)
    model = model_of(chosen.model_system, system_id, "graph_rag", seed, PROMPT_FILE)
    configuration = {
        **fingerprint(source),
        "withheld": withheld,
        "model": dict(model.configuration) if model else None,
    }
    words = _words(system_id, settings, loaded.graph, chosen)
    licenser = Licenser(loaded, words, phrases_of(chosen.phrases), chosen.name_languages)
    return GraphRag(system_id, licenser, model, configuration)


def _words(
    system_id: str, settings: Mapping[str, object], graph: KnowledgeGraph, chosen: GraphRagSettings
) -> dict[str, str]:
    """Return the words that questions use for the predicates, one for each."""
    labels, predicates = chosen.predicate_label, chosen.source.predicates
    if len(labels) not in (0, len(predicates)):
        place = system_place(system_id, "graph_rag")
        expected = f"a text for each of {len(predicates)} predicates"
        raise wrong(settings, "predicate_label", place, expected)
    return {
        graph.canonical(predicate): label
        for predicate, label in zip(predicates, labels, strict=False)
    }


class GraphRag(CardSystem):
    """A system that answers only what a graph entails or contradicts."""

    def __init__(
        self,
        system_id: str,
        licenser: Licenser,
        model: CardModel | None,
        configuration: Mapping[str, object],
    ) -> None:
        super().__init__(system_id, model, configuration)
        self._licenser = licenser

    def _answer(
        self,
        question: Question,
        facts: list[str],
        question_text: str,
        attempt: int,
        began_at: float,
    ) -> Response:
        """Return the licensed answer; an unlicensed answer of a model becomes UNKNOWN."""
        licensed = self._licenser.answer(facts, question_text)
        retrieved = self._licenser.neighbourhood(licensed)
        if self._model is None:
            return _answered(licensed, retrieved, licensed.answer, began_at)
        proposal = self._model.ask(question, retrieved, attempt)
        if proposal.status != "ok":
            return proposal
        is_licensed = proposal.answer == licensed.answer
        answer = licensed.answer if is_licensed else "UNKNOWN"
        return _answered(licensed, retrieved, answer, began_at, proposal.answer)


def _answered(
    licensed: Licensed,
    retrieved: list[str],
    answer: str,
    began_at: float,
    proposed: str | None = None,
) -> Response:
    is_decided = licensed.is_decided and answer == licensed.answer
    extra = {
        "licence": licensed.licence,
        "linked_claims": [claim.as_record() for claim in licensed.claims[:4]] or None,
        "retrieved": retrieved or None,
        "proposed": proposed,
    }
    confidence = CONFIDENCE_DECIDED if is_decided else CONFIDENCE_UNDECIDED
    return answered(answer, confidence, began_at, extra)
