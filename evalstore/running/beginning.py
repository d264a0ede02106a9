"""A lock on the store while a run begins, so that no two runs begin with the same id."""

from collections.abc import Iterator
from contextlib import contextmanager

from evalstore.store.connections import exclusive
from evalstore.store.layout import Layout
from evalstore.store.log import disk_errors
from evalstore.store.log.fold import FoldResult, fold_locked

# Other processes hold the lock during a fold, which may take a while.
WAIT_SECONDS = 60.0


@contextmanager
def beginning(layout: Layout) -> Iterator[FoldResult]:
    """
    Fold, and lock the store until the block is left; no other process can fold or begin a run.

    A caller that checks inside the block that a run does not exist, and appends its
    ``run_started`` before leaving, is the only one to begin it: the next caller folds that event
    first. Inside the block, pass ``is_locked`` to ``reading``. Raises StoreBusyError, naming the
    holder, if another process holds the lock for a minute.
    """
    with exclusive(layout, wait_seconds=WAIT_SECONDS):
        with disk_errors.explaining(disk_errors.ACCEPTED):
            folded = fold_locked(layout)
        yield folded
