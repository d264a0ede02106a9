"""Turns of a conversation: each answer with what the user said before it, and failed calls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalstore.judges.self_contradiction import cues

SHORT_CHARACTERS = 300
Conversation = Sequence[Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Turn:
    """An answer, and the user's messages since the one before."""

    said: str
    answer: str


def turns(conversation: Conversation) -> list[Turn]:
    """Return the turns; what is said by neither user nor assistant is left out."""
    said: list[str] = []
    found: list[Turn] = []
    for message in conversation:
        role, content = message.get("role"), message.get("content")
        text = content if isinstance(content, str) else ""
        if role == "assistant":
            found.append(Turn("\n".join(said), text))
            said = []
        elif role == "user":
            said.append(text)
    return found


def failure_of(text: str) -> str | None:
    """Say in words that a text is no answer but nothing, or the message of a failed call."""
    stripped = text.strip()
    if not stripped:
        return "empty"
    is_failure = cues.expressions("failures.starts").match(stripped) is not None or (
        len(stripped) <= SHORT_CHARACTERS
        and cues.expressions("failures.anywhere").search(stripped) is not None
    )
    return f"the message of a failed call, {stripped[:60]!r}" if is_failure else None
