"""The statement of a relation in another dialect of SQL, or the reason why it is not offered."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import cast

from sqlglot import exp
from sqlglot.errors import ErrorLevel, UnsupportedError

from evalstore.base.phrases import unknown_name
from evalstore.errors import UsageError
from evalstore.scale.dialects import relations
from evalstore.scale.dialects.expansion import expansion, own_name
from evalstore.scale.dialects.portable import from_within
from evalstore.scale.dialects.relations import VIEWS, order_of
from evalstore.scale.dialects.shared_parts import in_parts

HERE = Path(__file__).parent
# Dialects that sqlglot writes; their statements have not been run on an engine.
UNTRIED = ("bigquery", "snowflake", "trino")


def names() -> list[str]:
    """
    List the dialects: those with a file of their own, and those that only sqlglot writes.

    >>> names()
    ['bigquery', 'clickhouse', 'duckdb', 'snowflake', 'spark', 'trino']
    """
    engine_names = [path.stem for path in (HERE / "engines").glob("*.py") if path.stem[0] != "_"]
    return sorted({*engine_names, *UNTRIED})


@cache
def refusals(dialect: str) -> dict[str, str]:
    """Return the relations that are not offered in a dialect, with the reasons."""
    by_dialect = tomllib.loads((HERE / "refusals.toml").read_text(encoding="utf-8"))
    reasons: dict[str, str] = by_dialect.get(dialect, {})
    return reasons


def offered() -> list[str]:
    """List the relations with a statement: tables of facts, then views of facts and metrics."""
    return [*relations.table_files(), *relations.view_files()]


def relation_of(name: str) -> str:
    """
    Return the qualified name of a metric, table or view.

    >>> relation_of("ece"), relation_of("facts.answers")
    ('metrics.ece', 'facts.answers')
    """
    relation = name if "." in name else f"metrics.{name}"
    if relation not in offered():
        offered_names = [offered_name.removeprefix("metrics.") for offered_name in offered()]
        raise unknown_name("metric", name, offered_names, listed_by="metrics")
    return relation


def transpiled(relation: str, dialect: str) -> str:
    """
    Return the statement of a relation: of a view from the tables, of a table from the log.

    Raises UsageError with the reason if the dialect does not support it.
    """
    reason = refusals(dialect).get(relation)
    if reason is not None:
        raise UsageError(
            f"{relation} is not available in {dialect}: {reason}; read it from a published table, "
            "or query it with DuckDB"
        )
    stored = stored_for(relation)
    engine = _engine(dialect)
    if relation in relations.table_files() and hasattr(engine, "script"):
        steps = [step for step in order_of(relation) if step not in VIEWS]
        text = engine.script([
            (
                own_name(step),
                statement_of(
                    step, dialect, stored, frozenset(steps[:place]),
                    reads_steps=True, is_step=step != relation,
                ),
            )
            for place, step in enumerate(steps)
        ])  # fmt: skip
    else:
        text = statement_of(relation, dialect, stored)
    return f"{_header(relation, dialect)}\n{text};\n"


def statement_of(
    relation: str,
    dialect: str,
    stored: frozenset[str],
    computed: frozenset[str] = frozenset(),
    **place: bool,
) -> str:
    """
    Return the statement of any relation, which reads stored and previously computed ones.

    ``reads_steps`` and ``is_step`` describe its position in a script.
    """
    with _saying(relation, dialect):
        return _text(_tree(relation, dialect, stored, computed, **place), dialect)


def statements_of(
    relation: str, dialect: str, stored: frozenset[str], computed: frozenset[str] = frozenset()
) -> list[tuple[str, str]]:
    """
    Return the statement of a relation under its own name, after those of its shared parts.

    A caller keeps the rows of each under its name for the following ones.
    """
    with _saying(relation, dialect):
        parts = in_parts(_tree(relation, dialect, stored, computed))
        return [(name or own_name(relation), _text(tree, dialect)) for name, tree in parts]


def _tree(
    relation: str,
    dialect: str,
    stored: frozenset[str],
    computed: frozenset[str],
    **place: bool,
) -> exp.Query:
    tree: exp.Query = expansion(relation, stored, computed).copy()
    engine = _engine(dialect)
    if hasattr(engine, "prepared"):
        engine.prepared(tree, **{"reads_steps": False, "is_step": False} | place)
    tree = cast("exp.Query", from_within(tree, engine.rewritten))
    finished: exp.Query = engine.finished(tree) if hasattr(engine, "finished") else tree
    return finished


def _text(tree: exp.Expr, dialect: str) -> str:
    return tree.sql(
        dialect=dialect, pretty=True, comments=False, unsupported_level=ErrorLevel.RAISE
    )


@contextmanager
def _saying(relation: str, dialect: str) -> Iterator[None]:
    """Convert sqlglot's UnsupportedError to a UsageError."""
    try:
        yield
    except UnsupportedError as error:
        raise UsageError(f"{relation} cannot be translated to {dialect}: {error}") from error


def _engine(dialect: str) -> ModuleType:
    """Return the rules of a dialect; dialects that only sqlglot writes share one module."""
    name = "_sqlglot" if dialect in UNTRIED else dialect
    return import_module(f"evalstore.scale.dialects.engines.{name}")


def stored_for(relation: str) -> frozenset[str]:
    """Return the tables that a statement may read; a table of facts may read only the log."""
    if relation in relations.table_files():
        return frozenset(["log.events"])
    return frozenset([*relations.LOG_TABLES, *relations.table_files()])


def tables_of(relation: str) -> list[str]:
    """Return the stored tables that the statement of a relation reads, sorted."""
    stored = stored_for(relation)
    names = relations.in_order(relation, stored)
    tables_read = {
        table for name in names for table in relations.read_by(relations.query_of(name))
    }
    return sorted(tables_read & stored)


def _header(relation: str, dialect: str) -> str:
    tried = "" if dialect not in UNTRIED else f"\n-- Not tested on an engine of {dialect}."
    tables = ", ".join(tables_of(relation))
    return f"-- {relation}, for {dialect}, made by `evalstore sql`.\n-- Reads {tables}.{tried}\n"
