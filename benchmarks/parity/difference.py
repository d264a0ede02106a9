"""How the rows that an engine gave differ from DuckDB's own, row by row on the grain."""

from evalstore.base import sql_files
from evalstore.scale.dialects import relations

NUMBERS = {
    "BIGINT", "DECIMAL", "DOUBLE", "FLOAT", "HUGEINT", "INTEGER", "SMALLINT", "TINYINT", "UBIGINT",
    "UINTEGER", "USMALLINT", "UTINYINT",
}  # fmt: skip
TOLERANCE = 1e-9
EXAMPLES = 2


def file_of(relation):
    """Return the SQL file of a table or a view."""
    return (relations.table_files() | relations.view_files())[relation]


def grain_of(relation):
    """Return the columns that tell the rows of a relation apart, from its header."""
    lines = sql_files.read(file_of(relation)).splitlines()
    [place] = [number for number, line in enumerate(lines) if line.startswith("-- grain:")]
    text = lines[place].removeprefix("-- grain:")
    while text.rstrip().endswith(","):
        place += 1
        text += lines[place].removeprefix("--")
    return [name.strip() for name in text.split(",")]


def difference(connection, relation, *, has_null_lists=True):
    """
    Say how `found` differs from `expected`, two relations of a DuckDB connection; None where not.

    Numbers are compared to 1e-9, of the value where that is above one. Where an engine has no list
    that is null, an empty one stands for it.
    """
    types = {row[0]: row[1] for row in connection.execute("describe from expected").fetchall()}
    columns = {row[0] for row in connection.execute("describe from found").fetchall()}
    if columns != types.keys():
        return f"other columns: {', '.join(sorted(columns ^ types.keys()))}"
    casts = ", ".join(f'"{name}"::{_plain(kind)} as "{name}"' for name, kind in types.items())
    connection.execute(f"create or replace temp table found_rows as select {casts} from found")
    counts = [
        connection.execute(f"select count(*) from {name}").fetchall()[0][0]
        for name in ("found_rows", "expected")
    ]
    if counts[0] != counts[1]:
        return f"{counts[0]} rows, {counts[1]} expected"
    return _of_rows(connection, types, grain_of(relation), counts[0], has_null_lists)


def _of_rows(connection, types, grain, count, has_null_lists):
    on = " and ".join(f'e."{name}" is not distinct from f."{name}"' for name in grain)
    equal = {name: _is_equal(name, kind, has_null_lists) for name, kind in types.items()}
    others = ", ".join(f"count(*) filter (where not ({one}))" for one in equal.values())
    [(joined, *bad)] = connection.execute(
        f"select count(*), {others} from expected as e full join found_rows as f on {on}"
    ).fetchall()
    if joined != count:
        rows = connection.execute(
            f"from found_rows as f anti join expected as e on {on} limit {EXAMPLES}"
        ).fetchall()
        return f"{joined} rows joined, {count} expected; not expected: {str(rows)[:300]}"
    wrong = {name: number for name, number in zip(types, bad, strict=True) if number}
    if not wrong:
        return None
    name = next(iter(wrong))
    keys = ", ".join(f'e."{one}"' for one in grain)
    rows = connection.execute(
        f'select e."{name}", f."{name}", {keys} from expected as e join found_rows as f on {on} '
        f"where not ({equal[name]}) limit {EXAMPLES}"
    ).fetchall()
    return f"of {count} rows {wrong}; {name}, expected and found: {str(rows)[:300]}"


def _plain(kind):
    """Return the type that a column is compared in."""
    if kind.startswith("DECIMAL"):
        return "DOUBLE"
    return "VARCHAR" if kind.startswith("ENUM") else kind


def _is_equal(name, kind, has_null_lists):
    own, theirs = f'e."{name}"', f'f."{name}"'
    same = f"{own} is not distinct from {theirs}"
    if kind.partition("(")[0] in NUMBERS:
        limit = f"{TOLERANCE} * greatest(1, abs({own}::double))"
        return f"coalesce({same} or abs({own}::double - {theirs}::double) <= {limit}, false)"
    if kind.endswith("[]") and not has_null_lists:
        return f"coalesce({own}, []) is not distinct from coalesce({theirs}, [])"
    return same
