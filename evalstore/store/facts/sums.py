"""
Counts and sums of each run, stored so that numbers over many runs do not read every row of them.

A table of ``sql/facts/sums`` has the rows of the view that its SELECT reads, as of the last time
that the facts of a run changed. A comparison of the two must allow for rounding: the order of
additions in a sum is not defined.
"""

from collections.abc import Iterator, Sequence
from functools import cache

import duckdb

from evalstore.base import sql_files
from evalstore.store.query.run_range import run_range

SUMS = tuple(name.rpartition("/")[2] for name in sql_files.names("sql/facts/sums"))
TABLES = tuple(("facts", name) for name in SUMS)
ROUNDING_MAX = 1e-9


@cache
def files() -> tuple[str, ...]:
    """Return the files of the views and macros that compute the sums, in their order."""
    names: dict[str, None] = {}
    for name in SUMS:
        names |= dict.fromkeys(sql_files.used_by(f"sql/facts/sums/{name}"))
    return tuple(names)


def create(connection: duckdb.DuckDBPyConnection) -> None:
    """Create the empty tables, and the views and macros that compute them."""
    for name in files():
        connection.execute(sql_files.read(name))
    for name in SUMS:
        connection.execute(
            f"create table if not exists facts.{name} as "
            f"from ({sql_files.read(f'sql/facts/sums/{name}')}) limit 0"
        )


def store(connection: duckdb.DuckDBPyConnection, *, are_stored: bool) -> None:
    """
    Compute the sums of ``touched_runs`` from the stored facts.

    They replace the stored sums of these runs, if ``are_stored``.
    """
    _select(connection)
    if are_stored:
        for name in SUMS:
            connection.execute(
                f"delete from facts.{name} where run_id in (select run_id from touched_runs)"
            )
    for name in _filled(connection):
        connection.execute(
            f"insert into facts.{name} {_computed(name)} "
            "and run_id in (select run_id from touched_runs)"
        )


def differences(
    connection: duckdb.DuckDBPyConnection,
) -> Iterator[tuple[str, int]]:
    """Yield each table with other sums of ``touched_runs``, and the number of such rows."""
    _select(connection)
    filled = {*_filled(connection), *_stored(connection)}
    for name in SUMS:
        if name not in filled:
            continue
        relation = connection.table(f"facts.{name}")
        grain = _grain(name)
        same = " and ".join(
            f'stored."{key}" is not distinct from computed."{key}"' for key in grain
        )
        differs = " or ".join(
            _differs(column, str(kind))
            for column, kind in zip(relation.columns, relation.types, strict=True)
            if column not in grain
        )
        [(count,)] = connection.execute(
            f"with stored as (from facts.{name} "
            "where run_id in (select run_id from touched_runs)) "
            # A row that is stored twice is computed once.
            f"select (select count(*) - count(distinct ({', '.join(grain)})) from stored) + "
            f"count(*) from stored full join ({_computed(name)} "
            f"and run_id in (select run_id from touched_runs)) as computed on {same} "
            f"where stored.run_id is null or computed.run_id is null or {differs}"
        ).fetchall()
        if count:
            yield f"facts.{name}", int(count)


def _filled(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """
    Return the tables that have rows from the facts of ``touched_runs``, or a few more.

    Planning a query without rows takes longer than most of the rest of a small fold.
    """
    rows = connection.execute(sql_files.read("sql/fold/sums_sources")).fetchall()
    sources = {source for (source,) in rows}
    return [name for name in SUMS if source_of(name) in sources]


def _stored(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Return the tables that have rows of ``touched_runs``."""
    questions = ", ".join(
        f"exists(from facts.{name} where run_id in (select run_id from touched_runs))"
        for name in SUMS
    )
    [flags] = connection.execute(f"select {questions}").fetchall()
    return [name for name, has_rows in zip(SUMS, flags, strict=True) if has_rows]


@cache
def source_of(name: str) -> str:
    """
    Return the source, of ``sql/fold/sums_sources``, without which a table of sums is empty.

    >>> source_of("measured_sums")
    'measurements'
    """
    return _noted(name, "empty without")


def _computed(name: str) -> str:
    """Return the SELECT for the runs in the variables; both conditions reach every scan."""
    return (
        f"select * from ({sql_files.read(f'sql/facts/sums/{name}')}) where run_id between "
        "getvariable('first_run_id') and getvariable('last_run_id') and "
        "(getvariable('listed_runs') is null or list_contains(getvariable('listed_runs'), run_id))"
    )


def _select(connection: duckdb.DuckDBPyConnection) -> None:
    """Set the variables by which scans skip the rows of runs that are not touched."""
    runs = connection.execute("select run_id from touched_runs").fetchall()
    for name, value in run_range([run_id for (run_id,) in runs]).items():
        connection.execute(f"set variable {name} = $value", {"value": value})


def _differs(column: str, kind: str) -> str:
    stored, computed = f'stored."{column}"', f'computed."{column}"'
    if kind != "DOUBLE":
        return f"{stored} is distinct from {computed}"
    return (
        f"({stored} is null) <> ({computed} is null) or abs({stored} - {computed}) > "
        f"{ROUNDING_MAX} * greatest(1, abs({computed}))"
    )


@cache
def _grain(name: str) -> Sequence[str]:
    return tuple(_noted(name, "grain").split(", "))


def _noted(name: str, key: str) -> str:
    value = sql_files.noted(f"sql/facts/sums/{name}", key)
    if value is None:
        raise LookupError(f"sql/facts/sums/{name}.sql has no line `-- {key}: …`")
    return value
