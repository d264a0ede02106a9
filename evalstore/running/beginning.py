"""Hold the store while a run begins, so that no two runs begin under one id."""

from collections.abc import Iterator
from contextlib import contextmanager

from evalstore.store.connections import exclusive
from evalstore.store.layout import Layout
from evalstore.store.log import disk_errors
from evalstore.store.log.fold import FoldResult, fold_locked

# Others hold the store for the length of a fold; a large one takes a while.
WAIT_SECONDS = 60.0


@contextmanager
def beginning(layout: Layout) -> Iterator[FoldResult]:
    """
    Fold, and hold the store until the block is left; nobody else folds or begins a run.

    Who looks inside it whether a run is there, and appends its ``run_started`` before leaving, is
    the only one to begin it: the next to come folds that first. Within it, ``reading`` takes
    ``is_locked``. Raises StoreBusyError, naming the holder, where another process holds the store
    for a minute.
    """
    with exclusive(layout, wait_seconds=WAIT_SECONDS):
        with disk_errors.explaining(disk_errors.ACCEPTED):
            folded = fold_locked(layout)
        yield folded
