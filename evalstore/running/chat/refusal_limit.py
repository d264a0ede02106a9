"""Detection of a service that refuses every question, so that a large run stops early."""

import threading

from evalstore.base.phrases import counted
from evalstore.errors import UsageError
from evalstore.running.chat.protocol import ServiceError

REFUSALS_MAX = 5


class RefusalLimit:
    """A counter of permanent refusals before a service's first answer."""

    def __init__(self, system_id: str) -> None:
        self._system_id = system_id
        self._count = 0
        self._has_answered = False
        self._lock = threading.Lock()

    def answered(self) -> None:
        """Note that the service answered; a later refusal concerns only its question."""
        self._has_answered = True

    def refused(self, error: ServiceError) -> None:
        """
        Count a failed question.

        Raises UsageError with the service's message after too many refusals without an answer.
        """
        with self._lock:
            if self._has_answered or error.is_transient:
                return
            self._count += 1
            if self._count < REFUSALS_MAX:
                return
        raise UsageError(
            f"system {self._system_id!r}: the service refused each of the first "
            f"{counted(self._count, 'question')} and answered none; the last error: {error}. "
            "Check its settings (base_url, model, key_variable) and start a new run"
        )
