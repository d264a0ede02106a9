"""lm-evaluation-harness: a file of results with the samples of the same stamp."""

import re
from collections.abc import Iterator
from pathlib import Path

from evalstore.errors import UnreadableInputError
from evalstore.ingest import json_lines
from evalstore.ingest.detect import HEAD_BYTES
from evalstore.ingest.inspect.json_stream import top_level_names
from evalstore.ingest.lm_eval import evaluation, results
from evalstore.ingest.lm_eval.file_names import SAMPLES, results_beside, samples_beside
from evalstore.ingest.records import Skip, SourceFile, SourceRecord

MAPPING = "ingest/lm_eval"
HOLDS_WHOLE_RUN = True
SAMPLE = ("doc_id", "resps", "target")
# The results come first, an object for each task.
RESULTS = re.compile(r'\s*\{\s*"results"\s*:\s*\{\s*("(?:[^"\\]|\\.)*"\s*:\s*\{|\})')
COMPANIONS = {"versions", "configs", "config", "n-shot", "lm_eval_version"}


def recognises(path: Path, head: bytes) -> bool:
    """An object of results by task with their versions, or a line of samples."""
    if path.suffix == ".json":
        return _holds_results(head.decode("utf-8", "replace").removeprefix("\ufeff"), len(head))
    if json_lines.holds(head, SAMPLE, ("arguments", "filtered_resps")):
        return True
    # A long document does not fit into the head.
    return path.name.startswith(SAMPLES) and head.lstrip().startswith(b'{"doc_id"')


def _holds_results(text: str, byte_count: int) -> bool:
    if not RESULTS.match(text):
        return False
    names = set(top_level_names(text))
    is_cut = byte_count == HEAD_BYTES and names == {"results"}
    return bool(names & COMPANIONS) or (is_cut and "_stderr" in text)


def companions(path: Path) -> list[Path]:
    """Return the samples of the same stamp, by name."""
    return samples_beside(path)


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield, for each task, its run's start, its samples, its figures and its end."""
    if source.path.suffix == ".json" or not _is_of_samples(source.path):
        yield from evaluation.records(results.opened(source), list(source.companions), source)
        return
    beside = results_beside(source.path)
    if beside is not None:
        raise UnreadableInputError(
            f"{source.name}: samples of {beside.name}; name that file, they are read with it"
        )
    yield from evaluation.records(results.of_samples(source), [source.path], source)


def _is_of_samples(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    return json_lines.holds(head, SAMPLE) or path.name.startswith(SAMPLES)
