"""
Parameters of metrics, such as the number of bins, and metrics with other values for them.

The header of a metric declares each parameter, as in ``-- parameter: bins, integer 1 to 1000,
default 10: bins of equal width``. Its default is the macro of its name in
``sql/macros/parameters``, which the metric or the views that it reads call. With another value,
the metric and those views are defined once more, as temporary views that read a variable in place
of the macro: so both come from one text, and the value travels as a parameter.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from evalstore.base import sql_files
from evalstore.errors import EvalstoreError, UsageError

FOLDER: Final = "sql/macros/parameters"
# The folders of relations that a metric may read, each with the schema of its relations.
RELATIONS: Final = {
    "sql/facts/views": "facts",
    "sql/facts/sums": "facts",
    "views": "metrics",
}
DECLARED: Final = re.compile(
    r"(?P<name>\w+), (?P<kind>integer|number|text)( (?P<low>\S+) to (?P<high>\S+))?, "
    r"default (?P<default>[^:]+): (?P<meaning>.+)"
)
TEXT: Final = "text"
EXAMPLE: Final = "bins, integer 1 to 1000, default 10: bins of equal width"
DEFINED: Final = re.compile(r"create or replace view (?:facts|metrics)\.(\w+)")

# Values that are not the defaults: pairs of name and value, by name.
Chosen = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Parameter:
    """
    A parameter of a metric: a text, or an integer or a number from ``low`` to ``high``.

    ``default`` has several values where the metric is given once for each of them; a value that
    is chosen takes the place of all.
    """

    name: str
    kind: str
    low: float
    high: float
    default: tuple[float | str, ...]
    meaning: str

    @property
    def range(self) -> str:
        """Return what a value may be."""
        if self.kind == TEXT:
            return "a text"
        article = "an" if self.kind == "integer" else "a"
        return f"{article} {self.kind} {self.low:g} to {self.high:g}"

    @property
    def described(self) -> str:
        """Return the name with what a value may be, and the default."""
        defaults = ", ".join(map(_written, self.default))
        return f"{self.name} ({self.range}, default {defaults})"

    def value_of(self, value: object) -> float | int | str | None:
        """Return a value that is allowed, None if it is not."""
        if self.kind == TEXT:
            return value if isinstance(value, str) and value else None
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        if not self.low <= value <= self.high or (self.kind == "integer" and value % 1):
            return None
        return int(value) if self.kind == "integer" else float(value)


def declared(text: str) -> Parameter:
    """
    Read a parameter as a header declares it; raise EvalstoreError if it is declared otherwise.

    >>> declared(EXAMPLE).described
    'bins (an integer 1 to 1000, default 10)'
    """
    match = DECLARED.fullmatch(text)
    is_text = match is not None and match["kind"] == TEXT
    if match is None or is_text != (match["low"] is None):
        raise EvalstoreError(f"parameter is {text!r}, expected such as {EXAMPLE!r}")
    if is_text:
        return Parameter(match["name"], TEXT, 0, 0, (match["default"],), match["meaning"])
    default = tuple(float(value) for value in match["default"].split(", "))
    low, high = float(match["low"]), float(match["high"])
    return Parameter(match["name"], match["kind"], low, high, default, match["meaning"])


def chosen_of(
    metric: str, parameters: Iterable[Parameter], values: Mapping[str, object] | None
) -> Chosen:
    """
    Return the values that are not the defaults, in the order of their names.

    Raises UsageError, naming what the metric has, for an unknown name and a value out of range.

    >>> bins = declared(EXAMPLE)
    >>> chosen_of("ece", [bins], {"bins": 15}), chosen_of("ece", [bins], {"bins": 10})
    ((('bins', 15),), ())
    """
    by_name = {parameter.name: parameter for parameter in parameters}
    known = "; ".join(parameter.described for parameter in by_name.values()) or "none"
    chosen: dict[str, Any] = {}
    for name, given in sorted((values or {}).items()):
        if name not in by_name:
            raise UsageError(f"{metric} has no parameter {name!r}; it has: {known}")
        parameter = by_name[name]
        value = parameter.value_of(given)
        if value is None:
            raise UsageError(
                f"{metric}: the parameter {name} is {given!r}, expected {parameter.range}"
            )
        if (value,) != parameter.default:
            chosen[name] = value
    return tuple(chosen.items())


def in_words(chosen: Chosen) -> str:
    """
    Return the values as text.

    >>> in_words((("bins", 15), ("class_edge", 0.1234567)))
    'bins=15, class_edge=0.1234567'
    """
    return ", ".join(f"{name}={_written(value)}" for name, value in chosen)


def _written(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:.15g}"


def define(connection: Any, chosen: Chosen, *relations: str) -> None:
    """
    Define temporary views that have these values in place of the defaults.

    They are of ``relations``, such as ``metrics.ece``, and of what these read.
    """
    names = tuple(name for name, _ in chosen)
    _set_variables(connection, chosen)
    for statement in _definitions(names, relations):
        connection.execute(statement)


def set_macros(connection: Any, chosen: Chosen) -> None:
    """Replace the defaults in a database that is of one metric alone, before its views."""
    _set_variables(connection, chosen)
    for name, _ in chosen:
        connection.execute(
            f"create or replace macro macros.{name}() as getvariable('parameter_{name}')"
        )


def _set_variables(connection: Any, chosen: Chosen) -> None:
    for name, value in chosen:
        listed = [value] if default_text(name).startswith("[") else value
        connection.execute(f"set variable parameter_{name} = $value", {"value": listed})


def rewritten(sql: str, chosen: Chosen) -> str:
    """
    Return a query that reads the temporary views of ``define``, and the values themselves.

    >>> rewritten("from metrics.ece where run_id = $run_id", (("bins", 15),))
    'from temp.ece where run_id = $run_id'
    >>> rewritten("from metrics.accuracy", (("bins", 15),))
    'from metrics.accuracy'
    """
    return _rewritten(sql, tuple(name for name, _ in chosen))


@cache
def default_text(name: str) -> str:
    """
    Return the default of a parameter, as its macro has it.

    >>> default_text("bins"), default_text("k")
    ('10', '[1, 2, 5, 10]')
    """
    body = sql_files.read(f"{FOLDER}/{name}").partition("() as ")[2]
    return body.strip().removesuffix(";")


def default_of(name: str) -> tuple[float | str, ...]:
    """
    Return the default of a parameter; several values where a metric is given for each of them.

    >>> default_of("k"), default_of("uncertainties")
    ((1.0, 2.0, 5.0, 10.0), (1.96,))
    """
    text = default_text(name)
    if text.startswith("'"):
        return (text.strip("'"),)
    return tuple(float(value) for value in text.strip("[]").split(","))


def is_used(name: str, relation: str) -> bool:
    """
    Return True if a relation, or one that it reads, calls the macro of a parameter.

    >>> is_used("bins", "metrics.ece"), is_used("bins", "metrics.accuracy")
    (True, False)
    """
    return relation in _affected((name,))


def _rewritten(sql: str, names: tuple[str, ...]) -> str:
    affected = _affected(names)
    sql = re.sub(
        r"\b((?:facts|metrics)\.(\w+))\b",
        lambda match: f"temp.{match[2]}" if match[1] in affected else match[1],
        sql,
    )
    for name in names:
        sql = sql.replace(f"macros.{name}()", f"getvariable('parameter_{name}')")
    return sql


@cache
def _definitions(names: tuple[str, ...], relations: tuple[str, ...]) -> list[str]:
    """Return the statements of the views that depend on parameters, each after what it reads."""
    affected = _affected(names)
    order = {
        each: affected[each]
        for relation in relations
        if relation in affected
        for each in sql_files.after_what_they_use(
            relation, lambda one: _read_by(affected[one]) & affected.keys() - {one}
        )
    }
    statements = []
    for relation, sql_name in order.items():
        code = sql_files.code(sql_name)
        if DEFINED.search(code):
            code = DEFINED.sub(r"create or replace temp view \1", code)
        else:
            code = f"create or replace temp view {relation.partition('.')[2]} as {code}"
        statements.append(_rewritten(code, names))
    return statements


@cache
def _affected(names: tuple[str, ...]) -> dict[str, str]:
    """Return the files of the relations that depend on parameters."""
    files = {
        f"{schema}.{sql_name.rpartition('/')[2]}": sql_name
        for folder, schema in RELATIONS.items()
        for sql_name in sql_files.names(folder)
    }
    calls = [f"macros.{name}()" for name in names]
    reached = {
        relation
        for relation, sql_name in files.items()
        if any(call in sql_files.code(sql_name) for call in calls)
    }
    found = set(reached)
    while reached:
        reached = {
            relation for relation, sql_name in files.items() if _read_by(sql_name) & reached
        } - found
        found |= reached
    return {relation: files[relation] for relation in sorted(found)}


@cache
def _read_by(sql_name: str) -> frozenset[str]:
    """Return the relations that a file reads; the one that it defines may be among them."""
    return sql_files.relations(sql_name, "facts") | sql_files.relations(sql_name, "metrics")
