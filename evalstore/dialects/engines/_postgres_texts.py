"""Texts as Postgres searches and puts them together, and numbers in them."""

from sqlglot import exp

from evalstore.dialects import functions
from evalstore.dialects.engines._calls import call


def with_text(node: exp.Expr) -> exp.Expr:
    """Return texts put together, a number among them as DuckDB writes it."""
    for one in (node.this, node.expression):
        if one.type is not None and one.type.is_type(exp.DataType.Type.DOUBLE):
            one.replace(functions.inlined("postgres", call("double_text", one)))
    return node


def extracted(node: exp.Expr) -> exp.Expr:
    """Return a group of a match, an empty text where there is none."""
    group = int(node.args["group"].name) if node.args.get("group") else 0
    pattern = node.expression.copy()
    if not group:
        pattern = exp.Literal.string(f"({pattern.name})")
    found = exp.paren(call("regexp_match", node.this, pattern))
    part = exp.Bracket(this=found, expressions=[exp.Literal.number(max(group, 1) - 1)])
    return exp.Coalesce(this=part, expressions=[exp.Literal.string("")])


def all_extracted(node: exp.Expr) -> exp.Expr:
    """Return all matches of an expression as a list."""
    part = exp.Bracket(this=exp.column("part", table="parts"), expressions=[exp.Literal.number(0)])
    alias = exp.TableAlias(this=exp.to_identifier("parts"), columns=[exp.to_identifier("part")])
    source = call("regexp_matches", node.this, node.expression, exp.Literal.string("g"))
    return call("array", exp.select(part).from_(exp.Table(this=source, alias=alias)))


def replaced(node: exp.Expr) -> exp.Expr:
    """Return a text with every match replaced."""
    return call("regexp_replace", node.this, node.expression, node.args["replacement"],
                exp.Literal.string("g"))  # fmt: skip


def digest(node: exp.Expr) -> exp.Expr:
    """Return the SHA-256 of a text in hex."""
    bytes_ = call("convert_to", node.this, exp.Literal.string("UTF8"))
    return call("encode", call("sha256", bytes_), exp.Literal.string("hex"))
