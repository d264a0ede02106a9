"""
Packs: the facts of some runs in one file, for stores without the events of these runs.

    facts.runs.parquet, facts.scored.parquet, …    members of a zip that compresses nothing itself

Prompts, replies and reasons are left out (``sql/remote/packed``): they are most of the bytes, and
no metric reads them. A pack is named by its SHA-256, which its remote's log contains.
"""

import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.errors import CorruptStoreError
from evalstore.store.connections import first_line
from evalstore.store.facts import facts, schema, sums
from evalstore.store.log import segment
from evalstore.store.log.disk_errors import naming_file
from evalstore.store.log.log_entry import FactsPack

# The tables that a pack may contain.
TABLES = (*facts.TABLES, *sums.TABLES)
# The table in which every run of a pack has a row.
RUNS = (("facts", "runs"),)
WAY_OUT = "run `evalstore pull` to download a good copy"


def definition() -> str:
    """Return the fingerprint of the SQL by which this installation computes facts."""
    return schema.tables_fingerprint()


def write(
    connection: duckdb.DuckDBPyConnection, run_ids: Sequence[str], folder: Path
) -> tuple[FactsPack, Path]:
    """Write the facts of these runs to a file in ``folder``; return its description and path."""
    runs = _packed_runs(connection, run_ids)
    path = folder / "facts.zip.tmp"
    with naming_file(path), zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for schema_name, table in TABLES:
            rows = _packed(connection, schema_name, table, runs).order("run_id")
            if not rows.limit(1).fetchall():
                continue
            member = folder / f"{schema_name}.{table}.parquet"
            rows.write_parquet(str(member), compression="zstd")
            archive.write(member, member.name)
            member.unlink()
    digest = segment.sha256_of(path).hex()
    pack = FactsPack(digest, path.stat().st_size, definition(), sorted(run_ids))
    named = path.with_name(pack.file_name)
    path.rename(named)
    return pack, named


def _packed_runs(
    connection: duckdb.DuckDBPyConnection, run_ids: Sequence[str]
) -> duckdb.DuckDBPyRelation:
    """Create the table of these runs, which queries of ``sql/remote/packed`` read."""
    connection.execute(
        "create or replace temp table packed_runs as select unnest($run_ids::varchar[]) as run_id",
        {"run_ids": list(run_ids)},
    )
    return connection.table("packed_runs").set_alias("packed_runs")


def _packed(
    connection: duckdb.DuckDBPyConnection,
    schema_name: str,
    table: str,
    runs: duckdb.DuckDBPyRelation,
) -> duckdb.DuckDBPyRelation:
    file = f"sql/remote/packed/{table}"
    if file in sql_files.names("sql/remote/packed"):
        return connection.sql(sql_files.read(file))
    rows = connection.table(f"{schema_name}.{table}").set_alias("facts")
    return rows.join(runs, "run_id", how="semi")


@contextmanager
def opened(
    connection: duckdb.DuckDBPyConnection,
    folder: Path,
    pack: FactsPack,
    run_ids: Sequence[str],
    tables: Sequence[tuple[str, str]] = TABLES,
) -> Iterator[dict[tuple[str, str], duckdb.DuckDBPyRelation]]:
    """
    Yield the rows of these runs in a pack, by schema and name of each of ``tables`` in the pack.

    Raises CorruptStoreError, naming the file, if its bytes are not those of the pack, if another
    definition of the facts than this installation's made it, or if it lacks one of the runs.
    """
    path = folder / pack.file_name
    _require_bytes(path, pack)
    if pack.definition != definition():
        raise CorruptStoreError(
            f"{path} has facts computed by another version of evalstore; run `evalstore pull` to "
            "download the runs again"
        )
    wanted = _packed_runs(connection, run_ids)
    with tempfile.TemporaryDirectory(prefix="evalstore-") as name:
        try:
            with zipfile.ZipFile(path) as archive:
                archive.extractall(name, _members(archive, tables))
            relations = {
                key: connection.read_parquet(str(member))
                .set_alias("facts")
                .join(wanted, "run_id", how="semi")
                for key in tables
                if (member := Path(name) / f"{'.'.join(key)}.parquet").exists()
            }
            if RUNS[0] in tables:
                _require_runs(path, relations.get(RUNS[0]), run_ids)
        except (zipfile.BadZipFile, duckdb.Error) as error:
            raise _unreadable(path, error) from error
        try:
            yield relations
        except (zipfile.BadZipFile, duckdb.IOException) as error:
            raise _unreadable(path, error) from error


def _unreadable(path: Path, error: Exception) -> CorruptStoreError:
    return CorruptStoreError(f"{path} cannot be read: {first_line(error)}; {WAY_OUT}")


def _require_runs(
    path: Path, rows: duckdb.DuckDBPyRelation | None, run_ids: Sequence[str]
) -> None:
    there = set() if rows is None else {row[0] for row in rows.select("run_id").fetchall()}
    missing = sorted({*run_ids} - there)
    if missing:
        raise CorruptStoreError(
            f"{path} has no facts of run {missing[0]}, but the remote's log lists it there; run "
            f"`evalstore pull --run {missing[0]}` to download its events"
        )


def _members(archive: zipfile.ZipFile, tables: Sequence[tuple[str, str]]) -> list[str]:
    """Return the members that are these tables, stored without compression."""
    names = {f"{schema_name}.{table}.parquet" for schema_name, table in tables}
    return [
        member.filename
        for member in archive.infolist()
        if member.filename in names and member.compress_type == zipfile.ZIP_STORED
    ]


def _require_bytes(path: Path, pack: FactsPack) -> None:
    try:
        digest = segment.sha256_of(path).hex()
    except OSError as error:
        raise CorruptStoreError(f"{path} cannot be read: {error.strerror}; {WAY_OUT}") from error
    if digest != pack.sha256:
        raise CorruptStoreError(
            f"{path}: found SHA-256 {digest}, expected the one in its name; {WAY_OUT}"
        )
