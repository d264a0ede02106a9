"""Read inbox files: drop duplicates, assign revisions, positions and leaf hashes."""

from collections.abc import Collection, Iterator
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.store.connections import first_line
from evalstore.store.facts import facts, schema
from evalstore.store.log import canonical_json, inbox
from evalstore.store.log.merkle import Frontier

MACROS = ("field_text", "payload_hash", "uuid_version_8", "event_id", "leaf_hash")
# The beginning of the source of decisions and records that evalstore made itself.
OWN_PREFIX = "evalstore:"
FETCH_ROWS = 10_000
# The texts of this many leaves take 20 MB; those of 262,144 took 130.
LEAF_ROWS = 32_768
# A source is mostly a file. With more of them, a table of names costs more than it saves.
SOURCES_MAX = 10_000


def define_macros(connection: duckdb.DuckDBPyConnection) -> None:
    """Define the macros for the hashes of an event and the images it names, in the connection."""
    for name in MACROS:
        connection.execute(sql_files.read(f"sql/log/macros/{name}"))
    schema.define_macros(connection)


def read(
    connection: duckdb.DuckDBPyConnection,
    files: list[Path],
    recorded_at: object,
    own_files: Collection[str] = (),
    *,
    event_count: int,
) -> None:
    """
    Read inbox files into ``incoming``, and their runs into ``touched_runs``.

    ``own_files`` are the names of the files whose events may have a source that begins with
    ``evalstore:``; in all others it becomes ``foreign:evalstore:``.
    """
    connection.execute(
        "set variable own_files = $files::varchar[]",
        {"files": [str(file) for file in files if file.name in own_files]},
    )
    connection.execute(sql_files.read("sql/fold/recorded_source"))
    connection.execute(
        "set variable inbox_files = $files", {"files": [str(file) for file in files]}
    )
    connection.execute("set variable recorded_at = $at::timestamp", {"at": recorded_at})
    try:
        _read_events(connection, event_count)
    except duckdb.OutOfMemoryException:
        # This error is not about a file.
        raise
    except duckdb.Error:
        _require_readable(connection, files, event_count)
        raise
    for number, column in connection.execute(sql_files.read("sql/fold/incomplete")).fetchall():
        raise inbox.unfoldable(files[number - 1], f"one of its events has no {column}")
    connection.execute(sql_files.read("sql/fold/touched_runs"))
    facts.bound_touched_runs(connection)


def _read_events(connection: duckdb.DuckDBPyConnection, event_count: int) -> None:
    source_count = event_count
    if source_count > SOURCES_MAX:
        [(source_count,)] = connection.execute(sql_files.read("sql/fold/source_count")).fetchall()
    is_few = source_count <= SOURCES_MAX
    connection.execute(
        sql_files.read("sql/fold/source_names" if is_few else "sql/fold/source_texts")
    )
    connection.execute(sql_files.read("sql/fold/incoming"))


def _require_readable(
    connection: duckdb.DuckDBPyConnection, files: list[Path], event_count: int
) -> None:
    """Read each file by itself, to raise CorruptStoreError with the name of an unreadable one."""
    for file in files:
        connection.execute("set variable inbox_files = $files", {"files": [str(file)]})
        try:
            _read_events(connection, event_count)
        except duckdb.Error as error:
            raise inbox.unfoldable(file, first_line(error)) from error


def require_json(connection: duckdb.DuckDBPyConnection, files: list[Path]) -> None:
    """Raise CorruptStoreError, naming the inbox file, if a payload is not JSON."""
    for file in files:
        [(count,)] = connection.execute(
            sql_files.read("sql/fold/malformed_payloads"), {"file": str(file)}
        ).fetchall()
        if count:
            raise inbox.unfoldable(
                file, f"{counted(count, 'payload is', 'payloads are')} not JSON"
            )


def assign_revisions(connection: duckdb.DuckDBPyConnection) -> None:
    """Drop duplicates; assign a revision to every other incoming event."""
    for step in ("known_events", "new_ids", "conflicting_keys"):
        # The number of rows that a statement created.
        rows = connection.execute(sql_files.read(f"sql/fold/{step}")).fetchall()
    connection.execute(sql_files.read("sql/fold/first_revisions"))
    if rows == [(0,)]:
        return
    assigned = list(canonical_json.assign(_conflicting_revisions(connection)))
    connection.execute(
        "insert into accepted_revisions "
        "select unnest($ordinals::bigint[]), unnest($revisions::integer[])",
        {
            "ordinals": [event.ordinal for event in assigned],
            "revisions": [event.revision for event in assigned],
        },
    )


def _conflicting_revisions(
    connection: duckdb.DuckDBPyConnection,
) -> Iterator[canonical_json.Revision]:
    connection.execute(sql_files.read("sql/fold/conflicting_events"))
    while rows := connection.fetchmany(FETCH_ROWS):
        for row in rows:
            yield canonical_json.Revision(*row)


def assign_positions(connection: duckdb.DuckDBPyConnection, tree: Frontier) -> Frontier:
    """Assign positions and leaf hashes to the accepted events; return the tree with them."""
    connection.execute("set variable tree_size = $size", {"size": tree.tree_size})
    connection.execute(sql_files.read("sql/fold/positions"))
    connection.execute(sql_files.read("sql/fold/leaf_hashes"))
    return with_leaves(connection, tree, "leaf_hashes", hex_column="leaf_hash_hex")


def read_payloads(connection: duckdb.DuckDBPyConnection, files: list[Path]) -> None:
    """Create ``new_events`` of accepted events with payloads and of ``recorded_sources``."""
    try:
        connection.execute(sql_files.read("sql/fold/new_events"))
        connection.execute(sql_files.read("sql/fold/add_recorded_sources"))
    except duckdb.OutOfMemoryException:
        raise
    except duckdb.Error:
        require_json(connection, files)
        raise


def with_leaves(
    connection: duckdb.DuckDBPyConnection,
    tree: Frontier,
    relation: str,
    *,
    hex_column: str = "hex(leaf_hash)",
) -> Frontier:
    """Return the tree extended by a relation's leaf hashes, from its size on."""
    while True:
        [(leaves,)] = connection.execute(
            f"select string_agg({hex_column}, '' order by position) from {relation} "
            "where position >= $first and position < $first + $count",
            {"first": tree.tree_size, "count": LEAF_ROWS},
        ).fetchall()
        if not leaves:
            return tree
        tree = tree.extended(bytes.fromhex(leaves))
