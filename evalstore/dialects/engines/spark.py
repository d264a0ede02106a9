"""Spark SQL, from version 4, in its default mode (ANSI)."""

from collections.abc import Callable

from sqlglot import exp

WIDE = "decimal(38, 0)"


def rewritten(node: exp.Expr) -> exp.Expr:
    """Return a node as Spark has it."""
    if isinstance(node, exp.Anonymous):
        return CALLS.get(node.name.lower(), _same)(node)
    if isinstance(node, exp.Cast) and not isinstance(node, exp.TryCast):
        return _cast(node)
    if isinstance(node, exp.PercentileCont) and node.expression is not None:
        # Its percentile_cont is another; this one is exact and interpolates.
        return exp.Anonymous(this="percentile", expressions=[node.this, node.expression])
    return node


def _same(node: exp.Anonymous) -> exp.Expr:
    return node


def _cast(node: exp.Cast) -> exp.Expr:
    if node.to.this == exp.DataType.Type.INT128:
        return exp.cast(node.this.copy(), WIDE, dialect="spark")
    if node.to.is_type(*exp.DataType.INTEGER_TYPES):
        # Spark may look at a text before the filter that leaves it out.
        return exp.TryCast(this=node.this.copy(), to=node.to.copy())
    return node


def _is_finite(node: exp.Anonymous) -> exp.Expr:
    value = node.expressions[0]
    infinity = exp.cast(exp.Literal.string("Infinity"), "double")
    return exp.paren(
        exp.and_(
            exp.Not(this=exp.IsNan(this=value.copy())),
            exp.LT(this=exp.Abs(this=value.copy()), expression=infinity),
        )
    )


def _product(node: exp.Anonymous) -> exp.Expr:
    names = [exp.to_identifier("total"), exp.to_identifier("one")]
    product = exp.Mul(this=exp.column("total"), expression=exp.column("one"))
    start = exp.cast(exp.Literal.number(1), "double")
    fold = exp.Lambda(this=product, expressions=names)
    return exp.Anonymous(this="aggregate", expressions=[*node.expressions, start, fold])


def _row(node: exp.Anonymous) -> exp.Expr:
    return exp.Anonymous(this="struct", expressions=node.expressions)


CALLS: dict[str, Callable[[exp.Anonymous], exp.Expr]] = {
    "isfinite": _is_finite,
    "list_product": _product,
    "row": _row,
}
