"""References of JSON-LD documents to remote contexts, which are never fetched."""

import json
from collections.abc import Iterator

CONTEXT_KEYS = ("@context", "@import")


def remote_context(data: bytes) -> tuple[str, int] | None:
    """
    Return the first context that a document refers to, with its line; None if it has none.

    >>> remote_context(b'{"@context": "https://schema.org/", "name": "Elm"}')
    ('https://schema.org/', 1)
    """
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return None
    context = next(_remote(document), None)
    if context is None:
        return None
    written = json.dumps(context, ensure_ascii=False).encode()
    place = max(data.find(written), 0)
    return context, data.count(b"\n", 0, place) + 1


def _remote(document: object) -> Iterator[str]:
    waiting = [document]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting.extend(reversed(part))
        elif isinstance(part, dict):
            for key in CONTEXT_KEYS:
                value = part.get(key)
                several = value if isinstance(value, list) else [value]
                yield from (text for text in several if isinstance(text, str))
            waiting.extend(reversed(part.values()))
