"""The elements of a large list in a file, one by one, and what was left out of it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalstore.ingest.inspect.json_stream import JsonStream
from evalstore.ingest.inspect.stream_errors import (
    CutShortError,
    MalformedError,
    TooLargeError,
    reason_of,
    rest_reason,
)
from evalstore.ingest.inspect.strict_json import repaired
from evalstore.ingest.non_finite import as_texts
from evalstore.ingest.records import Skip

LIST = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*[{\]]")
LIST_START_BYTES = 1024
OTHER_BYTES = re.compile("[\udc80-\udcff]")


def elements_of(
    path: Path,
    name: str | None,
    *,
    again: str = "copy the run folder again",
<<<<<<< ours
    is_repaired: bool = True,
=======
    names_infinities: bool = False,
>>>>>>> theirs
) -> Iterator[tuple[str, dict[str, Any]] | Skip]:
    """
    Yield each object of a list, as strict JSON but for long integers, with where it stands.

    ``name`` is the list's in the outermost object; None where the list is the whole file. What is
    no object is a Skip, and so is the rest of a file that is cut short, with ``again`` as the way
<<<<<<< ours
    out, and an object with a text that is not UTF-8. Unless ``is_repaired``, infinities and NaN
    stay in it.
=======
    out, and an object with a text that is not UTF-8. A number that is not finite is null, and
    with ``names_infinities`` its text.
>>>>>>> theirs
    """
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        stream = JsonStream(file)
        try:
            if name is None:
<<<<<<< ours
                yield from _elements(stream, path.name, is_repaired=is_repaired)
=======
                yield from _elements(stream, path.name, names_infinities=names_infinities)
>>>>>>> theirs
                stream.require_end()
                return
            for found in stream.names():
                if found == name:
                    place = f"{path.name}, {name}"
<<<<<<< ours
                    yield from _elements(stream, place, is_repaired=is_repaired)
=======
                    yield from _elements(stream, place, names_infinities=names_infinities)
>>>>>>> theirs
                else:
                    stream.skip()
        except CutShortError as error:
            detail = f"{error}; what was whole before it is read, {again}"
            yield Skip(path.name, "cut short", detail)
        except (MalformedError, TooLargeError, RecursionError, ValueError) as error:
            detail = f"the rest of the file cannot be read: {error}; {again}"
            yield Skip(path.name, rest_reason(error), detail)


<<<<<<< ours
def _elements(
    stream: JsonStream, place: str, *, is_repaired: bool
=======
def is_list(path: Path) -> bool:
    """Say whether a file is one list of objects, and not a value a line."""
    with path.open("rb") as file:
        return LIST.match(file.read(LIST_START_BYTES)) is not None


def _elements(
    stream: JsonStream, place: str, *, names_infinities: bool
>>>>>>> theirs
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
<<<<<<< ours
            clean: dict[str, Any] = found
            if not is_strict and is_repaired:
                clean = repaired(found, "", [])
            yield location, clean
=======
            yield location, found if is_strict else _strict(found, names_infinities)
>>>>>>> theirs
        else:
            detail = f"found a {type(found).__name__}, expected an object"
            yield Skip(location, "no object", detail)


def _strict(found: dict[str, Any], names_infinities: bool) -> dict[str, Any]:
    strict: dict[str, Any] = repaired(as_texts(found) if names_infinities else found, "", [])
    return strict


def _has_other_bytes(value: Any) -> bool:
    """Say whether a text in it has bytes that are not UTF-8, as ``surrogateescape`` reads them."""
    if isinstance(value, str):
        return OTHER_BYTES.search(value) is not None
    if isinstance(value, dict):
        return any(map(_has_other_bytes, (*value, *value.values())))
    return isinstance(value, list) and any(map(_has_other_bytes, value))
