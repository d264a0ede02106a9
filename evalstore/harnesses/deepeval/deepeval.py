"""Test runs of DeepEval: `.latest_run_full.json`, `.latest_test_run.json`, `test_run_….json`."""

from collections.abc import Iterator

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.deepeval import deepeval_run
from evalstore.harnesses.deepeval.deepeval_files import LINK, recognises
from evalstore.harnesses.inspect.top_level_names import top_level_names
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = event_records.MAPPING
FAMILY = "deepeval"
HOLDS_WHOLE_RUN = True
# 2: a case that failed only by metrics without a number is not wrong; a prompt with several
# contexts is several cases; an infinite score passes or fails as DeepEval decided.
READING = 2


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield the run's start, its test cases, the figures it reports, and its end."""
    with input_file.open_text(source.path, encoding="utf-8", errors="replace") as file:
        names = top_level_names(file.read(65536))
    if names == LINK:
        raise UnreadableInputError(
            f"{source.name}: contains only a link to a run on Confident AI; ingest "
            ".deepeval/.latest_run_full.json, which contains the run"
        )
    yield from deepeval_run.records(source)
