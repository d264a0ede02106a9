"""Context cards: a claim in words with facts and rules of its graph, and the right answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from evalstore.plugins.case import Case, Scalar, content_id
from evalstore.suites.epistemic.cards.candidates import LabelledClaim
from evalstore.suites.epistemic.cards.card_facts import CardFacts, PrintedFact
from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph
from evalstore.suites.epistemic.graphs.names import TermNames
from evalstore.suites.epistemic.graphs.predicate_phrases import PredicatePhrases
from evalstore.suites.epistemic.graphs.proofs import Prover
from evalstore.suites.epistemic.graphs.rule_parts import Rule
from evalstore.suites.epistemic.graphs.rule_phrases import rule_sentence
from evalstore.suites.epistemic.graphs.shape_rules import rule

TEMPLATE = Path(__file__).parents[1] / "data" / "context_card.txt"
GOLD = {"E": "YES", "C": "NO", "U": "UNKNOWN"}
# The label of the denial of a claim.
DENIED = {"E": "C", "C": "E", "U": "U"}
WORDS = ("YES", "NO", "UNKNOWN")
ANSWER_SCHEMA = {
    "type": "object",
    "required": ["answer", "confidence"],
    "properties": {
        "answer": {"type": "string", "enum": list(WORDS)},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    },
}

# Mentions of subject and object in the facts, from which on a card is long to read.
NAMED_FROM = 4
GRADES = ("easy", "medium", "hard")
HOPS = frozenset({"inverse", "sub_property", "sub_inverse", "symmetric", "transitive"})


@dataclass(frozen=True, slots=True)
class CardOptions:
    """The format of cards; see the settings of ``context_cards``."""

    facts_shown: int = 5
    withheld: float = 0.0
    domain: str = "epistemic"
    predicate_words: Mapping[str, str] = field(default_factory=dict)


class CardWriter:
    """Writes cards about one graph."""

    def __init__(
        self,
        graph: KnowledgeGraph,
        names: TermNames,
        options: CardOptions,
        prover: Prover,
        phrases: PredicatePhrases | None = None,
    ) -> None:
        self._graph = graph
        self._options = options
        self._prover = prover
        self._phrases = phrases or PredicatePhrases(names, options.predicate_words)
        self._facts = CardFacts(graph, names, self._phrases, prover)

    def card(
        self,
        generator: str,
        judged: LabelledClaim,
        *,
        is_denied: bool = False,
        denied_claim: Claim | None = None,
        severity: str | None = None,
        attributes: Mapping[str, Scalar] | None = None,
    ) -> Case | None:
        """
        Return the card of a claim, or of its denial if ``is_denied``.

        ``denied_claim`` is another false claim about the subject, which the card denies. Returns
        None if the facts would reveal the claim, or cannot be printed.
        """
        facts = self._facts.of(
            judged,
            self._options.facts_shown,
            denied_claim,
            self._options.withheld,
        )
        if facts is None:
            return None
        claim = judged.claim
        label = DENIED[judged.label] if is_denied else judged.label
        claim_record = {**claim.as_record(), **({"is_denied": True} if is_denied else {})}
        rules = self._rules(judged)
        extra = self._printed(judged, facts, rules, is_denied=is_denied)
        case_id = content_id(generator, claim_record, *extra.values())
        return Case(
            case_id=case_id,
            domain=self._options.domain,
            generator=generator,
            turns=(card_prompt(**extra),),
            validators=("abstention",),
            expected=GOLD[label],
            answer_key={
                "kind": "epistemic",
                "claim": claim_record,
                "label": label,
                "why": _why(judged, is_denied=is_denied),
                **_key_parts(label, facts, rules),
            },
            answer_schema=ANSWER_SCHEMA,
            chance=1 / len(WORDS),
            label=label,
            cluster_id=claim.subject,
            severity=severity,
            attributes={
                **self._described(claim, is_denied=is_denied),
                "difficulty": difficulty(claim, facts, rules, is_denied=is_denied),
                **(attributes or {}),
            },
            extra=extra
            | {"claim": claim_record, "gold": GOLD[label], "card_id": card_id(label, case_id)}
            | self._deciding(judged),
        )

    def _printed(
        self,
        judged: LabelledClaim,
        facts: Sequence[PrintedFact],
        rules: Sequence[Rule],
        *,
        is_denied: bool,
    ) -> dict[str, Any]:
        """Return facts, rules and question in words."""
        sentences = [rule_sentence(card_rule, self._phrases) for card_rule in rules]
        return {
            "facts": [self._written(fact) for fact in facts],
            "rules": list(dict.fromkeys(filter(None, sentences))),
            "question": self.question(judged.claim, is_denied=is_denied),
        }

    def _described(self, claim: Claim, *, is_denied: bool) -> dict[str, Scalar]:
        words = self._phrases.words(claim.predicate)
        return {
            "question_kind": words,
            "predicate": claim.predicate,
            "predicate_label": words,
            "class": self._class_of(claim.subject),
            "form": "denial" if is_denied else "statement",
        }

    def question(self, claim: Claim, *, is_denied: bool = False) -> str:
        """Return the question whether a claim is true, or whether it is false if ``is_denied``."""
        ask = self._phrases.negated_question if is_denied else self._phrases.question
        return ask(claim)

    def _rules(self, judged: LabelledClaim) -> list[Rule]:
        """Return the rules of the predicate, and the reason of a contradiction without a proof."""
        rules = list(self._prover.rules(judged.claim.predicate))
        if judged.label == "C" and judged.proof is None:
            message = str(judged.why.get("message") or judged.why["kind"])
            rules.append(rule("message", text=f"{message} (anything not stated counts as false)"))
        return rules

    def _deciding(self, judged: LabelledClaim) -> dict[str, object]:
        """Return the sentence that decides a card as ``rule``; {} if the claim has no proof."""
        proof = judged.proof
        if proof is None:
            return {}
        sentence = rule_sentence(proof.rule, self._phrases) if proof.rules else ""
        if sentence:
            return {"rule": sentence}
        stated = [self._phrases.statement(item) for item in proof.facts]
        denied = [self._phrases.denial(item) for item in proof.denied]
        return {"rule": " ".join(f"{item}." for item in (*stated, *denied))}

    def _class_of(self, thing: str) -> str | None:
        asserted = sorted(self._graph.objects(thing, voc.TYPE))
        named = [kind for kind in asserted if not kind.startswith(voc.SCHEMA_NAMESPACES)]
        return self._phrases.name(named[0]) if named else None

    def _written(self, fact: PrintedFact) -> str:
        say = self._phrases.denial if fact.is_denied else self._phrases.statement
        return say(fact.claim)


def _key_parts(
    label: str, facts: Sequence[PrintedFact], rules: Sequence[Rule]
) -> dict[str, object]:
    return {
        "wrong": [word for word in WORDS if word != GOLD[label]],
        "facts": [fact.as_record() for fact in facts],
        "rules": [dict(entry) for entry in rules],
    }


def _why(judged: LabelledClaim, *, is_denied: bool) -> dict[str, object]:
    """Return the reason of a card's label; for the denial of an entailed claim, the entailment."""
    if not is_denied or judged.label != "E":
        return dict(judged.why)
    return {
        "kind": "entailed",
        "message": f"the graph entails what the card denies: {judged.why['rule']}",
        "path": judged.claim.predicate,
        "rule": dict(judged.proof.rule) if judged.proof else judged.why["rule"],
    }


def difficulty(
    claim: Claim, facts: Sequence[PrintedFact], rules: Sequence[Rule], *, is_denied: bool
) -> str:
    """
    Return ``easy``, ``medium`` or ``hard``.

    One point each: the claim is a denial; the facts name its subject and object four times or
    more; the card has rules; one of the rules may let other statements entail the claim. A card
    with at most one point is easy, one with two is medium.
    """
    ends = (claim.subject, claim.object)
    named_count = sum(end in fact.ends for fact in facts for end in ends)
    has_hop = any(entry["kind"] in HOPS for entry in rules)
    points = is_denied + (named_count >= NAMED_FROM) + bool(rules) + has_hop
    return GRADES[min(max(points - 1, 0), 2)]


def card_id(label: str, case_id: str) -> str:
    """
    Return the id of a card in exports: its label, and the number of its case id.

    >>> card_id("E", "context_cards-0000000000ff")
    'CARD_E_000000000000255'
    """
    return f"CARD_{label}_{int(case_id.rpartition('-')[2], 16):015d}"


def card_prompt(facts: Sequence[str], rules: Sequence[str], question: str) -> str:
    """Return the prompt of a card: its facts and rules, its question, and how to answer."""
    listed = "\n".join(f"- {fact}" for fact in facts) or "- (none)"
    ruled = "\n".join(f"- {sentence}" for sentence in rules)
    section = f"Rules:\n{ruled}\n\n" if rules else ""
    return _template().format(facts=listed, rules=section, question=question).strip()


@cache
def _template() -> str:
    return TEMPLATE.read_text(encoding="utf-8")
