"""Runs that are open in this process, so that a pickled run joins instead of being duplicated."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

from evalstore.running.recording.open_run import OpenRun
from evalstore.store.layout import Layout

_lock = threading.RLock()
# Runs by the store's folder and the run's id. A joined run stays until the process ends, since a
# task may drop it before its events are written.
_open: dict[tuple[Path, str], OpenRun] = {}


def register(layout: Layout, run: OpenRun) -> None:
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


def run_of(layout: Layout, run_id: str, make: Callable[[], OpenRun]) -> OpenRun:
    """Return the run that is open in this process, else the one that ``make`` opens."""
    with _lock:
        run = _open.get((layout.root, run_id))
        return make() if run is None else run


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release
    )
