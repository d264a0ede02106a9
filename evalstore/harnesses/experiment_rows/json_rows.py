"""Objects of an export: a JSON list, an object with a list, or one object a line."""

import json
from collections.abc import Iterator
from typing import Any

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_lines
from evalstore.harnesses.decoded_text import decoded
from evalstore.harnesses.detect import unpacked
from evalstore.harnesses.helm.elements import elements_of
from evalstore.harnesses.inspect.strict_json import encode, is_json, is_strict, strict
from evalstore.harnesses.records import Skip, SourceFile

DOCUMENT_BYTES_MAX = 256 * 1024 * 1024
PIECE_BYTES = 16 * 1024 * 1024
HEAD_BYTES = 65536
AGAIN = "export it again"


def objects(source: SourceFile, name: str) -> Iterator[tuple[str, dict[str, Any]] | Skip]:
    """
    Yield location and value of each object; infinities and NaN are kept.

    ``name`` is the key of the list if the file is one object. Only lines may be compressed. Raises
    UnreadableInputError if there is no line.
    """
    with input_file.open_bytes(source.path) as file:
        start = file.read(HEAD_BYTES).removeprefix(event_lines.BYTE_ORDER_MARK).lstrip()
    if start[:1] == b"[":
        yield from elements_of(source.path, None, again=AGAIN, strict_of=_numbers_kept)
        return
    if start[:1] == b"{" and _is_one_object(start):
        yield from elements_of(source.path, name, again=AGAIN, strict_of=_numbers_kept)
        return
    is_empty = True
    for piece in event_lines.pieces(source.path, PIECE_BYTES):
        yield from piece.skips
        with input_file.open_bytes(piece.path) as file:
            for number, line in enumerate(file, piece.first_line_number):
                if stripped := line.strip():
                    is_empty = False
                    yield _decoded(f"line {number}", stripped)
    if is_empty:
        raise UnreadableInputError(f"{source.name}: the file is empty, expected rows as JSON")


def documents(source: SourceFile) -> Iterator[tuple[str, dict[str, Any]] | Skip]:
    """Yield the object of a file of one object, on however many lines, or of each line."""
    with input_file.open_bytes(source.path) as file:
        start = unpacked(file.read(HEAD_BYTES)).removeprefix(event_lines.BYTE_ORDER_MARK).lstrip()
    if start[:1] == b"[" or not _is_one_object(start):
        yield from objects(source, "")
        return
    if source.path.stat().st_size > DOCUMENT_BYTES_MAX:
        raise UnreadableInputError(
            f"{source.name}: one object is larger than 256 MiB; write one object a line"
        )
    for piece in event_lines.pieces(source.path, DOCUMENT_BYTES_MAX):
        yield from piece.skips
        yield _decoded("the file", input_file.read_bytes(piece.path).strip())


def line_of(value: dict[str, Any]) -> bytes:
    """
    Return an object as one line of JSON; infinities and NaN are kept.

    >>> line_of({"a": 1}), line_of({"a": float("inf")})
    (b'{"a":1}', b'{"a": Infinity}')
    """
    return (encode(value) if is_strict(value) else json.dumps(value)).encode()


def _is_one_object(start: bytes) -> bool:
    """Return whether a file is one object rather than one a line, by its first bytes."""
    if not is_json(start.partition(b"\n")[0]):
        return b"\n" in start
    return b"\n" not in start.strip()


def _numbers_kept(value: Any) -> Any:
    """Return a value as strict JSON, but with infinities and NaN."""
    if is_strict(value) or isinstance(value, float):
        return value
    if isinstance(value, dict):
        return {_numbers_kept(key): _numbers_kept(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_numbers_kept(item) for item in value]
    return strict(value)


def _decoded(location: str, line: bytes) -> tuple[str, dict[str, Any]] | Skip:
    value = decoded(location, line, AGAIN, strict_of=_numbers_kept)
    if isinstance(value, Skip):
        return value
    if not isinstance(value, dict):
        kind = type(value).__name__
        return Skip(location, "no object", f"found a {kind}, expected an object")
    return location, value
