"""Elements of a large JSON list in a file, read one by one."""

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
    Yield location and value of each object in a list, as strict JSON except for long integers.

    ``name`` is the key of the list in the outermost object; None if the list is the whole file.
    An element that is not an object yields a Skip, and so do an object with a text that is not
    UTF-8 and the missing rest of a truncated file, for which ``again`` is the advice in the
    message. ``strict_of`` turns an object into strict JSON.
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
            for key in stream.names():
                if key == name:
                    place = f"{path.name}, {name}"
                    yield from _elements(stream, place, strict_of=strict_of)
                else:
                    stream.skip()
        except CutShortError as error:
            detail = f"{error}; everything before it was read, {again}"
            yield Skip(path.name, "cut short", detail)
        except (MalformedError, TooLargeError, RecursionError, ValueError) as error:
            detail = f"the rest of the file cannot be read: {error}; {again}"
            yield Skip(path.name, rest_reason(error), detail)


def with_texts(value: Any) -> Any:
    """Return a value as strict JSON, with non-finite numbers as texts."""
    return strict(as_texts(value))


def as_read(value: Any) -> Any:
    """Return the value unchanged, so that non-finite numbers are kept."""
    return value


def is_list(path: Path) -> bool:
    """Return whether a file begins as one list of objects, rather than as lines."""
    with input_file.open_bytes(path) as file:
        return LIST.match(file.read(LIST_START_BYTES)) is not None


def _elements(
    stream: JsonStream, place: str, *, strict_of: Callable[[Any], Any]
) -> Iterator[tuple[str, dict[str, Any]] | Skip]:
    for number in stream.elements():
        location = f"{place}[{number}]"
        try:
            element, is_strict = stream.element()
        except (TooLargeError, MalformedError, RecursionError, ValueError) as error:
            yield Skip(location, reason_of(error), str(error))
            continue
        if not is_strict and _has_other_bytes(element):
            yield Skip(
                location,
                "not UTF-8",
                "a text in the file is not valid UTF-8; save the file as UTF-8",
            )
        elif isinstance(element, dict):
            clean: dict[str, Any] = element if is_strict else strict_of(element)
            yield location, clean
        else:
            detail = f"found a {type(element).__name__}, expected an object"
            yield Skip(location, "no object", detail)


def _has_other_bytes(value: Any) -> bool:
    """Return whether a text in a value has bytes escaped by ``surrogateescape``."""
    if isinstance(value, str):
        return OTHER_BYTES.search(value) is not None
    if isinstance(value, dict):
        return any(map(_has_other_bytes, (*value, *value.values())))
    return isinstance(value, list) and any(map(_has_other_bytes, value))
