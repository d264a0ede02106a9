"""A seeded stand-in for a model, whose true quality is declared and can be recovered."""

import math
import threading
from collections.abc import Mapping

from evalstore.errors import UsageError
from evalstore.systems import _reply_texts, _simulated_texts
from evalstore.systems._simulated_settings import STEP_COUNT, Declared, declared
from evalstore.types.case import Case
from evalstore.types.question import Question
from evalstore.types.response import Response
from evalstore.types.seeded_random import SeededRandom

# What is said without knowing claims little: an abstention's confidence, in hundredths.
_ABSTAINING_PERCENT = (5, 30)


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "Simulated":
    """Return a simulated system; its name has to say that it is one."""
    if "simulated" not in system_id:
        raise UsageError(
            f"system {system_id!r} is simulated and has to say so in its name; call it "
            f"'simulated-{system_id}', for instance"
        )
    return Simulated(system_id, declared(system_id, settings), seed)


class Simulated:
    """
    A system that is given the truth and tells it, or not, as declared.

    Everything it says is drawn from the seed, its name, the case and the attempt: asked again,
    in whatever order, it says the same.
    """

    needs_truth = True

    def __init__(self, system_id: str, declaration: Declared, seed: str) -> None:
        self.system_id = system_id
        self.configuration = {**declaration.recorded(), "is_simulated": True}
        self._declared = declaration
        self._seed = seed
        self._closed = threading.Event()

    def declared_rates(self) -> dict[str, object]:
        """
        Return what a perfect evaluation would find, for every domain with an accuracy of its own.

        ``calibration_intercept`` is the probability of being right at a confidence of one half,
        on the line that ``calibration_slope`` belongs to; ``""`` stands for all other domains.
        """
        known = self._declared
        domains = ("", *known.accuracy_by_domain)
        mean = known.confidence_mean
        return {
            "accuracy_of_given_answers": {name: known.accuracy_in(name) for name in domains},
            "confidence_gap": {name: mean - known.accuracy_in(name) for name in domains},
            "calibration_slope": known.calibration_slope,
            "calibration_intercept": {
                name: known.accuracy_in(name) + known.calibration_slope * (0.5 - mean)
                for name in domains
            },
            "brier": {name: known.brier_in(name) for name in domains},
            "confidence_mean": mean,
            "abstention_rate": known.abstention_rate,
            "contradiction_rate": known.contradiction_rate,
            "respect_rate": known.respect_rate,
            "error_rate": known.error_rate,
            "missing_rate": known.missing_rate,
            "unparsable_rate": known.unparsable_rate,
            "latency_ms_mean": known.latency_ms,
        }

    def ask(self, question: Question | Case, attempt: int) -> Response:
        """Return the drawn response to a case."""
        if not isinstance(question, Case):
            raise TypeError(question)
        known = self._declared
        rng = SeededRandom(self._seed, self.system_id, question.case_id, attempt)
        # The exponential distribution of this mean.
        latency_ms = round(-known.latency_ms * math.log1p(-rng.random()), 3)
        response = self._response(question, rng, latency_ms)
        if known.sleep:
            self._closed.wait(latency_ms / 1000.0)
        return response

    def close(self) -> None:
        """End what sleeps; nothing else is open."""
        self._closed.set()

    def _response(self, case: Case, rng: SeededRandom, latency_ms: float) -> Response:
        known = self._declared
        fate = rng.random() - known.error_rate
        if fate < 0:
            reason = "simulated: the service could not be reached"
            return _plain("error", latency_ms, error=reason)
        fate -= known.missing_rate
        if fate < 0:
            return _plain("missing", latency_ms, error="simulated: nothing came")
        fate -= known.unparsable_rate
        if fate < 0 and case.answer_schema is not None:
            text = rng.choice(_simulated_texts.UNPARSABLE)
            reason = "simulated: the text is not the JSON asked for"
            return _plain("unparsable", latency_ms, text=text, error=reason)
        kind = case.answer_key.get("kind")
        if kind == "phenomenology":
            is_respectful = rng.bernoulli(known.respect_rate)
            reply = (
                _reply_texts.respectful_reply
                if is_respectful
                else _reply_texts.disrespectful_reply
            )
            return _plain("ok", latency_ms, text=reply(case, rng))
        if kind == "position":
            is_contradictory = rng.bernoulli(known.contradiction_rate)
            turns = _simulated_texts.debate(
                len(case.turns), rng, is_contradictory=is_contradictory
            )
            return _plain("ok", latency_ms, text=turns[-1], turns=turns)
        return self._factual(case, rng, latency_ms)

    def _factual(self, case: Case, rng: SeededRandom, latency_ms: float) -> Response:
        known = self._declared
        # Where no answer exists, abstaining is the right answer and counted as that.
        is_card = case.answer_key.get("kind") == "epistemic"
        is_answerable = case.answer_key.get("kind") != "abstain" and not (
            is_card and case.expected == _simulated_texts.UNKNOWN
        )
        is_abstaining = rng.bernoulli(known.abstention_rate) and is_answerable
        confidence = known.confidence_at(rng.randint(0, STEP_COUNT))
        is_right = rng.bernoulli(known.chance_at(confidence, case.domain))
        answer: str | None
        if is_abstaining:
            confidence = rng.randint(*_ABSTAINING_PERCENT) / 100
            is_silent = rng.bernoulli(0.5)
            answer = None if is_silent else rng.choice(_simulated_texts.ABSTENTIONS)
            answer = _simulated_texts.UNKNOWN if is_card else answer
            is_right = False
        elif is_right:
            answer = _simulated_texts.right_answer(case, rng)
        else:
            answer = _simulated_texts.wrong_answer(case, rng)
        if case.answer_schema is None:
            words = answer or _simulated_texts.ABSTENTIONS[0]
            return _plain("ok", latency_ms, text=words)
        quoted = _simulated_texts.evidence(case, is_right=is_right, is_abstaining=is_abstaining)
        return Response(
            "ok",
            text=_simulated_texts.reply_text(answer, confidence, quoted),
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
    """Return a response without an answer of the schema and so without a confidence."""
    return Response(
        status,
        text=text,
        turns=turns,
        latency_ms=latency_ms,
        error=error,
        extra={"is_simulated": True},
    )
