"""Content of RDF files as UTF-8: gzip is unpacked, a byte order mark removed, the size limited."""

import codecs
import gzip
import re
import zlib
from collections.abc import Callable
from pathlib import Path

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError, UsageError

EXPECTED = "Turtle, N-Triples, N-Quads, TriG, RDF/XML or JSON-LD"
# Limit of one unpacked file: about three million statements, the most that fit into memory.
CONTENT_BYTES_MAX = 500_000_000
CHUNK_BYTES = 1 << 20
HEAD_BYTES = 65_536
GZIP = b"\x1f\x8b"
FOREIGN = (
    (GZIP, "packed by gzip twice", "unpack it once"),
    (b"PK\x03\x04", "a ZIP archive", "unpack it, or pack the graph alone by gzip"),
    (b"BZh", "packed by bzip2", "unpack it, or pack it by gzip"),
    (b"\xfd7zXZ\x00", "packed by xz", "unpack it, or pack it by gzip"),
    (b"\x28\xb5\x2f\xfd", "packed by Zstandard", "unpack it, or pack it by gzip"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", "unpack it, or pack the graph alone by gzip"),
    (b"PAR1", "a Parquet file", "write its statements as N-Triples"),
    (b"$HDT", "an HDT file", "write it as N-Triples, such as by hdt2rdf"),
    (b"\x89PNG", "a PNG image", "name the file of the graph"),
    (b"%PDF", "a PDF document", "name the file of the graph"),
)
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
DECLARED = re.compile(rb"""\s*<\?xml[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["'][^>]*\?>""")
SUFFIXES = frozenset(
    (".ttl", ".nt", ".nq", ".trig", ".rdf", ".owl", ".xml", ".jsonld", ".n3", ".gz", ".shacl")
)
NAMED_MAX = 3


def rdf_content(path: Path) -> bytes:
    """
    Return the content of a file as UTF-8.

    Raises ``UsageError`` if there is no such file, and ``UnreadableInputError`` for one that is
    empty, binary, of another encoding, or has over 500 MB (unpacked).
    """
    data = _unpacked(path)
    for mark, problem, way_out in FOREIGN:
        if data.startswith(mark):
            raise refused(path, f"it is {problem}", way_out)
    data = _decoded(path, data)
    if not data.strip():
        raise UnreadableInputError(f"{path} is empty; expected a graph in {EXPECTED}")
    if b"\0" in data[:HEAD_BYTES]:
        raise refused(path, "it is binary (it has zero bytes)", "name the file of the graph")
    return data


def refused(
    path: Path,
    problem: str,
    way_out: str,
    *,
    line: int | None = None,
    expected: str = EXPECTED,
) -> UnreadableInputError:
    """Return an error with file and line, the problem, the expected content and the remedy."""
    place = f"{path}, line {line}" if line else f"{path}"
    return UnreadableInputError(f"{place}: {problem}; expected {expected}: {way_out}")


def _unpacked(path: Path) -> bytes:
    if path.is_dir():
        inside = sorted(entry.name for entry in path.iterdir() if entry.suffix.lower() in SUFFIXES)
        examples = ", such as " + ", ".join(inside[:NAMED_MAX]) if inside else ""
        raise UsageError(f"{path} is a folder; expected a file in {EXPECTED}: name one{examples}")
    if not path.exists():
        raise UsageError(f"{path} does not exist; expected a graph in {EXPECTED}")
    if not path.is_file():
        raise UsageError(
            f"{path} is not a regular file; expected a file in {EXPECTED}: copy it to one"
        )
    try:
        with input_file.open_bytes(path) as file:
            is_packed = file.read(len(GZIP)) == GZIP
            file.seek(0)
            if not is_packed:
                return _limited(path, file.read)
            with gzip.GzipFile(fileobj=file) as unpacked:
                return _limited(path, unpacked.read)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise refused(
            path, f"its gzip data are damaged ({error})", "copy or pack the file again"
        ) from error
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error


def _limited(path: Path, read: Callable[[int], bytes]) -> bytes:
    """Return the bytes of ``read``, read in chunks so that a gzip bomb stops at the limit."""
    chunks = bytearray()
    while chunk := read(CHUNK_BYTES):
        chunks += chunk
        if len(chunks) > CONTENT_BYTES_MAX:
            raise refused(
                path,
                f"it is larger than {CONTENT_BYTES_MAX / 1e6:g} MB, unpacked",
                "use a part of the graph, such as the statements of some predicates",
                expected=f"at most {CONTENT_BYTES_MAX / 1e6:g} MB",
            )
    return bytes(chunks)


def _decoded(path: Path, data: bytes) -> bytes:
    """Return the content as UTF-8, decoded by its byte order mark or XML declaration."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return _as_utf8(path, data[len(mark) :], encoding)
    declared = DECLARED.match(data[:HEAD_BYTES])
    if declared is None:
        return _as_utf8(path, data, "utf-8")
    return _as_utf8(path, data, declared.group(1).decode("ascii"))


def _as_utf8(path: Path, data: bytes, encoding: str) -> bytes:
    try:
        if codecs.lookup(encoding).name == "utf-8":
            _check_utf8(path, data)
        else:
            data = data.decode(encoding).encode()
    except LookupError as error:
        raise refused(
            path, f"its encoding {encoding!r} is unknown", "write it as UTF-8", line=1
        ) from error
    except UnicodeError as error:
        raise refused(
            path,
            f"it declares the encoding {encoding}, but is not in it ({error})",
            "write it as UTF-8",
        ) from error
    declared = DECLARED.match(data[:HEAD_BYTES])
    if declared is None:
        return data
    return data[: declared.start(1)] + b"UTF-8" + data[declared.end(1) :]


def _check_utf8(path: Path, data: bytes) -> None:
    decoder = codecs.getincrementaldecoder("utf-8")()
    for start in range(0, len(data), CHUNK_BYTES):
        chunk = data[start : start + CHUNK_BYTES]
        held = len(decoder.getstate()[0])
        try:
            decoder.decode(chunk, final=start + CHUNK_BYTES >= len(data))
        except UnicodeDecodeError as error:
            place = start - held + error.start
            line = data.count(b"\n", 0, place) + 1
            if b"\0" in data[:HEAD_BYTES]:
                raise refused(
                    path, "it is binary (it has zero bytes)", "name the file of the graph"
                ) from error
            raise refused(
                path,
                f"byte 0x{data[place]:02X} is not UTF-8",
                f"convert it, such as by iconv -f ISO-8859-1 -t UTF-8 {path.name}",
                line=line,
                expected=f"{EXPECTED}, in UTF-8",
            ) from error
