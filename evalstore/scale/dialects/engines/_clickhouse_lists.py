"""
Lists out of JSON in ClickHouse, which has no list that is null: text until they are used.

A field that is to be a list is passed on as its JSON, null where there is none, and becomes a
list where one is needed. Columns of stored tables are lists already; there, an empty one stands
for none.
"""

from functools import cache
from typing import TypeAlias

from sqlglot import exp

from evalstore.scale.dialects.computing import VIEWS, order_of
from evalstore.scale.dialects.expansion import expansion, own_name
from evalstore.scale.dialects.json_fields import is_entries, is_json_field

ARRAY = exp.DataType.Type.ARRAY
# The functions that these names stand for are in clickhouse.py.
AS_LIST = "AS_LIST"
RAW = "RAW_LIST"
Types: TypeAlias = dict[str, exp.DataType]
# The columns that are text, by the expression that has them.
Known: TypeAlias = dict[str, Types]


@cache
def lists_of(name: str) -> Types:
    """Return the columns of a step of a script that are text, by the name of its table."""
    relations = {own_name(one): one for one in order_of()}
    if name not in relations:
        return {}
    relation = relations[name]
    before = order_of(relation)[:-1]
    kept = frozenset(one for one in before if one not in VIEWS)
    tree = expansion(relation, frozenset(["log.events"]), kept).copy()
    return with_lists_as_text(tree, reads_steps=True, is_step=True)


def with_lists_as_text(tree: exp.Expr, *, reads_steps: bool, is_step: bool) -> Types:
    """
    Let the lists of a statement be text from one expression to the next.

    Return the columns of its rows that are text: those of a step of a script, else none.
    """
    known: Known = {}
    parts = tree.args["with_"].expressions
    for part in parts:
        is_last = part is parts[-1] and not is_step
        query = part.this
        columns: Types = {}
        for select in query.find_all(exp.Select):
            if reads_steps:
                tables = {table.name for table in select.find_all(exp.Table) if not table.db}
                known |= {name: lists_of(name) for name in tables - known.keys()}
            is_output = is_last and _is_outermost(select, query)
            columns |= _rewrite(select, known, columns, is_output=is_output)
        known[part.alias] = columns
    return columns


def _is_outermost(select: exp.Select, query: exp.Expr) -> bool:
    """Say whether the rows of a select are those of the query."""
    around = select.parent
    while isinstance(around, exp.SetOperation) and around is not query:
        around = around.parent
    return select is query or around is query


def _rewrite(select: exp.Select, known: Known, before: Types, *, is_output: bool) -> Types:
    """
    Rewrite a select; return the columns that it passes on as text, with their types.

    Those of the selects that it is united with are ``before``.
    """
    sources = {
        table.alias_or_name: known.get(table.name, {})
        for table in select.find_all(exp.Table)
        if table.find_ancestor(exp.Select) is select
    }
    passed: Types = {}
    for projection in select.expressions:
        value = projection.unalias()
        if projection.alias_or_name in before and isinstance(value, exp.Cast):
            # Nothing, cast to a list.
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
    """Return the type of a list that is, or can be passed on as text."""
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
    """Make a list of a column that is text, where it is not passed on or asked whether it is."""
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
