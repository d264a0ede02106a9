"""
Leave secrets out of a bundle's events always, and texts on request.

A payload that was changed no longer has its hash. The hash, and the id and leaf hash that are made
from it, would let a short text be guessed; they stay only if the payload was salted, without the
salt. An id that goes is replaced by one made from the event's position, wherever it is named.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from evalstore.events import secrets

TEXT_LEFT_OUT: Final = "[text left out]"
# Fields of payloads whose strings, at any depth, are texts of questions, replies and judges.
TEXT_FIELDS: Final = frozenset({
    "answer", "config", "content", "error", "expected", "explanation", "messages", "prompt",
    "prompts", "quote", "rationale", "raw", "raw_fields", "raw_replies", "raw_reply", "reason",
    "reasoning", "replies", "reply", "response", "system_prompt", "text", "texts", "turns",
})  # fmt: skip
UUID_TEXT = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class BundledEvent:
    """
    An event of a bundle: the fields of its line in ``events.jsonl``.

    ``withheld`` is None for a complete event, ``payload`` if the payload was changed or removed
    and the hashes are still there, ``hashes`` if these are left out as well.
    """

    position: int
    event_id: str
    kind: str
    run_id: str
    subject: str
    revision: int
    supersedes: str | None
    schema_version: int
    occurred_at_us: int | None
    recorded_at_us: int
    source: str
    payload: str | None
    payload_salt: str | None
    payload_hash: str | None
    leaf_hash: str | None
    withheld: str | None = None


def outgoing(events: Iterable[BundledEvent], *, without_texts: bool) -> list[BundledEvent]:
    """Return the events without secrets, and without texts if asked; see the module."""
    changed = [_cleared(event, without_texts=without_texts) for event in events]
    replaced: dict[str, str] = {}
    while True:
        hidden = {
            event.event_id: str(UUID(int=event.position))
            for event in changed
            if event.withheld == "hashes" and event.leaf_hash is not None
        }
        if not hidden:
            return changed
        replaced |= hidden
        changed = [_renamed(event, hidden) for event in changed]


def _cleared(event: BundledEvent, *, without_texts: bool) -> BundledEvent:
    source = secrets.redact(event.source)[0]
    if event.payload is None:
        return replace(event, source=source, withheld=_withheld(event, source))
    payload = json.loads(event.payload)
    cleared = without_secrets("", payload)
    if without_texts:
        cleared = _without_texts(cleared)
    if cleared == payload and source == event.source:
        return event
    text = event.payload if cleared == payload else _text(cleared)
    changed = replace(event, source=source, payload=text, payload_salt=None)
    return replace(changed, withheld=_withheld(event, source))


def _withheld(event: BundledEvent, source: str) -> str:
    """Return what can no longer be given: hashes if they are of a changed or guessable text."""
    if source != event.source:
        return "hashes"
    return "payload" if event.payload is None or event.payload_salt is not None else "hashes"


def _renamed(event: BundledEvent, hidden: dict[str, str]) -> BundledEvent:
    """Return an event in which ids have other names; its own hashes then no longer hold."""

    def other(text: str) -> str:
        return UUID_TEXT.sub(lambda found: hidden.get(found[0], found[0]), text)

    supersedes = other(event.supersedes) if event.supersedes else event.supersedes
    payload = other(event.payload) if event.payload else event.payload
    if event.event_id in hidden:
        event = replace(event, event_id=hidden[event.event_id], payload_hash=None, leaf_hash=None)
    elif (supersedes, payload) != (event.supersedes, event.payload):
        event = replace(event, withheld="hashes", payload_salt=None)
    return replace(event, supersedes=supersedes, payload=payload)


def without_secrets(name: str, value: Any) -> Any:
    """Return a value with its texts, at any depth, without secrets; ``name`` is its field's."""
    if isinstance(value, str):
        return secrets.redact_named(name, value)[0]
    if isinstance(value, dict):
        return {key: without_secrets(key, item) for key, item in value.items()}
    if isinstance(value, list):
        return [without_secrets(name, item) for item in value]
    return value


def _without_texts(value: Any, *, is_text: bool = False) -> Any:
    """
    Return a payload whose texts are one word; empty texts and missing ones stay as they are.

    >>> _without_texts({"case_id": "c", "text": "Paris", "answer": "", "turns": [{"a": "b"}]})
    {'case_id': 'c', 'text': '[text left out]', 'answer': '', 'turns': [{'a': '[text left out]'}]}
    """
    if isinstance(value, str):
        return TEXT_LEFT_OUT if is_text and value else value
    if isinstance(value, dict):
        return {
            key: _without_texts(item, is_text=is_text or key in TEXT_FIELDS)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_without_texts(item, is_text=is_text) for item in value]
    return value


def _text(payload: object) -> str:
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
