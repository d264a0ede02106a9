"""lm-evaluation-harness: a file of results with the samples of the same stamp."""

from collections.abc import Iterator
from pathlib import Path

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records, json_lines
from evalstore.harnesses.detect import HEAD_BYTES, text_of
from evalstore.harnesses.lm_eval import evaluation, results
from evalstore.harnesses.lm_eval.file_names import SAMPLES, results_beside
from evalstore.harnesses.lm_eval.lm_eval_files import SAMPLE, SAMPLES_START, companions, recognises
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "companions", "read", "recognises"]

# Reading 2: lines without a filter get the task's filters in turn; lists of samples;
# a metric's value counts without a text of the reply; an infinite value is named.
READING = 2
MAPPING = event_records.MAPPING
FAMILY = "lm_eval"
HOLDS_WHOLE_RUN = True


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield the run's start, the samples, the figures and the run's end of each task.

    Raises UnreadableInputError for samples whose file of results exists: name that file instead.
    """
    if not _is_of_samples(source.path):
        yield from evaluation.records(results.opened(source), list(source.companions), source)
        return
    results_file = results_beside(source.path)
    if results_file is not None:
        raise UnreadableInputError(
            f"{source.name}: contains samples of {results_file.name}; ingest that file, which "
            "reads both"
        )
    yield from evaluation.records(results.of_samples(source), [source.path], source)


def _is_of_samples(path: Path) -> bool:
    with input_file.open_bytes(path) as file:
        head = file.read(HEAD_BYTES)
    if path.name.startswith(SAMPLES) or json_lines.holds(head, SAMPLE):
        return True
    return SAMPLES_START.match(text_of(head)) is not None
