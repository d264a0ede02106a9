"""Type of a run as its cases, its responses and the list of open runs use it."""

from typing import Protocol

from evalstore.running.recording.recorder import Recorder


class OpenRun(Protocol):
    """A run that is recorded; ``recorder`` takes its events in this process."""

    run_id: str
    recorder: Recorder

    def system_named(self, system: str | None) -> str:
        """Return the given system or the run's only one; raise UsageError if it is ambiguous."""
