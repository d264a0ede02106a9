"""
A graph behind words: it reads the card, links its names, and answers what the graph licenses.

It sees the prompt alone. Where a chat model is set (``model_system``) the model proposes an
answer and the graph has to license it; else the graph answers itself.
"""

import time
from collections.abc import Mapping, Sequence

from evalstore.knowledge.graph import KnowledgeGraph
from evalstore.knowledge.source import SETTINGS, fingerprint, knowledge, knowledge_of, source_of
from evalstore.systems import _card_prompt
from evalstore.systems._card_answer import answered
from evalstore.systems._card_model import CardModel, model_of
from evalstore.systems._licensing import Licensed, Licenser
from evalstore.systems._settings import Settings
from evalstore.types.case import Case
from evalstore.types.question import Question
from evalstore.types.response import Response
from evalstore.types.seeded_random import SeededRandom

# What it says of its confidence is a convention: sure where the graph decided, else on the fence.
CONFIDENCE_DECIDED = 1.0
CONFIDENCE_UNDECIDED = 0.5


KNOWN_SETTINGS = (*SETTINGS, "predicate_label", "withheld", "model_system")


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "GraphRag":
    """Return a system over a graph, of which a share of the facts may be ``withheld``."""
    given = Settings(system_id, "graph_rag", settings, KNOWN_SETTINGS)
    source = source_of(given.place, settings)
    withheld = given.number("withheld", 0.0, 0.0, 1.0)
    known = knowledge_of(source)
    if withheld:
        graph = known.graph.without(withheld, SeededRandom(seed, "withheld", withheld))
        known = knowledge(graph, source.shapes_file)
    model = model_of(given, system_id, settings, seed, "graph_rag_reader.txt")
    configuration = {
        **fingerprint(source),
        "withheld": withheld,
        "model": dict(model.configuration) if model else None,
    }
    words = _words(given, known.graph, source.predicates, settings.get("predicate_label"))
    return GraphRag(system_id, Licenser(known, words), model, configuration)


def _words(
    given: Settings, graph: KnowledgeGraph, predicates: Sequence[str], labels: object
) -> dict[str, str]:
    """Return the words by which questions call the predicates, one for each."""
    values = [labels] if isinstance(labels, str) else labels or []
    if not isinstance(values, list | tuple) or len(values) not in (0, len(predicates)):
        raise given.wrong("predicate_label", f"a text for each of {len(predicates)} predicates")
    return {
        graph.canonical(predicate): str(label)
        for predicate, label in zip(predicates, values, strict=False)
    }


class GraphRag:
    """A system that answers only what a graph entails or contradicts."""

    needs_truth = False

    def __init__(
        self,
        system_id: str,
        licenser: Licenser,
        model: CardModel | None,
        configuration: Mapping[str, object],
    ) -> None:
        self.system_id = system_id
        self.configuration = configuration
        self._licenser = licenser
        self._model = model

    def ask(self, question: Question | Case, attempt: int) -> Response:
        """Return the licensed answer; a model's answer without a licence becomes UNKNOWN."""
        if isinstance(question, Case):
            raise TypeError(question)
        began_at = time.perf_counter()
        parts = _card_prompt.parts(question.turns[-1])
        if parts is None:
            return Response("error", error="the prompt holds no question that could be read")
        licensed = self._licenser.answer(*parts)
        retrieved = self._licenser.neighbourhood(licensed)
        if self._model is None:
            return _answered(licensed, retrieved, licensed.answer, began_at)
        proposal = self._model.ask(question, retrieved, attempt)
        if proposal.status != "ok":
            return proposal
        is_licensed = proposal.answer == licensed.answer
        answer = licensed.answer if is_licensed else "UNKNOWN"
        return _answered(licensed, retrieved, answer, began_at, proposal.answer)

    def close(self) -> None:
        """Close the model, where there is one."""
        if self._model is not None:
            self._model.close()


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
