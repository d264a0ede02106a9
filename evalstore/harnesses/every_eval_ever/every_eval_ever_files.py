"""Recognise files of the format ``every_eval_ever``."""

from pathlib import Path

from evalstore.harnesses import json_lines
from evalstore.harnesses.detect import text_of
from evalstore.harnesses.inspect.top_level_names import top_level_names

SAMPLES = "_samples"
AGGREGATE = {"schema_version", "evaluation_id"}
COMPANIONS = {"source_metadata", "eval_library", "model_info", "evaluation_results"}


def recognises(path: Path, head: bytes) -> bool:
    """Return whether a file is an aggregate with ``evaluation_id``, or has lines of samples."""
    if path.suffix == ".jsonl":
        return json_lines.holds(head, ("schema_version", "evaluation_id", "interaction_type"))
    text = text_of(head)
    if not text.startswith("{"):
        return False
    names = set(top_level_names(text))
    return names >= AGGREGATE and bool(names & COMPANIONS)


def companions(path: Path) -> list[Path]:
    """Return the samples of an aggregate: ``NAME_samples.jsonl`` in the same folder."""
    samples_path = path.with_name(f"{path.stem}{SAMPLES}.jsonl")
    return [samples_path] if path.suffix == ".json" and samples_path.is_file() else []
