"""Detect the format of a file by its content."""

import gzip
import io
import zlib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

import orjson
import zstandard

from evalstore.ingest.records import RecordFormat
from evalstore.phrases import unknown_name

HEAD_BYTES = 65536
EVENT_LINES = "event_lines"
STORE = "store"
LINES_LOOKED_AT_MAX = 200
GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"


@cache
def record_formats() -> dict[str, RecordFormat]:
    """Return the formats of ``evalstore/ingest/formats`` by the names of their files."""
    folder = Path(__file__).parent / "formats"
    return {
        path.stem: cast(RecordFormat, import_module(f"evalstore.ingest.formats.{path.stem}"))
        for path in sorted(folder.glob("*.py"))
        if path.stem[0] != "_"
    }


def names() -> list[str]:
    """List every format by name."""
    return sorted([EVENT_LINES, STORE, *record_formats()])


def require_known(name: str) -> None:
    """Raise UsageError unless there is such a format."""
    if name not in names():
        raise unknown_name("format", name, names(), listed_by="list formats")


def format_of(path: Path) -> str | None:
    """Return the name of a file's format; None where nobody recognises it."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    for name, module in record_formats().items():
        if module.recognises(path, head):
            return name
    return EVENT_LINES if holds_event_lines(unpacked(head)) else None


def companions_of(path: Path, format_name: str) -> list[Path]:
    """Return the files that are read with one of this format; see RecordFormat."""
    found = getattr(record_formats().get(format_name), "companions", None)
    return found(path) if found is not None else []


def holds_event_lines(head: bytes) -> bool:
    """
    Say whether one of the first lines is an event, or broken but plainly meant as one.

    >>> holds_event_lines(b'{"kind":"run_finished","run_id":"r1","payload":{}}')
    True
    >>> holds_event_lines(b'{"eval":{},"samples":[]}')
    False
    """
    for line in head.removeprefix(b"\xef\xbb\xbf").splitlines()[:LINES_LOOKED_AT_MAX]:
        try:
            record = orjson.loads(line)
        except orjson.JSONDecodeError:
            if line.lstrip().startswith(b"{") and b'"kind"' in line and b'"run_id"' in line:
                return True
            continue
        if isinstance(record, dict) and "kind" in record and record.keys() & {"run_id", "payload"}:
            return True
    return False


def unpacked(head: bytes) -> bytes:
    """Return the first bytes of what a gzip or zstd file holds; other bytes as they are."""
    try:
        if head.startswith(GZIP_MAGIC):
            with gzip.GzipFile(fileobj=io.BytesIO(head)) as file:
                return _read_what_is_there(file)
        if head.startswith(ZSTD_MAGIC):
            with zstandard.ZstdDecompressor().stream_reader(head) as reader:
                return reader.read(HEAD_BYTES)
    except (OSError, zlib.error, zstandard.ZstdError):
        return b""
    return head


def _read_what_is_there(file: gzip.GzipFile) -> bytes:
    """Read up to the head's size from a file whose end is cut off."""
    read = bytearray()
    try:
        while len(read) < HEAD_BYTES and (part := file.read1(8192)):
            read += part
    except EOFError:
        # The head is only the start of the file, so it ends in the middle of a block.
        return bytes(read)
    return bytes(read)
