"""Names in the outermost object of a JSON text that may be cut."""

import re

HEAD_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"(?=(\s*:)?)|[{}\[\]]', re.DOTALL)


def top_level_names(head: str) -> list[str]:
    """
    List the names in the outermost object, as far as the text goes.

    >>> top_level_names('{"status": "success", "eval": {"task": "sums"')
    ['status', 'eval']
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
    return names
