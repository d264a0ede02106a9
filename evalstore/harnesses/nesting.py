"""A limit to how deep a value is nested, so that a record made of it can still be written."""

from collections.abc import Iterable
from typing import Any

# The fast encoder takes 254 levels, of which a record may put some around a value.
DEPTH_MAX = 240


def too_deep(depth_max: int = DEPTH_MAX) -> RecursionError:
    """Return the error of what is nested more than so many levels deep."""
    return RecursionError(f"nested deeper than {depth_max} levels")


def require_writable(value: Any, depth_max: int = DEPTH_MAX) -> None:
    """
    Raise RecursionError where lists and objects are nested more than so many levels deep.

    >>> require_writable([{"a": [1]}])
    """
    level = [value]
    for _ in range(depth_max):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return
    if any(isinstance(one, dict | list) for one in level):
        raise too_deep(depth_max)


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
