"""Compare the facts of a partial replica with the packs that they were taken from."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import duckdb

from evalstore.store.facts.facts_pack import TABLES
from evalstore.store.layout import Layout
from evalstore.store.replica.partial import Partial

# The tables by which runs are chosen: their existence, their start and decisions on them.
CHOICES = (("facts", "runs"), ("facts", "gates"))
WAY_OUT = "run `evalstore rebuild` to read them from the packs again"


def problems(
    connection: duckdb.DuckDBPyConnection,
    layout: Layout,
    replica: Partial,
    run_ids: Iterable[str] | None = None,
) -> list[str]:
    """
    Return a text for each table that differs from the packs, for these runs or for all.

    For the other runs only the tables in CHOICES are compared. Raises CorruptStoreError if a pack
    is missing or altered.
    """
    wanted = replica.runs_by_facts.keys() if run_ids is None else {*run_ids}
    differences: list[str] = []
    for tables, packs in (
        (TABLES, _of_runs(replica, wanted, is_in=True)),
        (CHOICES, _of_runs(replica, wanted, is_in=False)),
    ):
        for pack_runs, rows in packs.facts(connection, layout, tables):
            differences += _differences(connection, tables, pack_runs, rows)
    return differences


def _of_runs(replica: Partial, wanted: Iterable[str], *, is_in: bool) -> Partial:
    """Return the replica with the runs of its packs that are in ``wanted``, or that are not."""
    wanted = {*wanted}
    packs = {
        sha256: [run_id for run_id in run_ids if (run_id in wanted) == is_in]
        for sha256, run_ids in replica.packs.items()
    }
    return replace(
        replica, packs={sha256: run_ids for sha256, run_ids in packs.items() if run_ids}
    )


def _differences(
    connection: duckdb.DuckDBPyConnection,
    tables: Iterable[tuple[str, str]],
    run_ids: list[str],
    rows: dict[tuple[str, str], duckdb.DuckDBPyRelation],
) -> Iterator[str]:
    """Yield a text for each table whose rows of these runs differ from those of their pack."""
    runs = connection.table("packed_runs").set_alias("packed_runs")
    for key in tables:
        name = ".".join(key)
        stored = connection.table(name).set_alias("facts").join(runs, "run_id", how="semi")
        [(found_count,)] = stored.count("*").fetchall()
        expected = rows.get(key)
        expected_count = 0
        if expected is not None:
            [(expected_count,)] = expected.count("*").fetchall()
        # With equal counts, no missing row means that the tables are equal.
        is_same = found_count == expected_count and (
            expected is None or not expected.except_(stored).limit(1).fetchall()
        )
        if not is_same:
            yield (
                f"{name} has {found_count} rows of {len(run_ids)} runs such as {run_ids[0]}, but "
                f"their pack has {expected_count}; {WAY_OUT}"
            )
