"""The database of a store without events, made once for a state of its SQL and kept."""

import hashlib
import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from benchmarks.unfolded import compute_sums
from evalstore import __version__
from evalstore.base import sql_files
from evalstore.metrics import catalog
from evalstore.store import connections
from evalstore.store.facts import comments, schema, sums

CACHE = Path(__file__).parents[1] / ".pytest_cache" / "empty_database"
MADE_BY = (schema, catalog, sql_files, comments, sums)


@cache
def template() -> Path:
    """
    Return the file of an empty database, as every store begins with; it is never to be written.

    Defining two hundred views takes most of a second, and more than a thousand tests want them.
    """
    kept = CACHE / f"{_state()}.duckdb"
    if not kept.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        for outdated in CACHE.glob("*.duckdb"):
            outdated.unlink(missing_ok=True)
        with TemporaryDirectory(dir=CACHE) as folder:
            made = Path(folder) / "empty.duckdb"
            with connections.connect() as connection:
                connection.execute(f"attach '{made}' as evalstore (type duckdb)")
                connections.make_current(connection, connections.DATABASE)
                schema.in_transaction(connection, schema.create)
                comments.write(connection)
            # Workers may make it at the same time; each of theirs is whole.
            made.replace(kept)
    return kept


def in_memory() -> duckdb.DuckDBPyConnection:
    """Connect to a database in memory that has the schemas of a store and no events."""
    connection = duckdb.connect()
    connection.execute(f"attach '{template()}' as template (type duckdb, read_only)")
    connection.execute("attach ':memory:' as evalstore (type duckdb)")
    connection.execute("copy from database template to evalstore")
    connection.execute("detach template")
    connection.execute("use evalstore")
    compute_sums(connection)
    return connection


def _state() -> str:
    """Return a hash over all that an empty database depends on."""
    digest = hashlib.sha256(sql_files.fingerprint(*sql_files.FOLDERS).encode())
    digest.update(comments.fingerprint().encode())
    for module in MADE_BY:
        digest.update(Path(module.__file__).read_bytes())
    digest.update(f"{__version__} {duckdb.__version__} {os.name}".encode())
    return digest.hexdigest()
