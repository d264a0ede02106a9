"""Turns of a conversation: each answer with what the user said before it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
