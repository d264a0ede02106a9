"""Types of the fields of a dataclass that was read from JSON, which somebody may have altered."""

from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

Read = TypeVar("Read")


def checked(found: Read) -> Read:
    """
    Return a dataclass whose fields have the types that it declares.

    Raises TypeError, naming the field, what was found and what was expected.
    """
    for name, hint in _hints(type(found)).items():  # type: ignore[arg-type]
        value = getattr(found, name)
        if not _is(value, hint):
            expected = hint.__name__ if isinstance(hint, type) else hint
            raise TypeError(f"its {name} is {str(value)[:80]!r}, expected {expected}")
    return found


def made_of(kind: type[Read], fields: Mapping[str, Any]) -> Read:
    """Return a dataclass of exactly its own fields; raises TypeError as ``checked`` does."""
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
    Say whether a value of JSON is of a type, and what is in it, too.

    >>> _is(["a"], list[str]), _is([None], list[str]), _is(True, int), _is(None, str | None)
    (True, False, False, True)
    """
    origin, inner = get_origin(hint), get_args(hint)
    if origin is UnionType:
        return any(_is(value, one) for one in inner)
    if origin is list:
        return isinstance(value, list) and all(_is(one, inner[0]) for one in value)
    if origin is dict:
        return isinstance(value, dict) and all(_is(one, inner[1]) for one in value.values())
    # JSON's true is no number, though Python's is one.
    return isinstance(value, hint) and (hint in (bool, object) or not isinstance(value, bool))
