"""Numbers for repeated names, so that they differ."""

from collections import Counter


def numbered(name: str, seen: Counter[str]) -> str:
    """
    Return a name, from its second occurrence on with its number, and count it in ``seen``.

    >>> seen = Counter()
    >>> numbered("fits", seen), numbered("fits", seen), numbered("reads", seen)
    ('fits', 'fits#2', 'reads')
    """
    seen[name] += 1
    return name if seen[name] == 1 else f"{name}#{seen[name]}"
