"""Faults in SQL, each as a change of one node of sqlglot's tree."""

from collections.abc import Callable, Iterator

from sqlglot import exp

# What a node becomes; None stands for no change. Each takes a copy and may change it.
Change = Callable[[exp.Expr], exp.Expr | None]

COMPARISONS = {
    exp.LT: exp.LTE, exp.LTE: exp.LT, exp.GT: exp.GTE, exp.GTE: exp.GT,
    exp.EQ: exp.NEQ, exp.NEQ: exp.EQ, exp.NullSafeEQ: exp.EQ, exp.NullSafeNEQ: exp.NEQ,
}  # fmt: skip
ARITHMETIC = {exp.Add: exp.Sub, exp.Sub: exp.Add, exp.Mul: exp.Div, exp.Div: exp.Mul}
AGGREGATES = {
    exp.Sum: exp.Avg, exp.Avg: exp.Sum, exp.Min: exp.Max, exp.Max: exp.Min,
    exp.LogicalAnd: exp.LogicalOr, exp.LogicalOr: exp.LogicalAnd,
    exp.ArgMax: exp.ArgMin, exp.ArgMin: exp.ArgMax,
    exp.Greatest: exp.Least, exp.Least: exp.Greatest,
}  # fmt: skip
CLAUSES = (exp.Where, exp.Having, exp.Qualify, exp.Join)


def _other_class(classes: dict[type, type]) -> Change:
    def change(node: exp.Expr) -> exp.Expr | None:
        other = classes.get(type(node))
        return None if other is None else other(**node.copy().args)

    return change


def _first_argument(kind: type[exp.Expr]) -> Change:
    def change(node: exp.Expr) -> exp.Expr | None:
        return node.this.copy() if isinstance(node, kind) else None

    return change


def _number(node: exp.Expr) -> exp.Expr | None:
    if (
        not isinstance(node, exp.Literal)
        or node.is_string
        or isinstance(node.parent, exp.DataType)
    ):
        return None
    return exp.Paren(this=exp.Add(this=node.copy(), expression=exp.Literal.number(1)))


def _without_condition(node: exp.Expr) -> exp.Expr | None:
    """Let one part of an `and` go, where it narrows rows."""
    clause = node.parent_select and node.find_ancestor(*CLAUSES)
    parent = node.parent
    if not clause or not isinstance(node, exp.Condition):
        return None
    is_part = isinstance(parent, exp.And)
    is_whole = (
        parent is clause and not isinstance(node, exp.And) and node.arg_key in {"this", "on"}
    )
    if isinstance(clause, exp.Join) and not is_part:
        return None
    inner = parent
    while isinstance(inner, (exp.And, exp.Paren)):
        inner = inner.parent
    if inner is not clause or not (is_part or is_whole) or isinstance(node, exp.And):
        return None
    return exp.true()


def _join(node: exp.Expr) -> exp.Expr | None:
    if not isinstance(node, exp.Join) or node.args.get("side") not in {None, "", "LEFT"}:
        return None
    if node.args.get("kind") not in {None, "", "INNER"}:
        return None
    if not node.args.get("on") and not node.args.get("using"):
        return None
    other = node.copy()
    is_left = node.args.get("side") == "LEFT"
    other.set("side", None if is_left else "LEFT")
    other.set("kind", "INNER" if is_left else None)
    return other


def _null_test(node: exp.Expr) -> exp.Expr | None:
    is_test = isinstance(node, exp.Is) and isinstance(node.expression, exp.Null)
    if is_test and isinstance(node.parent, exp.Not):
        return None
    if is_test:
        return exp.Not(this=node.copy())
    if isinstance(node, exp.Not):
        return node.this.copy()
    return None


def _descending(node: exp.Expr) -> exp.Expr | None:
    if not isinstance(node, exp.Ordered):
        return None
    other = node.copy()
    other.set("desc", not node.args.get("desc"))
    return other


def _without_distinct(node: exp.Expr) -> exp.Expr | None:
    if isinstance(node, exp.Distinct) and isinstance(node.parent, exp.Count):
        return node.expressions[0].copy() if len(node.expressions) == 1 else None
    if isinstance(node, exp.Select) and node.args.get("distinct"):
        other = node.copy()
        other.set("distinct", None)
        return other
    return None


def _without_else(node: exp.Expr) -> exp.Expr | None:
    if not isinstance(node, exp.Case) or node.args.get("default") is None:
        return None
    other = node.copy()
    other.set("default", None)
    return other


def _without_first_when(node: exp.Expr) -> exp.Expr | None:
    if not isinstance(node, exp.Case) or len(node.args["ifs"]) == 1:
        return None
    other = node.copy()
    other.set("ifs", other.args["ifs"][1:])
    return other


def _without_partition(node: exp.Expr) -> exp.Expr | None:
    if not isinstance(node, exp.Window) or not node.args.get("partition_by"):
        return None
    other = node.copy()
    other.set("partition_by", other.args["partition_by"][:-1])
    return other


def _literal(node: exp.Expr) -> exp.Expr | None:
    return exp.Boolean(this=not node.this) if isinstance(node, exp.Boolean) else None


OPERATORS: dict[str, Change] = {
    "comparison": _other_class(COMPARISONS),
    "and, or": _other_class({exp.And: exp.Or, exp.Or: exp.And}),
    "arithmetic": _other_class(ARITHMETIC),
    "aggregate": _other_class(AGGREGATES),
    "number": _number,
    "condition": _without_condition,
    "join": _join,
    "null test": _null_test,
    "coalesce": _first_argument(exp.Coalesce),
    "nullif": _first_argument(exp.Nullif),
    "filter": _first_argument(exp.Filter),
    "round, abs": _first_argument((exp.Round, exp.Abs)),  # type: ignore[arg-type]
    "order": _descending,
    "distinct": _without_distinct,
    "else": _without_else,
    "when": _without_first_when,
    "partition": _without_partition,
    "boolean": _literal,
}


def changed(statement: exp.Expr, operator: str) -> Iterator[tuple[exp.Expr, exp.Expr]]:
    """Yield each node that an operator changes, and what it becomes."""
    for node in statement.walk():
        other = OPERATORS[operator](node)
        if other is not None:
            yield node, other
