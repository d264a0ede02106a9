"""Runs that are open in this process, so that a pickled run joins instead of being duplicated."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.running.recording.recorded import RecordedAttempts, recorded_attempts
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading

if TYPE_CHECKING:
    from evalstore.running.recording.run import Run

_lock = threading.RLock()
# Runs by the store's folder and the run's id. A joined run stays until the process ends, since a
# task may drop it before its events are written.
_open: dict[tuple[Path, str], Run] = {}


def register(layout: Layout, run: Run) -> None:
    """Register a run as open in this process."""
    with _lock:
        _open[layout.root, run.run_id] = run


def unregister(layout: Layout, run_id: str) -> None:
    """Remove a finished run."""
    with _lock:
        _open.pop((layout.root, run_id), None)


def is_open(layout: Layout, run_id: str) -> bool:
    """Return True if this process has the run open."""
    return (layout.root, run_id) in _open


def joined(
    root: str, run_id: str, suite: str, systems: Sequence[str], *, is_resumed: bool = True
) -> Run:
    """
    Return a run that another process opened, or that is already open in this process.

    If the run was resumed, its earlier answers are read from the store.
    """
    from evalstore.running.recording.run import Run

    layout = Layout(Path(root))
    with _lock:
        run = _open.get((layout.root, run_id))
        if run is None:
            recorded = RecordedAttempts()
            if is_resumed and layout.database.exists():
                with reading(layout) as reader:
                    recorded = recorded_attempts(reader, run_id)
            run = Run(layout, run_id, suite, systems, is_owner=False, recorded=recorded)
        return run


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release
    )
