"""Oracle of a knowledge graph: it gets each claim by its IRIs and decides by rules alone."""

import time
from collections.abc import Mapping

from evalstore.base.settings import parsed, system_place
from evalstore.plugins.case import Case
from evalstore.plugins.question import Question
from evalstore.plugins.response import Response
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.entailment import entails
from evalstore.suites.epistemic.graphs.source import (
    Knowledge,
    SourceSettings,
    fingerprint,
    knowledge_of,
)
from evalstore.suites.epistemic.readers.card_answer import answered

# The answer to the denial of a claim.
OF_DENIAL = {"YES": "NO", "NO": "YES", "UNKNOWN": "UNKNOWN"}


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "KgOracle":
    """Return the oracle of the graph in the settings, by default the built-in one."""
    del seed  # Not random.
    source = parsed(SourceSettings, settings, system_place(system_id, "kg_oracle")).source
    return KgOracle(system_id, knowledge_of(source), fingerprint(source))


class KgOracle:
    """
    The upper bound: right by construction if cards and oracle share a graph.

    It reads the IRIs of the claim in the answer key, but neither the label of the card, nor the
    right answer, nor any name: two things with one name are different things.
    """

    needs_truth = True

    def __init__(
        self, system_id: str, knowledge: Knowledge, configuration: Mapping[str, object]
    ) -> None:
        self.system_id = system_id
        self.configuration = {**configuration, "is_given_iris": True}
        self._knowledge = knowledge

    def ask(self, question: Question | Case, attempt: int) -> Response:
        """Return YES for an entailed claim, NO for a contradicted one, else UNKNOWN."""
        del attempt  # Deterministic.
        if not isinstance(question, Case):
            raise TypeError(question)
        began_at = time.perf_counter()
        claim = claim_of(question)
        if claim is None:
            reason = "the answer key holds no claim; the oracle answers context cards only"
            return Response("error", error=reason)
        answer, licence = self._decided(claim, question)
        if is_denial(question):
            answer = OF_DENIAL[answer]
        return answered(answer, 1.0, began_at, {"licence": licence} if licence else {})

    def _decided(self, claim: Claim, card: Case) -> tuple[str, str]:
        rule = entails(self._knowledge.graph, claim.subject, claim.predicate, claim.object)
        if rule is not None:
            return "YES", rule
        if claim in denied_by(card):
            return "NO", "denied by a fact of the card"
        contradiction = self._knowledge.contradiction(claim)
        return (
            ("UNKNOWN", "")
            if contradiction is None
            else ("NO", f"{contradiction.kind}: {contradiction.message}")
        )

    def close(self) -> None:
        """Do nothing; there is nothing to close."""


def is_denial(case: Case) -> bool:
    """Return whether a card asks whether its claim is false."""
    claim = case.answer_key.get("claim")
    return isinstance(claim, Mapping) and claim.get("is_denied") is True


def denied_by(case: Case) -> set[Claim]:
    """Return the claims that the facts of a card deny."""
    facts = case.answer_key.get("facts")
    records = facts if isinstance(facts, list | tuple) else ()
    return {
        Claim(str(fact.get("subj")), str(fact.get("pred")), str(fact.get("obj")))
        for fact in records
        if isinstance(fact, Mapping) and fact.get("is_denied") is True
    }


def claim_of(case: Case) -> Claim | None:
    """Return the claim of a card; None for other cases."""
    claim = case.answer_key.get("claim")
    if not isinstance(claim, Mapping):
        return None
    terms = [claim.get(name) for name in ("subj", "pred", "obj")]
    if not all(isinstance(term, str) for term in terms):
        return None
    subject, predicate, value = (str(term) for term in terms)
    return Claim(subject, predicate, value)
