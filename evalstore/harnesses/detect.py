"""Detect the format of a file by its content."""

import gzip
import io
import zlib
from functools import cache
from importlib import import_module, metadata
from pathlib import Path
from typing import cast

import orjson
import zstandard

from evalstore.base import input_file
from evalstore.base.named_modules import named_modules
from evalstore.base.phrases import unknown_name
from evalstore.errors import UsageError
from evalstore.harnesses.records import RecordFormat

# Where evalstore has its formats.
OWN = "harnesses/*/NAME.py"
# Where other packages name modules that are formats.
GROUP = "evalstore.formats"
NEEDED = ("MAPPING", "HOLDS_WHOLE_RUN", "recognises", "read")
HEAD_BYTES = 65536
EVENT_LINES = "event_lines"
STORE = "store"
# A table by a map; no file is one by itself.
MAPPED = "mapped"
LINES_LOOKED_AT_MAX = 200
GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


@cache
def record_formats() -> dict[str, RecordFormat]:
    """
    Return the formats by the names of their folders in ``evalstore/harnesses``, then those of
    other packages by the names of their entry points.

    Raises UsageError for an entry point that cannot be loaded, or has the name of another format.
    """
    found = {
        name: cast(RecordFormat, import_module(module))
        for name, module in named_modules(OWN).items()
    }
    for point in _entry_points():
        package = point.dist.name if point.dist is not None else point.value
        if point.name in {EVENT_LINES, STORE, *found}:
            raise UsageError(
                f"{package} has a format {point.name!r}, which there is already; rename its entry "
                f"point in the group {GROUP}, or uninstall it"
            )
        found[point.name] = _loaded(point, package)
    return found


def format_module(name: str) -> RecordFormat | None:
    """Return the module of one format; of ours it is the only one that is loaded."""
    own = named_modules(OWN)
    if name in own:
        return cast(RecordFormat, import_module(own[name]))
    return (
        record_formats().get(name)
        if any(point.name == name for point in _entry_points())
        else None
    )


@cache
def added_formats() -> str:
    """Return the formats of other packages with the versions of these, which read files."""
    return ",".join(
        f"{point.name}={point.dist.version if point.dist is not None else ''}"
        for point in _entry_points()
    )


def _entry_points() -> list[metadata.EntryPoint]:
    return sorted(metadata.entry_points(group=GROUP), key=lambda point: point.name)


def _loaded(point: metadata.EntryPoint, package: str) -> RecordFormat:
    try:
        module = cast(RecordFormat, point.load())
    except (ImportError, AttributeError) as error:
        raise UsageError(
            f"the format {point.name!r} of {package} cannot be loaded: {error}; "
            "install it again, or uninstall it"
        ) from error
    missing = [name for name in NEEDED if not hasattr(module, name)]
    if missing:
        raise UsageError(
            f"the format {point.name!r} of {package} lacks {', '.join(missing)}; "
            f"expected a module with {', '.join(NEEDED)}"
        )
    return module


def names() -> list[str]:
    """List every format by name."""
    return sorted([EVENT_LINES, STORE, *record_formats()])


def require_known(name: str) -> None:
    """Raise UsageError unless there is such a format."""
    if name not in names():
        raise unknown_name("format", name, names(), listed_by="list formats")


def format_of(path: Path) -> str | None:
    """Return the name of a file's format; None where nobody recognises it."""
    with input_file.open_bytes(path) as file:
        head = file.read(HEAD_BYTES)
    for name, module in record_formats().items():
        if module.recognises(path, head):
            return name
    return EVENT_LINES if holds_event_lines(unpacked(head)) else None


def hindrance(path: Path) -> str:
    """Say what keeps formats from recognising a file, where its first bytes show that."""
    with input_file.open_bytes(path) as file:
        start = file.read(4)
    if start[:2] in UTF_16:
        return " (it is in UTF-16; write it again in UTF-8)"
    if start[:2] == GZIP_MAGIC or start == ZSTD_MAGIC:
        return " (it is packed, which only some formats are read as; unpack it)"
    return ""


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
