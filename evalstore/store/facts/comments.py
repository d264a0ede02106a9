"""
Comments of the database: the sentences of the dictionary, for clients that show them.

Each of the more than two thousand comments is a statement of its own; together they take half a
second of processor time. So they are written only for a store that is kept: by the fold that
finds KEPT_FOLDS_MIN folds recorded, by a rebuild of such a store, and by a snapshot.
"""

import hashlib
from collections.abc import Iterator

import duckdb

from evalstore.base import sql_files
from evalstore.errors import NotFoldedError, StoreError
from evalstore.metrics.dictionary.columns import SENTENCES, TYPES
from evalstore.metrics.dictionary.relations import Relation, dictionary
from evalstore.store.connections import attached_for_writing, exclusive
from evalstore.store.facts import schema
from evalstore.store.layout import Layout

# A job that deletes its store has recorded fewer folds.
KEPT_FOLDS_MIN = 3


def write_outdated(connection: duckdb.DuckDBPyConnection, *, fold_count: int) -> None:
    """Write the comments of a store if they are outdated."""
    if are_outdated(connection, fold_count=fold_count):
        write(connection)


def are_outdated(connection: duckdb.DuckDBPyConnection, *, fold_count: int) -> bool:
    """Return True if a store has enough folds for comments and its own are not current."""
    return fold_count >= KEPT_FOLDS_MIN and not are_current(connection)


def write_now(layout: Layout) -> int:
    """
    Write the comments of a store's database again; return their number.

    Raises StoreBusyError while another process holds the store, NotFoldedError if there is no
    database yet, StoreError if another version made it.
    """
    with exclusive(layout):
        if not layout.database.exists():
            raise NotFoldedError(
                f"{layout.root} has no database yet; run `evalstore fold` to create it"
            )
        with attached_for_writing(layout) as connection:
            if not schema.is_current(connection):
                raise StoreError(f"{schema.made_by(connection)}; {schema.WAY_OUT}")
            return write(connection)


def are_current(connection: duckdb.DuckDBPyConnection) -> bool:
    """Return True if the comments in the database are those of this installation."""
    rows = connection.execute("select comments_sha256 from log.fingerprint").fetchall()
    return rows == [(fingerprint(),)]


def fingerprint() -> str:
    """Return the SHA-256, in hex, over the sources of the comments."""
    digest = hashlib.sha256(sql_files.fingerprint("sql", "views").encode())
    for path in (SENTENCES, TYPES):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def write(connection: duckdb.DuckDBPyConnection) -> int:
    """Write the comments of the dictionary in one transaction; return their number."""
    there = {name for (name,) in connection.execute(sql_files.read("sql/log/names")).fetchall()}
    statements = [
        statement
        for relation in dictionary().values()
        if relation.name in there
        for statement in _statements(relation)
    ]
    connection.execute("begin")
    connection.execute(";\n".join(statements))
    connection.execute(
        "update log.fingerprint set comments_sha256 = $sha256", {"sha256": fingerprint()}
    )
    connection.execute("commit")
    return len(statements)


def _statements(relation: Relation) -> Iterator[str]:
    """Yield the statements that comment on a relation and its columns, or on a macro."""
    kind = {"macro": "macro", "table macro": "macro table"}.get(relation.kind, relation.kind)
    grain = f" One row for each {', '.join(relation.grain)}." if relation.grain else ""
    yield f"comment on {kind} {relation.name} is {_quoted(relation.sentence + grain)}"
    if not relation.is_macro:
        for column in relation.columns:
            text = _quoted(column.description)
            yield f'comment on column {relation.name}."{column.name}" is {text}'


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
