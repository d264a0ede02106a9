"""Texts as ClickHouse puts them together and takes them apart."""

from sqlglot import exp

from evalstore.scale.dialects import functions
from evalstore.scale.dialects.engines._calls import call


def text_part(node: exp.Expr) -> exp.Expr:
    """Return one part of a text that is split."""
    parts = call("splitByString", node.args["delimiter"], node.this)
    return call("arrayElement", parts, node.args["part_index"])


def joined_with(node: exp.Expr) -> exp.Expr:
    """Return texts that are not null with a separator between them."""
    separator, *texts = node.expressions
    name = exp.to_identifier("one")
    is_known = exp.Lambda(
        this=exp.Not(this=exp.Is(this=name.copy(), expression=exp.null())), expressions=[name]
    )
    known = call("arrayFilter", is_known, exp.Array(expressions=texts))
    return call("arrayStringConcat", known, separator)


def with_text(node: exp.Expr) -> exp.Expr:
    """Return texts put together, a number among them as DuckDB writes it."""
    for one in (node.this, node.expression):
        if one.type is not None and one.type.is_type(exp.DataType.Type.DOUBLE):
            text = functions.call("clickhouse", "number_text", [call("toString", one)])
            one.replace(text)
    return node
