"""Append events during a run, so that a killed process loses only a few seconds of work."""

import time
from collections.abc import Callable, Sequence

from evalstore.errors import EvalstoreError, SkippedRecordsError, UsageError
from evalstore.ingest.append import append_events
from evalstore.running.events import Event
from evalstore.store.fold import fold
from evalstore.store.layout import Layout

FLUSH_SECONDS = 2.0
FLUSH_EVENTS = 5_000
FOLD_SECONDS = 300.0


class Appender:
    """
    Collect groups of events and append them in batches.

    Events added in one call become durable together: a response never lacks its verdicts.
    """

    def __init__(
        self,
        layout: Layout,
        source: str,
        *,
        on_refused: Callable[[Sequence[Event], EvalstoreError], Sequence[Event]],
        flush_seconds: float = FLUSH_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.layout = layout
        self.source = source
        self.appended_count = 0
        self._on_refused = on_refused
        self._flush_seconds = flush_seconds
        self._clock = clock
        self._groups: list[tuple[Event, ...]] = []
        self._buffered_count = 0
        self._flushed_at = self._folded_at = clock()

    def add(self, events: Sequence[Event]) -> None:
        """Add a group of events; flush if the buffer is full."""
        self._groups.append(tuple(events))
        self._buffered_count += len(events)
        if self._buffered_count >= FLUSH_EVENTS:
            self.flush()

    def tick(self) -> None:
        """Flush events that waited for ``flush_seconds``, and fold every five minutes."""
        now = self._clock()
        if now - self._flushed_at >= self._flush_seconds:
            self.flush()
        if now - self._folded_at >= FOLD_SECONDS:
            self._folded_at = now
            # If another process holds the lock, its next fold takes these events.
            fold(self.layout, wait_seconds=0.0)

    def flush(self) -> None:
        """
        Append the buffered events.

        If the store refuses an event, ``on_refused`` returns a replacement for its group; all
        other groups are appended unchanged.
        """
        groups, self._groups, self._buffered_count = self._groups, [], 0
        self._flushed_at = self._clock()
        if not groups:
            return
        try:
            self._append([event for group in groups for event in group])
        except (SkippedRecordsError, UsageError):
            for group in groups:
                self._append_alone(group)
        except KeyboardInterrupt:
            # They may have been appended already; the store adds no event twice.
            self._groups, self._buffered_count = groups, sum(map(len, groups))
            raise

    def _append_alone(self, group: Sequence[Event]) -> None:
        try:
            self._append(group)
        except (SkippedRecordsError, UsageError) as error:
            self._append(self._on_refused(group, error))

    def _append(self, events: Sequence[Event]) -> None:
        self.appended_count += append_events(self.layout, events, source=self.source).accepted
