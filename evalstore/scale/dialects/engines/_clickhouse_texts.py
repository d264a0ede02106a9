"""Concatenating and splitting of texts in ClickHouse."""

from sqlglot import exp

from evalstore.scale.dialects import functions
from evalstore.scale.dialects.engines._calls import call


def text_part(node: exp.Expr) -> exp.Expr:
    """Return one part of a text that is split at a delimiter."""
    parts = call("splitByString", node.args["delimiter"], node.this)
    return call("arrayElement", parts, node.args["part_index"])


def joined_with(node: exp.Expr) -> exp.Expr:
    """Return the non-null texts, joined by a separator."""
    separator, *texts = node.expressions
    name = exp.to_identifier("one")
    is_known = exp.Lambda(
        this=exp.Not(this=exp.Is(this=name.copy(), expression=exp.null())), expressions=[name]
    )
    present = call("arrayFilter", is_known, exp.Array(expressions=texts))
    return call("arrayStringConcat", present, separator)


def with_text(node: exp.Expr) -> exp.Expr:
    """Return a concatenation, with numbers formatted as DuckDB formats them."""
    for operand in (node.this, node.expression):
        if operand.type is not None and operand.type.is_type(exp.DataType.Type.DOUBLE):
            text = functions.call("clickhouse", "number_text", [call("toString", operand)])
            operand.replace(text)
    return node
