"""
Checkpoints: size and root of the log at some time, as small texts to keep elsewhere.

    {"evalstore_checkpoint": 1, "tree_size": 3, "root": "…", "segments": {"….parquet": "…"},
     "record_sha256": "…"}

It names the segment that ends at its size. ``record_sha256`` covers all segments up to there by a
chain of hashes (``hashes.record_hash``): a list of them in each checkpoint would grow with the
square of the folds.

A checkpoint in the store's folder can be lost or altered with it; keep copies where the store's
owner cannot change them.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError, UsageError
from evalstore.store import hashes
from evalstore.store.layout import Layout, publish
from evalstore.store.log.batch import Batch
from evalstore.store.log.disk_errors import naming_file
from evalstore.store.log.merkle import HASH_BYTES

VERSION = 1
SIZES_SHOWN_MAX = 10
NEAREST_COUNT = 3


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """
    A tree size, the root at that size, and the SHA-256 of the segment that ends there, in hex.

    ``record_sha256`` covers the bytes of all segments up to it; it is None if an earlier
    evalstore wrote the checkpoint.
    """

    tree_size: int
    root: str
    segments: dict[str, str]
    record_sha256: str | None = None

    def to_json(self) -> str:
        """Return the file's text."""
        fields: dict[str, object] = {
            "evalstore_checkpoint": VERSION,
            "tree_size": self.tree_size,
            "root": self.root,
            "segments": self.segments,
        }
        if self.record_sha256 is not None:
            fields["record_sha256"] = self.record_sha256
        return json.dumps(fields, indent=1) + "\n"


def read(path: Path) -> Checkpoint:
    """
    Read a checkpoint file.

    Raises UnreadableInputError, naming the file and the expected content.
    """
    try:
        return _parsed(json.loads(input_file.read_text(path)))
    except FileNotFoundError as error:
        raise UnreadableInputError(f"the checkpoint file {path} does not exist") from error
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise UnreadableInputError(
            f"{path} is not a checkpoint of a store: {error}; "
            "expected a file that evalstore wrote into a store's checkpoints folder"
        ) from error


def _parsed(fields: dict[str, Any]) -> Checkpoint:
    if fields["evalstore_checkpoint"] != VERSION:
        raise ValueError(f"its version is {fields['evalstore_checkpoint']!r}, expected {VERSION}")
    record_sha256 = fields.get("record_sha256")
    if record_sha256 is None and "record_sha256" in fields:
        # Earlier versions had no such field; no version wrote it without a value.
        raise ValueError("its record_sha256 is null, expected a SHA-256")
    checkpoint = Checkpoint(
        int(fields["tree_size"]),
        str(fields["root"]),
        dict(fields["segments"]),
        None if record_sha256 is None else str(record_sha256),
    )
    for name, text in (("root", checkpoint.root), ("record_sha256", checkpoint.record_sha256)):
        if text is not None and len(bytes.fromhex(text)) != HASH_BYTES:
            raise ValueError(f"its {name} is not {2 * HASH_BYTES} hexadecimal digits")
    return checkpoint


def unknown_size(tree_size: int, sizes: Iterable[int]) -> UsageError:
    """Return the error for a size at which the log never ended, with the nearest of ``sizes``."""
    nearest = sorted(sizes, key=lambda size: abs(size - tree_size))[:NEAREST_COUNT]
    return UsageError(
        f"the log never ended at {tree_size} events; name one of its sizes, the nearest are "
        f"{', '.join(map(str, sorted(nearest)))}"
    )


def is_step_back(checkpoint: Checkpoint, batch: Batch) -> bool:
    """
    Return True if an older version than its segment's seems to have written a checkpoint.

    Versions without ``record_sha256`` did not list the runs in a segment's footer either.
    """
    return checkpoint.record_sha256 is None and batch.runs is not None


def write(layout: Layout, checkpoint: Checkpoint) -> Path:
    """Write a checkpoint into the store, durably; return its path."""
    path = layout.checkpoints / f"{checkpoint.tree_size}.json"
    temporary = path.with_suffix(".json.tmp")
    with naming_file(temporary):
        temporary.write_text(checkpoint.to_json(), encoding="utf-8")
    publish(temporary, path)
    return path


def sizes(layout: Layout) -> list[int]:
    """List the sizes of the store's checkpoints, smallest first."""
    return sorted(
        int(path.stem)
        for path in layout.checkpoints.glob("*.json")
        if path.stem.isascii() and path.stem.isdigit()
    )


def chained(segments: Iterable[tuple[int, str, str]]) -> dict[int, str]:
    """Return record hashes by tree size, from tree size, name and SHA-256 of each segment."""
    record_sha256 = None
    by_size = {}
    for tree_size, name, segment_sha256 in segments:
        record_sha256 = hashes.record_hash(record_sha256, name, segment_sha256)
        by_size[tree_size] = record_sha256
    return by_size


def rewritten_words(sizes: list[int]) -> str:
    """
    Return a message about the checkpoints that a fold wrote again, empty without any.

    >>> rewritten_words([3, 6])
    '2 checkpoints were missing and were written again from the segments: 3.json, 6.json; \
run `evalstore verify --against FILE` to compare the log with a copy kept elsewhere'
    """
    if not sizes:
        return ""
    shown = ", ".join(f"{size}.json" for size in sizes[:SIZES_SHOWN_MAX])
    more = len(sizes) - SIZES_SHOWN_MAX
    return (
        f"{len(sizes)} checkpoint{'s were' if len(sizes) > 1 else ' was'} missing and "
        f"{'were' if len(sizes) > 1 else 'was'} written again from the segments: "
        f"{shown}{f' and {more} more' if more > 0 else ''}; run `evalstore verify --against FILE` "
        "to compare the log with a copy kept elsewhere"
    )
