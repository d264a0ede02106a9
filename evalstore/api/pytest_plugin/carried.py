"""Transport of the events that a pytest-xdist worker records to the controller process."""

from __future__ import annotations

from evalstore.running.recording.buffer import Buffer
from evalstore.store.layout import Layout


class CarriedLines(Buffer):
    """
    A buffer that writes no file: test reports carry its lines to the controller.

    If a worker wrote its own file and died, it would lose unwritten events of tests that pytest
    has already reported. Sent with the report, the events arrive together with it.
    """

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, _do_nothing)
        self._carried: list[bytes] = []

    def append(self, line: bytes) -> None:
        """Append a line."""
        self._carried.append(line)

    def keep_up(self) -> None:
        """Do nothing: this buffer has no writer thread."""

    def taken(self) -> list[str]:
        """Return and clear the lines that no report has carried yet, as text."""
        with self.lock:
            carried, self._carried = self._carried, []
        return [line.decode() for line in carried]


def _do_nothing() -> None:
    """Do nothing: the controller ends the run."""
