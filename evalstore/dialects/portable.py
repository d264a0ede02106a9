"""Rewrite what DuckDB has a way of its own for in the way that most engines read."""

from collections.abc import Callable

from sqlglot import exp


def from_within(tree: exp.Expr, rewrite: Callable[[exp.Expr], exp.Expr]) -> exp.Expr:
    """Return a tree with every node rewritten, those within a node before itself."""
    for node in reversed(list(tree.dfs())):
        new = rewrite(node)
        if new is not node:
            if node is tree:
                return new
            node.replace(new)
    return tree


def portable(tree: exp.Expr) -> exp.Expr:
    """Return a tree with groups spelled out, and without hints to DuckDB's planner."""
    for part in tree.find_all(exp.CTE):
        part.set("materialized", None)
    for select in tree.find_all(exp.Select):
        _spell_out_groups(select)
    return from_within(tree, _rewritten)


def _spell_out_groups(select: exp.Select) -> None:
    """Group by the projections without an aggregate, which is what ``group by all`` means."""
    group = select.args.get("group")
    if group is None or not group.args.get("all"):
        return
    keys = [one.unalias().copy() for one in select.expressions if not _is_aggregate(one)]
    # Of a constant there is one group.
    keys = [one for one in keys if one.find(exp.Column) is not None]
    if keys:
        select.set("group", exp.Group(expressions=keys))
    else:
        select.set("group", None)


def _is_aggregate(projection: exp.Expr) -> bool:
    """Say whether an aggregate stands in it that is not one over a window."""
    return any(
        not isinstance(found.parent, exp.Window)
        and not (
            isinstance(found.parent, exp.Filter) and isinstance(found.parent.parent, exp.Window)
        )
        for found in projection.find_all(exp.AggFunc)
    )


def _rewritten(node: exp.Expr) -> exp.Expr:
    # text[:12] is its first twelve characters.
    if isinstance(node, exp.Bracket) and len(node.expressions) == 1:
        [place] = node.expressions
        if isinstance(place, exp.Slice) and place.this is None and place.expression is not None:
            return exp.Substring(
                this=node.this.copy(), start=exp.Literal.number(1), length=place.expression.copy()
            )
    # A window's name before a minus is read as one name with it.
    if isinstance(node, exp.Window) and node.args.get("alias") is not None:
        return node if isinstance(node.parent, exp.Paren | exp.Alias) else exp.paren(node.copy())
    # The flag that replaces every match is the rule elsewhere.
    if isinstance(node, exp.RegexpReplace) and node.args.get("modifiers") is not None:
        node.set("modifiers", None)
    return node
