"""
A relation as one statement, with everything it reads as common table expressions.

All expressions are at the top level and have unique names, since some engines do not support
nested ones, and some confuse equal names.
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
    Return the statement of a relation, cached; callers must copy it.

    It reads stored tables under their own names, and relations computed earlier under the names of
    their expressions.
    """
    statement = exp.select("*").from_(own_name(relation))
    names = relations.in_order(relation, stored | (computed - {relation}))
    names_by_relation = {name: own_name(name) for name in [*names, *computed]}
    for name in names:
        query = portable(resolved(name).copy())
        for part_name, part in _parts(query, name, names_by_relation):
            statement = statement.with_(part_name, as_=part, copy=False)
    return statement


def own_name(relation: str) -> str:
    """
    Return the name of the expression for a relation.

    >>> own_name("facts.cases"), own_name("steps.run_cases")
    ('facts_cases', 'steps_run_cases')
    """
    return relation.replace(".", "_")


def _parts(
    query: exp.Expr, relation: str, names_by_relation: dict[str, str]
) -> list[tuple[str, exp.Expr]]:
    """Return the expressions of a query, then the query itself, under unique names."""
    parts: list[tuple[str, exp.Expr]] = []
    _take_apart(query, own_name(relation), names_by_relation, parts)
    parts.append((own_name(relation), query))
    return parts


def _take_apart(
    query: exp.Expr, prefix: str, names: dict[str, str], parts: list[tuple[str, exp.Expr]]
) -> None:
    """Move the expressions of a query and its subqueries to the list of parts."""
    new_names = dict(names)
    with_ = query.args.get("with_")
    if with_ is not None:
        with_.pop()
        for part in with_.expressions:
            _take_apart(part.this, f"{prefix}__{part.alias}", new_names, parts)
            new_names[part.alias] = f"{prefix}__{part.alias}"
            parts.append((new_names[part.alias], part.this))
    for inner in list(query.find_all(exp.Query)):
        if inner is not query and inner.args.get("with_") is not None:
            _take_apart(inner, f"{prefix}__{len(parts)}", new_names, parts)
    for table in list(query.find_all(exp.Table)):
        _rename(table, new_names)


def _rename(table: exp.Table, new_names: dict[str, str]) -> None:
    """Replace a table's name by its new one, keeping the alias that its columns refer to."""
    full_name = f"{table.db}.{table.name}" if table.db else table.name
    table.set("alias", exp.TableAlias(this=exp.to_identifier(table.alias or table.name)))
    if full_name in new_names:
        table.set("this", exp.to_identifier(new_names[full_name]))
        table.set("db", None)
