"""Default system prompt for models without their own."""

import hashlib
from pathlib import Path

FILE = Path(__file__).parent / "prompts" / "evaluated_assistant.txt"


def text() -> str:
    """
    Return the prompt as it stands in its file, with the same line ends on every machine.

    >>> text().splitlines()[0].startswith("You answer questions")
    True
    """
    return FILE.read_text(encoding="utf-8")


def sha256_hex(text: str) -> str:
    """
    Return the SHA-256 of a prompt: what a run records, so that a changed prompt shows.

    >>> sha256_hex("")[:8]
    'e3b0c442'
    """
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
