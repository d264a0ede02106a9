"""Recognition of statements that only read, by DuckDB's own parser."""

import re

import duckdb
from duckdb import StatementType, token_type

from evalstore.errors import QueryError

WAY_OUT = (
    "use SELECT, FROM, WITH, PIVOT, DESCRIBE, SUMMARIZE, SHOW or EXPLAIN, since `query` only reads"
)
# The nodes of a SELECT. Other nodes in its tree are an INSERT, UPDATE, DELETE or COPY.
READING_NODES = {"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"}
# DuckDB's limit for expressions. Its parser has no limit for tables, and overflows the stack.
DEPTH_MAX = 1000
# A quote inside a text has a backslash before it, so no text of the statement looks like this.
NODE = re.compile(r'"type":"([A-Z_]+_NODE)"')
# DuckDB has no tree of a PIVOT that looks up its columns first: these words make it write.
WRITING_WORDS = {"insert", "update", "delete", "truncate", "merge", "create", "copy", "export"}


def require_reading(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    """
    Raise QueryError unless the text is one statement that only reads.

    Raises duckdb.ParserException if it is not SQL.
    """
    if not _is_encodable(sql):
        raise QueryError("found bytes that are not UTF-8; expected a statement in UTF-8")
    if sql.count("(") > DEPTH_MAX and _depth(sql) > DEPTH_MAX:
        raise QueryError(
            f"found more than {DEPTH_MAX} parentheses open at once; nest them less deeply"
        )
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise QueryError(f"found {len(statements)} statements, expected exactly one; {WAY_OUT}")
    writing = _writing(connection, sql, statements[0].type)
    if writing:
        raise QueryError(f"found {writing}; {WAY_OUT}. To add events, run `evalstore ingest`")


def _writing(connection: duckdb.DuckDBPyConnection, sql: str, kind: StatementType) -> str:
    """Return a name for the writing part of a statement, empty if it only reads."""
    if kind == StatementType.SELECT:
        return _writing_node(connection, sql)
    if kind == StatementType.MULTI:
        return _writing_word(sql)
    if kind == StatementType.EXPLAIN:
        return _writing_explained(connection, sql)
    return str(kind.name)


def _writing_node(connection: duckdb.DuckDBPyConnection, sql: str) -> str:
    [(tree,)] = connection.execute("select json_serialize_sql($sql)", {"sql": sql}).fetchall()
    nodes = NODE.findall(tree)
    others = sorted(set(nodes) - READING_NODES)
    if others:
        return " and ".join(name.removesuffix("_QUERY_NODE") for name in others)
    # DuckDB did not serialise a statement without any node.
    return "" if nodes else "a statement of unknown form"


def _writing_word(sql: str) -> str:
    words = {word.lower() for word, _ in _words(sql)}
    return " and ".join(sorted(word.upper() for word in words & WRITING_WORDS))


def _writing_explained(connection: duckdb.DuckDBPyConnection, sql: str) -> str:
    """Check the statement after EXPLAIN, and after its options in parentheses."""
    words = _words(sql)[1:]
    if words and words[0][0].lower() == "analyze":
        words = words[1:]
    closed = next((place for place, (word, _) in enumerate(words) if word == ")"), len(words))
    # Parentheses are options, or the first ones of the statement: only one of them parses.
    for place in (0, closed + 1):
        if place >= len(words):
            continue
        text = sql.encode()[words[place][1] :].decode()
        try:
            statements = connection.extract_statements(text)
        except duckdb.ParserException:
            continue
        if len(statements) == 1:
            writing = _writing(connection, text, statements[0].type)
            return f"EXPLAIN of {writing}" if writing else ""
    return "EXPLAIN of something that is not a statement"


def _is_encodable(sql: str) -> bool:
    """Return True if a text can be UTF-8, unlike one with an invalid byte of a command line."""
    try:
        sql.encode()
    except UnicodeEncodeError:
        return False
    return True


def _depth(sql: str) -> int:
    """
    Return the most parentheses that are open at once, outside of comments and texts.

    >>> _depth("select ((1)), '(((' /* ( */")
    2
    """
    depth = deepest = 0
    for word, _ in _words(sql):
        depth += (word == "(") - (word == ")")
        deepest = max(deepest, depth)
    return deepest


def _words(sql: str) -> list[tuple[str, int]]:
    """
    Return words and operators outside of comments and texts, each with its place in bytes.

    DuckDB's comments nest, so its own lexer is used.

    >>> _words("select 'insert' /* copy /* it */ */ as x")
    [('select', 0), ('as', 36), ('x', 39)]
    """
    text = sql.encode()
    tokens = duckdb.tokenize(sql)
    ends = [*(start for start, _ in tokens[1:]), len(text)]
    return [
        (text[start:end].decode().strip(), start)
        for (start, kind), end in zip(tokens, ends, strict=True)
        if kind in (token_type.keyword, token_type.identifier, token_type.operator)
    ]
