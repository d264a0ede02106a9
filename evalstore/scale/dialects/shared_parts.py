"""
Take what a statement reads several times out of it, as statements that come before it.

Spark plans a common table expression anew wherever it is read, with all that it reads itself: a
chain of them can make a hundred scans of what has five. Whoever can keep rows between two
statements computes such an expression once.
"""

from collections import Counter

from sqlglot import exp

# To keep the rows of an expression costs one more statement, and planning it takes time.
READS_MIN = 2
SCANS_MIN = 2
# To parse documents takes longer than to join what is in them.
PARSING = "from_json"


def in_parts(tree: exp.Query) -> list[tuple[str, exp.Expr]]:
    """
    Return the shared expressions of a statement by name, then the rest of it under no name.

    The expressions stand side by side at the top, as ``expansion`` makes them.

    Each reads those before it under their names. A statement with no such expression stays whole.

    >>> from sqlglot import parse_one
    >>> [name for name, _ in in_parts(parse_one("with a as (from t) from a, a as b"))]
    ['']
    >>> text = "with a as (from t, u, v), b as (from a, a as c, a as d) from b"
    >>> for name, part in in_parts(parse_one(text, read="duckdb")):
    ...     print(f"{name}: {part.sql()}")
    a: SELECT * FROM t, u, v
    : WITH b AS (SELECT * FROM a, a AS c, a AS d) SELECT * FROM b
    """
    with_ = tree.args.get("with_")
    if with_ is None or with_.args.get("recursive"):
        return [("", tree)]
    rest: exp.Query = tree.copy()
    rest.args["with_"].pop()
    queries = {part.alias: part.this for part in with_.expressions} | {"": rest}
    reads = {
        name: Counter(table.name for table in query.find_all(exp.Table) if table.name in queries)
        for name, query in queries.items()
    }
    kept = _shared(queries, reads)
    return [(name, _with_expressions(queries, reads, name, kept)) for name in [*kept, ""]]


def _shared(queries: dict[str, exp.Query], reads: dict[str, Counter[str]]) -> list[str]:
    """Return the expressions whose rows are to be kept, in their order."""
    scans = _scans(queries, [])
    # How often each is planned; who reads it is looked at before it.
    times = {"": 1}
    shared = []
    for name in [name for name in reversed(queries) if name]:
        times[name] = sum(times[reader] * reads[reader][name] for reader in times)
        if times[name] >= READS_MIN and _is_costly(queries[name], scans[name]):
            times[name] = 1
            shared.append(name)
    # One that does little but read another that is kept can be planned again.
    left = _scans(queries, shared)
    return [name for name in reversed(shared) if _is_costly(queries[name], left[name])]


def _scans(queries: dict[str, exp.Query], kept: list[str]) -> dict[str, int]:
    """Count the tables that each query reads, through expressions but for those that are kept."""
    scans: dict[str, int] = {}
    for name, query in queries.items():
        tables = [table.name for table in query.find_all(exp.Table)]
        scans[name] = sum(1 if table in kept else scans.get(table, 1) for table in tables)
    return scans


def _is_costly(query: exp.Query, scan_count: int) -> bool:
    return scan_count >= SCANS_MIN or _parses(query)


def _parses(query: exp.Query) -> bool:
    return any(call.name.lower() == PARSING for call in query.find_all(exp.Anonymous))


def _with_expressions(
    queries: dict[str, exp.Query], reads: dict[str, Counter[str]], name: str, kept: list[str]
) -> exp.Expr:
    """Return a query with the expressions that it needs and whose rows are not kept."""
    needed: set[str] = set()
    waiting = [name]
    while waiting:
        found = {one for one in reads[waiting.pop()] if one not in kept} - needed
        needed |= found
        waiting += found
    query = queries[name].copy()
    for one, expression in queries.items():
        if one in needed:
            query = query.with_(one, as_=expression.copy(), copy=False)
    return query
