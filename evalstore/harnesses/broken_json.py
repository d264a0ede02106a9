"""Locations of syntax errors in files that begin as JSON."""

import json
from pathlib import Path

import orjson

from evalstore.base import input_file
from evalstore.harnesses.detect import unpacked

BYTES_MAX = 32 * 1024 * 1024
FOUND_CHARACTERS_MAX = 20
EXPECTED = {
    "Expecting value": "a value",
    "Expecting ',' delimiter": "a comma or the end of the list or object",
    "Expecting ':' delimiter": "a colon",
    "Expecting property name enclosed in double quotes": "a name in double quotes",
    "Illegal trailing comma before end of object": "a name in double quotes",
    "Illegal trailing comma before end of array": "a value",
    "Unterminated string starting at": "the quote that ends the text",
    "Invalid control character at": "no control character in a text",
    "Extra data": "nothing more",
}


def fault_in_json(path: Path) -> str:
    """
    Describe the first syntax error of a JSON or JSON Lines file, with line and column.

    Return an empty text if the file is valid JSON, does not begin as JSON, or is larger than
    32 MiB.
    """
    if path.stat().st_size > BYTES_MAX:
        return ""
    data = input_file.read_bytes(path)
    data = (unpacked(data) if data[:1] not in (b"{", b"[") else data).removeprefix(b"\xef\xbb\xbf")
    if data.lstrip()[:1] not in (b"{", b"["):
        return ""
    try:
        orjson.loads(data)
    except orjson.JSONDecodeError:
        text = data.decode("utf-8", "replace")
        return _of_lines(text) if _is_lines(text) else _fault(text, 1)
    return ""


def _is_lines(text: str) -> bool:
    first, _, rest = text.lstrip().partition("\n")
    return bool(rest.strip()) and not _fault(first, 1)


def _of_lines(text: str) -> str:
    lines = enumerate(text.split("\n"), 1)
    return next((fault for number, line in lines if (fault := _fault(line, number))), "")


def _fault(text: str, first_line_number: int) -> str:
    if not text.strip():
        return ""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        line_number = first_line_number + error.lineno - 1
        excerpt = text[error.pos : error.pos + FOUND_CHARACTERS_MAX].partition("\n")[0]
        shown = repr(excerpt) if text[error.pos : error.pos + 1] else "the end of the file"
        expected = EXPECTED.get(error.msg, f"JSON ({error.msg.lower()})")
        return (
            f"line {line_number}, column {error.colno} is not valid JSON: found {shown}, expected "
            f"{expected}"
        )
    except RecursionError:
        return ""
    return ""
