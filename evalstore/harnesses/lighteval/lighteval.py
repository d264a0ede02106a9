"""LightEval: a file of results with the details of the same stamp, as Parquet."""

from collections.abc import Iterator

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.lighteval import evaluation, results
from evalstore.harnesses.lighteval.file_names import results_beside
from evalstore.harnesses.lighteval.lighteval_files import PARQUET_MAGIC, companions, recognises
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "companions", "read", "recognises"]

# Reading 2: a metric counts without a text of the reply; a judge's grade that is missing or was
# not parsed is unscored, and so is an infinite value, which is named.
READING = 2
MAPPING = event_records.MAPPING
# The harness descends from lm-evaluation-harness.
FAMILY = "lm_eval"
HOLDS_WHOLE_RUN = True


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield the run's start, the details, the figures and the run's end of each task.

    Raises UnreadableInputError for details whose file of results exists: name that file instead.
    """
    with input_file.open_bytes(source.path) as file:
        is_details = file.read(4) == PARQUET_MAGIC
    if not is_details:
        yield from evaluation.records(results.opened(source), list(source.companions), source)
        return
    results_file = results_beside(source.path)
    if results_file is not None:
        raise UnreadableInputError(
            f"{source.name}: contains details of {results_file.name}; ingest that file, which "
            "reads both"
        )
    alone = results.of_details(source.path, source)
    yield from evaluation.records(alone, [source.path], source)
