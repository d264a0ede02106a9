"""Arguments in the place of the parameters of a macro or a function."""

from collections.abc import Mapping

from sqlglot import exp


def with_arguments(body: exp.Expr, given: Mapping[str, exp.Expr]) -> exp.Expr:
    """
    Return a copy of a body with arguments for its parameters, in parentheses where it takes them.

    >>> from sqlglot import parse_one
    >>> body = parse_one("2 * n")
    >>> with_arguments(body, {"n": parse_one("f(a)")}).sql()
    '2 * F(a)'
    >>> with_arguments(body, {"n": parse_one("a + 1")}).sql()
    '2 * (a + 1)'
    """

    def replaced(node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.Column) and not node.table and node.name in given:
            argument = given[node.name].copy()
            return argument if _is_single(argument) else exp.paren(argument)
        return node

    return body.copy().transform(replaced)


def _is_single(argument: exp.Expr) -> bool:
    """Say whether no operator beside it can tear it apart; some functions are written as one."""
    return isinstance(argument, exp.Column | exp.Literal | exp.Paren) or (
        isinstance(argument, exp.Func) and not isinstance(argument, exp.Binary)
    )
