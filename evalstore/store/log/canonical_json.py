"""Canonical JSON: one text for all payloads whose parsed JSON is equal."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

import orjson


class Revision(NamedTuple):
    """One event of a subject with several contents; ``revision`` is None for an incoming one."""

    kind: str
    run_id: str
    subject: str
    revision: int | None
    ordinal: int | None
    schema_version: int
    supersedes: UUID | None
    payload: str | None
    payload_hash: bytes


@dataclass(frozen=True, slots=True)
class Assigned:
    """The revision of an incoming event."""

    ordinal: int
    revision: int


def canonical(payload: str) -> bytes:
    """
    Return one spelling for all payloads whose parsed JSON is equal.

    >>> canonical('{"b": 1.0, "a": 0.50}') == canonical('{"a":0.5,"b":1}')
    True
    >>> canonical('{"a": true}') == canonical('{"a": 1}')
    False
    """
    try:
        return orjson.dumps(_numbers_alike(orjson.loads(payload)), option=orjson.OPT_SORT_KEYS)
    except (ValueError, TypeError, RecursionError):
        # Nested hundreds deep, or a number beyond 64 bits: only identical texts are equal.
        return payload.encode()


def assign(revisions: Iterable[Revision]) -> Iterable[Assigned]:
    """
    Yield the revision of each incoming event whose content is new for its subject.

    ``revisions`` are grouped by kind, run and subject: those of the log first, then the
    incoming ones in their order. An event that names the one it supersedes is compared only with
    those that supersede the same one, so that an earlier content can be restored.
    """
    subject: tuple[str, str, str] | None = None
    seen: set[tuple[int, UUID | None, bytes]] = set()
    newest = 0
    for event in revisions:
        if (event.kind, event.run_id, event.subject) != subject:
            subject = (event.kind, event.run_id, event.subject)
            seen = set()
            newest = 0
        # Only the hash of a redacted payload is known.
        content = event.payload_hash if event.payload is None else canonical(event.payload)
        key = (event.schema_version, event.supersedes, content)
        if event.revision is not None:
            seen.add(key)
            newest = max(newest, event.revision)
        elif key not in seen and event.ordinal is not None:
            seen.add(key)
            newest += 1
            yield Assigned(event.ordinal, newest)


def _numbers_alike(value: object) -> object:
    """Return a value with whole numbers as int, so that 1, 1.0 and 1e0 have one spelling."""
    if isinstance(value, dict):
        return {key: _numbers_alike(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_numbers_alike(item) for item in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return value
