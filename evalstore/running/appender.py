"""Appending while a run goes on, so that a killed process loses a few seconds of work."""

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
    Gather events that belong together, and append them in batches.

    What is added in one call becomes durable together: a response is never there without its
    verdicts.
    """

    def __init__(
        self,
        layout: Layout,
        source: str,
        *,
        instead_of: Callable[[Sequence[Event], EvalstoreError], Sequence[Event]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.layout = layout
        self.source = source
        self.appended_count = 0
        self._instead_of = instead_of
        self._clock = clock
        self._groups: list[tuple[Event, ...]] = []
        self._waiting_count = 0
        self._flushed_at = self._folded_at = clock()

    def add(self, events: Sequence[Event]) -> None:
        """Add events; append what waits when it is time."""
        self._groups.append(tuple(events))
        self._waiting_count += len(events)
        if self._waiting_count >= FLUSH_EVENTS:
            self.flush()

    def tick(self) -> None:
        """Append what has waited long enough, and fold every five minutes."""
        now = self._clock()
        if now - self._flushed_at >= FLUSH_SECONDS:
            self.flush()
        if now - self._folded_at >= FOLD_SECONDS:
            self._folded_at = now
            # Another process may fold just now; then these events go with its next one.
            fold(self.layout, wait_seconds=0.0)

    def flush(self) -> None:
        """
        Append what waits.

        Where the store refuses an event, its group is replaced by what ``instead_of`` makes of
        it, and all others are appended as they are.
        """
        groups, self._groups, self._waiting_count = self._groups, [], 0
        self._flushed_at = self._clock()
        if not groups:
            return
        try:
            self._append([event for group in groups for event in group])
        except (SkippedRecordsError, UsageError):
            for group in groups:
                self._append_alone(group)
        except KeyboardInterrupt:
            # Whether they were appended is not known; what is there already is not added again.
            self._groups, self._waiting_count = groups, sum(map(len, groups))
            raise

    def _append_alone(self, group: Sequence[Event]) -> None:
        try:
            self._append(group)
        except (SkippedRecordsError, UsageError) as error:
            self._append(self._instead_of(group, error))

    def _append(self, events: Sequence[Event]) -> None:
        self.appended_count += append_events(self.layout, events, source=self.source).accepted
