"""
Checkpoints: how long the log was and what its root was, as small texts to carry elsewhere.

    {"evalstore_checkpoint": 1, "tree_size": 3, "root": "…", "segments": {"….parquet": "…"}}

A checkpoint that stays beside the store falls with it; keep copies where the store's owner
cannot change them.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalstore.errors import UnreadableInputError
from evalstore.store.faults import naming
from evalstore.store.layout import Layout, publish
from evalstore.store.merkle import HASH_BYTES

VERSION = 1


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A tree size, the root at that size, and the SHA-256 of each segment up to it (hex)."""

    tree_size: int
    root: str
    segments: dict[str, str]

    def to_json(self) -> str:
        """Return the file's text."""
        return (
            json.dumps(
                {
                    "evalstore_checkpoint": VERSION,
                    "tree_size": self.tree_size,
                    "root": self.root,
                    "segments": self.segments,
                },
                indent=1,
            )
            + "\n"
        )


def read(path: Path) -> Checkpoint:
    """
    Read a checkpoint file.

    Raises UnreadableInputError, naming the file and what was expected.
    """
    try:
        return _parsed(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise UnreadableInputError(f"no checkpoint file {path}") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnreadableInputError(
            f"{path} is not a checkpoint of a store: {error}; "
            "expected a file that evalstore wrote into a store's checkpoints folder"
        ) from error


def _parsed(fields: dict[str, Any]) -> Checkpoint:
    if fields["evalstore_checkpoint"] != VERSION:
        raise ValueError(f"its version is {fields['evalstore_checkpoint']!r}, not {VERSION}")
    checkpoint = Checkpoint(
        int(fields["tree_size"]), str(fields["root"]), dict(fields["segments"])
    )
    if len(bytes.fromhex(checkpoint.root)) != HASH_BYTES:
        raise ValueError(f"its root is not {HASH_BYTES} bytes of hex")
    return checkpoint


def write(layout: Layout, checkpoint: Checkpoint) -> Path:
    """Write a checkpoint into the store, durably; return its path."""
    path = layout.checkpoints / f"{checkpoint.tree_size}.json"
    temporary = path.with_suffix(".json.tmp")
    with naming(temporary):
        temporary.write_text(checkpoint.to_json(), encoding="utf-8")
    publish(temporary, path)
    return path


def sizes(layout: Layout) -> list[int]:
    """List the sizes the store has checkpoints of, smallest first."""
    return sorted(
        int(path.stem) for path in layout.checkpoints.glob("*.json") if path.stem.isdigit()
    )
