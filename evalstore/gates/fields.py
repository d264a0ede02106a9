"""Read the fields of a gate; an error names the place, the key, what was found and expected."""

from evalstore.errors import UsageError

Entry = dict[str, object]
# More than any run has cases, and far below what a database counts to.
COUNT_MAX = 10**12
NUMBER_MAX = 10**300


def number(entry: Entry, key: str, place: str) -> float | None:
    """Return a finite number, None where it is not given."""
    value = entry.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise UsageError(f"{place}: `{key}` is {value!r}, expected a finite number")
    if not -NUMBER_MAX <= value <= NUMBER_MAX:
        raise UsageError(f"{place}: `{key}` is not finite or too large, expected a finite number")
    return float(value)


def at_least_zero(entry: Entry, key: str, place: str) -> float | None:
    """Return a finite number that is not negative, None where it is not given."""
    value = number(entry, key, place)
    if value is not None and value < 0:
        raise UsageError(f"{place}: `{key}` is {value:g}, expected a number of at least 0")
    return value


def count(entry: Entry, key: str, place: str, default: int) -> int:
    """Return a whole number of at least 0."""
    value = entry.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int):
        raise UsageError(f"{place}: `{key}` is {value!r}, expected a whole number from 0")
    if not 0 <= value <= COUNT_MAX:
        # Its digits are not printed: there may be thousands of them.
        raise UsageError(f"{place}: `{key}`: expected a whole number from 0 to {COUNT_MAX}")
    return value


def flag(entry: Entry, key: str, place: str) -> bool:
    """Return true or false, false where it is not given."""
    value = entry.get(key, False)
    if not isinstance(value, bool):
        raise UsageError(f"{place}: `{key}` is {value!r}, expected true or false")
    return value


def text(entry: Entry, key: str, place: str) -> str | None:
    """Return a text that is not empty, None where it is not given."""
    value = entry.get(key)
    if value is None:
        return None
    if not isinstance(value, str) or not value:
        raise UsageError(f"{place}: `{key}` is {value!r}, expected text")
    return value


def texts(entry: Entry, key: str, place: str) -> tuple[str, ...]:
    """Return a list of different texts that are not empty, or one text as a list of it."""
    found = entry.get(key, [])
    values = found if isinstance(found, list) else [found]
    known = [value for value in values if isinstance(value, str) and value]
    if len(known) < len(values) or (key in entry and not known):
        raise UsageError(f"{place}: `{key}` is {found!r}, expected a text, or a list of texts")
    return tuple(dict.fromkeys(known))


def one_of(entry: Entry, key: str, place: str, names: tuple[str, ...]) -> str:
    """Return one of a few names; the first where none is given."""
    value = entry.get(key, names[0])
    if value not in names:
        raise UsageError(f"{place}: `{key}` is {value!r}, expected one of {', '.join(names)}")
    return str(value)


def require_known(entry: Entry, known: frozenset[str], place: str) -> None:
    """Raise UsageError for a key that means nothing here."""
    unknown = sorted(entry.keys() - known)
    if unknown:
        raise UsageError(
            f"{place}: unknown key {unknown[0]!r}; there is {', '.join(sorted(known))}"
        )
