"""Comparison of a file of samples with its description in the aggregate."""

import hashlib
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.base.phrases import counted
from evalstore.harnesses.every_eval_ever.every_eval_ever_files import SAMPLES
from evalstore.harnesses.records import SourceFile
from evalstore.harnesses.values import mapping, text, whole

DETAIL = "detailed_evaluation_results"
# The schema's hash algorithms by their number of digits, for records that do not name one.
ALGORITHMS = {64: "sha256", 32: "md5"}
WORDS = {"sha256": "SHA-256", "md5": "MD5"}


def total_rows(record: dict[str, Any]) -> int | None:
    """Return the number of samples that an aggregate states, or None."""
    return whole(mapping(record.get(DETAIL)).get("total_rows"))


def warn_of_samples(record: dict[str, Any], source: SourceFile) -> None:
    """Add a warning if the samples are missing, or differ from the checksum in the record."""
    detail = record.get(DETAIL)
    if not isinstance(detail, dict):
        return
    if not source.companions:
        source.warnings.append(
            f"{source.name}: its samples ({detail.get('file_path')}) were not found next to it as "
            f"{source.path.stem}{SAMPLES}.jsonl, so only its figures are read"
        )
        return
    [path] = source.companions
    expected = text(detail.get("checksum"))
    if expected is None:
        return
    algorithm = detail.get("hash_algorithm") or ALGORITHMS.get(len(expected))
    if not isinstance(algorithm, str) or algorithm not in WORDS:
        source.warnings.append(
            f"{source.name}: hash_algorithm: found {algorithm!r}, expected sha256 or md5; the "
            f"checksum of {path.name} was not checked"
        )
        return
    digest = _digest(path, algorithm)
    if digest != expected.lower():
        source.warnings.append(
            f"{source.name}: the {WORDS[algorithm]} of {path.name} is {digest[:16]}…, expected "
            f"{expected[:16]}…, so its samples may not belong to the record; restore the original "
            "file"
        )


def warn_of_rows(
    expected: int | None, row_count: int, own_count: int, source: SourceFile, path: Path
) -> None:
    """
    Add a warning if a file has another number of samples than the record states.

    If several records share a file, some state the number of all lines and some of their own.
    """
    if expected not in {None, row_count, own_count}:
        source.warnings.append(
            f"{source.name}: found {counted(row_count, 'sample')} in {path.name}, expected "
            f"{expected} (`total_rows` of the record)"
        )


def _digest(path: Path, algorithm: str) -> str:
    # The digest only identifies the file; it has no security purpose.
    with input_file.open_bytes(path) as file:
        return hashlib.file_digest(
            file, lambda: hashlib.new(algorithm, usedforsecurity=False)
        ).hexdigest()
