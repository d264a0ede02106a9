"""Lock that serializes critics, and sets the number of torch threads."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

import torch

# Systems are called from several threads, and each would use one torch thread per core; for the
# few entries of a week one core is faster than two.
_TURN = RLock()


@contextmanager
def threads(count: int | None) -> Iterator[None]:
    """Hold the lock and use this number of torch threads; None keeps the current number."""
    with _TURN:
        before = torch.get_num_threads()
        if count is not None:
            torch.set_num_threads(count)
        try:
            yield
        finally:
            if count is not None:
                torch.set_num_threads(before)
