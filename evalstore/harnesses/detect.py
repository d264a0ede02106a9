"""Detect the format of a file by its content."""

import gzip
import io
import zlib
from functools import cache, lru_cache
from importlib import import_module, metadata
from pathlib import Path
from typing import cast

import orjson
import zstandard

from evalstore.base import input_file
from evalstore.base.named_modules import named_modules
from evalstore.base.phrases import unknown_name
from evalstore.errors import UsageError
from evalstore.harnesses.records import Recogniser, RecordFormat

# The path pattern of evalstore's own formats.
OWN = "harnesses/*"
# The entry point group in which other packages register format modules.
GROUP = "evalstore.formats"
# What the name of a module that recognises files adds to that of its format.
RECOGNISER = "_files"
NEEDED = ("MAPPING", "HOLDS_WHOLE_RUN", "recognises", "read")
HEAD_BYTES = 65536
EVENT_LINES = "event_lines"
STORE = "store"
# A table that is read by a map; no file is detected as one.
MAPPED = "mapped"
LINES_LOOKED_AT_MAX = 200
GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def record_formats() -> dict[str, RecordFormat]:
    """
    Return the format modules by name: evalstore's own by folder name in ``evalstore/harnesses``,
    then those of other packages by entry point name.

    Raises UsageError if an entry point cannot be loaded or has the name of another format.
    """
    own = {
        name: cast(RecordFormat, import_module(module))
        for name, module in named_modules(OWN).items()
    }
    return {**own, **formats_of_others()}


def record_format_names() -> tuple[str, ...]:
    """Return the names of ``record_formats`` in their order; raises as it does."""
    return (*named_modules(OWN), *formats_of_others())


@cache
def formats_of_others() -> dict[str, RecordFormat]:
    """Return the format modules of other packages by entry point name; raises UsageError."""
    formats: dict[str, RecordFormat] = {}
    for point in _entry_points():
        package = point.dist.name if point.dist is not None else point.value
        if point.name in {EVENT_LINES, STORE, *named_modules(OWN), *formats}:
            raise UsageError(
                f"{package} defines a format {point.name!r}, which already exists; rename its "
                f"entry point in the group {GROUP}, or uninstall it"
            )
        formats[point.name] = _loaded(point, package)
    return formats


def format_module(name: str) -> RecordFormat | None:
    """Return the module of one format, or None; for a format of evalstore no other is loaded."""
    modules = named_modules(OWN)
    if name in modules:
        return cast(RecordFormat, import_module(modules[name]))
    return (
        formats_of_others().get(name)
        if any(point.name == name for point in _entry_points())
        else None
    )


@cache
def added_formats() -> str:
    """Return the formats of other packages as ``name=version``, separated by commas."""
    return ",".join(
        f"{point.name}={point.dist.version if point.dist is not None else ''}"
        for point in _entry_points()
    )


@cache
def _entry_points() -> tuple[metadata.EntryPoint, ...]:
    """Return the formats of other packages, from the metadata of all packages."""
    return tuple(sorted(metadata.entry_points(group=GROUP), key=lambda point: point.name))


def _loaded(point: metadata.EntryPoint, package: str) -> RecordFormat:
    try:
        module = cast(RecordFormat, point.load())
    except (ImportError, AttributeError) as error:
        raise UsageError(
            f"the format {point.name!r} of {package} cannot be loaded: {error}; reinstall or "
            "uninstall the package"
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
    return sorted([EVENT_LINES, STORE, *record_format_names()])


def require_known(name: str) -> None:
    """Raise UsageError if there is no format of this name."""
    if name not in names():
        raise unknown_name("format", name, names(), listed_by="list formats")


def format_of(path: Path) -> str | None:
    """Return the name of a file's format, or None if no format recognises it."""
    with input_file.open_bytes(path) as file:
        head = file.read(HEAD_BYTES)
    for name, module in recognisers().items():
        if module.recognises(path, head):
            return name
    return EVENT_LINES if holds_event_lines(unpacked(head)) else None


def recognisers() -> dict[str, Recogniser]:
    """
    Return what recognises the files of each format, by name, in the order of ``record_formats``.

    For evalstore's own formats it is the module ``NAME_files`` next to the format's: importing all
    that reads their files takes longer than reading a small one.
    """
    own = {
        name: cast(Recogniser, import_module(f"{module}{RECOGNISER}"))
        for name, module in named_modules(OWN).items()
    }
    return {**own, **formats_of_others()}


def hindrance(path: Path) -> str:
    """
    Return a hint why formats cannot recognise a file (UTF-16, packed), else an empty text.

    Only the first bytes of the file are read.
    """
    with input_file.open_bytes(path) as file:
        start = file.read(4)
    if start[:2] in UTF_16:
        return " (it is UTF-16; save it as UTF-8)"
    if start[:2] == GZIP_MAGIC or start == ZSTD_MAGIC:
        return " (it is compressed, which only some formats support; decompress it)"
    return ""


def companions_of(path: Path, format_name: str) -> list[Path]:
    """Return the companion files of a file of this format; see RecordFormat."""
    companions = getattr(recognisers().get(format_name), "companions", None)
    return companions(path) if companions is not None else []


def holds_event_lines(head: bytes) -> bool:
    """
    Return whether one of the first lines is an event, or invalid JSON that looks like one.

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
    """Return the first bytes of a file decompressed if it is gzip or zstd, else unchanged."""
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


@lru_cache(maxsize=2)
def text_of(head: bytes) -> str:
    """
    Return the first bytes of a file as text, without a byte order mark and space before it.

    All formats are asked about the same bytes in turn, so the last texts are kept.
    """
    return head.decode("utf-8", "replace").removeprefix("\ufeff").lstrip()


def _read_what_is_there(file: gzip.GzipFile) -> bytes:
    """Read up to HEAD_BYTES from a file whose end may be cut off."""
    read = bytearray()
    try:
        while len(read) < HEAD_BYTES and (part := file.read1(8192)):
            read += part
    except EOFError:
        # The head is only the start of the file, so it ends in the middle of a block.
        return bytes(read)
    return bytes(read)
