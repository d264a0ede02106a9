"""Expansion of macro calls, which other engines lack."""

from functools import cache

from sqlglot import exp

from evalstore.base import sql_files
from evalstore.errors import EvalstoreError
from evalstore.metrics.view import statements
from evalstore.scale.dialects.substitution import with_arguments

SCHEMA = "macros"
# Macros of a fold have no schema; the second one is translated by each engine.
OF_A_FOLD = "may_name_images"
IMAGES = "named_images"
# The macro of a polynomial with a list of coefficients; unrolled, it is portable SQL.
POLYNOMIAL = "horner"


@cache
def _macros() -> dict[str, tuple[list[str], exp.Expr]]:
    """Return the parameters and the body of each macro by name."""
    definitions = {}
    for name in [*sql_files.names("sql/macros"), f"sql/fold/macros/{OF_A_FOLD}"]:
        for create in statements(sql_files.read(name)):
            definition = create.this
            parameters = [parameter.name for parameter in definition.expressions]
            definitions[definition.this.name] = (parameters, create.expression)
    return definitions


def expanded(tree: exp.Expr) -> exp.Expr:
    """
    Return the tree with all macro calls expanded.

    >>> from sqlglot import parse_one
    >>> expanded(parse_one("select macros.change(a, b)", dialect="duckdb")).find(exp.Dot)
    """
    return tree.transform(_without_call)


def _without_call(node: exp.Expr) -> exp.Expr:
    if isinstance(node, exp.Anonymous) and node.name == IMAGES:
        # Declares that its elements are JSON.
        return exp.cast(node.copy(), "json[]", dialect="duckdb")
    if isinstance(node, exp.Anonymous) and node.name == OF_A_FOLD:
        call: exp.Expr = node
    elif isinstance(node, exp.Dot) and node.this.name == SCHEMA:
        call = node.expression
    else:
        return node
    if call.name not in _macros():
        raise EvalstoreError(
            f"unknown macro {SCHEMA}.{call.name}; expected one with a file in sql/macros"
        )
    arguments = [expanded(argument.copy()) for argument in call.expressions]
    if call.name == POLYNOMIAL and isinstance(arguments[0], exp.Array):
        return _polynomial(arguments[0].expressions, arguments[1])
    parameters, body = _macros()[call.name]
    values = dict(zip(parameters, arguments, strict=True))
    return expanded(exp.paren(with_arguments(body, values)))


def images(payload: exp.Expr) -> exp.Expr:
    """Return DuckDB's expression for the list of images that a payload names."""
    [create] = statements(sql_files.read(f"sql/fold/macros/{IMAGES}"))
    [parameter] = create.this.expressions
    return with_arguments(create.expression, {parameter.name: payload})


def _polynomial(coefficients: list[exp.Expr], place: exp.Expr) -> exp.Expr:
    """Return a polynomial by Horner's scheme, the coefficient of the highest power first."""
    at = exp.cast(exp.paren(place), "double")
    total: exp.Expr = _double(coefficients[0])
    for coefficient in coefficients[1:]:
        total = exp.Add(this=exp.Mul(this=exp.paren(total), expression=at.copy()),
                        expression=_double(coefficient))  # fmt: skip
    return exp.paren(total)


def _double(number: exp.Expr) -> exp.Expr:
    return exp.cast(number.copy(), "double")
