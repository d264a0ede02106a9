"""The clock of a delivery, which tests replace."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """
    Time as a delivery sees it, all in seconds.

    ``monotonic`` measures how long something takes, ``epoch`` is Unix time, ``sleep`` waits.
    """

    monotonic: Callable[[], float] = time.monotonic
    epoch: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep
