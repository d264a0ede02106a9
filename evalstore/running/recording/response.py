"""Responses of a run, and the verdicts on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from evalstore.errors import UsageError
from evalstore.plugins.verdict import OUTCOMES
from evalstore.running.recording.encoding import listed, plain
from evalstore.running.recording.open_run import OpenRun

WORDS = {True: "right", False: "wrong"}


class RunResponse:
    """A response of a run, with its recorded text and answer; ``attempt`` counts from 1."""

    __slots__ = ("answer", "attempt", "case_id", "run", "status", "system_id", "text")

    def __init__(
        self,
        run: OpenRun,
        case_id: str,
        system_id: str,
        attempt: int,
        *,
        status: str,
        text: str | None = None,
        answer: object = None,
    ) -> None:
        self.run = run
        self.case_id = case_id
        self.system_id = system_id
        self.attempt = attempt
        self.status = status
        self.text = text
        self.answer = answer

    def verdict(
        self,
        validator_id: str,
        outcome: object = None,
        reason: str | None = None,
        *,
        score: float | None = None,
        value: float | None = None,
        scores: Mapping[str, float] | None = None,
        tags: Iterable[str] | None = None,
        version: str | None = None,
        judge: Mapping[str, object] | None = None,
    ) -> RunResponse:
        """
        Record a verdict on this response; return the response, so that calls can be chained.

        ``outcome`` is True (right), False (wrong), or one of right, wrong, abstained, measured,
        undetermined, unscored, error; None means measured if ``value`` is set, else undetermined.
        ``score`` and ``scores`` are shares from 0 to 1; ``value`` is a number on the validator's
        own scale. ``tags`` are words of a failure taxonomy, ``version`` is that of the validator,
        and ``judge`` describes the judging model, by the fields of ``evalstore schema
        verdict_recorded``.

        Raises UsageError, naming the field, if the store would refuse a value.
        """
        self.run.recorder.record(
            "verdict_recorded",
            {
                "case_id": self.case_id,
                "system_id": self.system_id,
                "attempt": self.attempt,
                "validator_id": validator_id,
                "validator_version": version,
                "outcome": _word(outcome, value),
                "score": score,
                "value": value,
                "scores": scores,
                "reason": reason,
                "tags": listed("tags", tags),
                "judge": judge,
            },
        )
        return self

    def __repr__(self) -> str:
        return f"<response {self.case_id!r} {self.system_id!r} attempt {self.attempt}>"


def _word(outcome: object, value: object) -> str:
    """Return the name of an outcome; raise UsageError for an invalid one."""
    plain_outcome = plain(outcome)
    if isinstance(plain_outcome, bool):
        return WORDS[plain_outcome]
    if plain_outcome is None:
        return "undetermined" if value is None else "measured"
    if plain_outcome not in OUTCOMES:
        raise UsageError(
            f"verdict: found {str(plain_outcome)[:60]!r}, expected True, False, None or one of "
            f"{', '.join(OUTCOMES)}; pass a grade from 0 to 1 as score=, a number of another "
            "scale as value="
        )
    return str(plain_outcome)
