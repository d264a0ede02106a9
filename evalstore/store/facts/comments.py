"""
Comments of the database: the sentences of the dictionary, for clients that show them.

Each of more than two thousand is a statement of its own, which takes half a second of the
processor. So they are written once a store is kept: by the fold that finds some folds recorded,
by a rebuild of such a store, and by a snapshot.
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

# A job that throws its store away has recorded fewer folds.
KEPT_FOLDS_MIN = 3


def write_outdated(connection: duckdb.DuckDBPyConnection, *, fold_count: int) -> None:
    """Write the comments of a store with so many folds, unless it has them or is not kept yet."""
    if fold_count >= KEPT_FOLDS_MIN and not are_current(connection):
        write(connection)


def write_now(layout: Layout) -> int:
    """
    Write the comments of a store's database again; return how many.

    Raises StoreBusyError while another process holds the store, NotFoldedError where there is no
    database yet, StoreError where another version made it.
    """
    with exclusive(layout):
        if not layout.database.exists():
            raise NotFoldedError(f"{layout.root} has no database yet; `evalstore fold` makes it")
        with attached_for_writing(layout) as connection:
            if not schema.is_current(connection):
                raise StoreError(f"{schema.made_by(connection)}; {schema.WAY_OUT}")
            return write(connection)


def are_current(connection: duckdb.DuckDBPyConnection) -> bool:
    """Say whether the comments in the database are those of this installation."""
    rows = connection.execute("select comments_sha256 from log.fingerprint").fetchall()
    return rows == [(fingerprint(),)]


def fingerprint() -> str:
    """Return the SHA-256, in hex, over what the comments are made of."""
    digest = hashlib.sha256(sql_files.fingerprint("sql", "views").encode())
    for path in (SENTENCES, TYPES):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def write(connection: duckdb.DuckDBPyConnection) -> int:
    """Comment on all that the dictionary describes, in one transaction; return how many."""
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
        for own in relation.columns:
            text = _quoted(own.description)
            yield f'comment on column {relation.name}."{own.name}" is {text}'


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
