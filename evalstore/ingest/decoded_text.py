"""A JSON text as its value, or as what is told of it where it has none."""

from typing import Any

from evalstore.ingest.inspect.stream_errors import reason_of
from evalstore.ingest.inspect.strict_json import decode, repaired
from evalstore.ingest.records import Skip
from evalstore.ingest.repeated_keys import RepeatedKeyError


def decoded(
    location: str,
    text: bytes,
    again: str,
    *,
    repairs: list[dict[str, str]] | None = None,
    is_repaired: bool = True,
) -> Any:
    """
    Return the value of a text as strict JSON, or a Skip; ``again`` is the way out from no JSON.

    What had to be repaired is added to ``repairs``. Unless ``is_repaired``, infinities and NaN
    stay in it.

    >>> decoded("line 1", b'{"a": 1}', "write it again")
    {'a': 1}
    >>> decoded("line 2", b'{"a": 1, "a": 2}', "write it again").reason
    'duplicate key'
    """
    try:
        found = decode(text)[0]
        if not is_repaired:
            return found
        return repaired(found, "", [] if repairs is None else repairs)
    except (RecursionError, RepeatedKeyError) as error:
        return Skip(location, reason_of(error), str(error))
    except ValueError as error:
        return Skip(location, "no JSON", f"{error}; {again}")
