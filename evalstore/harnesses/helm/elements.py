"""The elements of a large list in a file, one by one, and what was left out of it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.harnesses.inspect.json_stream import JsonStream
from evalstore.harnesses.inspect.stream_errors import (
    CutShortError,
    MalformedError,
    TooLargeError,
    reason_of,
    rest_reason,
)
from evalstore.harnesses.inspect.strict_json import strict
from evalstore.harnesses.non_finite import as_texts
from evalstore.harnesses.records import Skip

LIST = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*[{\]]")
LIST_START_BYTES = 1024
OTHER_BYTES = re.compile("[\udc80-\udcff]")


def elements_of(
    path: Path,
    name: str | None,
    *,
    again: str = "copy the run folder again",
    strict_of: Callable[[Any], Any] = strict,
) -> Iterator[tuple[str, dict[str, Any]] | Skip]:
    """
    Yield each object of a list, as strict JSON but for long integers, with where it stands.

    ``name`` is the list's in the outermost object; None where the list is the whole file. What is
    no object is a Skip, and so is the rest of a file that is cut short, with ``again`` as the way
    out, and an object with a text that is not UTF-8. ``strict_of`` is what makes
    an object strict that is not.
    """
    with input_file.open_text(
        path, encoding="utf-8-sig", errors="surrogateescape", newline=""
    ) as file:
        stream = JsonStream(file)
        try:
            if name is None:
                yield from _elements(stream, path.name, strict_of=strict_of)
                stream.require_end()
                return
            for found in stream.names():
                if found == name:
                    place = f"{path.name}, {name}"
                    yield from _elements(stream, place, strict_of=strict_of)
                else:
                    stream.skip()
        except CutShortError as error:
            detail = f"{error}; what was whole before it is read, {again}"
            yield Skip(path.name, "cut short", detail)
        except (MalformedError, TooLargeError, RecursionError, ValueError) as error:
            detail = f"the rest of the file cannot be read: {error}; {again}"
            yield Skip(path.name, rest_reason(error), detail)


def with_texts(found: Any) -> Any:
    """Return a value as strict JSON, with its text for each number that is not finite."""
    return strict(as_texts(found))


def as_read(found: Any) -> Any:
    """Return a value with the numbers that are not finite."""
    return found


def is_list(path: Path) -> bool:
    """Say whether a file is one list of objects, and not a value a line."""
    with input_file.open_bytes(path) as file:
        return LIST.match(file.read(LIST_START_BYTES)) is not None


def _elements(
    stream: JsonStream, place: str, *, strict_of: Callable[[Any], Any]
) -> Iterator[tuple[str, dict[str, Any]] | Skip]:
    for number in stream.elements():
        location = f"{place}[{number}]"
        try:
            found, is_strict = stream.element()
        except (TooLargeError, MalformedError, RecursionError, ValueError) as error:
            yield Skip(location, reason_of(error), str(error))
            continue
        if not is_strict and _has_other_bytes(found):
            yield Skip(location, "not UTF-8", "a text in it is not UTF-8; write the file in UTF-8")
        elif isinstance(found, dict):
            clean: dict[str, Any] = found if is_strict else strict_of(found)
            yield location, clean
        else:
            detail = f"found a {type(found).__name__}, expected an object"
            yield Skip(location, "no object", detail)


def _has_other_bytes(value: Any) -> bool:
    """Say whether a text in it has bytes that are not UTF-8, as ``surrogateescape`` reads them."""
    if isinstance(value, str):
        return OTHER_BYTES.search(value) is not None
    if isinstance(value, dict):
        return any(map(_has_other_bytes, (*value, *value.values())))
    return isinstance(value, list) and any(map(_has_other_bytes, value))
