"""Processor time of a call, to tell a pattern that backtracks from one that does not."""

import time
from collections.abc import Callable

TRIES = 5


def processor_seconds(call: Callable[[], object], enough_seconds: float) -> float:
    """
    Return the least processor time of several calls; the first that is below ends them.

    A collection of garbage, or another thread, can only make a call dearer.
    """
    least_seconds = float("inf")
    for _ in range(TRIES):
        began = time.process_time()
        call()
        least_seconds = min(least_seconds, time.process_time() - began)
        if least_seconds < enough_seconds:
            break
    return least_seconds
