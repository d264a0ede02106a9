"""Rewriting of DuckDB's own syntax in a form that most engines read."""

from collections.abc import Callable

from sqlglot import exp

from evalstore.scale.dialects.lists import cast_within, length_of_list, without_comprehensions

# Aggregates that sqlglot parses as calls of unknown functions.
UNKNOWN_AGGREGATES = {"arg_max_null", "arg_min_null"}


# Aggregates whose terms have an order for the sake of the last digit only.
OF_TERMS = (exp.Sum, exp.Avg, exp.Stddev, exp.StddevSamp, exp.Variance, exp.VariancePop)

# The subquery that replaces ``qualify``, and its column with the condition.
QUALIFIED, KEPT = "qualified", "is_kept"


def from_within(tree: exp.Expr, rewrite: Callable[[exp.Expr], exp.Expr]) -> exp.Expr:
    """Return a tree with every node rewritten, inner nodes first."""
    for node in reversed(list(tree.dfs())):
        new = rewrite(node)
        if new is not node:
            if new.type is None:
                new.type = node.type
            if node is tree:
                return new
            node.replace(new)
    return tree


def portable(tree: exp.Expr) -> exp.Expr:
    """Return a tree with groups spelled out, and without hints for DuckDB's planner."""
    for part in tree.find_all(exp.CTE):
        part.set("materialized", None)
    for union in list(tree.find_all(exp.SetOperation)):
        _spell_out_names(union)
    for select in tree.find_all(exp.Select):
        _raise_joins(select)
        _spell_out_groups(select)
        _spell_out_windows(select)
    tree = from_within(tree, _without_qualify)
    for rule in RULES:
        tree = from_within(tree, rule)
    return tree


def _spell_out_names(union: exp.SetOperation) -> None:
    """Give both sides of a union by name the same columns in the same order."""
    if not union.args.get("by_name"):
        return
    sides = [side for side in (union.left, union.right) if isinstance(side, exp.Select)]
    kinds = {
        projection.alias_or_name: projection.type for side in sides for projection in side.selects
    }
    for side in sides:
        side_columns = {projection.alias_or_name: projection for projection in side.selects}
        side.set(
            "expressions", [side_columns.get(name) or _null(name, kinds[name]) for name in kinds]
        )
    union.set("by_name", None)


def _raise_joins(select: exp.Select) -> None:
    """Move the joins of a table to its select; they are nested if ``from`` comes first."""
    from_ = select.args.get("from_")
    if from_ is None:
        return
    joins = from_.this.args.get("joins")
    if joins:
        from_.this.set("joins", None)
        select.set("joins", [*joins, *(select.args.get("joins") or [])])


def _null(name: str, kind: exp.DataType | None) -> exp.Expr:
    value: exp.Expr = exp.null()
    if kind is not None and not kind.is_type(exp.DataType.Type.UNKNOWN):
        value = exp.Cast(this=value, to=kind.copy())
        value.type = kind.copy()
    return exp.alias_(value, name)


def _spell_out_groups(select: exp.Select) -> None:
    """Replace ``group by all`` by the projections without an aggregate."""
    group = select.args.get("group")
    if group is None:
        return
    if group.args.get("all"):
        keys = [item.unalias().copy() for item in select.expressions if not _is_aggregate(item)]
    else:
        keys = group.expressions
    # A constant does not affect the groups.
    keys = [item for item in keys if item.find(exp.Column) is not None]
    if keys:
        select.set("group", exp.Group(expressions=keys))
    else:
        select.set("group", None)


def _spell_out_windows(select: exp.Select) -> None:
    """Replace references to named windows by their definitions, which some engines lack."""
    named = {window.this.name: window for window in select.args.get("windows") or []}
    select.set("windows", None)
    for window in list(select.find_all(exp.Window)):
        alias = window.args.get("alias")
        if alias is None or window.find_ancestor(exp.Select) is not select:
            continue
        window.set("alias", None)
        for name, value in named[alias.name].args.items():
            if name != "this" and value and not window.args.get(name):
                is_list = isinstance(value, list)
                window.set(name, [item.copy() for item in value] if is_list else value.copy())


def _without_qualify(select: exp.Expr) -> exp.Expr:
    """Return a select that filters by a column of a subquery, in place of ``qualify``."""
    if not isinstance(select, exp.Select) or select.args.get("qualify") is None:
        return select
    inner = select.copy()
    condition = inner.args["qualify"].this
    inner.set("qualify", None)
    inner.set("with_", None)
    inner.append("expressions", exp.alias_(condition, KEPT))
    outer = exp.Select(
        expressions=[
            exp.alias_(
                exp.column(projection.alias_or_name, table=QUALIFIED), projection.alias_or_name
            )
            for projection in select.expressions
        ]
    ).from_(inner.subquery(QUALIFIED))
    for outer_projection, projection in zip(outer.expressions, select.expressions, strict=True):
        outer_projection.this.type = projection.type
    outer = outer.where(exp.column(KEPT, table=QUALIFIED))
    outer.set("with_", select.args.get("with_"))
    return outer


def _is_aggregate(projection: exp.Expr) -> bool:
    """Return True if a projection contains an aggregate that is not over a window."""
    unknown = projection.find_all(exp.Anonymous)
    if any(function.name.lower() in UNKNOWN_AGGREGATES for function in unknown):
        return True
    return any(
        not isinstance(function.parent, exp.Window)
        and not (
            isinstance(function.parent, exp.Filter)
            and isinstance(function.parent.parent, exp.Window)
        )
        for function in projection.find_all(exp.AggFunc)
    )


def _rewritten(node: exp.Expr) -> exp.Expr:
    # text[:12] means the first twelve characters.
    if isinstance(node, exp.Bracket) and len(node.expressions) == 1:
        [place] = node.expressions
        if isinstance(place, exp.Slice):
            return _part(node.this, place)
    # Other engines replace every match without a flag.
    if isinstance(node, exp.RegexpReplace) and node.args.get("modifiers") is not None:
        node.set("modifiers", None)
    return node


def _part(text: exp.Expr, part: exp.Slice) -> exp.Expr:
    """Return a slice of a text: from a position, or up to one, which may count from the end."""
    end = part.expression
    if end is None:
        return exp.Substring(this=text.copy(), start=part.this.copy())
    if isinstance(end, exp.Neg):
        length = exp.Length(this=text.copy())
        past_end = exp.Add(this=length, expression=exp.Literal.number(1))
        end = exp.Sub(this=past_end, expression=exp.paren(end.this.copy()))
    return exp.Substring(this=text.copy(), start=exp.Literal.number(1), length=end.copy())


def _without_order_of_terms(node: exp.Expr) -> exp.Expr:
    """Take the order from a sum, which few engines accept and which changes its last digit."""
    if isinstance(node, OF_TERMS) and isinstance(node.this, exp.Order):
        node.set("this", node.this.this)
    return node


RULES = (
    without_comprehensions, cast_within, length_of_list, _rewritten, _without_order_of_terms,
)  # fmt: skip
