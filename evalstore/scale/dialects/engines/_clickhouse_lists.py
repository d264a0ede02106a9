"""
Lists from JSON in ClickHouse, which has no null lists: they stay text until they are used.

A field with a list is passed on as its JSON text, null if it is missing, and becomes a list where
one is needed. Columns of stored tables are lists already; there, a missing list is an empty one.
"""

from functools import cache
from typing import TypeAlias

from sqlglot import exp

from evalstore.scale.dialects.expansion import expansion, own_name
from evalstore.scale.dialects.json_fields import is_entries, is_json_field
from evalstore.scale.dialects.relations import VIEWS, order_of

ARRAY = exp.DataType.Type.ARRAY
# Names of pseudo-functions, which clickhouse.py translates.
AS_LIST = "AS_LIST"
RAW = "RAW_LIST"
Types: TypeAlias = dict[str, exp.DataType]
# The columns that are text, by the expression that contains them.
Known: TypeAlias = dict[str, Types]


@cache
def lists_of(name: str) -> Types:
    """Return the columns with lists as text of a script's step, by the name of its table."""
    relations = {own_name(item): item for item in order_of()}
    if name not in relations:
        return {}
    relation = relations[name]
    before = order_of(relation)[:-1]
    kept = frozenset(item for item in before if item not in VIEWS)
    tree = expansion(relation, frozenset(["log.events"]), kept).copy()
    return with_lists_as_text(tree, reads_steps=True, is_step=True)


def with_lists_as_text(tree: exp.Expr, *, reads_steps: bool, is_step: bool) -> Types:
    """
    Rewrite a statement so that lists are passed between expressions as text.

    Returns the text columns in its result: those of a script's step, otherwise none.
    """
    text_columns: Known = {}
    parts = tree.args["with_"].expressions
    for part in parts:
        is_last = part is parts[-1] and not is_step
        query = part.this
        columns: Types = {}
        for select in query.find_all(exp.Select):
            if reads_steps:
                tables = {table.name for table in select.find_all(exp.Table) if not table.db}
                text_columns |= {name: lists_of(name) for name in tables - text_columns.keys()}
            is_output = is_last and _is_outermost(select, query)
            columns |= _rewrite(select, text_columns, columns, is_output=is_output)
        text_columns[part.alias] = columns
    return columns


def _is_outermost(select: exp.Select, query: exp.Expr) -> bool:
    """Return True if the rows of a select are those of the query."""
    around = select.parent
    while isinstance(around, exp.SetOperation) and around is not query:
        around = around.parent
    return select is query or around is query


def _rewrite(select: exp.Select, text_columns: Known, before: Types, *, is_output: bool) -> Types:
    """
    Rewrite a select; return the columns that it passes on as text, with their types.

    ``before`` contains the text columns of earlier selects in the same union.
    """
    sources = {
        table.alias_or_name: text_columns.get(table.name, {})
        for table in select.find_all(exp.Table)
        if table.find_ancestor(exp.Select) is select
    }
    passed: Types = {}
    for projection in select.expressions:
        value = projection.unalias()
        if projection.alias_or_name in before and isinstance(value, exp.Cast):
            # A null that is cast to a list.
            value.set("to", exp.DataType.build("varchar"))
        kind = _kind_of(value, sources)
        if kind is not None and not is_output:
            passed[projection.alias_or_name] = kind
            if is_json_field(value):
                value.replace(_named(RAW, value))
    for column in list(select.find_all(exp.Column)):
        if column.find_ancestor(exp.Select) is select:
            _use(column, sources, passed)
    return passed


def _kind_of(value: exp.Expr, sources: Known) -> exp.DataType | None:
    """Return the type of a list that is text, or can be passed on as text; else None."""
    if isinstance(value, exp.Column):
        return sources.get(value.table, {}).get(value.name)
    if is_json_field(value) and value.type is not None and value.type.is_type(ARRAY):
        return None if is_entries(value.type) else value.type
    return None


def _use(
    column: exp.Column,
    sources: Known,
    passed: Types,
) -> None:
    """Convert a text column to a list, unless it is passed on or only tested for null."""
    kind = sources.get(column.table, {}).get(column.name)
    if kind is None:
        return
    around = column.parent
    column.type = exp.DataType.build("varchar")
    if isinstance(around, exp.Is):
        return
    select = column.find_ancestor(exp.Select)
    if isinstance(around, exp.Alias) and around.parent is select and around.alias in passed:
        return
    column.replace(_named(AS_LIST, column, kind))


def _named(name: str, value: exp.Expr, kind: exp.DataType | None = None) -> exp.Anonymous:
    call = exp.Anonymous(this=name, expressions=[value.copy()])
    call.type = kind or value.type
    return call
