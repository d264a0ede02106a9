"""
Functions that an engine lacks, each as an expression in its dialect.

``sql/dialects/functions/spark/list_sum.sql`` is a select of one expression over columns of
``arguments``; they are its parameters, in the order in which its header lists them.
"""

import re
from functools import cache

from sqlglot import exp, parse_one

from evalstore.base import sql_files
from evalstore.scale.dialects.substitution import with_arguments

FOLDER = "sql/dialects/functions"


def call(dialect: str, name: str, arguments: list[exp.Expr]) -> exp.Expr | None:
    """Return the expression for a call in a dialect; None if the dialect has no file for it."""
    if name not in _names(dialect):
        return None
    parameters, body = definition(dialect, name)
    values = dict(zip(parameters, arguments, strict=True))
    return exp.paren(inlined(dialect, with_arguments(body, values)))


def inlined(dialect: str, body: exp.Expr) -> exp.Expr:
    """Return an expression of a dialect with the calls in it replaced by their definitions."""

    def replaced(node: exp.Expr) -> exp.Expr:
        if not isinstance(node, exp.Anonymous):
            return node
        arguments = [inlined(dialect, argument.copy()) for argument in node.expressions]
        other = exp.Anonymous(this=node.this, expressions=arguments)
        other.type = node.type
        return call(dialect, node.name.lower(), arguments) or other

    return body.transform(replaced)


@cache
def _names(dialect: str) -> frozenset[str]:
    return frozenset(name.rpartition("/")[2] for name in sql_files.names(f"{FOLDER}/{dialect}"))


@cache
def definition(dialect: str, name: str) -> tuple[list[str], exp.Expr]:
    """Return the parameters and the expression of a function."""
    text = sql_files.read(f"{FOLDER}/{dialect}/{name}")
    header = re.search(r"^-- Parameters: (.+)\.$", text, re.MULTILINE)
    parameters = header.group(1).split(", ") if header else []
    query = parse_one(text, dialect=dialect, into=exp.Select)
    [projection] = query.selects
    return parameters, projection.unalias()
