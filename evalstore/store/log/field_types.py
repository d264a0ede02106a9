"""Check the types of a dataclass's fields that were read from JSON, which may be altered."""

from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

Read = TypeVar("Read")


def checked(instance: Read) -> Read:
    """
    Return a dataclass if its fields have the types that it declares.

    Raises TypeError otherwise, naming the field, its value and the expected type.
    """
    for name, hint in _hints(type(instance)).items():  # type: ignore[arg-type]
        value = getattr(instance, name)
        if not _is(value, hint):
            expected = hint.__name__ if isinstance(hint, type) else hint
            raise TypeError(f"its {name} is {str(value)[:80]!r}, expected {expected}")
    return instance


def made_of(kind: type[Read], fields: Mapping[str, Any]) -> Read:
    """Return a dataclass made from exactly its fields; raise TypeError as ``checked`` does."""
    expected = _hints(kind)  # type: ignore[arg-type]
    for name in sorted(expected.keys() ^ fields.keys()):
        what = "is missing" if name in expected else "is unknown"
        raise TypeError(f"its field {name[:80]!r} {what}, expected {', '.join(expected)}")
    return checked(kind(**fields))


# A log has thousands of entries, and finding the types took most of the time of each.
@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _is(value: object, hint: Any) -> bool:
    """
    Return True if a JSON value, and all values inside it, have the declared types.

    >>> _is(["a"], list[str]), _is([None], list[str]), _is(True, int), _is(None, str | None)
    (True, False, False, True)
    """
    origin, inner = get_origin(hint), get_args(hint)
    if origin is UnionType:
        return any(_is(value, part) for part in inner)
    if origin is list:
        return isinstance(value, list) and all(_is(part, inner[0]) for part in value)
    if origin is dict:
        return isinstance(value, dict) and all(_is(part, inner[1]) for part in value.values())
    # JSON's true is not a number, unlike Python's.
    return isinstance(value, hint) and (hint in (bool, object) or not isinstance(value, bool))
