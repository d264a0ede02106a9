"""Detection of keys that occur twice in one object, of which parsers silently drop one."""

import json
from typing import Any

import orjson

from evalstore.events.parsing import repeated_key_of, shortened
from evalstore.harnesses.nesting import require_writable

# Number of lists around the value when it is encoded again.
LISTS = 14
# The reason of a Skip for a record with such an object.
DUPLICATE_KEY = "duplicate key"


class RepeatedKeyError(ValueError):
    """An object has a key twice; the message names the key."""


def require_single_keys(text: str | bytes, value: Any) -> None:
    """
    Raise RepeatedKeyError if an object in a JSON text has a key twice.

    ``value`` is the parsed text. Raises RecursionError if it is nested too deep to be encoded.
    """
    if may_repeat(text, value):
        require_writable(value)
        json.loads(text, object_pairs_hook=object_of)


def may_repeat(text: str | bytes, value: Any) -> bool:
    r"""
    Return whether a JSON text with the parsed ``value`` may have a key twice in one object.

    The value is encoded again and quotes are counted: a dropped key leaves fewer of them. Return
    True, too, if the value cannot be encoded, for example if it is nested too deep.

    >>> may_repeat(r'[{"a": "\""}]', [{"a": '"'}]), may_repeat('{"a": 1, "a": 2}', {"a": 2})
    (False, True)
    >>> may_repeat(r'{"a": "\u0022"}', {"a": '"'}), may_repeat(r'{"a":1,"\u0061":2}', {"a": 2})
    (False, True)
    """
    try:
        # In 14 lists: with nesting.DEPTH_MAX levels this is the limit of the encoder.
        written = orjson.dumps([[[[[[[[[[[[[[value]]]]]]]]]]]]]])
    except TypeError:
        # The value is not strict JSON, or has too many levels.
        return True
    if written[LISTS:-LISTS] == text:
        # Most tools write JSON as the encoder does.
        return False
    # A quote inside a text can be escaped in two ways; look-alikes only make the count too high.
    if isinstance(text, bytes):
        count = text.count(b'"') + text.count(rb"\u0022")
    else:
        count = text.count('"') + text.count(r"\u0022")
    return count != written.count(b'"')


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """
    Return the object of these pairs; an ``object_pairs_hook``.

    Raises RepeatedKeyError if a key occurs twice.
    """
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise RepeatedKeyError(
            f"found the key {shortened(repeated_key_of(pairs))} twice in one object, expected it "
            "once; remove one of them"
        )
    return fields
