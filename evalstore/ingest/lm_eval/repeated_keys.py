"""Keys that come twice in one object: of their values a parser keeps one and is silent."""

import json
from typing import Any

from evalstore.events.parsing import repeated_key_of

# Ends a key; in a text its quote is escaped, and then it ends nothing.
KEY_END, IN_TEXT = b'":', b'\\":'


def may_repeat(line: bytes, found: dict[str, Any]) -> bool:
    """
    Say whether a line may hold a key twice; it does not where it has as many as its object.

    >>> may_repeat(b'{"a": {"b": 1}}', {"a": {"b": 1}}), may_repeat(b'{"a":1,"a":2}', {"a": 2})
    (False, True)
    """
    count = line.count(KEY_END)
    return count != _key_count(found) and count - line.count(IN_TEXT) != _key_count(found)


def repeated_key(text: bytes) -> str | None:
    """
    Return a key that some object has twice, however deep; None where each comes once.

    >>> repeated_key(b'{"a": {"b": 1, "b": 2}}'), repeated_key(b'{"a": {"b": 1}, "b": 2}')
    ('b', None)
    """
    repeated: list[str] = []

    def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            repeated.append(repeated_key_of(pairs))
        return found

    json.loads(text.decode("utf-8", "surrogateescape"), object_pairs_hook=object_of)
    return repeated[0] if repeated else None


def _key_count(found: dict[str, Any]) -> int:
    """Count the keys of an object and of the objects in it, those in lists left out."""
    count = len(found)
    for value in found.values():
        if type(value) is dict:
            count += _key_count(value)
    return count
