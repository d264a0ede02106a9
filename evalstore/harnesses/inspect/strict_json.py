"""JSON as Inspect writes it, made strict: no NaN, no lone surrogates, no integer beyond 2^53."""

import json
import math
import re
from collections.abc import Iterable
from typing import Any

import orjson

from evalstore.harnesses.nesting import require_writable, too_deep
from evalstore.harnesses.repeated_keys import RepeatedKeyError, object_of, require_single_keys

# Any value of a JSON text; its readers check the type before use.
Json = Any
# Larger integers lose digits in every reader that takes JSON numbers as doubles.
INTEGER_MAX = 2**53 - 1
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class NotStrictJsonError(Exception):
    """A record contains values that strict JSON cannot represent; ``repaired`` replaces them."""


def decode(data: bytes, *, takes_other_bytes: bool = False) -> tuple[Any, bool]:
    """
    Return the value, and whether the text was strict.

    With ``takes_other_bytes``, bytes that are not UTF-8 become lone surrogates, which ``repaired``
    notes. Raises ValueError if the text is not JSON or not UTF-8, RepeatedKeyError, a ValueError,
    if an object has a repeated key, and RecursionError if it is nested too deep.

    >>> decode(b'{"a": 1}'), decode(b'[NaN]')
    (({'a': 1}, True), ([nan], False))
    """
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:
        text = data.decode("utf-8", "surrogateescape") if takes_other_bytes else _utf_8(data)
        try:
            value = json.loads(text, object_pairs_hook=object_of)
        except RecursionError as error:
            raise too_deep() from error
        require_writable(value)
        return value, False
    require_single_keys(data, value)
    return value, True


def is_json(data: bytes) -> bool:
    """
    Return True if a text is one JSON value, or is nested too deep to be decoded.

    Repeated keys are ignored.

    >>> is_json(b'{"a": 1, "a": 2}'), is_json(b'{"a": 1')
    (True, False)
    """
    try:
        decode(data, takes_other_bytes=True)
    except (RepeatedKeyError, RecursionError):
        return True
    except ValueError:
        return False
    return True


def encode(record: dict[str, Any]) -> str:
    """
    Return the record as JSON text; raises NotStrictJsonError.

    NaN would be written as null without an error: call ``repaired`` on a record that may have one.
    """
    try:
        return orjson.dumps(record, option=orjson.OPT_STRICT_INTEGER).decode()
    except TypeError as error:
        raise NotStrictJsonError(str(error)) from error


def kept(source: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return only the named entries, so that no others have to be repaired."""
    return {name: source[name] for name in names if name in source}


def repaired(value: Json, path: str, repairs: list[dict[str, str]]) -> Json:
    """
    Return the value in strict JSON, and append each replacement to `repairs`.

    >>> noted = []
    >>> repaired({"a": [1.5, float("nan")]}, "", noted), noted
    ({'a': [1.5, None]}, [{'path': 'a.1', 'was': 'NaN', 'rule': 'NaN and Infinity become null'}])
    """
    return value if is_strict(value) else _repaired(value, path, repairs)


def strict(value: Json) -> Json:
    """Return the value in strict JSON, without a list of the replacements."""
    return repaired(value, "", [])


def is_strict(value: Json) -> bool:
    r"""
    Return True if strict JSON can represent the value unchanged.

    >>> is_strict({"a": [1, "é", None, True]}), is_strict({"a": [2**53]}), is_strict("\ud800")
    (True, False, False)
    """
    if isinstance(value, str):
        return value.isascii() or LONE_SURROGATE.search(value) is None
    if isinstance(value, dict):
        return all(map(is_strict, value)) and all(map(is_strict, value.values()))
    if isinstance(value, list):
        return all(map(is_strict, value))
    if isinstance(value, float):
        return math.isfinite(value)
    return not isinstance(value, int) or abs(value) <= INTEGER_MAX


def _utf_8(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"byte {error.start + 1} ({data[error.start]:#04x}) is not valid UTF-8; save the "
            "file as UTF-8"
        ) from error


def _repaired(value: Json, path: str, repairs: list[dict[str, str]]) -> Json:
    if isinstance(value, dict):
        return {
            _repaired_text(key, path, repairs): _repaired(item, _below(path, key), repairs)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_repaired(item, _below(path, str(at)), repairs) for at, item in enumerate(value)]
    if isinstance(value, str):
        return _repaired_text(value, path, repairs)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > INTEGER_MAX:
        return _repaired_integer(value, path, repairs)
    if isinstance(value, float) and not math.isfinite(value):
        was = "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")
        _note(repairs, path, was, "NaN and Infinity become null")
        return None
    return value


def _repaired_integer(value: int, path: str, repairs: list[dict[str, str]]) -> float | str | None:
    if -(2**63) <= value < 2**64:
        _note(repairs, path, str(value), "integers beyond 2^53 become text")
        return str(value)
    # The fast decoder reads these as doubles; the slow one must produce the same event.
    try:
        return float(value)
    except OverflowError:
        _note(repairs, path, "a number beyond doubles", "NaN and Infinity become null")
        return None


def _repaired_text(text: str, path: str, repairs: list[dict[str, str]]) -> str:
    match = LONE_SURROGATE.search(text)
    if match is None:
        return text
    was = f"\\u{ord(match.group()):04x}"
    _note(repairs, path, was, "lone surrogates become U+FFFD")
    return LONE_SURROGATE.sub("\ufffd", text)


def _below(path: str, name: str) -> str:
    # A path is text in a payload, so it must not contain a name's surrogates.
    name = LONE_SURROGATE.sub("\ufffd", name)
    return f"{path}.{name}" if path else name


def _note(repairs: list[dict[str, str]], path: str, was: str, rule: str) -> None:
    repairs.append({"path": path, "was": was, "rule": rule})
