"""Recognise files of the format ``deepeval``."""

from pathlib import Path

from evalstore.harnesses.detect import text_of
from evalstore.harnesses.inspect.top_level_names import top_level_names

CASES = {"testCases", "conversationalTestCases"}
# Every run has one of them; the first is in the head of a file with a metric.
OF_RUNS = ('"metricsData"', '"metricsScores"', '"conversationalTestCases"')
LINK = ("testRunLink",)


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """Return whether a file is an object with test cases and metrics, or ``testRunData``."""
    text = text_of(head)
    if not text.startswith("{"):
        return False
    names = top_level_names(text)
    if names == LINK or "testRunData" in names:
        return True
    return bool(CASES & set(names)) and any(name in text for name in OF_RUNS)
