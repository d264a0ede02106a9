"""LightEval: a file of results with the details of the same stamp, as Parquet."""

from collections.abc import Iterator
from pathlib import Path

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.inspect.top_level_names import top_level_names
from evalstore.harnesses.lighteval import evaluation, results
from evalstore.harnesses.lighteval.file_names import DETAILS, details_beside, results_beside
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

# Reading 2: a metric counts without a text of the reply; a judge's grade that is missing or was
# not parsed is unscored, and so is an infinite value, which is named.
READING = 2
MAPPING = event_records.MAPPING
# The harness descends from lm-evaluation-harness.
FAMILY = "lm_eval"
HOLDS_WHOLE_RUN = True
PARQUET_MAGIC = b"PAR1"
GENERAL = "config_general"


def recognises(path: Path, head: bytes) -> bool:
    """An object with LightEval's ``config_general``, or Parquet named as details."""
    if head.startswith(PARQUET_MAGIC):
        return DETAILS.fullmatch(path.name) is not None
    text = head.decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    if not text.startswith("{") or '"lighteval_sha"' not in text:
        return False
    return GENERAL in top_level_names(text)


def companions(path: Path) -> list[Path]:
    """Return the details of the same stamp, by name."""
    return details_beside(path)


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
