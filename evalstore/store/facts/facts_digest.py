"""
Digests of the stored or computed facts of runs, by table.

A digest is the SHA-256 of the rows of one run in one table, each as a text, sorted. Every value of
a text or a list is preceded by its length in bytes, every other value ends with a bar, and null is
empty, so that different rows have different texts. Whoever wants other rows with the same digest
needs a collision of SHA-256.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from hashlib import sha256

import duckdb

from evalstore.store.facts import schema

# The definition of the digest itself: another number makes every digest one of other definitions.
FORM = 1
WITHDRAWN = "withdrawn_events"
# Decisions on a run change this table and nothing else, so that no digest covers it.
UNCOVERED = "gates"
TABLES = (WITHDRAWN, *(table for table in schema.FACTS if table != UNCOVERED))
# No number is computed from these; long ones would take most of the time of a digest.
TEXTS = {"cases": ("prompt",), "responses": ("text", "error"), "verdicts": ("reason",)}
TEXT_BYTES_MAX = 300
SAMPLE_ROWS = 1000
# The texts of this many rows are in memory at once.
ROWS_MAX = 100_000

# The digest of each table that has rows of a run, in hex, by the table's name.
Digests = dict[str, str]


@cache
def definition() -> str:
    """Return the fingerprint, in hex, of the SQL that facts are computed by and of the digest."""
    return sha256(f"{FORM}:{schema.tables_fingerprint()}".encode()).hexdigest()


def has_short_texts(connection: duckdb.DuckDBPyConnection, tables: Collection[str]) -> bool:
    """Return True if the texts in computed rows have at most TEXT_BYTES_MAX on average."""
    byte_count = 0.0
    for table in TEXTS.keys() & {*tables}:
        lengths = " + ".join(f"coalesce(strlen({name}), 0)" for name in TEXTS[table])
        [(mean,)] = connection.execute(
            f"select coalesce(avg({lengths}), 0) from (from temp.{table} limit {SAMPLE_ROWS})"
        ).fetchall()
        byte_count += mean
    return byte_count <= TEXT_BYTES_MAX


def of_computed(
    connection: duckdb.DuckDBPyConnection,
    filled: Collection[str],
    run_ids: Collection[str],
    *,
    has_texts: bool,
) -> dict[str, Digests]:
    """
    Return the digests of facts that ``facts.compute`` has just computed, by run.

    ``filled`` are the tables with rows, as it returns them. The table ``beside_events`` has the
    events whose withdrawal is no part of a digest.
    """
    tables = {
        table: f"temp.{table}"
        for table in TABLES
        if {f"log.{table}", f"facts.{table}"} & {*filled}
    }
    return _of_relations(connection, tables, run_ids, has_texts=has_texts)


def of_stored(
    connection: duckdb.DuckDBPyConnection, run_ids: Collection[str], *, has_texts: bool
) -> dict[str, Digests]:
    """Return the digests of the stored facts of some runs, as ``of_computed`` does."""
    tables = {table: f"{_schema_of(table)}.{table}" for table in TABLES}
    return _of_relations(connection, tables, run_ids, has_texts=has_texts)


def _schema_of(table: str) -> str:
    return "log" if table == WITHDRAWN else "facts"


def _of_relations(
    connection: duckdb.DuckDBPyConnection,
    tables: Mapping[str, str],
    run_ids: Collection[str],
    *,
    has_texts: bool,
) -> dict[str, Digests]:
    digests: dict[str, Digests] = {run_id: {} for run_id in run_ids}
    if not tables or not digests:
        return digests
    connection.execute(
        "create or replace temp table digested_runs as "
        "select unnest($run_ids::varchar[]) as run_id",
        {"run_ids": list(digests)},
    )
    counts = " union all ".join(
        f"select '{table}', run_id, count(*) from {relation} "
        "where run_id in (select run_id from digested_runs) group by run_id"
        for table, relation in tables.items()
    )
    row_counts: dict[str, dict[str, int]] = {}
    for table, run_id, row_count in connection.execute(counts).fetchall():
        row_counts.setdefault(table, {})[run_id] = row_count
    for table, of_runs in row_counts.items():
        rows = _rows_of(connection, table, tables[table], has_texts=has_texts)
        for group in _groups(of_runs):
            for run_id, digest in _digests(connection, rows, group):
                digests[run_id][table] = digest
    connection.execute("drop table temp.digested_runs")
    return digests


def _rows_of(
    connection: duckdb.DuckDBPyConnection, table: str, relation: str, *, has_texts: bool
) -> str:
    """Return the SELECT of run and text of rows, for some runs and one part of their rows."""
    left_out = {"run_id", *(() if has_texts else TEXTS.get(table, ()))}
    columns = connection.execute(f"from {relation} limit 0").description or []
    texts: list[str] = []
    for name, kind, *_ in columns:
        if name not in left_out:
            texts += _value_text(f'"{name}"', str(kind))
    row_text = f"concat({', '.join(texts)})"
    key = "case_id" if "case_id" in [column[0] for column in columns] else row_text
    is_left_out = (
        "event_id in (select event_id from beside_events)" if table == WITHDRAWN else "false"
    )
    return (
        f"select run_id, {row_text} from {relation} where list_contains($run_ids, run_id) and "
        f"($part_count = 1 or hash({key}) % $part_count = $part) and not {is_left_out}"
    )


def _value_text(value: str, kind: str) -> list[str]:
    if kind == "TIMESTAMP":
        return [f"epoch_us({value})", "'|'"]
    if kind.endswith("]"):
        value = f"to_json({value})::varchar"
    elif kind != "VARCHAR":
        return [value, "'|'"]
    return [f"strlen({value})", "':'", value]


def _groups(row_counts: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Divide runs into groups of at most ROWS_MAX rows, or of one run."""
    group: dict[str, int] = {}
    for run_id, row_count in sorted(row_counts.items()):
        if group and sum(group.values()) + row_count > ROWS_MAX:
            yield group
            group = {}
        group[run_id] = row_count
    yield group


def _digests(
    connection: duckdb.DuckDBPyConnection, select: str, row_counts: Mapping[str, int]
) -> Iterator[tuple[str, str]]:
    """Yield the digest of each run with rows; a run with many is read in parts, by a hash."""
    hashes = {run_id: sha256() for run_id in row_counts}
    there: set[str] = set()
    part_count = -(-max(row_counts.values()) // ROWS_MAX)
    for part in range(part_count):
        rows = connection.execute(
            select, {"run_ids": list(row_counts), "part_count": part_count, "part": part}
        ).fetchall()
        texts: dict[str, list[str]] = {}
        for run_id, row_text in rows:
            texts.setdefault(run_id, []).append(row_text)
        for run_id, of_run in texts.items():
            of_run.sort()
            hashes[run_id].update("\n".join((*of_run, "")).encode())
        there.update(texts)
    for run_id in sorted(there):
        yield run_id, hashes[run_id].hexdigest()
