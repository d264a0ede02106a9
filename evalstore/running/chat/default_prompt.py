"""
Default system prompt for models without their own, assembled by the kind of answer.

Its parts are the files ``prompts/assistant*.txt``. Free text gets the part about what people
share; an answer in JSON does not. If the answer is one of a few words, the prompt lists them.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from evalstore.running.replies.offered_words import UNKNOWN, offered_words

FOLDER = Path(__file__).parent / "prompts"
# The parts for each kind of answer; the last part of a JSON kind is used only if the schema allows
# it.
FREE_TEXT = ("assistant", "assistant_free_text", "assistant_facts")
JSON = ("assistant", "assistant_facts", "assistant_json", "assistant_null")
CHOICE = ("assistant", "assistant_choice", "assistant_json", "assistant_unknown")
PARTS = tuple(dict.fromkeys((*FREE_TEXT, *JSON, *CHOICE)))


def text_for(answer_schema: Mapping[str, object] | None) -> str:
    """
    Return the prompt for answers of a schema; None means free text.

    >>> "dream" in text_for(None), "dream" in text_for({})
    (True, False)
    >>> schema = {"properties": {"answer": {"enum": ["YES", "NO", "UNKNOWN"]}}}
    >>> "YES, NO, UNKNOWN" in text_for(schema)
    True
    """
    if answer_schema is None:
        return _joined(FREE_TEXT)
    words = offered_words(answer_schema)
    if words:
        parts = CHOICE if UNKNOWN in words else CHOICE[:-1]
        return _joined(parts).replace("{words}", ", ".join(words))
    return _joined(JSON if _may_be_null(answer_schema) else JSON[:-1])


def package_sha256_hex() -> str:
    """Return the SHA-256 of all parts of the package's prompt, in their order."""
    return sha256_hex(_joined(PARTS))


def sha256_hex(text: str) -> str:
    """
    Return the SHA-256 of a prompt, which a run records so that a changed prompt is visible.

    >>> sha256_hex("")[:8]
    'e3b0c442'
    """
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


@cache
def _joined(parts: tuple[str, ...]) -> str:
    texts = [(FOLDER / f"{part}.txt").read_text(encoding="utf-8") for part in parts]
    return "\n".join(texts)


def _may_be_null(answer_schema: Mapping[str, object]) -> bool:
    fields = answer_schema.get("properties")
    answer = fields.get("answer") if isinstance(fields, Mapping) else None
    if not isinstance(answer, Mapping):
        return False
    kinds = answer.get("type")
    return kinds == "null" or (isinstance(kinds, list | tuple) and "null" in kinds)
