"""
Repair events that would be refused, and record each change in the payload.

NaN and infinities become null, half surrogate pairs become U+FFFD, a confidence outside 0 to 1
and an alignment outside -1 to 1 become null, a measured verdict without a value becomes unscored,
secrets become ``[redacted:<rule>]``.
"""

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from evalstore.errors import RefusedEventError
from evalstore.events import schemas, secrets
from evalstore.events.parsing import NotFinite, shortened

_SURROGATE = re.compile(r"[\ud800-\udfff]")
_REPLACEMENT = "\ufffd"
# Enough to show the fault, without a copy of a broken text.
_NAMED_SURROGATE_COUNT = 4
OUT_OF_RANGE = "out_of_range"
PERCENT_MAX = 100
_CHANGES = {
    "not_finite": "kept as null",
    "lone_surrogate": "kept with U+FFFD in its place",
    "no_value": "kept as unscored, since it has no value",
}
_MAY_HOLD_TEXT = frozenset({str, list, dict})


@dataclass(slots=True)
class Changes:
    """The repairs and redactions of one event, in the order they were made."""

    repairs: list[dict[str, Any]] = field(default_factory=list)
    redactions: list[dict[str, Any]] = field(default_factory=list)

    def __bool__(self) -> bool:
        """Return True if anything was changed."""
        return bool(self.repairs or self.redactions)


def repaired(value: Any, path: str, changes: Changes) -> Any:
    """
    Return a parsed value without NaN, infinities and half surrogate pairs.

    >>> changes = Changes()
    >>> repaired({"level": NotFinite("NaN")}, "", changes)
    {'level': None}
    >>> changes.repairs
    [{'path': 'level', 'was': 'NaN', 'rule': 'not_finite'}]
    """
    if isinstance(value, NotFinite):
        changes.repairs.append({"path": path, "was": value.text, "rule": "not_finite"})
        return None
    if isinstance(value, str):
        return _whole_text(value, path, changes)
    if isinstance(value, list):
        return [
            repaired(element, f"{path}[{index}]", changes) for index, element in enumerate(value)
        ]
    if isinstance(value, dict):
        return _whole_object(value, path, changes)
    return value


def redacted(value: Any, path: str, changes: Changes, name: str = "") -> Any:
    """
    Return a parsed value without secrets; ``name`` is its key in the object around it.

    >>> changes = Changes()
    >>> redacted({"error": "no access with AKIAIOSFODNN7EXAMPLE"}, "", changes)
    {'error': 'no access with [redacted:aws_access_key]'}
    >>> changes.redactions
    [{'path': 'error', 'rule': 'aws_access_key', 'count': 1}]
    """
    kind = type(value)
    if kind is str:
        text, counts = secrets.redact_named(name, value)
        if counts:
            changes.redactions += _entries(path, counts)
        return text
    if kind is list:
        return [
            redacted(element, f"{path}[{index}]", changes, name)
            for index, element in enumerate(value)
        ]
    if kind is dict:
        return _redacted_object(value, path, changes)
    return value


def fit_schema(kind: str, payload: dict[str, Any], changes: Changes) -> None:
    """
    Repair in place the fields that the schema of a kind wants changed instead of refused.

    Percentages are not converted: 85 may be meant as 0.85, or be an error. A measured verdict
    without a value, also one that was NaN and is null by now, becomes unscored.

    >>> payload = {"outcome": "measured"}
    >>> fit_schema("verdict_recorded", payload, Changes())
    >>> payload
    {'outcome': 'unscored'}
    """
    for name, (low, high) in nullable_ranges(kind).items():
        value = payload.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if not low <= value <= high:
            payload[name] = None
            changes.repairs.append({"path": name, "was": value, "rule": OUT_OF_RANGE})

    for name, value, needed, replacement in _needs(kind):
        if payload.get(name) == value and payload.get(needed) is None:
            payload[name] = replacement
            changes.repairs.append({"path": name, "was": value, "rule": "no_value"})


@cache
def nullable_ranges(kind: str) -> dict[str, tuple[float, float]]:
    """
    Return the ranges of numbers that become null if they are out of range, by field.

    >>> nullable_ranges("response_recorded")
    {'confidence': (0, 1), 'alignment': (-1, 1)}
    """
    return {
        name: (field["minimum"], field["maximum"])
        for name, field in _fields(kind).items()
        if field.get("x-out-of-range") == "null"
    }


@cache
def _needs(kind: str) -> tuple[tuple[str, str, str, str], ...]:
    """Return each field and value that needs another field, that field, and the replacement."""
    return tuple(
        (name, value, needs["field"], needs["becomes"])
        for name, field in _fields(kind).items()
        for value, needs in field.get("x-without-field", {}).items()
    )


def _fields(kind: str) -> dict[str, Any]:
    fields: dict[str, Any] = schemas.schema(kind)["properties"] if kind in schemas.kinds() else {}
    return fields


def record(payload: dict[str, Any], changes: Changes) -> None:
    """Append the changes to those that the payload has already recorded."""
    for name, entries in (("repairs", changes.repairs), ("redactions", changes.redactions)):
        if entries:
            payload[name] = (payload.get(name) or []) + entries


def _whole_text(text: str, path: str, changes: Changes) -> str:
    halves = _SURROGATE.findall(text)
    if not halves:
        return text
    named = " ".join(f"\\u{ord(half):04x}" for half in halves[:_NAMED_SURROGATE_COUNT])
    was = named if len(halves) <= _NAMED_SURROGATE_COUNT else f"{named} … ({len(halves)})"
    changes.repairs.append({"path": path, "was": was, "rule": "lone_surrogate"})
    return _SURROGATE.sub(_REPLACEMENT, text)


def _whole_object(value: dict[str, Any], path: str, changes: Changes) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, inner in value.items():
        inner_path = joined(path, _SURROGATE.sub(_REPLACEMENT, key))
        name = _whole_text(key, inner_path, changes)
        if name in result:
            raise _same_key(name, "repair")
        result[name] = repaired(inner, inner_path, changes)
    return result


@lru_cache(maxsize=1024)
def _redacted_key(key: str) -> tuple[str, dict[str, int]]:
    """Return ``secrets.redact`` of a key, cached since the same few keys recur."""
    return secrets.redact(key)


def _redacted_object(value: dict[str, Any], path: str, changes: Changes) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, inner in value.items():
        name, counts = _redacted_key(key)
        inner_path = f"{path}.{name}" if path else name
        if counts:
            changes.redactions += _entries(inner_path, counts)
        if name in result:
            raise _same_key(name, "redaction")
        kept = inner
        if type(inner) in _MAY_HOLD_TEXT:
            kept = redacted(inner, inner_path, changes, key)
        result[name] = kept
    return result


def _entries(path: str, counts: dict[str, int]) -> list[dict[str, Any]]:
    return [{"path": path, "rule": rule, "count": count} for rule, count in counts.items()]


def joined(path: str, name: str) -> str:
    """
    Return the path of a field inside an object.

    >>> joined("", "text"), joined("turns[0]", "text")
    ('text', 'turns[0].text')
    """
    return f"{path}.{name}" if path else name


def _same_key(name: str, change: str) -> RefusedEventError:
    return RefusedEventError(
        "duplicate key",
        f"after {change} two keys of one object are both {shortened(name)}, expected each once; "
        "rename one of them",
    )


@dataclass(frozen=True, slots=True)
class Repaired:
    """One repair of one event; ``location`` is its line."""

    location: str
    field: str
    found: Any
    rule: str

    @property
    def advice(self) -> str:
        """
        Return the probable meaning of the value, empty if it is unknown.

        >>> Repaired("line 3", "confidence", 95, "out_of_range").advice
        'a share: 95 % is 0.95'
        """
        is_percent = self.field == "confidence" and self.rule == OUT_OF_RANGE
        if not is_percent or not 1 < self.found <= PERCENT_MAX:
            return ""
        return f"a share: {self.found:.12g} % is {self.found / PERCENT_MAX:.12g}"

    @property
    def detail(self) -> str:
        """
        Return a sentence about the value that was found and its replacement.

        >>> Repaired("line 3", "alignment", -1.2, "out_of_range").detail
        'payload.alignment: found -1.2, expected a number from -1 to 1, kept as null'
        """
        if self.rule == OUT_OF_RANGE:
            low, high = _ranges()[self.field]
            change = f"expected a number from {low} to {high}, kept as null"
        else:
            change = _CHANGES[self.rule]
        shown = shortened(self.found)[1:-1] if isinstance(self.found, str) else self.found
        text = f"payload.{self.field}: found {shown}, {change}"
        return f"{text}; {self.advice}" if self.advice else text

    def __str__(self) -> str:
        return f"{self.location}: {self.detail}"

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``ingest --json`` prints."""
        return {
            "locus": self.location,
            "field": self.field,
            "found": self.found,
            "rule": self.rule,
            "detail": self.detail,
            "advice": self.advice or None,
        }


@cache
def _ranges() -> dict[str, tuple[float, float]]:
    return {
        name: bounds for kind in schemas.kinds() for name, bounds in nullable_ranges(kind).items()
    }
