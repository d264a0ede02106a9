"""Recognise files of the format ``otlp``."""

from pathlib import Path

from evalstore.harnesses.detect import text_of

REQUESTS = ("resourceLogs", "resourceSpans")


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """Export requests of logs or spans as JSON; they need not have evaluations."""
    start = text_of(head)
    return start[:1] in ("{", "[") and any(f'"{name}"' in start[:400] for name in REQUESTS)
