"""Calls of functions, ours or an engine's."""

from sqlglot import exp


def call(name: str, *arguments: exp.Expr) -> exp.Anonymous:
    """Return a call with copies of its arguments."""
    return exp.Anonymous(this=name, expressions=[one.copy() for one in arguments])
