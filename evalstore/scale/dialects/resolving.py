"""
The query of a relation in plain SQL: macros expanded, every column qualified.

Stars, ``using``, ``group by all`` and references to other projections are spelled out, and every
node whose type sqlglot's optimizer can infer has it.
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

# Marks nodes of the original files, which the optimizer did not add.
WRITTEN = "written"
# The types of columns by relation, by schema.
Schema = dict[str, object]


@cache
def resolved(relation: str) -> exp.Query:
    """Return the query of a relation, with types; callers must copy it."""
    query = with_structures(expanded(relations.query_of(relation).copy()))
    for written in query.find_all(exp.Coalesce):
        written.meta[WRITTEN] = True
    schema = _schema(relations.read_by(query))
    query = qualify(query, dialect="duckdb", schema=schema, quote_identifiers=False)
    for select in query.find_all(exp.Select):
        _name_first_sources(select)
    query = annotate_types(query, schema=schema, dialect="duckdb")
    if not isinstance(query, exp.Query):
        raise EvalstoreError(f"{relation} is a {type(query).__name__}, expected a query")
    without_structs(query)
    return cast(exp.Query, with_json_fields(query))


def _name_first_sources(select: exp.Select) -> None:
    """
    Take a column that joins share from the first relation that has it.

    The optimizer expands ``using`` to a coalesce of all relations, which only a full join needs.
    """
    joins = select.args.get("joins") or []
    if any(join.side in {"RIGHT", "FULL"} for join in joins):
        return
    for shared in list(select.find_all(exp.Coalesce)):
        if WRITTEN not in shared.meta and shared.find_ancestor(exp.Select) is select:
            shared.replace(shared.this.copy())


def _schema(names: set[str]) -> Schema:
    columns_by_schema: dict[str, dict[str, dict[str, str]]] = {}
    for relation in names:
        schema, _, name = relation.partition(".")
        columns_by_schema.setdefault(schema, {})[name] = columns_of(relation)
    return {**columns_by_schema}


@cache
def columns_of(relation: str) -> dict[str, str]:
    """
    Return the types of the columns of a relation; for steps, as inferred by sqlglot.

    >>> columns_of("steps.run_systems")
    {'run_id': 'TEXT', 'system_id': 'TEXT', 'has_readings_only': 'BOOLEAN'}
    """
    if relation in recorded_columns():
        return recorded_columns()[relation]
    return {
        projection.alias_or_name: (projection.type or exp.DataType.build("unknown")).sql(
            dialect="duckdb"
        )
        for projection in resolved(relation).selects
    }
