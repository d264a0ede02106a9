"""The clock of a delivery, which tests replace."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """
    The time functions of a delivery, all in seconds.

    ``monotonic`` measures durations, ``epoch`` returns Unix time, ``sleep`` waits.
    """

    monotonic: Callable[[], float] = time.monotonic
    epoch: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep
