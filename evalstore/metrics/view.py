"""Parse a metric's SQL into a tree of sqlglot."""

from sqlglot import exp, parse
from sqlglot.errors import ParseError

from evalstore.errors import EvalstoreError


def statements(text: str) -> list[exp.Expr]:
    """
    Return the statements of a text, without empty ones and closing semicolons.

    Raises EvalstoreError, with the parser's message, if the text is not SQL.
    """
    try:
        parsed = parse(text, dialect="duckdb")
    except ParseError as error:
        raise EvalstoreError(f"is not SQL that sqlglot can parse: {error}") from error
    return [
        statement
        for statement in parsed
        if statement is not None and not isinstance(statement, exp.Semicolon)
    ]


def output_columns(query: exp.Query) -> list[str]:
    """
    Return the names of the columns of a query's final select, in order.

    >>> from sqlglot import parse_one
    >>> output_columns(parse_one("select run_id, 1 as accuracy"))
    ['run_id', 'accuracy']
    """
    return [projection.alias_or_name for projection in query.selects]
