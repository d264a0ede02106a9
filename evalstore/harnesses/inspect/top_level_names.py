"""Names in the outermost object of a JSON text that may be cut."""

import re
from functools import lru_cache

HEAD_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"(?=(\s*:)?)|[{}\[\]]', re.DOTALL)


@lru_cache(maxsize=1)
def top_level_names(head: str) -> tuple[str, ...]:
    """
    Return the names in the outermost object, as far as the text goes.

    Several formats look at the names of the same text in turn, so the last ones are kept.

    >>> top_level_names('{"status": "success", "eval": {"task": "sums"')
    ('status', 'eval')
    """
    names, depth = [], 0
    for token in HEAD_TOKEN.finditer(head):
        text = token.group()
        if text in ("{", "["):
            depth += 1
        elif text in ("}", "]"):
            depth -= 1
        elif depth == 1 and token.group(1) is not None:
            names.append(text[1:-1])
    return tuple(names)
