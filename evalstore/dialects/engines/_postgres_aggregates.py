"""Aggregates as Postgres has them, with their filters and windows."""

from collections.abc import Callable

from sqlglot import exp

from evalstore.dialects.engines._calls import call


def at_extreme(is_greatest: bool, *, is_null_kept: bool) -> Callable[[exp.Expr], exp.Expr]:
    """Return a rule for the value at the greatest or least key."""

    def rule(node: exp.Expr) -> exp.Expr:
        is_ours = isinstance(node, exp.Anonymous)
        value, key = node.expressions if is_ours else (node.this, node.expression)
        ordered = exp.Ordered(this=key.copy(), desc=is_greatest)
        order = exp.Order(this=value.copy(), expressions=[ordered])
        known = [key] if is_null_kept else [key, value]
        conditions: list[exp.Expr] = [exp.Not(this=exp.Is(this=one.copy(), expression=exp.null()))
                      for one in known if not isinstance(one, exp.Tuple)]  # fmt: skip
        return _first(exp.ArrayAgg(this=order), conditions, node)

    return rule


def any_value(node: exp.Expr) -> exp.Expr:
    """Return any value that is not null."""
    value = node.this.this
    is_known = exp.Not(this=exp.Is(this=value.copy(), expression=exp.null()))
    return _first(exp.ArrayAgg(this=value.copy()), [is_known], node)


def _first(found: exp.Expr, conditions: list[exp.Expr], node: exp.Expr) -> exp.Expr:
    """Return the first element of an aggregate over rows, those that a filter around it keeps."""
    around = node.parent
    if isinstance(around, exp.Filter):
        where = around.expression
        where.set("this", exp.and_(where.this.copy(), *conditions))
        around.meta["first"] = True
        return found
    if conditions:
        found = exp.Filter(this=found, expression=exp.Where(this=exp.and_(*conditions)))
    return exp.Bracket(this=exp.paren(found), expressions=[exp.Literal.number(0)])


def filtered(node: exp.Expr) -> exp.Expr:
    """Return an aggregate with its filter, the first element of it where one is wanted."""
    if node.meta.pop("first", False):
        return exp.Bracket(this=exp.paren(node.copy()), expressions=[exp.Literal.number(0)])
    return whole(node)


def whole(node: exp.Expr) -> exp.Expr:
    """Return a sum of whole numbers as one, where Postgres makes it a decimal."""
    around = node.parent
    is_within = isinstance(around, exp.Filter | exp.Window) and around.this is node
    if is_within:
        return node
    core: exp.Expr = node
    while isinstance(core, exp.Filter | exp.Window):
        core = core.this
    if not isinstance(core, exp.Sum | exp.Avg) or core.this.type is None:
        return node
    if core.this.type.is_type(*exp.DataType.INTEGER_TYPES):
        kind = "bigint" if isinstance(core, exp.Sum) else "double"
        return exp.cast(node.copy(), kind, dialect="duckdb")
    return node


def percentile(node: exp.Expr) -> exp.Expr:
    """Return a quantile between values, of the median too."""
    if isinstance(node, exp.Median):
        share: exp.Expr = exp.Literal.number("0.5")
    elif node.expression is None:
        return node
    else:
        share = node.expression.copy()
    order = exp.Order(expressions=[exp.Ordered(this=node.this.copy())])
    return exp.WithinGroup(this=call("percentile_cont", share), expression=order)
