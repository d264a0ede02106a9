"""Names that come several times beside each other: all but the first get a number."""

from collections import Counter


def numbered(name: str, seen: Counter[str]) -> str:
    """
    Return a name, numbered from the second time on, and count it among those ``seen``.

    >>> seen = Counter()
    >>> numbered("fits", seen), numbered("fits", seen), numbered("reads", seen)
    ('fits', 'fits#2', 'reads')
    """
    seen[name] += 1
    return name if seen[name] == 1 else f"{name}#{seen[name]}"
