"""Encoding of payloads as event lines, validated as the store validates them."""

import json
import warnings
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import orjson

from evalstore.errors import DoubtfulInputWarning, RefusedEventError, UsageError
from evalstore.events import slow_path, validation
from evalstore.events.parsing import INTEGER_MAX
from evalstore.events.repair import Repaired
from evalstore.harnesses.event_lines import LINE_BYTES_MAX

SOURCE = "python"
# Stack frames from here to the caller that records a case, a response or a verdict.
CALLER_DEPTH = 5
INFINITY = float("inf")


class LineEncoder:
    """
    An encoder for the events of one run.

    Most payloads are texts and finite numbers that fit the schema; those take about two
    microseconds. All others take the store's own slow path, whose messages are raised.
    """

    def __init__(self, run_id: str) -> None:
        self._run_id = run_id
        self._heads: dict[str, bytes] = {}

    def payload(self, kind: str, fields: Mapping[str, object]) -> bytes:
        """
        Encode the fields that are not None as a JSON object.

        Raises UsageError, naming the field, if the store would refuse a value.
        """
        payload = {name: value for name, value in fields.items() if value is not None}
        encoded = _quickly(kind, payload)
        if encoded is None:
            payload = {name: plain(value) for name, value in payload.items()}
            encoded = _quickly(kind, payload) or self._slowly(kind, payload)
        return encoded

    def line(self, kind: str, payload: bytes, supersedes: str | None = None) -> bytes:
        """
        Return the event line of an encoded payload, with the current time.

        Raises UsageError if it exceeds the maximum length of a line.
        """
        head = self._heads.get(kind)
        if head is None:
            envelope = {"source": SOURCE, "kind": kind, "run_id": self._run_id, "occurred_at": ""}
            head = self._heads[kind] = orjson.dumps(envelope)[:-3]
        replaced = b"" if supersedes is None else b'"supersedes":"%b",' % supersedes.encode()
        now = orjson.dumps(datetime.now(UTC), option=orjson.OPT_UTC_Z)
        line = b'%b%b,%b"payload":%b}\n' % (head, now, replaced, payload)
        if len(line) > LINE_BYTES_MAX:
            raise UsageError(
                f"{kind}: found {len(line)} bytes, expected at most {LINE_BYTES_MAX}; store long "
                "texts in files and record their paths"
            )
        return line

    def _slowly(self, kind: str, payload: dict[str, object]) -> bytes:
        """Encode any JSON value, and validate it by the store's slow path; raise UsageError."""
        try:
            text = json.dumps(payload, default=_plain_value, separators=(",", ":"))
        except (TypeError, ValueError, RecursionError) as error:
            raise UsageError(
                f"{kind}: {error}; expected text, numbers, true or false, lists and mappings"
            ) from error
        line = self.line(kind, text.encode())
        try:
            accepted = slow_path.accept_line(line.decode(), SOURCE, may_hold_secret=False)
        except RefusedEventError as error:
            raise UsageError(f"{kind}: {error.detail}") from error
        for repair in accepted.changes.repairs:
            repaired = Repaired(kind, repair["path"], repair["was"], repair["rule"])
            warnings.warn(str(repaired), DoubtfulInputWarning, stacklevel=CALLER_DEPTH)
        return text.encode()


def _quickly(kind: str, payload: dict[str, object]) -> bytes | None:
    """Encode a payload that certainly fits its schema; return None if it may not."""
    if not (_is_plain(payload) and validation.fast_check(kind)(payload)):
        return None
    try:
        return orjson.dumps(payload)
    except orjson.JSONEncodeError:
        # A lone surrogate, which the store repairs.
        return None


def _is_plain(payload: dict[str, Any]) -> bool:
    """Return True if JSON preserves every value: scalars and lists of texts only."""
    for value in payload.values():
        kind = type(value)
        if kind is str or kind is bool:
            continue
        if kind is float:
            if not -INFINITY < value < INFINITY:
                return False
        elif kind is int:
            if not -INTEGER_MAX <= value <= INTEGER_MAX:
                return False
        elif kind is not list or not all(type(item) is str for item in value):
            return False
    return True


def listed(name: str, values: Iterable[Any] | None) -> list[Any] | None:
    """
    Return the values as a list; raise UsageError for a text, since its characters are not meant.

    >>> listed("tags", ("nightly", "short"))
    ['nightly', 'short']
    """
    if values is None:
        return None
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise UsageError(f"{name}: found {values!r}, expected a list; write [{values!r}]")
    return list(values)


def plain(value: Any) -> Any:
    """
    Return the Python value of a numpy, torch or pandas scalar; any other value unchanged.

    >>> plain(0.5)
    0.5
    """
    kind = type(value)
    if kind is str or kind is float or kind is int or kind is bool or value is None:
        return value
    return _scalar(value)


def _scalar(value: Any) -> Any:
    if type(value).__name__ == "NAType":
        return None
    item = getattr(value, "item", None)
    return item() if callable(item) and getattr(value, "ndim", None) == 0 else value


def _plain_value(value: Any) -> Any:
    """Convert a value nested in a payload for the JSON encoder."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return sorted(value)
    converted = _scalar(value)
    if converted is value:
        raise TypeError(f"found an object of type {type(value).__name__}")
    return converted
