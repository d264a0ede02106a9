"""
One statement for a relation: every view that it reads is a common table expression of its own.

All expressions stand side by side with names of their own, since some engines know none inside
another, and some take a name twice for the same one.
"""

from functools import cache

from sqlglot import exp

from evalstore.dialects import relations
from evalstore.dialects.macros import expanded
from evalstore.dialects.stars import without_stars


@cache
def expansion(relation: str) -> exp.Select:
    """Return the statement of a view such as ``metrics.accuracy``; the caller copies it."""
    statement = exp.select("*").from_(_name(relation))
    for name in relations.in_order(relation):
        query = expanded(relations.query_of(name).copy())
        without_stars(query)
        for own_name, part in _parts(query, name):
            statement = statement.with_(own_name, as_=part, copy=False)
    return statement


def _name(relation: str) -> str:
    return relation.replace(".", "_")


def _parts(query: exp.Expr, relation: str) -> list[tuple[str, exp.Expr]]:
    """Return the expressions of a query, then the query, under names that nothing else has."""
    found: list[tuple[str, exp.Expr]] = []
    _take_apart(query, _name(relation), {}, found)
    found.append((_name(relation), query))
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
    own = f"{table.db}.{table.name}"
    if table.db and own in relations.view_files():
        table.set("alias", exp.TableAlias(this=exp.to_identifier(table.alias or table.name)))
        table.set("this", exp.to_identifier(_name(own)))
        table.set("db", None)
    elif table.db:
        table.set("alias", exp.TableAlias(this=exp.to_identifier(table.alias or table.name)))
    elif table.name in known:
        table.set("alias", exp.TableAlias(this=exp.to_identifier(table.alias or table.name)))
        table.set("this", exp.to_identifier(known[table.name]))
