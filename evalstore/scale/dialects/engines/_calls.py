"""Construction of function calls."""

from sqlglot import exp


def call(name: str, *arguments: exp.Expr) -> exp.Anonymous:
    """Return a call with copies of its arguments."""
    return exp.Anonymous(this=name, expressions=[argument.copy() for argument in arguments])
