"""Progress of long work, reported to a callback."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Report = Callable[[int, int], None]
_report: ContextVar[Report | None] = ContextVar("report", default=None)


@contextmanager
def progress_reported(to: Report) -> Iterator[None]:
    """Call ``to`` at each ``report_progress`` within this block."""
    token = _report.set(to)
    try:
        yield
    finally:
        _report.reset(token)


def report_progress(done: int, total: int) -> None:
    """
    Report how many steps of ``total`` are done; do nothing outside of ``progress_reported``.

    >>> with progress_reported(lambda done, total: print(f"{done} of {total}")):
    ...     report_progress(1, 3)
    1 of 3
    """
    to = _report.get()
    if to is not None:
        to(done, total)
