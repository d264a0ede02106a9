"""Parse JSON strictly: refuse repeated keys and numbers that cannot be kept exactly."""

import json
import math
import re
from dataclasses import dataclass
from typing import Any

from evalstore.errors import RefusedEventError

# Beyond it, neighbouring integers are equal as doubles.
INTEGER_MAX = 2**53
DEPTH_MAX = 64
_SAFE_DIGIT_COUNT = 15
_DIGIT_COUNT_MAX = 17
_WORD_LENGTH_MAX = 60
_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


@dataclass(frozen=True, slots=True)
class NotFinite:
    """NaN or an infinity, as it was written."""

    text: str


def parse(text: str) -> Any:
    """
    Parse one JSON text; raise RefusedEventError, with the reason, if it cannot be kept.

    >>> parse('{"a": NaN}')
    {'a': NotFinite(text='NaN')}
    >>> parse('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    ...
    evalstore.errors.RefusedEventError: duplicate key: found the key "a" twice in one \
object, expected it once; remove one of them
    """
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise RefusedEventError(
            "not JSON",
            f"{error.msg} at character {error.pos}, near {shortened(text[error.pos :])}; "
            "expected one JSON object on one line",
        ) from error
    except RecursionError as error:
        raise _depth_error("far more") from error
    if text.count("[") + text.count("{") > DEPTH_MAX:
        _refuse_deep(value)
    return value


def may_need_repair(text: str) -> bool:
    """
    Return True if a text may need repair: for NaN, an infinity or half of a surrogate pair.

    >>> may_need_repair('{"a": Infinity}'), may_need_repair('{"a": "b"}')
    (True, False)
    """
    return "NaN" in text or "Infinity" in text or _ESCAPE.search(text) is not None


def shortened(text: str) -> str:
    """
    Quote a found text, cut to a length that fits a message.

    >>> shortened("high")
    '"high"'
    """
    cut = text if len(text) <= _WORD_LENGTH_MAX else text[:_WORD_LENGTH_MAX] + "…"
    return json.dumps(cut, ensure_ascii=not cut.isprintable())


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """
    Return the object of its keys and values, as ``object_pairs_hook`` of a decoder.

    Raises RefusedEventError if a key is repeated.
    """
    parsed = dict(pairs)
    if len(parsed) < len(pairs):
        raise RefusedEventError(
            "duplicate key",
            f"found the key {shortened(repeated_key_of(pairs))} twice in one object, expected it "
            "once; remove one of them",
        )
    return parsed


def repeated_key_of(pairs: list[tuple[str, Any]]) -> str:
    """
    Return the first key that repeats an earlier one, which must exist.

    >>> repeated_key_of([("a", 1), ("b", 2), ("a", 3)])
    'a'
    """
    names = [name for name, _ in pairs]
    seen: set[str] = set()
    at = 0
    while names[at] not in seen:
        seen.add(names[at])
        at += 1
    return names[at]


def _integer(text: str) -> int:
    if len(text) <= _SAFE_DIGIT_COUNT:
        return int(text)
    # The length is checked first, since Python refuses to parse thousands of digits.
    if len(text) > _DIGIT_COUNT_MAX or abs(int(text)) > INTEGER_MAX:
        raise RefusedEventError(
            "integer beyond 2^53",
            f"found {shortened(text)}, expected at most {INTEGER_MAX}, since many readers round "
            "larger numbers; write it as a string",
        )
    return int(text)


def _double(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise RefusedEventError(
            "number too large",
            f"found {shortened(text)}, expected a number that fits a double; write it as a string",
        )
    return value


def _refuse_deep(value: Any) -> None:
    level: list[Any] = [value]
    for _ in range(DEPTH_MAX + 1):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return
    raise _depth_error(f"more than {DEPTH_MAX}")


def _depth_error(levels: str) -> RefusedEventError:
    return RefusedEventError(
        "nested too deeply",
        f"found {levels} levels, expected at most {DEPTH_MAX}; write the inner part as a string",
    )


_DECODER = json.JSONDecoder(
    object_pairs_hook=object_of,
    parse_constant=NotFinite,
    parse_int=_integer,
    parse_float=_double,
)
