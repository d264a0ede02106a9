"""Stars spelled out, since the order of their columns after a join is not the same everywhere."""

import json
from functools import cache
from pathlib import Path

from sqlglot import exp

import evalstore.dictionary

TYPES = Path(evalstore.dictionary.__file__).with_name("types.json")


@cache
def _columns() -> dict[str, list[str]]:
    """Return the columns of each relation, in order."""
    found = json.loads(TYPES.read_text(encoding="utf-8"))
    return {relation: list(about["columns"]) for relation, about in found.items()}


def without_stars(query: exp.Expr) -> None:
    """
    Replace ``name.*``, and ``*`` of one relation alone, by the columns; others stay.

    Each column that is named with its relation also gets its name as an alias, without which some
    engines call it by both.
    """
    known: dict[str, list[str]] = {}
    # An expression may read one that is found later, as those within others are.
    for _ in range(2):
        for part in query.find_all(exp.CTE):
            for select in part.this.find_all(exp.Select):
                _spell_out(select, known)
            known[part.alias] = _named(part.this)
    for select in query.find_all(exp.Select):
        _spell_out(select, known)


def _named(query: exp.Expr) -> list[str]:
    """Return the columns of a query; none where a star is left."""
    if not isinstance(query, exp.Query):
        return []
    names = [projection.alias_or_name for projection in query.selects]
    return [] if "*" in names else names


def _spell_out(select: exp.Select, known: dict[str, list[str]]) -> None:
    sources = _sources(select, known)
    projections: list[exp.Expr] = []
    for one in select.expressions:
        columns = _of_star(one, sources)
        if columns is not None:
            projections += columns
        elif isinstance(one, exp.Column) and one.table and not isinstance(one.this, exp.Star):
            projections.append(exp.alias_(one.copy(), one.name))
        else:
            projections.append(one)
    select.set("expressions", projections)


def _sources(select: exp.Select, known: dict[str, list[str]]) -> dict[str, list[str]]:
    from_ = select.args.get("from_")
    tables = [from_.this] if from_ is not None else []
    tables += [join.this for join in select.args.get("joins") or []]
    found = {}
    for table in tables:
        if isinstance(table, exp.Table):
            own = f"{table.db}.{table.name}" if table.db else table.name
            found[table.alias_or_name] = (_columns() | known).get(own, [])
        else:
            found[table.alias_or_name] = []
    return found


def _of_star(projection: exp.Expr, sources: dict[str, list[str]]) -> list[exp.Expr] | None:
    """Return the columns of a star; None where it is no star, or nobody knows its columns."""
    if isinstance(projection, exp.Column) and isinstance(projection.this, exp.Star):
        alias = projection.table
        star = projection.this
    elif isinstance(projection, exp.Star) and len(sources) == 1:
        [alias] = sources
        star = projection
    else:
        return None
    if any(star.args.get(key) for key in ("except_", "replace", "rename")):
        return None
    columns = sources.get(alias) or []
    return [exp.alias_(exp.column(name, table=alias), name) for name in columns] or None
