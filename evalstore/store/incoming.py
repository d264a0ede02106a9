"""The first half of a fold: read inbox files, drop duplicates, give revisions and positions."""

from collections.abc import Iterator
from pathlib import Path

import duckdb

from evalstore import sql_files
from evalstore.errors import CorruptStoreError
from evalstore.store import contents, facts
from evalstore.store.door import first_line
from evalstore.store.merkle import Frontier

MACROS = ("field_text", "payload_hash", "uuid_version_8", "event_id", "leaf_hash")
FETCH_ROWS = 10_000
LEAF_ROWS = 262_144


def define_macros(connection: duckdb.DuckDBPyConnection) -> None:
    """Define the hashes of an event in the connection."""
    for name in MACROS:
        connection.execute(sql_files.read(f"sql/log/macros/{name}"))


def read(connection: duckdb.DuckDBPyConnection, files: list[Path], recorded_at: object) -> None:
    """Read inbox files into ``incoming``, and what the log knows of their runs."""
    connection.execute(
        "set variable inbox_files = $files", {"files": [str(file) for file in files]}
    )
    connection.execute("set variable recorded_at = $at::timestamp", {"at": recorded_at})
    try:
        connection.execute(sql_files.read("sql/fold/incoming"))
    except duckdb.Error as error:
        raise CorruptStoreError(
            f"the inbox cannot be folded: {first_line(error)}; "
            f"the files are {', '.join(file.name for file in files)}"
        ) from error
    connection.execute(sql_files.read("sql/fold/touched_runs"))
    facts.bound_touched_runs(connection)


def assign_revisions(connection: duckdb.DuckDBPyConnection) -> None:
    """Drop duplicates; give every other incoming event its revision."""
    for step in ("known_events", "unseen", "contested_keys", "uncontested"):
        connection.execute(sql_files.read(f"sql/fold/{step}"))
    assigned = list(contents.assign(_contested_revisions(connection)))
    connection.execute(
        "insert into accepted_revisions "
        "select unnest($ordinals::bigint[]), unnest($revisions::integer[])",
        {
            "ordinals": [event.ordinal for event in assigned],
            "revisions": [event.revision for event in assigned],
        },
    )


def _contested_revisions(
    connection: duckdb.DuckDBPyConnection,
) -> Iterator[contents.Revision]:
    connection.execute(sql_files.read("sql/fold/contested_events"))
    while rows := connection.fetchmany(FETCH_ROWS):
        for row in rows:
            yield contents.Revision(*row)


def seal(connection: duckdb.DuckDBPyConnection, tree: Frontier) -> Frontier:
    """Give the accepted events positions and leaf hashes; return the tree with them."""
    connection.execute("set variable tree_size = $size", {"size": tree.tree_size})
    connection.execute(sql_files.read("sql/fold/placed"))
    connection.execute(sql_files.read("sql/fold/sealed"))
    return with_leaves(connection, tree, "sealed")


def with_leaves(
    connection: duckdb.DuckDBPyConnection, tree: Frontier, relation: str, end: int | None = None
) -> Frontier:
    """Extend the tree by a relation's leaf hashes, from its size on (to ``end``, exclusive)."""
    while True:
        limit = tree.tree_size + LEAF_ROWS if end is None else min(end, tree.tree_size + LEAF_ROWS)
        [(leaves,)] = connection.execute(
            f"select string_agg(hex(leaf_hash), '' order by position) from {relation} "
            "where position >= $first and position < $limit",
            {"first": tree.tree_size, "limit": limit},
        ).fetchall()
        if not leaves:
            return tree
        tree = tree.extended(bytes.fromhex(leaves))
