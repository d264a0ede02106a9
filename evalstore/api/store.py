"""
The Python API: open a store, append to it and query it.

>>> import tempfile
>>> store = open_store(tempfile.mkdtemp(), create=True)
>>> counts = store.append([
...     {"kind": "run_started", "run_id": "r1", "payload": {"suite": "arithmetic"}},
...     {"kind": "case_generated", "run_id": "r1",
...      "payload": {"case_id": "c1", "domain": "math", "prompt": "2 + 2?", "expected": "4"}},
...     {"kind": "response_recorded", "run_id": "r1",
...      "payload": {"case_id": "c1", "system_id": "s", "status": "ok", "answer": "4",
...                  "confidence": 0.9}},
...     {"kind": "verdict_recorded", "run_id": "r1",
...      "payload": {"case_id": "c1", "system_id": "s", "validator_id": "factual",
...                  "outcome": "right", "reason": "equal"}},
... ])
>>> counts.new
4
>>> store.metric("accuracy").pl()["accuracy"].to_list()
[1.0]
>>> store.query("select answer from facts.responses where case_id = $case", case="c1").rows()
[('4',)]
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.api.reads import Reads
from evalstore.api.writes import Writes
from evalstore.errors import DoubtfulInputWarning, StoreError
from evalstore.store.layout import Layout

if TYPE_CHECKING:
    import os

    from evalstore.running.recording.run import Run
    from evalstore.store.log.event_counts import EventCounts


def open_store(path: str | os.PathLike[str], *, create: bool = False) -> Store:
    """
    Open the store in a folder; with ``create``, make an empty one if it does not exist.

    Raises StoreError if the store does not exist and ``create`` is False, so that a misspelt path
    does not create a store, and NewerFormatError if a newer evalstore made it.
    """
    from evalstore.store.log import format_mark

    store = Store(Layout(Path(path)))
    format_mark.require_known(store.folder)
    if create and not store.exists():
        store.create()
    if not store.exists():
        raise StoreError(
            f"no store in {store.folder}; run `evalstore init --store {store.folder}`, or call "
            f"`evalstore.open({str(path)!r}, create=True)`, to create one"
        )
    return store


class Store(Reads, Writes):
    """
    A store. Nothing stays open between calls, so any number of instances can be used at once.

    Every method raises StoreBusyError if another process locks the store for longer than a few
    seconds, and CorruptStoreError if the store is damaged.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def append(
        self,
        events: Iterable[Mapping[str, object]],
        *,
        source: str = "python",
        fold: bool = True,
        strict: bool = False,
    ) -> EventCounts:
        """
        Append events, each with the fields of an event line; return the counts of new ones.

        Either all or none are accepted: SkippedRecordsError names the first invalid event. With
        ``fold`` False the events stay in the inbox, and the counts are zero. Warns
        (DoubtfulInputWarning) about repaired values, fields that are probably misspelt, and
        answers to cases that their run does not declare; with ``strict`` the last two raise
        DoubtfulInputError instead, and nothing is appended.
        """
        from evalstore.harnesses.append import append_events
        from evalstore.store.facts.undeclared import worded
        from evalstore.store.log.event_counts import EventCounts
        from evalstore.store.log.fold import FoldResult

        accepted = append_events(self.layout, events, source=source, is_strict=strict)
        doubts = [*map(str, accepted.changed.repaired), *map(str, accepted.misspellings)]
        folded = self.fold() if fold else FoldResult()
        for doubt in (*doubts, *worded(folded.undeclared)):
            warnings.warn(doubt, DoubtfulInputWarning, stacklevel=2)
        counts = EventCounts()
        for name in accepted.inbox_names:
            mine = folded.by_file.get(name, EventCounts())
            counts.new += mine.new
            counts.revised += mine.revised
            counts.duplicate += mine.duplicate
        return counts

    def run(
        self,
        *,
        suite: str | None = None,
        systems: Iterable[str] = (),
        run_id: str | None = None,
        resume: bool = False,
        join: bool = False,
        suite_version: str | None = None,
        seed: str | int | None = None,
        attempts: int | None = None,
        tags: Iterable[str] | None = None,
        config: Mapping[str, object] | None = None,
        git: bool = True,
    ) -> Run:
        """
        Open a run to record cases, responses and verdicts in; use it as a context manager.

        ``systems`` are expected to answer every case; by default, those that do answer. ``run_id``
        defaults to one made from suite and time. ``resume`` continues the run if it exists and
        begins it otherwise; ``join`` writes to a run that another process opened and will finish.
        ``attempts`` is the expected number of attempts per case, from 1 to 1000. The commit
        checked out in the working folder is recorded unless ``git`` is False.

        Raises UsageError if the run exists and is not resumed, or was started with other values.
        docs/recording.md describes durability and how processes share a run.
        """
        from evalstore.running.recording.opening import open_run

        started = {
            "suite_version": suite_version,
            "seed": seed,
            "attempts": attempts,
            "config": None if config is None else dict(config),
        }
        return open_run(
            self.layout,
            suite=suite,
            systems=systems,
            run_id=run_id,
            resume=resume,
            join=join,
            git=git,
            tags=tags,
            started=started,
        )
