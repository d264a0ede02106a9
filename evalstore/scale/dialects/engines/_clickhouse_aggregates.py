"""Aggregates in ClickHouse's syntax, with their filters and windows."""

from collections.abc import Callable

from sqlglot import exp

from evalstore.scale.dialects.engines._calls import call

EXTREMES: dict[type[exp.Expr], type[exp.Expr]] = {
    exp.LogicalOr: exp.Max,
    exp.LogicalAnd: exp.Min,
}
# Aggregates that return NaN for too few values, where other engines return null.
NAN_FOR_FEW = (exp.Stddev, exp.StddevSamp, exp.Variance, exp.Corr, exp.CovarSamp)


def aggregate(node: exp.Expr) -> exp.Expr:
    """Return an aggregate in ClickHouse's syntax, with its filter and window."""
    rule = AGGREGATES.get(type(node))
    return _with_what_is_around(node) if rule is None else rule(node)


def _extreme(node: exp.Expr) -> exp.Expr:
    return EXTREMES[type(node)](this=node.this.copy())


def _quantile(node: exp.Expr) -> exp.Expr:
    if isinstance(node, exp.Median):
        share: exp.Expr = exp.Literal.number("0.5")
    elif node.expression is None:
        return _with_what_is_around(node)
    else:
        share = node.expression
    return exp.ParameterizedAgg(
        this="quantileExactInclusive", expressions=[share], params=[node.this]
    )


def _with_what_is_around(node: exp.Expr) -> exp.Expr:
    """Return an aggregate without a rule of its own, once its filter and window are applied."""
    if node.meta.pop("element", False):
        return call("tupleElement", node, exp.Literal.number(1))
    core: exp.Expr = node
    while isinstance(core, exp.Filter | exp.Window):
        core = core.this
    if isinstance(core, exp.Count) and not _is_within(node):
        # Counts are unsigned, and have no common type with signed numbers.
        return exp.cast(node.copy(), "bigint", dialect="duckdb")
    if isinstance(core, NAN_FOR_FEW) and not _is_within(node):
        is_none = call("isNaN", node)
        return call("if", is_none, exp.null(), node)
    return node


def _is_within(node: exp.Expr) -> bool:
    """Return True if the node is inside a filter or a window."""
    around = node.parent
    return isinstance(around, exp.Filter | exp.Window) and around.this is node


def _list(node: exp.Expr) -> exp.Expr:
    """Return a list of all values, sorted if the aggregate has an order."""
    if isinstance(node.this, exp.Order):
        return call("arraySort", call("groupArray", node.this.this))
    return call("groupArray", node.this)


def _joined_texts(node: exp.Expr) -> exp.Expr:
    """Return texts joined in an order, with null keys last."""
    order = node.this
    keys: list[exp.Expr] = []
    for ordered in order.expressions:
        keys += [exp.Is(this=ordered.this.copy(), expression=exp.null()), ordered.this.copy()]
    rows = call("arraySort", call("groupArray", call("tuple", *keys, order.this)))
    row = exp.to_identifier("row")
    text = call("tupleElement", row, exp.Literal.number(len(keys) + 1))
    texts = call("arrayMap", exp.Lambda(this=text, expressions=[row]), rows)
    return call("arrayStringConcat", texts, node.args["separator"])


def at_null_too(name: str) -> Callable[[exp.Expr], exp.Expr]:
    """Return a rule for the value at an extreme key that preserves null values."""

    def rule(node: exp.Expr) -> exp.Expr:
        value, key = node.expressions
        extreme: exp.Expr = call(name, call("tuple", value), key)
        around = node.parent
        if isinstance(around, exp.Filter):
            # The element is extracted after the filter is applied.
            around.meta["element"] = True
            return extreme
        return call("tupleElement", extreme, exp.Literal.number(1))

    return rule


AGGREGATES: dict[type[exp.Expr], Callable[[exp.Expr], exp.Expr]] = {
    exp.ArrayAgg: _list,
    exp.GroupConcat: _joined_texts,
    exp.LogicalAnd: _extreme,
    exp.LogicalOr: _extreme,
    exp.Median: _quantile,
    exp.PercentileCont: _quantile,
}
