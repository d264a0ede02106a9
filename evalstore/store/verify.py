"""
Show that a store is what was appended to it, or say where it is not.

Segments are checked against their hashes, roots and checksums; the database against the
segments, its triggers, tables and views against this installation's, its facts against a fresh
computation; checkpoints against the tree.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import duckdb

from evalstore import sql_files
from evalstore.errors import CorruptStoreError, EvalstoreError
from evalstore.store import checkpoint, facts, incoming, schema, segment
from evalstore.store.batch import Batch
from evalstore.store.door import attached_for_reading, exclusive
from evalstore.store.layout import Layout
from evalstore.store.merkle import Frontier
from evalstore.store.schema import FACTS

POSITIONS_SHOWN_MAX = 10


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not hold; ``position`` is the first event concerned, where known."""

    what: str
    detail: str
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Verified:
    """What was checked and what did not hold; ``root`` is hex."""

    tree_size: int
    root: str
    segment_count: int
    findings: list[Finding]

    @property
    def holds(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def verify(layout: Layout, against: Path | None = None) -> Verified:
    """
    Check a whole store, and that it continues a checkpoint kept elsewhere.

    Raises StoreBusyError while another process folds, UnreadableInputError where ``against`` is
    no checkpoint. What is wrong with the store itself comes back as findings.
    """
    layout.require()
    kept = None if against is None else checkpoint.read(against)
    findings: list[Finding] = []
    with exclusive(layout):
        paths = segment.on_disk(layout)
        roots = {0: Frontier.empty().root.hex()}
        tree = Frontier.empty()
        try:
            with attached_for_reading(layout, is_locked=True) as connection:
                incoming.define_macros(connection)
                tree = _check_segments(connection, layout, paths, roots, findings)
                findings += _database_findings(connection, tree)
        except EvalstoreError as error:
            findings.append(Finding("database", str(error)))
        findings += _checkpoint_findings(layout, roots, tree.tree_size)
    if kept is not None:
        findings += _against_findings(kept, roots, tree.tree_size)
    return Verified(tree.tree_size, tree.root.hex(), len(paths), findings)


def _check_segments(
    connection: duckdb.DuckDBPyConnection,
    layout: Layout,
    paths: list[Path],
    roots: dict[int, str],
    findings: list[Finding],
) -> Frontier:
    """Recompute every hash and the root after each segment, into ``roots`` by tree size."""
    digests = dict(connection.execute("select segment, segment_sha256 from log.batches").fetchall())
    findings += [
        Finding("segment missing", f"{layout.segments / name} is recorded but not there")
        for name in sorted(digests.keys() - {path.name for path in paths})
    ]
    tree = Frontier.empty()
    for path in paths:
        if digests.get(path.name) not in (None, segment.sha256_of(path)):
            findings.append(
                Finding("segment checksum", f"{path.name} is not the file that was recorded")
            )
        try:
            batch = segment.read_footer(connection, path)
            tree = _check_segment(connection, path, batch, tree, findings)
        except CorruptStoreError as error:
            findings.append(Finding("segment", str(error), _first_position(path)))
            continue
        roots[tree.tree_size] = tree.root.hex()
    return tree


def _check_segment(
    connection: duckdb.DuckDBPyConnection,
    path: Path,
    batch: Batch,
    tree: Frontier,
    findings: list[Finding],
) -> Frontier:
    wrong = segment.wrong_positions(connection, path)
    findings += [
        Finding("event altered", f"{path.name}: its content does not give its hash", position)
        for position in wrong[:POSITIONS_SHOWN_MAX]
    ]
    segment.read(connection, path)
    [(first, count, distinct)] = connection.execute(
        "select min(position), count(*), count(distinct position) from new_events"
    ).fetchall()
    if (first, count, distinct) != (tree.tree_size, batch.event_count, batch.event_count):
        findings.append(
            Finding(
                "positions",
                f"{path.name} holds {count} events from position {first}; "
                f"{batch.event_count} from {tree.tree_size} were recorded",
                tree.tree_size,
            )
        )
    tree = incoming.with_leaves(connection, tree, "new_events")
    if tree.root.hex() != batch.root:
        findings.append(
            Finding(
                "root",
                f"{path.name}: its leaves give root {tree.root.hex()}, "
                f"but {batch.root} was recorded",
                batch.first_position,
            )
        )
    return tree


def _database_findings(
    connection: duckdb.DuckDBPyConnection, tree: Frontier
) -> Iterator[Finding]:
    yield from _definition_findings(connection)
    yield from _event_findings(connection, tree)
    yield from _fact_findings(connection)


def _event_findings(
    connection: duckdb.DuckDBPyConnection, tree: Frontier
) -> Iterator[Finding]:
    """Compare log.events with the hashes its rows carry, and its root with the segments'."""
    try:
        for (position,) in connection.execute(sql_files.read("sql/verify/log_hashes")).fetchall()[
            :POSITIONS_SHOWN_MAX
        ]:
            yield Finding(
                "row altered", "log.events: the row's content does not give its hash", position
            )
        for position, count in connection.execute(
            sql_files.read("sql/verify/log_positions")
        ).fetchall()[:POSITIONS_SHOWN_MAX]:
            yield Finding("positions", f"log.events holds this position {count} times", position)
        log_tree = incoming.with_leaves(connection, Frontier.empty(), "log.events")
    except duckdb.Error as error:
        yield Finding("table log.events", str(error).partition("\n")[0])
        return
    if log_tree != tree:
        yield Finding(
            "database differs from segments",
            f"log.events gives {log_tree.tree_size} events and root {log_tree.root.hex()}; the "
            f"segments give {tree.tree_size} and {tree.root.hex()}; "
            "`evalstore rebuild` makes the database again from the segments",
            min(log_tree.tree_size, tree.tree_size),
        )


def _definition_findings(connection: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    """Compare tables, triggers, views and macros with those this installation makes."""
    connection.execute("attach ':memory:' as pristine")
    connection.execute("use pristine")
    try:
        schema.create(connection)
    finally:
        connection.execute("use evalstore")
    for kind in ("columns", "triggers", "views", "macros"):
        rows = connection.execute(sql_files.read(f"sql/verify/{kind}")).fetchall()
        for name, expected, found in rows:
            if found is None:
                yield Finding(f"{kind[:-1]} missing", f"{name} is not in the database")
            elif expected is None:
                yield Finding(f"{kind[:-1]} unknown", f"{name} was added: {found}")
            else:
                yield Finding(f"{kind[:-1]} changed", f"{name} is not as this evalstore makes it")
    connection.execute("detach pristine")


def _fact_findings(connection: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    """Compute all facts again and compare."""
    connection.execute(
        "create or replace temp table touched_runs as select distinct run_id from log.events"
    )
    connection.execute(sql_files.read("sql/fold/no_new_events"))
    try:
        facts.compute(connection)
        for table in FACTS:
            [(count,)] = connection.execute(
                f"select count(*) from ((from temp.{table} except all from facts.{table}) "
                f"union all (from facts.{table} except all from temp.{table}))"
            ).fetchall()
            if count:
                yield Finding(
                    "facts altered",
                    f"facts.{table}: {count} rows are not what the events give; "
                    "`evalstore rebuild` computes them again",
                )
    except duckdb.Error as error:
        yield Finding("facts", str(error).partition("\n")[0])


def _checkpoint_findings(
    layout: Layout, roots: dict[int, str], tree_size: int
) -> Iterator[Finding]:
    for size in checkpoint.sizes(layout):
        try:
            kept = checkpoint.read(layout.checkpoints / f"{size}.json")
        except EvalstoreError as error:
            yield Finding("checkpoint", str(error))
            continue
        yield from _against_findings(kept, roots, tree_size)


def _against_findings(
    kept: checkpoint.Checkpoint, roots: dict[int, str], tree_size: int
) -> Iterator[Finding]:
    """Say whether the log continues a checkpoint."""
    if kept.tree_size > tree_size:
        yield Finding(
            "checkpoint",
            f"a checkpoint has {kept.tree_size} events, this store only {tree_size}: "
            "events were lost, or the checkpoint is another store's",
            tree_size,
        )
    elif roots.get(kept.tree_size) != kept.root:
        found = roots.get(kept.tree_size, "none: the log never stood at that size")
        yield Finding(
            "checkpoint",
            f"at {kept.tree_size} events a checkpoint has root {kept.root}, "
            f"this store has {found}: an event before position {kept.tree_size} was altered, "
            "or the checkpoint is another store's",
        )


def _first_position(path: Path) -> int | None:
    first = path.stem.partition("-")[0]
    return int(first) if first.isdigit() else None
