"""Turns of a conversation: each answer with the user's messages before it, and failed calls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalstore.judges.self_contradiction import cues

SHORT_CHARACTERS = 300
Conversation = Sequence[Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Turn:
    """An answer, and the user's messages since the previous answer."""

    said: str
    answer: str


def turns(conversation: Conversation) -> list[Turn]:
    """Return the turns, without messages of roles other than user and assistant."""
    texts: list[str] = []
    result: list[Turn] = []
    for message in conversation:
        role, content = message.get("role"), message.get("content")
        text = content if isinstance(content, str) else ""
        if role == "assistant":
            result.append(Turn("\n".join(texts), text))
            texts = []
        elif role == "user":
            texts.append(text)
    return result


def failure_of(text: str) -> str | None:
    """Return why a text is not an answer: empty, or the message of a failed call; else None."""
    stripped = text.strip()
    if not stripped:
        return "empty"
    is_failure = cues.expressions("failures.starts").match(stripped) is not None or (
        len(stripped) <= SHORT_CHARACTERS
        and cues.expressions("failures.anywhere").search(stripped) is not None
    )
    return f"the message of a failed call, {stripped[:60]!r}" if is_failure else None
