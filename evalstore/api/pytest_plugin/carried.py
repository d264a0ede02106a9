"""Events that a worker of pytest-xdist records, on their way to the process that writes them."""

from __future__ import annotations

from evalstore.running.recording.buffer import Buffer
from evalstore.store.layout import Layout


class CarriedLines(Buffer):
    """
    A buffer that writes nothing: the reports of tests carry its lines to the process in front.

    A worker that dies would take with it what it had not written, also of tests that pytest has
    reported; so no report is seen before its events are where they will be written.
    """

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, _do_nothing)
        self._carried: list[bytes] = []

    def append(self, line: bytes) -> None:
        """Append a line."""
        self._carried.append(line)

    def keep_up(self) -> None:
        """Do nothing: there is no thread to wait for."""

    def taken(self) -> list[str]:
        """Return the lines that no report has carried yet, as text, and forget them."""
        with self.lock:
            carried, self._carried = self._carried, []
        return [line.decode() for line in carried]


def _do_nothing() -> None:
    """Leave the end of the run to the process in front."""
