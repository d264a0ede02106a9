"""API objects in a file: evals, runs and output items, as lines, lists or pages."""

from collections.abc import Iterator
from typing import Any

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.events.parsing import shortened
from evalstore.harnesses import event_lines
from evalstore.harnesses.decoded_text import decoded
from evalstore.harnesses.detect import unpacked
from evalstore.harnesses.hosted_evals.items import INFINITE_SCORES
from evalstore.harnesses.inspect.strict_json import is_json, repaired
from evalstore.harnesses.non_finite import infinite_in
from evalstore.harnesses.records import Skip, SourceFile

PIECE_BYTES = 16 * 1024 * 1024
DOCUMENT_BYTES_MAX = 256 * 1024 * 1024
HEAD_BYTES = 65536
EVAL, RUN, ITEM, PAGE = "eval", "eval.run", "eval.run.output_item", "list"
KINDS = (EVAL, RUN, ITEM)


def objects(source: SourceFile) -> Iterator[tuple[str, dict[str, Any]] | Skip]:
    """
    Yield location and value of each object as strict JSON; pages and lists are unrolled.

    Raises UnreadableInputError if a file that is one document cannot be read.
    """
    if _holds_lines(source):
        for piece in event_lines.pieces(source.path, PIECE_BYTES):
            yield from piece.skips
            with input_file.open_bytes(piece.path) as file:
                for number, line in enumerate(file, piece.first_line_number):
                    if stripped := line.strip():
                        yield from _of_text(stripped, f"line {number}")
        return
    if source.path.stat().st_size > DOCUMENT_BYTES_MAX:
        raise UnreadableInputError(
            f"{source.name}: one document is larger than 256 MiB; write one object a line"
        )
    for item in _of_text(unpacked_whole(source), "the file"):
        if isinstance(item, Skip) and item.location == "the file":
            raise UnreadableInputError(f"{source.name}: {item.detail}")
        yield item


def unpacked_whole(source: SourceFile) -> bytes:
    """Return the bytes of a file that is one document, decompressed if need be."""
    return b"".join(
        input_file.read_bytes(piece.path)
        for piece in event_lines.pieces(source.path, DOCUMENT_BYTES_MAX)
    )


def _holds_lines(source: SourceFile) -> bool:
    """Return whether a file has one object a line, by its first bytes."""
    with input_file.open_bytes(source.path) as file:
        head = unpacked(file.read(HEAD_BYTES)).removeprefix(event_lines.BYTE_ORDER_MARK).lstrip()
    first, separator, rest = head.partition(b"\n")
    if not separator or not rest.strip():
        return False
    if not is_json(first):
        # A long line is cut by the head; the first line of an indented document is only a brace.
        return len(first) > len(b'{"object":')
    return first.startswith(b"{")


def _of_text(text: bytes, location: str) -> Iterator[tuple[str, dict[str, Any]] | Skip]:
    repairs: list[dict[str, str]] = []
    document = decoded(
        location, text, "write it again", strict_of=lambda value: repaired(value, "", repairs)
    )
    if isinstance(document, Skip):
        yield document
    else:
        yield from _unrolled(document, location, (), infinite_in(repairs))


def _unrolled(
    document: Any, location: str, path: tuple[str, ...], infinite: dict[str, str]
) -> Iterator[tuple[str, dict[str, Any]] | Skip]:
    is_page = isinstance(document, dict) and document.get("object") == PAGE
    listed = document.get("data") if is_page else document
    if isinstance(listed, list):
        within = (*path, "data") if is_page else path
        for number, element in enumerate(listed):
            yield from _unrolled(
                element, f"{location}[{number}]", (*within, str(number)), infinite
            )
    elif isinstance(document, dict) and document.get("object") in KINDS:
        if infinite:
            document[INFINITE_SCORES] = _infinite_scores(path, infinite)
        yield location, document
    else:
        kind = document.get("object") if isinstance(document, dict) else document
        yield Skip(
            location,
            "no such object",
            f"found the object type {shortened(str(kind))}, expected one of {', '.join(KINDS)}",
        )


def _infinite_scores(path: tuple[str, ...], infinite: dict[str, str]) -> dict[str, str]:
    """Return the texts of infinite scores in an item, by the places of its results."""
    scores = {}
    for place, was in infinite.items():
        parts = place.split(".")
        if parts[:-3] == list(path) and parts[-3] == "results" and parts[-1] == "score":
            scores[parts[-2]] = was
    return scores
