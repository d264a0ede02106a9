"""Oracle of a knowledge graph: it gets each claim by its IRIs and decides by rules alone."""

import time
from collections.abc import Mapping

from evalstore.knowledge.claim import Claim
from evalstore.knowledge.entailment import entails
from evalstore.knowledge.source import SETTINGS, Knowledge, fingerprint, knowledge_of, source_of
from evalstore.systems._card_answer import answered
from evalstore.systems._settings import Settings
from evalstore.types.case import Case
from evalstore.types.question import Question
from evalstore.types.response import Response


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "KgOracle":
    """Return the oracle of a graph; without a graph, of the one that ships with the package."""
    del seed  # Not random.
    place = Settings(system_id, "kg_oracle", settings, SETTINGS).place
    source = source_of(place, settings)
    return KgOracle(system_id, knowledge_of(source), fingerprint(source))


class KgOracle:
    """
    The upper bound: right by construction if cards and oracle share a graph.

    It reads the IRIs of the claim in the answer key. It reads neither the label of the card nor
    the right answer, and no name of anything: two things of one name are two things.
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
        rule = entails(self._knowledge.graph, claim.subject, claim.predicate, claim.object)
        if rule is not None:
            return answered("YES", 1.0, began_at, {"licence": rule})
        found = self._knowledge.contradiction(claim)
        if found is not None:
            return answered("NO", 1.0, began_at, {"licence": f"{found.kind}: {found.message}"})
        return answered("UNKNOWN", 1.0, began_at, {})

    def close(self) -> None:
        """Do nothing; there is nothing to close."""


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
