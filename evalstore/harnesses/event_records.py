"""
Records that list their events, in the shape that all formats have in common.

`ingest/records.sql` maps them. A record has one run and its events in their order: the run's
start, a case, an attempt, a verdict, a figure, the run's end. An event has a kind, its payload,
and its time if it is known. The mapping leaves out fields whose value is null.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import orjson

from evalstore.harnesses.inspect.strict_json import NotStrictJsonError
from evalstore.harnesses.records import SourceRecord

MAPPING = "ingest/records"
Event = dict[str, Any]
HALF = 0.5
# DuckDB writes numbers up to this one without an exponent.
PLAIN_MAX = 1e21
BIGINT_MAX = 2**63 - 1
FIGURE = (
    "system_id", "scorer", "metric", "params", "group", "value", "value_text", "stderr", "count",
)  # fmt: skip
# A time without an offset is local to an unknown machine.
MOMENT = re.compile(r"[0-9]{4}-.*[0-9](?:Z|[+-][0-9]{2}:?[0-9]{2})")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def started(payload: dict[str, Any], at: str | None = None) -> Event:
    """Return the event of a run's start."""
    return {"kind": "run_started", "at": at, "payload": payload}


def case(payload: dict[str, Any]) -> Event:
    """Return the event of a case."""
    return {"kind": "case_generated", "payload": payload}


def attempt(payload: dict[str, Any], at: str | None = None) -> Event:
    """Return the event of an attempt, which is one response of a system to a case."""
    return {"kind": "response_recorded", "at": at, "payload": payload}


def verdict(payload: dict[str, Any], at: str | None = None) -> Event:
    """Return the event of a verdict on an attempt."""
    return {"kind": "verdict_recorded", "at": at, "payload": payload}


def figure(fields: dict[str, Any], at: str | None = None) -> Event:
    """
    Return the event of a figure that the tool reports itself.

    Its fields have the order of ``FIGURE``; others follow.
    """
    payload = {name: fields.get(name) for name in FIGURE} | fields
    if payload["value"] is not None:
        payload["value"] = float(payload["value"])
    payload["count"] = as_integer(payload["count"])
    return {"kind": "score_reported", "at": at, "payload": payload}


def finished(status: str = "completed", at: str | None = None, **fields: Any) -> Event:
    """Return the event of a run's end."""
    return {"kind": "run_finished", "at": at, "payload": {"status": status, **fields}}


def record(location: str, run_id: str, *events: Event) -> SourceRecord:
    """Return a record of events in their order; raises NotStrictJsonError."""
    for event in events:
        payload = event["payload"]
        if None in payload.values():
            event["payload"] = {
                name: value for name, value in payload.items() if value is not None
            }
    try:
        text = _json({"run_id": run_id, "events": events})
    except TypeError:
        # A payload written by itself may be nested deeper.
        text = _text_of_parts(run_id, events)
    return SourceRecord(location, text)


def _text_of_parts(run_id: str, events: Sequence[Event]) -> str:
    try:
        parts = [
            f'{{"kind":"{event["kind"]}","at":{_json(event.get("at"))},'
            f'"payload":{_json(event["payload"])}}}'
            for event in events
        ]
        return f'{{"run_id":{_json(run_id)},"events":[{",".join(parts)}]}}'
    except TypeError as error:
        raise NotStrictJsonError(str(error)) from error


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


def grade(number: float | None, *, is_measured: bool) -> dict[str, Any]:
    """
    Return the outcome of a number, and its ``score`` or ``value``.

    A number that measures is a value. Any other number of 0 to 1 is a score, and right from one
    half on; a number outside of that is unscored.

    >>> grade(0.5, is_measured=False), grade(3, is_measured=True), grade(3, is_measured=False)
    ({'outcome': 'right', 'score': 0.5}, {'outcome': 'measured', 'value': 3}, {'outcome': \
'unscored'})
    """
    if number is None:
        return {"outcome": "unscored"}
    if is_measured:
        return {"outcome": "measured", "value": number}
    if not 0 <= number <= 1:
        return {"outcome": "unscored"}
    return {"outcome": "right" if number >= HALF else "wrong", "score": number}


def time_of(seconds: float | None) -> str | None:
    """
    Return seconds since 1970 as a time in UTC.

    >>> time_of(1700000000.25), time_of(None)
    ('2023-11-14T22:13:20.250000Z', None)
    """
    if seconds is None:
        return None
    at = EPOCH + timedelta(microseconds=round(1_000_000 * seconds))
    return f"{at:%Y-%m-%dT%H:%M:%S.%fZ}"


def moment(written: str | None) -> str | None:
    """
    Return a time unchanged; None if it has no offset.

    >>> moment("2026-01-02T03:04:05Z"), moment("2026-01-02T03:04:05"), moment(None)
    ('2026-01-02T03:04:05Z', None, None)
    """
    return written if written is not None and MOMENT.fullmatch(written) else None


def as_integer(number: object) -> int | None:
    """
    Return the nearest integer, which must fit into 64 bits; None if there is none.

    >>> as_integer(2.5), as_integer(1e300), as_integer(None)
    (2, None, None)
    """
    # NaN is not below it either.
    if not isinstance(number, int | float) or not abs(number) < BIGINT_MAX:
        return None
    return round(number)


def as_text(value: Any) -> str | None:
    """
    Return a text unchanged, None as None, and another value as JSON.

    >>> as_text("a"), as_text(1.0), as_text([True]), as_text(None)
    ('a', '1.0', '[true]', None)
    """
    if value is None or isinstance(value, str):
        return value
    return repr(value) if isinstance(value, float) else _json(value)


def json_text(value: Any) -> str:
    """
    Return a value as JSON, a float from 1 to 1e21, by itself, without an exponent.

    >>> json_text(1e17), json_text("a"), json_text({"b": 0.5})
    ('100000000000000000.0', '"a"', '{"b":0.5}')
    """
    if isinstance(value, float) and 1 <= abs(value) < PLAIN_MAX:
        digits = f"{Decimal(repr(value)):f}"
        return digits if "." in digits else f"{digits}.0"
    text = _json(value)
    return text.replace("e+", "e") if isinstance(value, float) else text
