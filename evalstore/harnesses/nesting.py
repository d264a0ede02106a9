"""A limit to the nesting of a value, so that a record with it can still be encoded."""

from collections.abc import Iterable
from typing import Any

# The fast encoder takes 254 levels, some of which a record may add around a value.
DEPTH_MAX = 240


def too_deep(depth_max: int = DEPTH_MAX) -> RecursionError:
    """Return the error for a value with more than ``depth_max`` levels."""
    return RecursionError(f"nested deeper than {depth_max} levels")


def require_writable(value: Any, depth_max: int = DEPTH_MAX) -> None:
    """
    Raise RecursionError if lists and objects are nested in more than ``depth_max`` levels.

    >>> require_writable([{"a": [1]}])
    """
    level = [value]
    for _ in range(depth_max):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return
    if any(isinstance(item, dict | list) for item in level):
        raise too_deep(depth_max)


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
