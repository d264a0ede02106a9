"""
Fences around data in a message to a model, so that it is not taken for instructions.

The fence is a hash of the instructions and everything it encloses. The same material therefore
gives the same messages, and the author of a text cannot predict the fence around it: the text
would have to contain its own hash. Marks that services read as message boundaries are broken up.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Message = dict[str, object]
FENCE_CHARACTERS = 32
# Marks that chat templates read as the boundary of a message or of reasoning.
_BORDERS = re.compile(
    r"<(?=\|)|<(?=/?s>)|<(?=/?(?:start|end)_of_turn)|<(?=<\s*/?SYS)|\[(?=/?(?:INST|SYSTEM|AVAIL))"
    r"|<(?=/?think(?:ing)?>)|<(?=\uff5c)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PromptPart:
    """A text that a model is shown, with a title chosen by evalstore."""

    title: str
    text: str


def sendable(part: PromptPart) -> PromptPart:
    """Return a part without lone surrogates and with message boundaries broken up."""
    whole = part.text.encode("utf-8", "replace").decode()
    return PromptPart(part.title, _BORDERS.sub(lambda match: f"{match[0]} ", whole))


def fence_of(instructions_sha256: str, parts: Sequence[PromptPart]) -> str:
    """Return the fence of the parts: 32 lower-case hex digits."""
    enclosed = json.dumps([instructions_sha256, [[part.title, part.text] for part in parts]])
    return hashlib.sha256(enclosed.encode()).hexdigest()[:FENCE_CHARACTERS]


def fenced(parts: Sequence[PromptPart], fence: str) -> list[str]:
    r"""
    Return each part between its opening and closing line.

    >>> fenced([PromptPart("reply", "Hello.")], "0f")
    ['[begin reply 0f]\nHello.\n[end reply 0f]']
    """
    return [
        f"[begin {part.title} {fence}]\n{part.text}\n[end {part.title} {fence}]" for part in parts
    ]


def request_sha256(service: Mapping[str, object], request: Mapping[str, object]) -> str:
    """Return the hash of a question: the service and the complete request."""
    text = json.dumps(
        [service, request], sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    return hashlib.sha256(text.encode()).hexdigest()
