"""A JSON text as its value, or as what is told of it where it has none."""

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
    Return the value of a text as strict JSON, or a Skip; ``again`` is the way out from no JSON.

    ``strict_of`` is what makes a value strict that is not.

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
