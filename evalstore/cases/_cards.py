"""Context cards: a claim in words with facts of its graph, and the right answer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from evalstore.cases._candidates import LabelledClaim
from evalstore.knowledge import vocabulary as voc
from evalstore.knowledge.claim import Claim
from evalstore.knowledge.entailment import entailing_predicates, objects
from evalstore.knowledge.graph import KnowledgeGraph, is_fact_predicate
from evalstore.knowledge.names import TermNames
from evalstore.knowledge.predicate_phrases import PredicatePhrases
from evalstore.knowledge.terms import folded, is_blank
from evalstore.types.case import Case, Scalar, content_id
from evalstore.types.seeded_random import SeededRandom

TEMPLATE = Path(__file__).parent / "data" / "context_card.txt"
GOLD = {"E": "YES", "C": "NO", "U": "UNKNOWN"}
WORDS = ("YES", "NO", "UNKNOWN")
ANSWER_SCHEMA = {
    "type": "object",
    "required": ["answer", "confidence"],
    "properties": {
        "answer": {"type": "string", "enum": list(WORDS)},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    },
}
HUB_FACTS_MAX = 400


@dataclass(frozen=True, slots=True)
class CardOptions:
    """The format of cards; see the settings of ``context_cards``."""

    facts_shown: int = 5
    withheld: float = 0.0
    domain: str = "epistemic"
    predicate_words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PrintedFact:
    """A statement to print on a card, or its denial."""

    claim: Claim
    is_denied: bool = False


class CardWriter:
    """Writes cards about one graph."""

    def __init__(
        self,
        graph: KnowledgeGraph,
        names: TermNames,
        options: CardOptions,
        phrases: PredicatePhrases | None = None,
    ) -> None:
        self._graph = graph
        self._names = names
        self._options = options
        self._phrases = phrases or PredicatePhrases(names, options.predicate_words)

    def card(
        self,
        generator: str,
        judged: LabelledClaim,
        difficulty: str,
        *,
        severity: str | None = None,
        attributes: Mapping[str, Scalar] | None = None,
    ) -> Case | None:
        """Return the card of a claim; None if its facts would reveal the claim."""
        claim = judged.claim
        facts = self._facts(judged)
        if judged.label != "E" and any(self._says_the_same(fact, claim) for fact in facts):
            return None
        written = list(dict.fromkeys(self._written(fact) for fact in facts))
        question = self.question(claim)
        gold = GOLD[judged.label]
        return Case(
            case_id=content_id(generator, claim.as_record(), question, written),
            domain=self._options.domain,
            generator=generator,
            turns=(_prompt(written, question),),
            validators=("abstention",),
            expected=gold,
            answer_key={
                "kind": "epistemic",
                "claim": claim.as_record(),
                "label": judged.label,
                "why": judged.why,
                "wrong": [word for word in WORDS if word != gold],
            },
            answer_schema=ANSWER_SCHEMA,
            chance=1 / len(WORDS),
            label=judged.label,
            cluster_id=claim.subject,
            severity=severity,
            attributes={
                "question_kind": self._words_of(claim.predicate),
                "predicate": claim.predicate,
                "predicate_label": self._words_of(claim.predicate),
                "class": self._class_of(claim.subject),
                "difficulty": difficulty,
                **(attributes or {}),
            },
            extra={
                "facts": written,
                "question": question,
                "claim": claim.as_record(),
                "gold": gold,
            },
        )

    def question(self, claim: Claim) -> str:
        """Ask whether a claim holds."""
        return self._phrases.question(claim)

    def _words_of(self, predicate: str) -> str:
        return self._phrases.words(predicate)

    def _class_of(self, thing: str) -> str | None:
        asserted = sorted(self._graph.objects(thing, voc.TYPE))
        named = [one for one in asserted if not one.startswith(voc.SCHEMA_NAMESPACES)]
        return self._names.name(named[0]) if named else None

    def _written(self, fact: PrintedFact) -> str:
        if fact.is_denied:
            return self._phrases.denial(fact.claim)
        return self._phrases.statement(fact.claim)

    def _facts(self, judged: LabelledClaim) -> list[PrintedFact]:
        """Return the facts of a card, the deciding ones included, in random order."""
        claim = judged.claim
        # Seeded by the claim alone, so that it has the same card in every run.
        rng = SeededRandom("card", claim.subject, claim.predicate, claim.object)
        is_withheld = rng.random() < self._options.withheld
        deciding = list(dict.fromkeys(self._deciding(judged)))
        shown = [] if is_withheld else deciding[: self._options.facts_shown]
        hidden = set(deciding)
        for fact in self._beside(claim, rng):
            if len(shown) >= self._options.facts_shown:
                break
            if fact not in hidden and fact not in shown:
                shown.append(fact)
        return rng.shuffled(shown)

    def _deciding(self, judged: LabelledClaim) -> Iterator[PrintedFact]:
        """Yield the statements of the graph that decide a claim, if any."""
        graph, claim = self._graph, judged.claim
        if judged.label == "U":
            return
        if judged.why.get("kind") == "negative_assertion":
            yield PrintedFact(claim, is_denied=True)
        for related in entailing_predicates(graph, claim.predicate):
            first, last = (
                (claim.object, claim.subject)
                if related.is_inverse
                else (claim.subject, claim.object)
            )
            if judged.label == "E" and graph.has(first, related.predicate, last):
                yield PrintedFact(Claim(first, related.predicate, last))
                return
        if judged.label == "C":
            for value in objects(graph, claim.subject, claim.predicate):
                yield PrintedFact(Claim(claim.subject, claim.predicate, value))
            if judged.why.get("kind") in {"shacl", "disjoint"}:
                # Inputs of a shape: types of both terms, and statements about them.
                for thing in (claim.subject, claim.object):
                    about = [one for one in _facts_about(graph, thing) if one.subject == thing]
                    about.sort(key=lambda one: one.predicate != voc.TYPE)
                    yield from (PrintedFact(one) for one in about[:2] if self._is_printable(one))

    def _beside(self, claim: Claim, rng: SeededRandom) -> Iterator[PrintedFact]:
        """Yield facts about the ends of a claim, then facts of its predicate about others."""
        near = [
            PrintedFact(one)
            for thing in (claim.subject, claim.object)
            for one in _facts_about(self._graph, thing)
            if self._is_printable(one)
        ]
        yield from rng.shuffled(near)[: max(2, self._options.facts_shown // 2)]
        others = self._graph.pairs(claim.predicate)
        for _ in range(min(len(others), 4 * self._options.facts_shown)):
            subject, value = rng.choice(others)
            one = Claim(subject, claim.predicate, value)
            if self._is_printable(one):
                yield PrintedFact(one)

    def _is_printable(self, claim: Claim) -> bool:
        ends = (claim.subject, claim.object)
        return not any(is_blank(end) for end in ends) and all(
            self._names.is_short(end) for end in ends
        )

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


def _facts_about(graph: KnowledgeGraph, thing: str) -> list[Claim]:
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


def _prompt(facts: Sequence[str], question: str) -> str:
    lines = "\n".join(f"- {fact}" for fact in facts) or "- (none)"
    return _template().format(facts=lines, question=question).strip()


@cache
def _template() -> str:
    return TEMPLATE.read_text(encoding="utf-8")
