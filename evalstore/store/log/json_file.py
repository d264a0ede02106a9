"""Small JSON files of a store, written completely or not at all."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.errors import CorruptStoreError
from evalstore.store.layout import publish
from evalstore.store.log.disk_errors import naming_file
from evalstore.store.log.format_mark import refuse_newer

VERSION = 1


def read(path: Path, kind: str, way_out: str) -> dict[str, Any] | None:
    """
    Return the fields of a file that ``write`` wrote, None if the file does not exist.

    Raises CorruptStoreError with ``way_out`` if it is not such a file, NewerFormatError if a newer
    evalstore wrote it.
    """
    try:
        fields = json.loads(input_file.read_text(path), object_pairs_hook=_no_key_twice)
    except FileNotFoundError as error:
        if path.is_symlink():
            raise unreadable(path, "it is a link whose target does not exist", way_out) from error
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise unreadable(path, error, way_out) from error
    version = fields.pop(kind, None) if isinstance(fields, dict) else None
    refuse_newer(str(path), version, VERSION)
    # JSON's true and 1.0 equal 1, but are not versions.
    if type(version) is not int or version != VERSION:
        problem = f"its {kind} is {version!r}, expected {VERSION}"
        raise unreadable(path, problem, way_out)
    return dict(fields)


def write(path: Path, kind: str, fields: Mapping[str, object]) -> None:
    """Write fields, with the version of their kind, durably."""
    write_bytes(path, json.dumps({kind: VERSION, **fields}, indent=1).encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a small file durably."""
    temporary = path.with_name(path.name + ".tmp")
    with naming_file(temporary):
        path.parent.mkdir(exist_ok=True)
        temporary.write_bytes(data)
    publish(temporary, path)


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        [(name, count)] = Counter(name for name, _ in pairs).most_common(1)
        raise ValueError(f"its field {name[:80]!r} occurs {count} times, expected once")
    return fields


def unreadable(path: Path, problem: object, way_out: str) -> CorruptStoreError:
    """Return the error for a file with another content than expected."""
    return CorruptStoreError(f"{path} cannot be read: {problem}; {way_out}")
