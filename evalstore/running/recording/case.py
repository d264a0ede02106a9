"""Cases of a run, and the responses to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evalstore.running.recording.answering import Answering
from evalstore.running.recording.encoding import listed
from evalstore.running.recording.open_run import OpenRun
from evalstore.running.recording.response import RunResponse


class RunCase:
    """A case of a run; ``case_id`` is the same in every run that contains it."""

    __slots__ = ("case_id", "run")

    def __init__(self, run: OpenRun, case_id: str) -> None:
        self.run = run
        self.case_id = case_id

    def response(
        self,
        text: str | None = None,
        *,
        system: str | None = None,
        answer: str | float | bool | None = None,
        confidence: float | None = None,
        confidence_kind: str | None = None,
        status: str | None = None,
        text_status: str | None = None,
        error: str | None = None,
        latency_ms: float | None = None,
        tokens_in: int | None = None,
        tokens_out: int | None = None,
        cost_usd: float | None = None,
        turns: Sequence[object] | None = None,
        attempt: int | None = None,
        extra: Mapping[str, object] | None = None,
    ) -> RunResponse:
        """
        Record a system's response and return it, so that verdicts can be added.

        ``system`` may be left out if the run has only one. ``text`` is the unparsed answer,
        ``answer`` the parsed one. ``status`` is ok, error (the call failed), unparsable or
        missing; the default is error if ``error`` is set, missing if there is neither text nor
        answer, else ok. ``text_status="not_kept"`` is for an answer whose text is unavailable, for
        example if an agent's actions are judged: its status is ok, and verdicts on it count.
        ``confidence`` must be in [0, 1]; a value outside becomes null, with a warning. ``extra``
        are additional fields.

        ``attempt`` counts from 1; the default is one more than this process has recorded for the
        case and system. Set it if several processes answer the same case, or if a failed call was
        repeated: that is the same attempt, and the newest counts.

        Raises UsageError, naming the field, if the store would refuse a value.
        """
        status = status or _status(error, text, answer, turns, text_status)
        system_id = self.run.system_named(system)
        fields: dict[str, object] = {
            "case_id": self.case_id,
            "system_id": system_id,
            "status": status,
            "text": text,
            "text_status": text_status,
            "turns": listed("turns", turns),
            "answer": answer,
            "confidence": confidence,
            "confidence_kind": confidence_kind,
            "latency_ms": latency_ms,
            "tokens_in": tokens_in,
            "tokens_out": tokens_out,
            "cost_usd": cost_usd,
            "error": error,
        }
        if extra is not None:
            fields = {**extra, **fields}
        number = self.run.recorder.respond(self.case_id, system_id, attempt, fields)
        return RunResponse(
            self.run, self.case_id, system_id, number, status=status, text=text, answer=answer
        )

    def answering(
        self,
        system: str | None = None,
        *,
        attempt: int | None = None,
        suppress: type[BaseException] | tuple[type[BaseException], ...] = (),
    ) -> Answering:
        """
        Return a context manager that times a system and records its answer.

        Set the fields of a response on it, such as ``text`` and ``confidence``. An exception is
        recorded as a response with status error, and propagates unless ``suppress`` names it.
        """
        system_id = self.run.system_named(system)
        return Answering(self.case_id, self.response, system_id, attempt, suppress)

    def __repr__(self) -> str:
        return f"<case {self.case_id!r} of run {self.run.run_id!r}>"


def _status(error: str | None, *contents: object) -> str:
    if error is not None:
        return "error"
    return "ok" if any(content is not None for content in contents) else "missing"
