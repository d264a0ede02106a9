"""
One statement for a relation: all that it reads are common table expressions of its own.

All expressions stand side by side with names of their own, since some engines know none inside
another, and some take a name twice for the same one.
"""

from functools import cache

from sqlglot import exp

from evalstore.scale.dialects import relations
from evalstore.scale.dialects.portable import portable
from evalstore.scale.dialects.resolving import resolved


@cache
def expansion(
    relation: str, stored: frozenset[str], computed: frozenset[str] = frozenset()
) -> exp.Select:
    """
    Return the statement of a relation; callers copy it.

    It reads tables that are stored under their own names, and those that were computed before it
    under the names of their expressions.
    """
    statement = exp.select("*").from_(own_name(relation))
    names = relations.in_order(relation, stored | (computed - {relation}))
    known = {name: own_name(name) for name in [*names, *computed]}
    for name in names:
        query = portable(resolved(name).copy())
        for part_name, part in _parts(query, name, known):
            statement = statement.with_(part_name, as_=part, copy=False)
    return statement


def own_name(relation: str) -> str:
    """
    Return the name of the expression that stands for a relation.

    >>> own_name("facts.cases"), own_name("steps.run_cases")
    ('facts_cases', 'steps_run_cases')
    """
    return relation.replace(".", "_")


def _parts(query: exp.Expr, relation: str, known: dict[str, str]) -> list[tuple[str, exp.Expr]]:
    """Return the expressions of a query, then the query, under names that nothing else has."""
    found: list[tuple[str, exp.Expr]] = []
    _take_apart(query, own_name(relation), known, found)
    found.append((own_name(relation), query))
    return found


def _take_apart(
    query: exp.Expr, prefix: str, names: dict[str, str], found: list[tuple[str, exp.Expr]]
) -> None:
    """Move the expressions of a query and of those within it to ``found``."""
    known = dict(names)
    with_ = query.args.get("with_")
    if with_ is not None:
        with_.pop()
        for part in with_.expressions:
            _take_apart(part.this, f"{prefix}__{part.alias}", known, found)
            known[part.alias] = f"{prefix}__{part.alias}"
            found.append((known[part.alias], part.this))
    for inner in list(query.find_all(exp.Query)):
        if inner is not query and inner.args.get("with_") is not None:
            _take_apart(inner, f"{prefix}__{len(found)}", known, found)
    for table in list(query.find_all(exp.Table)):
        _rename(table, known)


def _rename(table: exp.Table, known: dict[str, str]) -> None:
    """Let a table be that of its new name, under the alias by which its columns are known."""
    own = f"{table.db}.{table.name}" if table.db else table.name
    table.set("alias", exp.TableAlias(this=exp.to_identifier(table.alias or table.name)))
    if own in known:
        table.set("this", exp.to_identifier(known[own]))
        table.set("db", None)
