"""
Data between fences in a message to a model, so that it is not taken for the message.

The fence is a hash over the instructions and all that it encloses, so the same material gives the
same messages, and who writes a text cannot know the fence around it: it would have to hold its own
hash. Marks that services read as the borders of messages are broken up.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Message = dict[str, object]
FENCE_CHARACTERS = 32
# What chat templates of models take for the border of a message or of reasoning.
_BORDERS = re.compile(
    r"<(?=\|)|<(?=/?s>)|<(?=/?(?:start|end)_of_turn)|<(?=<\s*/?SYS)|\[(?=/?(?:INST|SYSTEM|AVAIL))"
    r"|<(?=/?think(?:ing)?>)|<(?=\uff5c)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PromptPart:
    """One text that a model is shown, under a title of our own."""

    title: str
    text: str


def sendable(part: PromptPart) -> PromptPart:
    """Return a part without half characters and without borders of messages."""
    whole = part.text.encode("utf-8", "replace").decode()
    return PromptPart(part.title, _BORDERS.sub(lambda found: f"{found[0]} ", whole))


def fence_of(instructions_sha256: str, parts: Sequence[PromptPart]) -> str:
    """Return the word that encloses the parts: 32 lower-case hex digits."""
    enclosed = json.dumps([instructions_sha256, [[part.title, part.text] for part in parts]])
    return hashlib.sha256(enclosed.encode()).hexdigest()[:FENCE_CHARACTERS]


def fenced(parts: Sequence[PromptPart], fence: str) -> list[str]:
    r"""
    Return each part between its two lines.

    >>> fenced([PromptPart("reply", "Hello.")], "0f")
    ['[begin reply 0f]\nHello.\n[end reply 0f]']
    """
    return [
        f"[begin {part.title} {fence}]\n{part.text}\n[end {part.title} {fence}]" for part in parts
    ]


def request_sha256(service: Mapping[str, object], request: Mapping[str, object]) -> str:
    """Return the hash of a question: who is asked, and all that is sent."""
    text = json.dumps(
        [service, request], sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    return hashlib.sha256(text.encode()).hexdigest()
