"""The statement of a relation in another dialect of SQL, or the reason why there is none."""

import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path

from sqlglot.errors import ErrorLevel, UnsupportedError

from evalstore.dialects import relations
from evalstore.dialects.expansion import expansion
from evalstore.dialects.portable import from_within, portable
from evalstore.errors import UsageError
from evalstore.phrases import unknown_name

HERE = Path(__file__).parent
# What sqlglot writes; nothing of it has been run on an engine.
UNTRIED = ("bigquery", "postgres", "snowflake", "trino")


def names() -> list[str]:
    """
    List the dialects: those with a file of their own, and those that sqlglot alone writes.

    >>> names()
    ['bigquery', 'clickhouse', 'duckdb', 'postgres', 'snowflake', 'spark', 'trino']
    """
    own = [path.stem for path in (HERE / "engines").glob("*.py") if path.stem[0] != "_"]
    return sorted([*own, *UNTRIED])


@cache
def refusals(dialect: str) -> dict[str, str]:
    """Return why some relations are not offered in a dialect, by name."""
    found = tomllib.loads((HERE / "refusals.toml").read_text(encoding="utf-8"))
    reasons: dict[str, str] = found.get(dialect, {})
    return reasons


def relation_of(name: str) -> str:
    """
    Return a metric or a view by its name with the schema.

    >>> relation_of("ece"), relation_of("facts.answers")
    ('metrics.ece', 'facts.answers')
    """
    relation = name if "." in name else f"metrics.{name}"
    if relation not in relations.view_files():
        known = [one.removeprefix("metrics.") for one in relations.view_files()]
        raise unknown_name("metric", name, known, listed_by="metrics")
    return relation


def transpiled(relation: str, dialect: str) -> str:
    """
    Return the one statement of a relation, its tables those that ``publish`` writes.

    Raises UsageError where the dialect cannot say it, with the reason.
    """
    reason = refusals(dialect).get(relation)
    if reason is not None:
        raise UsageError(
            f"{relation} is not offered in {dialect}: {reason}; read it from a published table, "
            "or ask DuckDB"
        )
    tree = portable(expansion(relation).copy())
    if dialect not in UNTRIED:
        engine = import_module(f"evalstore.dialects.engines.{dialect}")
        tree = from_within(tree, engine.rewritten)
    try:
        text = tree.sql(dialect=dialect, pretty=True, unsupported_level=ErrorLevel.RAISE)
    except UnsupportedError as error:
        raise UsageError(f"{relation} cannot be said in {dialect}: {error}") from error
    return f"{_header(relation, dialect)}\n{text};\n"


def _header(relation: str, dialect: str) -> str:
    tried = "" if dialect not in UNTRIED else f"\n-- Not run on any engine of {dialect} yet."
    tables = ", ".join(relations.tables_of(relation))
    return f"-- {relation}, for {dialect}, made by `evalstore sql`.\n-- Reads {tables}.{tried}\n"
