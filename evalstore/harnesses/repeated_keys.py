"""Keys that come twice in one object: of their values a parser keeps one and is silent."""

import json
from typing import Any

import orjson

from evalstore.events.parsing import repeated_key_of, shortened
from evalstore.harnesses.nesting import require_writable

# The phrase by which records are counted that such an object cost.
DUPLICATE_KEY = "duplicate key"


class RepeatedKeyError(ValueError):
    """An object has a key twice; the text says which."""


def require_single_keys(text: str | bytes, found: Any) -> None:
    """
    Raise RepeatedKeyError where a JSON text, of which ``found`` was read, has a key twice.

    Raises RecursionError where it is nested too deep to be written again.
    """
    if may_repeat(text, found):
        require_writable(found)
        json.loads(text, object_pairs_hook=object_of)


def may_repeat(text: str | bytes, found: Any) -> bool:
    r"""
    Say whether a JSON text may hold a key twice, of which ``found`` then lacks one.

    What was read is written again for that: with a key less it has fewer quotes. Where it cannot
    be written, as where it is nested too deep, it may.

    >>> may_repeat(r'[{"a": "\""}]', [{"a": '"'}]), may_repeat('{"a": 1, "a": 2}', {"a": 2})
    (False, True)
    >>> may_repeat(r'{"a": "\u0022"}', {"a": '"'}), may_repeat(r'{"a":1,"\u0061":2}', {"a": 2})
    (False, True)
    """
    try:
        # In 14 lists, which with nesting.DEPTH_MAX levels are as many as the encoder takes.
        written = orjson.dumps([[[[[[[[[[[[[[found]]]]]]]]]]]]]])
    except TypeError:
        # It holds what strict JSON does not, or too many levels.
        return True
    # A quote in a text may be written in two ways; what only looks like it is counted too much.
    if isinstance(text, bytes):
        count = text.count(b'"') + text.count(rb"\u0022")
    else:
        count = text.count('"') + text.count(r"\u0022")
    return count != written.count(b'"')


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of its keys and values, as a hook; RepeatedKeyError for a key twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise RepeatedKeyError(
            f"found the key {shortened(repeated_key_of(pairs))} twice in one object, expected it "
            "once; keep the one that is meant"
        )
    return found
