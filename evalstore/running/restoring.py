"""Restoring of cases and responses from the payloads of their events, of any source."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from evalstore.plugins.case import Case, Scalar
from evalstore.plugins.image import Image, image_in
from evalstore.plugins.response import Response
from evalstore.running.replies.payloads import response_of

Payload = Mapping[str, Any]
# Fields of a case's payload that are fields of Case; the others go into ``extra``.
FIELDS = frozenset(
    (
        "case_id", "domain", "generator", "prompt", "messages", "images", "expected", "answer_key",
        "answer_schema", "chance", "label", "validators", "is_canary", "cluster_id", "session_id",
        "severity", "tags", "attributes", "repairs", "redactions",
    )
)  # fmt: skip


def restored_response(payload: Payload) -> Response:
    r"""
    Return the response of a ``response_recorded`` payload; lists of content parts become texts.

    A field ``readings`` stays in ``extra``: a critic's readings have events of their own.
    Raises PayloadError, naming the field, for a value of an invalid type.

    >>> parts = [{"type": "text", "text": "A red"}, {"type": "image"}, "kite"]
    >>> restored_response({"turns": [{"role": "assistant", "content": parts}]}).text
    'A red\n[image]\nkite'
    """
    if "readings" in payload:
        rest = {name: value for name, value in payload.items() if name != "readings"}
        restored = restored_response(rest)
        return replace(restored, extra={**restored.extra, "readings": payload["readings"]})
    turns = payload.get("turns")
    if not isinstance(turns, list) or all(isinstance(turn, str) for turn in turns):
        return response_of(payload)
    return response_of({**payload, "turns": [_with_text(turn) for turn in turns]})


def restored_case(payload: Payload, response: Payload, attachments: Path | None = None) -> Case:
    """
    Return the case of a ``case_generated`` payload, as the system of this response saw it.

    ``turns`` are the user's messages of the recorded conversation, else those of the case after
    the last message of an assistant, else its prompt; a case without any of them has one empty
    turn. Fields of other tools, such as ``choices``, are in ``extra``. A field with an invalid
    type is left out, since other tools may use its name differently. Images, including those of
    messages, are in the folder ``attachments``; without it the case has no images.

    >>> case = {"case_id": "c", "domain": "d", "prompt": "2 + 2?", "expected": 4, "choices": [3]}
    >>> restored = restored_case(case, {"text": "4"})
    >>> restored.turns, restored.expected, restored.extra
    (('2 + 2?',), 4, {'choices': [3]})
    """
    extra = {name: value for name, value in payload.items() if name not in FIELDS}
    messages = payload.get("messages")
    if isinstance(messages, list) and any(_role(message) == "assistant" for message in messages):
        extra["messages"] = messages
    severity = payload.get("severity")
    return Case(
        case_id=str(payload["case_id"]),
        domain=_text(payload.get("domain")) or "",
        generator=_text(payload.get("generator")) or "",
        turns=_turns(payload, response.get("turns")) or ("",),
        validators=_texts(payload.get("validators")),
        expected=_expected(payload.get("expected")),
        answer_key=_mapping(payload.get("answer_key")) or {},
        answer_schema=_mapping(payload.get("answer_schema")),
        chance=_share(payload.get("chance")),
        label=_text(payload.get("label")),
        is_canary=payload.get("is_canary") is True,
        cluster_id=_text(payload.get("cluster_id")),
        session_id=_text(payload.get("session_id")),
        severity=None if severity is None else str(severity),
        tags=_texts(payload.get("tags")),
        attributes=_mapping(payload.get("attributes")) or {},
        extra=extra,
        images=_images(payload, attachments) if attachments else (),
    )


def _images(case: Payload, attachments: Path) -> tuple[Image, ...]:
    messages = case.get("messages")
    holders = [case, *(messages if isinstance(messages, list) else ())]
    named = [
        entry
        for holder in holders
        if isinstance(holder, Mapping)
        for name in ("images", "content")
        if isinstance(holder.get(name), list)
        for entry in holder[name]
    ]
    images = (image_in(attachments, entry) for entry in named)
    return tuple(image for image in images if image is not None)


def _turns(case: Payload, conversation: object) -> tuple[str, ...]:
    if isinstance(conversation, list) and any(_role(turn) == "user" for turn in conversation):
        return _contents(conversation)
    messages = case.get("messages")
    prompt = case.get("prompt")
    if not isinstance(messages, list) or isinstance(prompt, str):
        return (prompt,) if isinstance(prompt, str) else ()
    places = [place for place, message in enumerate(messages) if _role(message) == "assistant"]
    return _contents(messages[places[-1] + 1 :] if places else messages) or _contents(messages)


def _contents(messages: Sequence[object]) -> tuple[str, ...]:
    """Return the texts of the user's messages; a plain text counts as one."""
    return tuple(
        _content(message.get("content") if isinstance(message, Mapping) else message)
        for message in messages
        if isinstance(message, str) or _role(message) == "user"
    )


def _with_text(turn: object) -> object:
    return {**turn, "content": _content(turn.get("content"))} if isinstance(turn, dict) else turn


def _content(content: object) -> str:
    """Return the text of a message; a list of parts has one line per part."""
    if isinstance(content, str) or content is None:
        return content or ""
    if isinstance(content, list):
        return "\n".join(_content(part) for part in content)
    if isinstance(content, Mapping):
        text = content.get("text")
        return text if isinstance(text, str) else f"[{content.get('type', 'part')}]"
    return str(content)


def _role(message: object) -> object:
    return message.get("role") if isinstance(message, Mapping) else None


def _expected(value: object) -> Scalar | tuple[str, ...]:
    if isinstance(value, list):
        return tuple(item if isinstance(item, str) else json.dumps(item) for item in value)
    return value if isinstance(value, Scalar) else json.dumps(value)


def _mapping(value: object) -> Mapping[str, Any] | None:
    return value if isinstance(value, Mapping) else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _share(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= 1 else None


def _texts(value: object) -> tuple[str, ...]:
    return (
        tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()
    )
