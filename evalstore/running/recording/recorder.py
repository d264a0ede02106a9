"""Encoding, counting and buffering of a run's events."""

import os
from collections.abc import Mapping

from evalstore.errors import UsageError
from evalstore.running.recording.buffer import Buffer
from evalstore.running.recording.encoding import LineEncoder
from evalstore.running.recording.recorded import RecordedAttempts
from evalstore.store.layout import Layout

ENDED_FIRST = "the process ended before the run was finished"


class Recorder:
    """
    The events of one run in this process; thread-safe.

    It keeps a hash of each declared case, and the last attempt of each case and system: about 300
    bytes together.
    """

    def __init__(
        self, layout: Layout, run_id: str, *, is_owner: bool, recorded: RecordedAttempts
    ) -> None:
        self.run_id = run_id
        self.recorded = recorded
        self.is_finished = False
        self._owner = os.getpid() if is_owner else None
        self._encoder = LineEncoder(run_id)
        self._case_hashes: dict[str, int] = {}
        self._attempts: dict[tuple[str, str], int] = {}
        self._response_count = 0
        self._is_finish_recorded = False
        self.buffer = Buffer(layout, self._on_exit)

    @property
    def is_owner(self) -> bool:
        """Whether this process opened the run, and therefore finishes it."""
        return self._owner == os.getpid()

    def declare(self, case_id: str, fields: dict[str, object]) -> None:
        """Record a case, unless it was already recorded or has no field but its id."""
        is_named_only = sum(value is not None for value in fields.values()) == 1
        if is_named_only and (case_id in self._case_hashes or not self.is_owner):
            return
        payload = self._encoder.payload("case_generated", fields)
        line = self._encoder.line("case_generated", payload)
        content = hash(payload)
        with self.buffer.lock:
            self._require_open()
            recorded_content = self._case_hashes.get(case_id)
            if recorded_content is None:
                self.buffer.append(line)
                self._case_hashes[case_id] = content
        self.buffer.keep_up()
        if recorded_content not in (None, content):
            raise UsageError(
                f"case {case_id!r}: the question, expected answer or another field differs from "
                "that of the case with this id in the run; give each case its own case_id"
            )

    def respond(
        self, case_id: str, system_id: str, attempt: int | None, fields: Mapping[str, object]
    ) -> int:
        """Record a response; return its attempt."""
        key = (case_id, system_id)
        numbered_fields = fields if attempt is None else {**fields, "attempt": attempt}
        payload = self._encoder.payload("response_recorded", numbered_fields)
        # Encoded before its attempt is counted, so that a refused response takes no number.
        line = self._encoder.line("response_recorded", payload)
        with self.buffer.lock:
            self._require_open()
            last = self._attempts.get(key, 0)
            number = self.recorded.next_attempt(*key, last) if attempt is None else int(attempt)
            if attempt is None and number > 1:
                line = b'%b,"attempt":%d}}\n' % (line[:-3], number)
            self._attempts[key] = max(last, number)
            self._response_count += 1
            self.buffer.append(line)
        self.buffer.keep_up()
        return number

    def record(self, kind: str, fields: Mapping[str, object]) -> None:
        """Record an event of any kind from the fields of its payload that are not None."""
        line = self._encoder.line(kind, self._encoder.payload(kind, fields))
        with self.buffer.lock:
            self._require_open()
            self.buffer.append(line)
        self.buffer.keep_up()

    def finish(self, status: str, error: str | None) -> None:
        """Record the run's end, once; no event can be recorded after it."""
        fields: dict[str, object] = {"status": status, "error": error}
        if not self.recorded.is_resumed and not self.buffer.is_shared:
            # In other cases this process does not know all of them.
            counts = {"cases": len(self._case_hashes), "responses": self._response_count}
            fields["counts"] = counts
        payload = self._encoder.payload("run_finished", fields)
        line = self._encoder.line("run_finished", payload, self.recorded.finish_event_id)
        with self.buffer.lock:
            if not self._is_finish_recorded:
                self._is_finish_recorded = True
                self.buffer.append(line)
        self.buffer.keep_up()

    def _require_open(self) -> None:
        """Raise errors of earlier writes, before a new event is counted."""
        if self._is_finish_recorded:
            raise UsageError(
                f"run {self.run_id!r} is finished; open it again with "
                f"store.run(run_id={self.run_id!r}, resume=True)"
            )
        self.buffer.raise_error()

    def _on_exit(self) -> None:
        if self.is_owner:
            self.finish("cancelled", ENDED_FIRST)
