"""ClickHouse, from version 26, with the settings that other-engines.md names."""

from sqlglot import exp

CALLS = {"isfinite": "isFinite", "list_product": "arrayProduct", "row": "tuple"}
EXTREMES: dict[type[exp.Expr], type[exp.Expr]] = {
    exp.LogicalOr: exp.Max,
    exp.LogicalAnd: exp.Min,
}
# They give NaN where there are too few values, and the others null.
NAN_FOR_FEW = (exp.Stddev, exp.StddevSamp, exp.Variance, exp.Corr)


def rewritten(node: exp.Expr) -> exp.Expr:
    """Return a node as ClickHouse has it; those within it are so already."""
    if isinstance(node, exp.Atanh):
        return exp.Anonymous(this="atanh", expressions=[node.this])
    if isinstance(node, exp.Anonymous) and node.name.lower() in CALLS:
        return exp.Anonymous(this=CALLS[node.name.lower()], expressions=node.expressions)
    if isinstance(node, exp.Filter | exp.Window | exp.AggFunc):
        return _aggregate(node)
    is_source = isinstance(node.parent, exp.Table | exp.From | exp.Join)
    if isinstance(node, exp.GenerateSeries) and not is_source:
        end = exp.Add(this=exp.paren(node.args["end"]), expression=exp.Literal.number(1))
        return exp.Anonymous(this="range", expressions=[node.args["start"], end])
    if isinstance(node, exp.Cast) and node.to.this == exp.DataType.Type.UUID:
        # Ids are published as text.
        inner: exp.Expr = node.this
        return inner
    return node


def _aggregate(node: exp.Expr) -> exp.Expr:
    """Return an aggregate, with its filter and its window where it has them."""
    if type(node) in EXTREMES:
        return EXTREMES[type(node)](this=node.this.copy())
    if isinstance(node, exp.PercentileCont) and node.expression is not None:
        return exp.ParameterizedAgg(
            this="quantileExactInclusive", expressions=[node.expression], params=[node.this]
        )
    if _is_within(node):
        return node
    core: exp.Expr = node
    while isinstance(core, exp.Filter | exp.Window):
        core = core.this
    if isinstance(core, exp.Count):
        # Counts have no sign, and no type in common with numbers that have one.
        return exp.cast(node.copy(), "bigint", dialect="duckdb")
    if isinstance(core, NAN_FOR_FEW):
        is_none = exp.Anonymous(this="isNaN", expressions=[node.copy()])
        return exp.Anonymous(this="if", expressions=[is_none, exp.null(), node.copy()])
    return node


def _is_within(node: exp.Expr) -> bool:
    """Say whether a filter or a window is around an aggregate."""
    around = node.parent
    return isinstance(around, exp.Filter | exp.Window) and around.this is node
