"""The JSON object in a model's reply."""

import json
import re
from typing import Any

from evalstore.running.chat.reasoning import without_reasoning

BEGINNING_CHARACTERS_MAX = 80
_FENCED = re.compile(r"```(?:json|JSON)?[ \t]*\r?\n(.*?)\n[ \t]*```", re.DOTALL)


def object_in(text: str) -> tuple[dict[str, Any] | None, str]:
    """
    Return the single JSON object in a text and "", or None and the problem.

    A fence and reasoning around it are removed; an object with a duplicate key is invalid.

    >>> object_in('{"verdict": "right"}')
    ({'verdict': 'right'}, '')
    """
    body = without_reasoning(text).strip() or text.strip()
    problem = ""
    for candidate in (body, *(match[1] for match in _FENCED.finditer(body))):
        try:
            value = json.loads(candidate, object_pairs_hook=_no_key_twice)
        except (ValueError, RecursionError) as error:
            problem = problem or f"the text is not one JSON object: {error}"
            continue
        if isinstance(value, dict):
            return value, ""
        problem = "the text is JSON and no object"
    beginning = " ".join(body.split())[:BEGINNING_CHARACTERS_MAX]
    return None, f"{problem}; it begins with {beginning!r}"


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a key twice")
    return fields
