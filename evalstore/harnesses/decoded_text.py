"""Decode a JSON text, or return the Skip that describes why it cannot be decoded."""

from collections.abc import Callable
from typing import Any

from evalstore.harnesses.inspect.stream_errors import reason_of
from evalstore.harnesses.inspect.strict_json import decode, strict
from evalstore.harnesses.records import Skip
from evalstore.harnesses.repeated_keys import RepeatedKeyError


def decoded(
    location: str, text: bytes, again: str, *, strict_of: Callable[[Any], Any] = strict
) -> Any:
    """
    Return the value of a text as strict JSON, or a Skip if the text cannot be decoded.

    ``again`` is the advice at the end of the Skip's message for invalid JSON. ``strict_of``
    turns a decoded value into strict JSON.

    >>> decoded("line 1", b'{"a": 1}', "write it again")
    {'a': 1}
    >>> decoded("line 2", b'{"a": 1, "a": 2}', "write it again").reason
    'duplicate key'
    """
    try:
        return strict_of(decode(text)[0])
    except (RecursionError, RepeatedKeyError) as error:
        return Skip(location, reason_of(error), str(error))
    except ValueError as error:
        return Skip(location, "no JSON", f"{error}; {again}")
