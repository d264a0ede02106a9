"""Substitution of arguments for the parameters of a macro or function."""

from collections.abc import Mapping

from sqlglot import exp


def with_arguments(body: exp.Expr, arguments: Mapping[str, exp.Expr]) -> exp.Expr:
    """
    Return a copy of a body with arguments in place of parameters, in parentheses if needed.

    >>> from sqlglot import parse_one
    >>> body = parse_one("2 * n")
    >>> with_arguments(body, {"n": parse_one("f(a)")}).sql()
    '2 * F(a)'
    >>> with_arguments(body, {"n": parse_one("a + 1")}).sql()
    '2 * (a + 1)'
    """

    def replaced(node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.Column) and not node.table and node.name in arguments:
            argument = arguments[node.name].copy()
            return argument if _is_single(argument) else exp.paren(argument)
        return node

    return body.copy().transform(replaced)


def _is_single(argument: exp.Expr) -> bool:
    """
    Return True if an argument needs no parentheses next to an operator.

    sqlglot represents some operators as functions; these do need them.
    """
    return isinstance(argument, exp.Column | exp.Literal | exp.Paren) or (
        isinstance(argument, exp.Func) and not isinstance(argument, exp.Binary)
    )
