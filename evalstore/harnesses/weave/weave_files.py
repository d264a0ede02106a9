"""Recognise files of the format ``weave``."""

from pathlib import Path

from evalstore.harnesses.detect import text_of, unpacked

ROWS = '"row_digest"'
SUMMARY = ('"evaluation_call_id"', '"scorer_stats"')


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """Rows with their digests, or the summary of evaluations with their scorers."""
    start = text_of(unpacked(head))
    has_rows = ROWS in start and '"rows"' in start
    return start[:1] in ("[", "{") and (has_rows or all(word in start for word in SUMMARY))
