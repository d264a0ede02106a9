"""
Extraction of expressions that a statement reads several times into preceding statements.

Spark plans a common table expression again at every reference, with everything it reads: a chain
of them can cause a hundred scans of a relation that needs five. An engine that can keep rows
between statements computes such an expression once.
"""

from collections import Counter

from sqlglot import exp

# Keeping the rows of an expression costs one more statement, which takes time to plan.
READS_MIN = 2
SCANS_MIN = 2
# Parsing documents takes longer than joining their contents.
PARSING = "from_json"


def in_parts(tree: exp.Query) -> list[tuple[str, exp.Expr]]:
    """
    Return the shared expressions of a statement by name, then the rest under an empty name.

    The expressions must be at the top level, as ``expansion`` makes them.

    Each may read earlier ones by name. A statement without shared expressions stays whole.

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
    """Return the expressions whose rows are kept, in their order."""
    scans = _scans(queries, [])
    # The number of times each is planned; its readers are processed first.
    times = {"": 1}
    shared = []
    for name in [name for name in reversed(queries) if name]:
        times[name] = sum(times[reader] * reads[reader][name] for reader in times)
        if times[name] >= READS_MIN and _is_costly(queries[name], scans[name]):
            times[name] = 1
            shared.append(name)
    # An expression that mainly reads another kept one can be planned again.
    left = _scans(queries, shared)
    return [name for name in reversed(shared) if _is_costly(queries[name], left[name])]


def _scans(queries: dict[str, exp.Query], kept: list[str]) -> dict[str, int]:
    """Count the tables that each query reads, also through expressions that are not kept."""
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
    """Return a query with the expressions that it needs, except kept ones."""
    needed: set[str] = set()
    waiting = [name]
    while waiting:
        unseen = {
            name_of_part for name_of_part in reads[waiting.pop()] if name_of_part not in kept
        } - needed
        needed |= unseen
        waiting += unseen
    query = queries[name].copy()
    for name_of_part, expression in queries.items():
        if name_of_part in needed:
            query = query.with_(name_of_part, as_=expression.copy(), copy=False)
    return query
