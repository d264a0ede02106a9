"""Read the fields of a gate; errors name the place, the key, the value and what was expected."""

from evalstore.errors import UsageError

Entry = dict[str, object]
# Larger than the case count of any run, and well within the integers of the database.
COUNT_MAX = 10**12
NUMBER_MAX = 10**300


def number(entry: Entry, key: str, place: str) -> float | None:
    """Return a finite number; None if the key is missing."""
    value = entry.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise UsageError(f"{place}: `{key}` is {value!r}, expected a finite number")
    if not -NUMBER_MAX <= value <= NUMBER_MAX:
        raise UsageError(f"{place}: `{key}` is not finite or too large, expected a finite number")
    return float(value)


def at_least_zero(entry: Entry, key: str, place: str) -> float | None:
    """Return a finite number of at least 0; None if the key is missing."""
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
        # The value is not printed: it may have thousands of digits.
        raise UsageError(f"{place}: `{key}`: expected a whole number from 0 to {COUNT_MAX}")
    return value


def flag(entry: Entry, key: str, place: str) -> bool:
    """Return a boolean; False if the key is missing."""
    value = entry.get(key, False)
    if not isinstance(value, bool):
        raise UsageError(f"{place}: `{key}` is {value!r}, expected true or false")
    return value


def text(entry: Entry, key: str, place: str) -> str | None:
    """Return a nonempty text; None if the key is missing."""
    value = entry.get(key)
    if value is None:
        return None
    if not isinstance(value, str) or not value:
        raise UsageError(f"{place}: `{key}` is {value!r}, expected text")
    return value


def texts(entry: Entry, key: str, place: str) -> tuple[str, ...]:
    """Return nonempty texts without duplicates; a single text is read as a list of one."""
    raw = entry.get(key, [])
    values = raw if isinstance(raw, list) else [raw]
    nonempty = [value for value in values if isinstance(value, str) and value]
    if len(nonempty) < len(values) or (key in entry and not nonempty):
        raise UsageError(f"{place}: `{key}` is {raw!r}, expected a text, or a list of texts")
    return tuple(dict.fromkeys(nonempty))


def one_of(entry: Entry, key: str, place: str, names: tuple[str, ...]) -> str:
    """Return one of ``names``; the first if the key is missing."""
    value = entry.get(key, names[0])
    if value not in names:
        raise UsageError(f"{place}: `{key}` is {value!r}, expected one of {', '.join(names)}")
    return str(value)


def require_known(entry: Entry, keys: frozenset[str], place: str) -> None:
    """Raise UsageError for a key that is not among ``keys``."""
    unknown = sorted(entry.keys() - keys)
    if unknown:
        raise UsageError(
            f"{place}: unknown key {unknown[0]!r}; there is {', '.join(sorted(keys))}"
        )
