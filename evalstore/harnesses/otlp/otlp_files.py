"""Recognise files of the format ``otlp``."""

from pathlib import Path

REQUESTS = ("resourceLogs", "resourceSpans")


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """Export requests of logs or spans as JSON; they need not have evaluations."""
    start = head.decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    return start[:1] in ("{", "[") and any(f'"{name}"' in start[:400] for name in REQUESTS)
