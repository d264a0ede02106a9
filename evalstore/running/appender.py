"""Appending events during a run, so that a killed process loses at most a few seconds of work."""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from evalstore.errors import EvalstoreError, SkippedRecordsError, UsageError
from evalstore.harnesses.append import append_events
from evalstore.harnesses.result import FileResult
from evalstore.running.events import Event
from evalstore.store.layout import Layout
from evalstore.store.log.fold import fold

FLUSH_SECONDS = 2.0
FLUSH_EVENTS = 5_000
FOLD_SECONDS = 300.0

Appended = TypeVar("Appended", Event, bytes)


class Appender(Generic[Appended]):
    """
    A buffer that appends groups of events in batches.

    Events added in one call become durable together, so a response never lacks its verdicts. An
    event is a mapping, or the bytes of its line. Not thread-safe.
    """

    def __init__(
        self,
        layout: Layout,
        source: str,
        *,
        on_refused: Callable[[Sequence[Appended], EvalstoreError], Sequence[Appended]],
        on_appended: Callable[[FileResult], None] = lambda _result: None,
        flush_seconds: float = FLUSH_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.layout = layout
        self.source = source
        self.appended_count = 0
        self._on_refused: Callable[[Sequence[Appended], EvalstoreError], Sequence[Appended]] = (
            on_refused
        )
        self._on_appended = on_appended
        self._flush_seconds = flush_seconds
        self._clock = clock
        self._groups: list[tuple[Appended, ...]] = []
        self._buffered_count = 0
        self._flushed_at = self._folded_at = clock()

    @property
    def buffered_count(self) -> int:
        """The number of added events that are not appended yet."""
        return self._buffered_count

    def add(self, events: Sequence[Appended]) -> None:
        """Add a group of events; flush if the buffer is full."""
        self._groups.append(tuple(events))
        self._buffered_count += len(events)
        if self._buffered_count >= FLUSH_EVENTS:
            self.flush()

    def add_each(self, events: Iterable[Appended]) -> None:
        """Add events that need not become durable together; never flushes."""
        groups = [(event,) for event in events]
        self._groups += groups
        self._buffered_count += len(groups)

    def tick(self) -> None:
        """Flush events that waited for ``flush_seconds``, and fold every five minutes."""
        now = self._clock()
        if now - self._flushed_at >= self._flush_seconds:
            self.flush()
        if now - self._folded_at >= FOLD_SECONDS:
            self._folded_at = now
            # If another process holds the lock, its next fold also folds these events.
            fold(self.layout, wait_seconds=0.0)

    def flush(self) -> None:
        """
        Append the buffered events.

        If the store refuses an event, ``on_refused`` returns a replacement for its group. If the
        replacement is refused as well, that error is raised after all other groups were appended.
        On any other error every event stays buffered, and the next flush tries again.
        """
        groups = self._groups[:]
        self._flushed_at = self._clock()
        refusals: list[EvalstoreError] = []
        self._append_groups(groups, refusals)
        # Only now: after an interrupt the events are appended again, and the store drops
        # duplicates.
        del self._groups[: len(groups)]
        self._buffered_count = sum(map(len, self._groups))
        if refusals:
            raise refusals[0]

    def _append_groups(
        self, groups: Sequence[Sequence[Appended]], refusals: list[EvalstoreError]
    ) -> None:
        """Append groups together; if one is refused, halve the list to find it."""
        try:
            self._append([event for group in groups for event in group])
        except (SkippedRecordsError, UsageError) as error:
            if len(groups) == 1:
                self._append_replacement(groups[0], error, refusals)
                return
            middle = len(groups) // 2
            self._append_groups(groups[:middle], refusals)
            self._append_groups(groups[middle:], refusals)

    def _append_replacement(
        self, group: Sequence[Appended], error: EvalstoreError, refusals: list[EvalstoreError]
    ) -> None:
        try:
            self._append(self._on_refused(group, error))
        except (SkippedRecordsError, UsageError) as refusal:
            refusals.append(refusal)

    def _append(self, events: Sequence[Appended]) -> None:
        if events:
            result = append_events(self.layout, events, source=self.source)
            self.appended_count += result.accepted
            self._on_appended(result)
