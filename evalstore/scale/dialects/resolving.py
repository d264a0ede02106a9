"""
The query of a relation in plain SQL: macros expanded, every column named with its relation.

Stars, ``using``, ``group by all`` and names of other projections are spelled out, and every node
whose type is known has it, by the optimizer of sqlglot.
"""

from functools import cache
from typing import cast

from sqlglot import exp
from sqlglot.optimizer.annotate_types import annotate_types
from sqlglot.optimizer.qualify import qualify

from evalstore.errors import EvalstoreError
from evalstore.scale.dialects import relations
from evalstore.scale.dialects.columns import recorded_columns
from evalstore.scale.dialects.json_fields import with_json_fields, with_structures
from evalstore.scale.dialects.macros import expanded
from evalstore.scale.dialects.structs import without_structs

# On what our files say themselves, and the optimizer did not add.
WRITTEN = "written"
# The types of columns by relation, by schema.
Schema = dict[str, object]


@cache
def resolved(relation: str) -> exp.Query:
    """Return the query of a relation, with types; callers copy it."""
    query = with_structures(expanded(relations.query_of(relation).copy()))
    for written in query.find_all(exp.Coalesce):
        written.meta[WRITTEN] = True
    schema = _schema(relations.read_by(query))
    query = qualify(query, dialect="duckdb", schema=schema, quote_identifiers=False)
    for select in query.find_all(exp.Select):
        _name_first_sources(select)
    query = annotate_types(query, schema=schema, dialect="duckdb")
    if not isinstance(query, exp.Query):
        raise EvalstoreError(f"{relation} is no query: {type(query).__name__}")
    without_structs(query)
    return cast(exp.Query, with_json_fields(query))


def _name_first_sources(select: exp.Select) -> None:
    """
    Take a column that joins share from the first relation that has it.

    The optimizer spells ``using`` out as the first that is not null, which a full join needs.
    """
    joins = select.args.get("joins") or []
    if any(join.side in {"RIGHT", "FULL"} for join in joins):
        return
    for shared in list(select.find_all(exp.Coalesce)):
        if WRITTEN not in shared.meta and shared.find_ancestor(exp.Select) is select:
            shared.replace(shared.this.copy())


def _schema(names: set[str]) -> Schema:
    found: dict[str, dict[str, dict[str, str]]] = {}
    for relation in names:
        schema, _, name = relation.partition(".")
        found.setdefault(schema, {})[name] = columns_of(relation)
    return {**found}


@cache
def columns_of(relation: str) -> dict[str, str]:
    """
    Return the types of the columns of a relation, those of steps as sqlglot finds them.

    >>> columns_of("steps.run_systems")
    {'run_id': 'TEXT', 'system_id': 'TEXT', 'has_readings_only': 'BOOLEAN'}
    """
    if relation in recorded_columns():
        return recorded_columns()[relation]
    return {
        one.alias_or_name: (one.type or exp.DataType.build("unknown")).sql(dialect="duckdb")
        for one in resolved(relation).selects
    }
