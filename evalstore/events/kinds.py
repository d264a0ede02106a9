"""Which fields of a payload say what an event is about inside its run."""

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from evalstore.phrases import unknown_name

# The parts of the subject, in their order; a part that is absent is an empty string.
SUBJECT_PARTS: Mapping[str, tuple[str, ...]] = {
    "run_started": (),
    "case_generated": ("case_id",),
    "response_recorded": ("case_id", "system_id", "attempt"),
    "verdict_recorded": ("case_id", "system_id", "attempt", "validator_id"),
    "drift_detected": ("case_id", "system_id", "attempt", "value_dim", "trigger"),
    "trend_detected": ("metric", "system_id", "slice", "detector"),
    "gate_evaluated": (
        "gate_id",
        "system_id",
        "validator_id",
        "slice",
        "variant",
        "config_sha256",
    ),
    "analysis_recorded": ("analysis_id",),
    "score_reported": ("system_id", "scorer", "metric", "params", "reducer", "group"),
    "retracted": ("event_id",),
    "redacted": ("event_id",),
    "run_finished": (),
    "ingest_recorded": ("sha256",),
}
# Written by the fold itself: no event line may be one.
FOLD_KINDS = ("ingest_recorded",)
# Parts that are added only where they are present: a critic reads several dimensions of a case.
OPTIONAL_PARTS: Mapping[str, tuple[str, ...]] = {"response_recorded": ("value_dim",)}
DEFAULT_ATTEMPT = 1
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
    if kind not in SUBJECT_PARTS:
        raise unknown_name("kind", kind, SUBJECT_PARTS, listed_by="schema")
    parts = [_part(name, payload.get(name)) for name in SUBJECT_PARTS[kind]]
    parts += [
        _part(name, payload[name])
        for name in OPTIONAL_PARTS.get(kind, ())
        if payload.get(name) is not None
    ]
    return "/".join(parts)


def _part(name: str, value: Any) -> str:
    if name == "attempt":
        # JSON knows one kind of number, so 1.0 is the first attempt too.
        return str(DEFAULT_ATTEMPT if value is None else int(value))
    if isinstance(value, dict):
        # Key order does not tell two objects apart; an empty one says as much as none.
        value = json.dumps(value, sort_keys=True, separators=(",", ":")) if value else None
    if value is None:
        return ""
    return value if _UNRESERVED.fullmatch(value) else quote(value, safe="")
