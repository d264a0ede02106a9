"""Message content as plain text: attachments resolved, images and audio replaced by their kind."""

import re
from collections.abc import Mapping
from typing import Any

ATTACHMENT = "attachment://"
DATA_URI = re.compile(r"data:([a-z]+)/[^,;\s]*;base64,", re.IGNORECASE)
ANSI_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
ERROR_LENGTH_MAX = 1_000

# Reasoning is not part of a model's answer.
UNSAID_PARTS = ("reasoning",)


def resolved(text: str, attachments: Mapping[str, Any]) -> str:
    """
    Return the attachment's text if `text` is a reference to one, else `text`.

    A data URI becomes its media type in brackets; an unknown reference stays as it is.

    >>> resolved("attachment://a1", {"a1": "a long question"})
    'a long question'
    """
    if text.startswith(ATTACHMENT):
        attachment = attachments.get(text.removeprefix(ATTACHMENT))
        text = attachment if isinstance(attachment, str) else text
    if text.startswith("data:"):
        blob = DATA_URI.match(text)
        return f"[{blob.group(1).lower()}]" if blob else text
    return text


def plain_text(content: object, attachments: Mapping[str, Any]) -> str:
    r"""
    Join the parts of a message's content; other parts than text become their kind in brackets.

    >>> plain_text([{"type": "text", "text": "What is this?"}, {"type": "image"}], {})
    'What is this?\n[image]'
    """
    if isinstance(content, str):
        return resolved(content, attachments)
    if not isinstance(content, list):
        return ""
    parts = [_part(part, attachments) for part in content]
    return "\n".join(part for part in parts if part is not None)


def messages(source: list[Any], attachments: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return each message's role and its content as text."""
    return [
        {
            "role": message.get("role"),
            "content": plain_text(message.get("content"), attachments),
        }
        for message in source
        if isinstance(message, dict)
    ]


def error_text(error: object) -> str | None:
    r"""
    Return an error's message on one line, without ANSI codes; None if there is no error.

    The text is cut at ERROR_LENGTH_MAX characters.

    >>> error_text({"message": "\x1b[31mno\x1b[0m\n  answer"})
    'no answer'
    """
    if not error:
        return None
    message = error.get("message") if isinstance(error, dict) else error
    text = ANSI_ESCAPE.sub("", message) if isinstance(message, str) else ""
    return " ".join(text.split())[:ERROR_LENGTH_MAX] or "the log gives no message"


def _part(part: object, attachments: Mapping[str, Any]) -> str | None:
    if isinstance(part, str):
        return resolved(part, attachments)
    if not isinstance(part, dict):
        return None
    kind = part.get("type")
    if kind in UNSAID_PARTS:
        return None
    text = part.get("text")
    if kind == "text" and isinstance(text, str):
        return resolved(text, attachments)
    return f"[{kind}]" if isinstance(kind, str) else None
