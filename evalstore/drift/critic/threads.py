"""Whose turn it is: one critic at a time, on as many cores as its work is worth."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

import torch

# Systems are asked by several threads, each of which would bring as many threads of torch as
# there are cores; for a week's few entries one core is faster than two.
_TURN = RLock()


@contextmanager
def threads(count: int | None) -> Iterator[None]:
    """Wait for one's turn, and have torch use so many threads meanwhile; None: all it has."""
    with _TURN:
        before = torch.get_num_threads()
        if count is not None:
            torch.set_num_threads(count)
        try:
            yield
        finally:
            if count is not None:
                torch.set_num_threads(before)
