"""Objects of an export: a JSON list, an object that holds one, or one object a line."""

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
    Yield each object with where it stands; infinities and NaN stay in it.

    ``name`` is that of the list in an object. A file of a list is not unpacked; lines are.
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
        raise UnreadableInputError(f"{source.name}: no line in it, expected rows as JSON")


def documents(source: SourceFile) -> Iterator[tuple[str, dict[str, Any]] | Skip]:
    """Yield the objects of a file of one object, however it is laid out, or of one a line."""
    with input_file.open_bytes(source.path) as file:
        start = unpacked(file.read(HEAD_BYTES)).removeprefix(event_lines.BYTE_ORDER_MARK).lstrip()
    if start[:1] == b"[" or not _is_one_object(start):
        yield from objects(source, "")
        return
    if source.path.stat().st_size > DOCUMENT_BYTES_MAX:
        raise UnreadableInputError(
            f"{source.name}: one object of more than 256 MiB; write one a line"
        )
    for piece in event_lines.pieces(source.path, DOCUMENT_BYTES_MAX):
        yield from piece.skips
        yield _decoded("the file", input_file.read_bytes(piece.path).strip())


def line_of(found: dict[str, Any]) -> bytes:
    """
    Return an object on one line, to be decoded again; infinities and NaN stay in it.

    >>> line_of({"a": 1}), line_of({"a": float("inf")})
    (b'{"a":1}', b'{"a": Infinity}')
    """
    return (encode(found) if is_strict(found) else json.dumps(found)).encode()


def _is_one_object(start: bytes) -> bool:
    """Say whether a file that begins with an object goes on in it after its first line."""
    if not is_json(start.partition(b"\n")[0]):
        return b"\n" in start
    return b"\n" not in start.strip()


def _numbers_kept(value: Any) -> Any:
    """Return a value of which only infinities and NaN are not strict JSON."""
    if is_strict(value) or isinstance(value, float):
        return value
    if isinstance(value, dict):
        return {_numbers_kept(key): _numbers_kept(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_numbers_kept(item) for item in value]
    return strict(value)


def _decoded(location: str, line: bytes) -> tuple[str, dict[str, Any]] | Skip:
    found = decoded(location, line, AGAIN, strict_of=_numbers_kept)
    if isinstance(found, Skip):
        return found
    if not isinstance(found, dict):
        kind = type(found).__name__
        return Skip(location, "no object", f"found a {kind}, expected an object")
    return location, found
