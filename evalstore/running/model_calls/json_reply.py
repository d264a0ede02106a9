"""The JSON object in a model's reply."""

import json
import re
from typing import Any

from evalstore.running.chat.reasoning import without_reasoning

BEGINNING_CHARACTERS_MAX = 80
_FENCED = re.compile(r"```(?:json|JSON)?[ \t]*\r?\n(.*?)\n[ \t]*```", re.DOTALL)


def object_in(text: str) -> tuple[dict[str, Any] | None, str]:
    """
    Return the one JSON object of a text, else None and why there is none.

    A fence and reasoning around it are taken off; an object with a key twice is none.

    >>> object_in('{"verdict": "right"}')
    ({'verdict': 'right'}, '')
    """
    said = without_reasoning(text).strip() or text.strip()
    problem = ""
    for candidate in (said, *(found[1] for found in _FENCED.finditer(said))):
        try:
            told = json.loads(candidate, object_pairs_hook=_no_key_twice)
        except (ValueError, RecursionError) as error:
            problem = problem or f"the text is not one JSON object: {error}"
            continue
        if isinstance(told, dict):
            return told, ""
        problem = "the text is JSON and no object"
    beginning = " ".join(said.split())[:BEGINNING_CHARACTERS_MAX]
    return None, f"{problem}; it begins with {beginning!r}"


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    told = dict(pairs)
    if len(told) < len(pairs):
        raise ValueError("a key twice")
    return told
