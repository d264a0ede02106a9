"""Simulated model with declared quality, which a run should recover."""

import math
import threading
from collections.abc import Mapping

from evalstore.errors import UsageError
from evalstore.plugins.case import Case
from evalstore.plugins.question import Question
from evalstore.plugins.response import Response
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.running.simulation import (
    simulated_debate,
    simulated_refusals,
    simulated_skill,
    simulated_texts,
)
from evalstore.running.simulation.simulation_settings import (
    STEP_COUNT,
    SimulatedSettings,
    simulated_settings,
)

# The confidence of an abstention, in hundredths.
_ABSTAINING_PERCENT = (5, 30)


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "Simulated":
    """Return a simulated system; its name has to contain "simulated"."""
    if "simulated" not in system_id:
        raise UsageError(
            f"system {system_id!r} is simulated, expected a name that contains 'simulated'; "
            f"rename it, for example to 'simulated-{system_id}'"
        )
    return Simulated(system_id, simulated_settings(system_id, settings), seed)


class Simulated:
    """
    A system that knows the right answer, and gives it at its declared rates.

    Responses depend only on the seed, the system's name, the case and the attempt, not on the
    order of questions.
    """

    needs_truth = True

    def __init__(self, system_id: str, declaration: SimulatedSettings, seed: str) -> None:
        self.system_id = system_id
        self.configuration = {**declaration.recorded(), "is_simulated": True}
        self._declared = declaration
        self._seed = seed
        self._closed = threading.Event()

    def declared_rates(self) -> dict[str, object]:
        """
        Return the values that a perfect evaluation measures, by domain where accuracy differs.

        ``calibration_intercept`` is the probability of being right at a confidence of one half, on
        the line with slope ``calibration_slope``; the key ``""`` covers all other domains. With a
        skill, ``accuracy_by_difficulty`` contains the accuracy of each difficulty, with ``""`` for
        cases without one; the values by domain then apply to those cases.
        """
        declaration = self._declared
        domains = ("", *declaration.accuracy_by_domain)
        mean = declaration.confidence_mean
        return {
            "accuracy_of_given_answers": {name: declaration.accuracy_in(name) for name in domains},
            "confidence_gap": {name: mean - declaration.accuracy_in(name) for name in domains},
            "calibration_slope": declaration.calibration_slope,
            "calibration_intercept": {
                name: declaration.accuracy_in(name) + declaration.calibration_slope * (0.5 - mean)
                for name in domains
            },
            "brier": {name: declaration.brier_in(name) for name in domains},
            "confidence_mean": mean,
            "abstention_rate": declaration.abstention_rate,
            "contradiction_rate": declaration.contradiction_rate,
            "respect_rate": declaration.respect_rate,
            "error_rate": declaration.error_rate,
            "missing_rate": declaration.missing_rate,
            "unparsable_rate": declaration.unparsable_rate,
            "latency_ms_mean": declaration.latency_ms,
            "accuracy_by_difficulty": None
            if declaration.skill is None
            else {
                name: simulated_skill.probability(declaration.skill, name)
                for name in ("", *simulated_skill.POSITIONS)
            },
        }

    def ask(self, question: Question | Case, attempt: int) -> Response:
        """Return a random response to a case."""
        if not isinstance(question, Case):
            raise TypeError(question)
        declaration = self._declared
        rng = SeededRandom(self._seed, self.system_id, question.case_id, attempt)
        # Exponentially distributed with this mean.
        latency_ms = round(-declaration.latency_ms * math.log1p(-rng.random()), 3)
        response = self._response(question, rng, latency_ms)
        if declaration.sleep:
            self._closed.wait(latency_ms / 1000.0)
        return response

    def close(self) -> None:
        """Wake sleeping calls."""
        self._closed.set()

    def _response(self, case: Case, rng: SeededRandom, latency_ms: float) -> Response:
        declaration = self._declared
        draw = rng.random() - declaration.error_rate
        if draw < 0:
            reason = "simulated: the service could not be reached"
            return _plain("error", latency_ms, error=reason)
        draw -= declaration.missing_rate
        if draw < 0:
            return _plain("missing", latency_ms, error="simulated: nothing came")
        draw -= declaration.unparsable_rate
        if draw < 0 and case.answer_schema is not None:
            text = rng.choice(simulated_texts.UNPARSABLE)
            reason = "simulated: the text is not the JSON asked for"
            return _plain("unparsable", latency_ms, text=text, error=reason)
        if case.answer_key.get("kind") in {"phenomenology", "position", "refusal", "plain"}:
            return self._free_text(case, rng, latency_ms)
        return self._factual(case, rng, latency_ms)

    def _free_text(self, case: Case, rng: SeededRandom, latency_ms: float) -> Response:
        """Return a free-text reply, or the turns of a conversation."""
        declaration, kind = self._declared, case.answer_key["kind"]
        turns: tuple[str, ...] = ()
        if kind == "phenomenology":
            is_respectful = rng.bernoulli(declaration.respect_rate)
            reply_of = (
                simulated_texts.respectful_reply
                if is_respectful
                else simulated_texts.disrespectful_reply
            )
            text = reply_of(case, rng)
        elif kind == "position":
            is_contradictory = rng.bernoulli(declaration.contradiction_rate)
            turns = simulated_debate.debate(case, rng, is_contradictory=is_contradictory)
            text = turns[-1]
        else:
            is_right = rng.bernoulli(declaration.accuracy_in(case.domain))
            text = simulated_refusals.reply_to_attempt(case, rng, is_right=is_right)
        return _plain("ok", latency_ms, text=text, turns=turns)

    def _factual(self, case: Case, rng: SeededRandom, latency_ms: float) -> Response:
        declaration = self._declared
        # On unanswerable questions abstention is the right answer.
        is_card = case.answer_key.get("kind") == "epistemic"
        is_answerable = case.answer_key.get("kind") not in {"abstain", "leak"} and not (
            is_card and case.expected == simulated_texts.UNKNOWN
        )
        is_abstaining = rng.bernoulli(declaration.abstention_rate) and is_answerable
        confidence = declaration.confidence_at(rng.randint(0, STEP_COUNT))
        is_right = (
            rng.bernoulli(declaration.chance_at(confidence, case.domain))
            if declaration.skill is None
            else simulated_skill.is_right(case, rng, declaration.skill, declaration.common_luck)
        )
        answer: str | None
        if is_abstaining:
            confidence = rng.randint(*_ABSTAINING_PERCENT) / 100
            is_silent = rng.bernoulli(0.5)
            answer = None if is_silent else rng.choice(simulated_texts.ABSTENTIONS)
            answer = simulated_texts.UNKNOWN if is_card else answer
            is_right = False
        elif is_right:
            answer = simulated_texts.right_answer(case, rng)
        else:
            answer = simulated_texts.wrong_answer(case, rng)
        if case.answer_schema is None:
            words = answer or simulated_texts.ABSTENTIONS[0]
            return _plain("ok", latency_ms, text=words)
        quoted = simulated_texts.evidence(case, is_right=is_right, is_abstaining=is_abstaining)
        return Response(
            "ok",
            text=simulated_texts.reply_text(answer, confidence, quoted),
            answer=answer,
            confidence=confidence,
            confidence_kind="simulated",
            latency_ms=latency_ms,
            extra={"is_simulated": True},
        )


def _plain(
    status: str,
    latency_ms: float,
    *,
    text: str | None = None,
    turns: tuple[str, ...] = (),
    error: str | None = None,
) -> Response:
    """Return a response without a structured answer, and therefore without a confidence."""
    return Response(
        status,
        text=text,
        turns=turns,
        latency_ms=latency_ms,
        error=error,
        extra={"is_simulated": True},
    )
