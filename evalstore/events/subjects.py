"""Subjects: the natural key of an event inside its run, made of fields of its payload."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import quote

from evalstore.base.phrases import unknown_name
from evalstore.events import schemas

DEFAULT_ATTEMPT: int = schemas.definition("attempt")["default"]
# Most names are made of these, which percent-encoding leaves as they are.
_UNRESERVED = re.compile(r"[A-Za-z0-9_.~-]*")


def subject(kind: str, payload: Mapping[str, Any]) -> str:
    """
    Return the natural key of an event inside its run, its parts percent-encoded.

    >>> subject("response_recorded", {"case_id": "history 1", "system_id": "a/b"})
    'history%201/a%2Fb/1'
    >>> subject("response_recorded", {"case_id": "c", "system_id": "vif", "value_dim": "power"})
    'c/vif/1/power'
    >>> subject("trend_detected", {"metric": "ece", "detector": "cusum"})
    'ece///cusum'
    >>> subject("score_reported", {"scorer": "match", "metric": "mean", "params": {"k": 2}})
    '/match/mean/%7B%22k%22%3A2%7D//'
    >>> subject("run_started", {"suite": "hallucination"})
    ''
    """
    defaults, if_present = _parts(kind)
    parts = [_part(payload.get(name, default), default) for name, default in defaults.items()]
    parts += [_part(payload[name], None) for name in if_present if payload.get(name) is not None]
    return "/".join(parts)


@cache
def _parts(kind: str) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """Return the fields of a subject with their defaults, and those added only if present."""
    if kind not in schemas.kinds():
        raise unknown_name("kind", kind, schemas.kinds())
    schema = schemas.schema(kind)
    fields = schema["properties"]
    defaults = {name: fields[name].get("default") for name in schema["x-subject"]}
    return defaults, tuple(schema.get("x-subject-if-present", ()))


def _part(value: Any, default: Any) -> str:
    if value is None:
        value = default
    if isinstance(value, int | float):
        # JSON has one kind of number, so 1.0 is the first attempt too.
        return str(int(value))
    if isinstance(value, dict):
        # The order of keys makes no difference; an empty object equals a missing one.
        value = json.dumps(value, sort_keys=True, separators=(",", ":")) if value else None
    if value is None:
        return ""
    return value if _UNRESERVED.fullmatch(value) else quote(value, safe="")
