"""Recognise files of the format ``lm_eval``."""

import re
from pathlib import Path

from evalstore.harnesses import json_lines
from evalstore.harnesses.detect import HEAD_BYTES, text_of
from evalstore.harnesses.inspect.top_level_names import top_level_names
from evalstore.harnesses.lm_eval.file_names import SAMPLES, samples_beside

SAMPLE = ("doc_id", "resps", "target")
OF_SAMPLE = ("arguments", "filtered_resps")
SAMPLES_START = re.compile(r'\s*(?:\[\s*)?\{\s*"doc_id"\s*:')
# An object for each task. The harness writes the results first; sorted keys put them late.
RESULTS = re.compile(r'"results"\s*:\s*\{\s*("(?:[^"\\]|\\.)*"\s*:\s*\{|\})')
FIRST = re.compile(r'\s*\{\s*(?="results")')
# A standard error under a filter, which only this harness writes.
FIGURE = re.compile(r'"[^",]+_stderr,[^",]+"\s*:')
COMPANIONS = {"versions", "configs", "config", "n-shot", "lm_eval_version"}
# Names that only this harness has next to `results`, and all names of versions before 0.4.
OWN = {"configs", "n-shot", "lm_eval_version"}
BEFORE_FILTERS = {"config", "results", "versions"}
# Keys of each task in `configs`; the results after it may be beyond the head.
TASK_CONFIG = ('"doc_to_text"', '"output_type"')


def recognises(path: Path, head: bytes) -> bool:
    """An object of results by task with their versions, or samples: lines or a list."""
    text = text_of(head)
    if path.suffix == ".json" and _holds_results(text, len(head)):
        return True
    if json_lines.holds(head, SAMPLE, OF_SAMPLE):
        return True
    start = SAMPLES_START.match(text)
    if start is None:
        return False
    # A long document does not fit into the head.
    return path.name.startswith(SAMPLES) or _lists_samples(text)


def _lists_samples(text: str) -> bool:
    names = set(top_level_names(text.removeprefix("[")))
    return names >= set(SAMPLE) and bool(names & set(OF_SAMPLE))


def _holds_results(text: str, byte_count: int) -> bool:
    first = FIRST.match(text)
    if first is None:
        return _holds_sorted_results(text, byte_count)
    if not RESULTS.match(text, first.end()):
        return False
    names = set(top_level_names(text))
    is_cut = byte_count == HEAD_BYTES and names == {"results"}
    if FIGURE.search(text):
        return True
    return bool(names & COMPANIONS) or (is_cut and "_stderr" in text)


def _holds_sorted_results(text: str, byte_count: int) -> bool:
    """Return True for results in an object with other keys before ``results``, as if sorted."""
    if not text.startswith("{") or '"config' not in text:
        return _holds_results_of_others(text)
    names = set(top_level_names(text))
    if "results" in names:
        is_ours = bool(names & OWN) or names == BEFORE_FILTERS
        return is_ours and RESULTS.search(text) is not None
    is_cut = byte_count == HEAD_BYTES and {"config", "configs"} <= names
    return is_cut and all(name in text for name in TASK_CONFIG)


def _holds_results_of_others(text: str) -> bool:
    """Return True for results written by another tool, recognised by keys of the harness."""
    match = RESULTS.search(text) if text.startswith("{") else None
    return match is not None and FIGURE.search(text, match.start()) is not None


def companions(path: Path) -> list[Path]:
    """Return the samples of the same stamp, by name."""
    return samples_beside(path)
