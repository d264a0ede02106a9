"""Timing of a system while it answers."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from evalstore.errors import UsageError
from evalstore.running.recording.response import RunResponse

MILLISECONDS = 1e-6
MESSAGE_CHARACTERS_MAX = 4_000


class Answering:
    """
    A context manager that times a system's answer to a case; made by ``case.answering``.

    After the block ``response`` is the recorded response. A BaseException other than Exception,
    such as KeyboardInterrupt or the cancellation of a task, is not caused by the system: nothing
    is recorded.
    """

    def __init__(
        self,
        case_id: str,
        record: Callable[..., RunResponse],
        system_id: str,
        attempt: int | None,
        suppress: type[BaseException] | tuple[type[BaseException], ...],
    ) -> None:
        self.text: str | None = None
        self.answer: str | float | bool | None = None
        self.confidence: float | None = None
        self.confidence_kind: str | None = None
        self.status: str | None = None
        self.tokens_in: int | None = None
        self.tokens_out: int | None = None
        self.cost_usd: float | None = None
        self._case_id = case_id
        # Records a response to the case, as ``RunCase.response``.
        self._record = record
        self._system_id = system_id
        self._attempt = attempt
        self._suppress = suppress
        self._response: RunResponse | None = None
        self._started_at_ns = 0

    @property
    def response(self) -> RunResponse:
        """The recorded response; raises UsageError before the end of the block."""
        if self._response is None:
            raise UsageError(
                f"case {self._case_id!r}: the response is recorded when the `with` block ends; "
                "record verdicts after it"
            )
        return self._response

    def __enter__(self) -> Self:
        self._started_at_ns = time.perf_counter_ns()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        latency_ms = (time.perf_counter_ns() - self._started_at_ns) * MILLISECONDS
        if error is not None and not isinstance(error, Exception):
            return False
        self._response = self._record(
            self.text,
            system=self._system_id,
            attempt=self._attempt,
            answer=self.answer,
            confidence=self.confidence,
            confidence_kind=self.confidence_kind,
            status=self.status if error is None else "error",
            error=None if error is None else described(error),
            latency_ms=latency_ms,
            tokens_in=self.tokens_in,
            tokens_out=self.tokens_out,
            cost_usd=self.cost_usd,
        )
        return error is not None and isinstance(error, self._suppress)


def message_of(error: BaseException) -> str:
    """
    Return an exception's message, cut to its beginning: it may contain a model's whole answer.

    >>> message_of(ValueError("x" * 4_001))[-21:]
    'x … (4001 characters)'
    """
    try:
        message = str(error)
    except Exception as failure:  # noqa: BLE001 - anybody's code, and it must not hide the error
        return f"its message cannot be shown: {type(failure).__name__}"
    if len(message) <= MESSAGE_CHARACTERS_MAX:
        return message
    return f"{message[:MESSAGE_CHARACTERS_MAX]} … ({len(message)} characters)"


def described(error: BaseException) -> str:
    """
    Return an exception's class and message.

    >>> described(TimeoutError("no answer in 30 s"))
    'TimeoutError: no answer in 30 s'
    """
    name = type(error).__name__
    message = message_of(error)
    return f"{name}: {message}" if message else name
