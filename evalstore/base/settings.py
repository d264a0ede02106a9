"""
Settings of a table in a file or of ``--set``, each declared once: type, range, default, message.

    @dataclass(frozen=True, slots=True)
    class CommandSettings:
        argv: tuple[str, ...] = texts()
        timeout_s: float = number(60.0, 0.001, 86_400.0)

    settings = parsed(CommandSettings, table, "evalstore.toml, [systems.mine]")

Error messages contain values of known settings only, since an unknown one may be a secret.
"""

import math
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from evalstore.base import input_file, toml_mistakes
from evalstore.base.phrases import unknown_name
from evalstore.errors import UsageError

T = TypeVar("T")
DECLARATION = "setting"
# Larger numbers overflow in sums and squares.
NUMBER_MAX = 10.0**300
# Larger than the case count of any run, and well within the integers of the database.
COUNT_MAX = 10**12
SHOWN_LENGTH_MAX = 200
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
NOT_A_VARIABLE = (
    "must name an environment variable, not contain the secret; the secret itself belongs into "
    "the environment"
)
TYPES: Mapping[type, str] = {
    bool: "true or false", int: "a whole number", float: "a number", str: "a text",
    list: "a list", tuple: "a list", dict: "a table",
}  # fmt: skip
TRUTHS = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Declaration:
    """
    The declaration of one setting.

    ``read`` converts a value, and raises TypeError or ValueError for an invalid one. ``expected``
    completes "expected …" in the message. ``key`` is the name in tables if the field has another
    one. ``secret`` is the message for a setting whose invalid values may be secrets; it does
    not contain the value. ``choices`` are the texts of which the closest is named.
    """

    read: Callable[[object], object]
    expected: str
    key: str = ""
    secret: str = ""
    choices: tuple[str, ...] = ()


def setting(
    read: Callable[[object], object],
    expected: str,
    default: object = MISSING,
    *,
    key: str = "",
    secret: str = "",
    choices: Sequence[str] = (),
) -> Any:
    """
    Declare a setting as the field of a dataclass; without a default it is required.

    A class as the default, such as ``dict``, is called for each object.
    """
    declaration = {DECLARATION: Declaration(read, expected, key, secret, tuple(choices))}
    if isinstance(default, type):
        return field(default_factory=default, metadata=declaration)
    return field(default=default, metadata=declaration)


def parsed(
    kind: type[T],
    table: Mapping[str, object],
    place: str,
    *,
    is_part: bool = False,
    reads_text: bool = False,
    **computed: object,
) -> T:
    """
    Return the dataclass ``kind`` with the settings of a table.

    With ``is_part`` the table may have keys of others; ``computed`` are the fields that are not
    declared as settings. With ``reads_text`` numbers and Booleans may be written as text, in any
    case, and None counts as missing. Raises UsageError for an unknown, missing or invalid setting;
    the message contains ``place``, the key, its value and what is expected.
    """
    declared = declarations(cast("Any", kind))
    if not is_part:
        require_known(table, declared, place)
    if reads_text:
        table = {key: value for key, value in table.items() if value is not None}
    for key, (name, declaration, is_required) in declared.items():
        if key in table or is_required:
            computed[name] = _value(table, key, place, declaration, reads_text=reads_text)
    return kind(**computed)


def require_valid(settings: object, place: str) -> None:
    """Raise UsageError if a declared setting of an object of a dataclass is invalid."""
    for key, (name, declaration, _) in declarations(cast("Any", type(settings))).items():
        _value({key: getattr(settings, name)}, key, place, declaration, reads_text=False)


@cache
def declarations(kind: Any) -> dict[str, tuple[str, Declaration, bool]]:
    """Return field name, declaration and whether it is required, by key, of a dataclass."""
    return {
        part.metadata[DECLARATION].key or part.name: (
            part.name,
            part.metadata[DECLARATION],
            part.default is MISSING and part.default_factory is MISSING,
        )
        for part in fields(kind)
        if DECLARATION in part.metadata
    }


def names_of(kind: type) -> tuple[str, ...]:
    """Return the keys of the settings that a dataclass declares."""
    return tuple(declarations(kind))


def value_of(table: Mapping[str, object], key: str, place: str, declared: Any) -> Any:
    """Return one setting of a table, declared as a field is, or its default."""
    if key not in table:
        return declared.default
    return _value(table, key, place, declared.metadata[DECLARATION], reads_text=False)


def _value(
    table: Mapping[str, object],
    key: str,
    place: str,
    declaration: Declaration,
    *,
    reads_text: bool,
) -> object:
    value = table.get(key)
    for candidate in [value, *(_of_text(value) if reads_text else ())]:
        try:
            return declaration.read(candidate)
        except (TypeError, ValueError, OverflowError):
            continue
    if declaration.secret and key in table:
        raise UsageError(f"{place}: `{key}` {declaration.secret}")
    raise wrong(table, key, place, f"{declaration.expected}{_meant(value, declaration.choices)}")


def wrong(table: Mapping[str, object], key: str, place: str, expected: str) -> UsageError:
    """Return the error of an invalid setting: place, key, value and what is expected."""
    value = _shown(table[key]) if key in table else "not set"
    return UsageError(f"{place}: `{key}` is {value}, expected {expected}")


def system_place(system_id: str, kind: str) -> str:
    """Return the place of a system's settings in messages."""
    return f"system {system_id!r} ({kind})"


def require_known(table: Mapping[str, object], keys: Iterable[str], place: str) -> None:
    """Raise UsageError for the first unknown key of a table, with the closest known one."""
    known = sorted(keys)
    unknown = sorted(table.keys() - set(known))
    if unknown and not known:
        raise UsageError(f"{place}: no setting {unknown[0]!r}; there is none")
    if unknown:
        raise UsageError(f"{place}: {unknown_name('setting', unknown[0], known)}")


def require_table(value: object, place: str, example: str = "a table") -> dict[str, object]:
    """Return a table; raise UsageError if the value is none."""
    if not isinstance(value, dict):
        raise UsageError(f"{place}: found {_shown(value)}, expected {example}")
    return value


def read_toml(path: Path) -> dict[str, object] | None:
    """Return the content of a TOML file, None if it is missing; raise UsageError if invalid."""
    try:
        with input_file.open_bytes(path) as file:
            return tomllib.load(file)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        meant = toml_mistakes.meant(path, error)
        raise UsageError(f"{path} is not readable as TOML: {error}{meant}") from error


def text(
    default: object = MISSING,
    expected: str = "",
    *,
    is_valid: Callable[[str], object] = bool,
    may_be_empty: bool = False,
    key: str = "",
    secret: str = "",
) -> Any:
    """Declare a text without NUL that ``is_valid`` accepts; by default any but an empty one."""

    def read(value: object) -> object:
        is_text = (
            isinstance(value, str)
            and "\0" not in value
            and (is_valid(value) or (may_be_empty and not value))
        )
        return _require(value, is_text)

    expected = expected or ("a text" if may_be_empty else "a text that is not empty")
    return setting(read, expected, default, key=key, secret=secret)


def variable(default: object = MISSING, *, may_be_empty: bool = False) -> Any:
    """Declare the name of an environment variable; an invalid one may be the secret itself."""
    return text(
        default, is_valid=VARIABLE.fullmatch, may_be_empty=may_be_empty, secret=NOT_A_VARIABLE
    )


def texts(
    default: object = MISSING,
    *,
    takes_one: bool = False,
    takes_blank: bool = False,
    may_be_empty: bool = False,
) -> Any:
    """
    Declare a list of at least one text, none of them empty; it becomes a tuple.

    ``takes_one`` accepts a single text as a list of one, ``takes_blank`` an empty text as an empty
    list, ``may_be_empty`` an empty list.
    """

    def read(value: object) -> object:
        if takes_blank and value == "":
            return ()
        items: Any = [value] if takes_one and isinstance(value, str) else value
        _require(items, isinstance(items, list | tuple) and (items or may_be_empty))
        is_text = all(isinstance(item, str) and item and "\0" not in item for item in items)
        return tuple(_require(items, is_text))

    expected = "a text, or a list of texts" if takes_one else "a list of texts"
    return setting(read, expected, default)


def some_of(choices: Sequence[str]) -> Any:
    """Declare one or more of several texts, in their order, by default all; a list or ``a,b``."""

    def read(value: object) -> object:
        items: Any = value.split(",") if isinstance(value, str) else value
        _require(items, isinstance(items, list | tuple) and items)
        chosen = [str(item).strip() for item in items]
        _require(chosen, set(chosen) <= set(choices))
        return tuple(name for name in choices if name in chosen)

    return setting(read, f"one or more of {', '.join(choices)}", tuple(choices))


def choice(choices: Sequence[str], default: object = MISSING, *, key: str = "") -> Any:
    """Declare one of several texts; by default the first."""
    return setting(
        lambda value: _require(value, isinstance(value, str) and value in choices),
        f"one of {', '.join(choices)}",
        choices[0] if default is MISSING else default,
        key=key,
        choices=choices,
    )


def flag(default: object = MISSING, *, key: str = "") -> Any:
    """Declare a Boolean."""
    return setting(
        lambda value: _require(value, isinstance(value, bool)), "true or false", default, key=key
    )


def whole(default: object = MISSING, low: int = 0, high: int = COUNT_MAX, *, key: str = "") -> Any:
    """Declare a whole number from ``low`` to ``high``."""

    def read(value: object) -> object:
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        return _require(value, is_whole and low <= cast("int", value) <= high)

    return setting(read, f"a whole number from {low} to {high}", default, key=key)


def number(
    default: object = MISSING,
    low: float = -math.inf,
    high: float = math.inf,
    *,
    is_above: bool = False,
    is_between: bool = False,
    key: str = "",
) -> Any:
    """
    Declare a finite number from ``low`` to ``high``.

    ``is_above`` excludes ``low``, ``is_between`` both.
    """
    excluded = {low, high} if is_between else {low} if is_above else set()

    def read(value: object) -> object:
        _require(value, isinstance(value, int | float) and not isinstance(value, bool))
        result = float(cast("float", value))
        is_within = low <= result <= high and result not in excluded
        return _require(result, is_within and abs(result) <= NUMBER_MAX)

    if high < math.inf:
        start = "between" if is_between else "above" if is_above else "from"
        expected = f"a number {start} {low:g} {'and' if is_between else 'to'} {high:g}"
    else:
        expected = "a finite number" if low == -math.inf else f"a number of at least {low:g}"
    return setting(read, expected, default, key=key)


def of_default(default: object) -> Any:
    """Declare a setting of the type of its default; of any type if the default is None."""
    kind = type(default)

    def read(value: object) -> object:
        if kind is float and type(value) is int:
            return float(value)
        if kind is tuple and isinstance(value, list):
            return tuple(value)
        return _require(value, default is None or type(value) is kind)

    return setting(read, f"{TYPES.get(kind, kind.__name__)} such as {default!r}", None)


def _require(value: Any, is_valid: object) -> Any:
    if not is_valid:
        raise ValueError
    return value


def _of_text(value: object) -> list[object]:
    """Return the numbers, the Boolean and the text in lower case that a text may mean."""
    if not isinstance(value, str):
        return []
    meanings: list[object] = [value.lower(), TRUTHS.get(value.lower())]
    for convert in (int, float):
        with suppress(ValueError):
            meanings.append(convert(value))
    return meanings


def _meant(value: object, choices: Sequence[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(value, choices, n=1) if isinstance(value, str) else []
    return f"; did you mean {close[0]!r}?" if close else ""


def _shown(value: object) -> str:
    if isinstance(value, int) and abs(value) > NUMBER_MAX:
        return "too large"
    try:
        return repr(value)[:SHOWN_LENGTH_MAX]
    except ValueError:
        # Python does not write an integer of more than 4,300 digits, such as one in a list.
        return "too long to be shown"
