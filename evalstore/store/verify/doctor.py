"""Health checks of a store, each with a remedy."""

import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import duckdb

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.errors import EvalstoreError
from evalstore.plugins.image import file_name
from evalstore.store.connections import exclusive
from evalstore.store.facts import definitions, schema, undeclared
from evalstore.store.layout import Layout
from evalstore.store.log import attachments, checkpoint, inbox, recovery, segment
from evalstore.store.query.reader import Reader, reading
from evalstore.store.replica import partial

FREE_BYTES_MIN = 1_000_000_000
DUCKDB_VERSION_MIN = (2, 0)
ORPHANS_SHOWN_MAX = 3


@dataclass(frozen=True, slots=True)
class DoctorCheck:
    """The result of one check; ``way_out`` is the remedy if it is not ok."""

    what: str
    is_ok: bool
    found: str
    way_out: str = ""


def examine(
    layout: Layout, further: Iterable[Callable[[Reader], DoctorCheck]] = ()
) -> list[DoctorCheck]:
    """
    Return the results of all checks; raise StoreError if there is no store.

    ``further`` are checks that run only if this evalstore computed the tables of the database.
    """
    layout.require()
    checks = [*_machine(layout), *_folders(layout)]
    try:
        with reading(layout, wait_seconds=2) as reader:
            checks += _database(layout, reader)
            if schema.are_tables_current(reader.connection):
                checks += [check(reader) for check in further]
    except EvalstoreError as error:
        checks.append(DoctorCheck("database", False, str(error), "see the message"))
    return checks


def _machine(layout: Layout) -> Iterator[DoctorCheck]:
    version = tuple(int(part) for part in duckdb.__version__.split(".")[:2])
    yield DoctorCheck(
        "DuckDB", version >= DUCKDB_VERSION_MIN, duckdb.__version__, "pip install 'duckdb>=2.0'"
    )
    free_bytes = shutil.disk_usage(layout.root).free
    yield DoctorCheck(
        "free disk", free_bytes >= FREE_BYTES_MIN, f"{free_bytes / 1e9:.1f} GB",
        "free disk space: a fold needs about twice the size of the inbox",
    )  # fmt: skip
    try:
        with exclusive(layout, wait_seconds=0, is_reading=True):
            yield DoctorCheck("lock", True, "free")
    except EvalstoreError as error:
        yield DoctorCheck(
            "lock", False, str(error), "wait until that process has ended, or end it"
        )


def _folders(layout: Layout) -> Iterator[DoctorCheck]:
    names = inbox.names(layout)
    yield DoctorCheck(
        "inbox", not names, f"{counted(len(names), 'file')} to be folded", "`evalstore fold`"
    )
    old = [
        path.name
        for path in (*layout.inbox.glob("*.tmp"), *layout.attachments.glob("*.tmp"))
        if time.time() - path.stat().st_mtime > inbox.STALE_SECONDS
    ]
    yield DoctorCheck(
        "left-over temporary files", not old, f"{len(old)}", "the next fold removes them"
    )
    sizes = checkpoint.sizes(layout)
    yield DoctorCheck(
        "checkpoints",
        True,
        f"{len(sizes)}, the newest at {counted(max(sizes, default=0), 'event')}",
    )


def _database(layout: Layout, reader: Reader) -> Iterator[DoctorCheck]:
    connection = reader.connection
    schema.define_macros(connection)
    tree_size = recovery.current_tree(connection).tree_size
    replica = partial.of(layout)
    left_out = replica.left_out.keys() if replica else set()
    recorded = {row[0] for row in reader.table("select segment from log.batches")[1]} - left_out
    there = {path.name for path in segment.on_disk(layout)}
    by_remote = (
        f" here, {len(left_out)} left out; the number of events is as the remote states it"
        if left_out
        else ""
    )
    yield DoctorCheck(
        "log",
        True,
        f"{counted(tree_size, 'event')} in {counted(len(recorded), 'segment')}{by_remote}",
    )
    yield DoctorCheck(
        "segments missing", not recorded - there, f"{len(recorded - there)}",
        "restore the segments folder from a backup",
    )  # fmt: skip
    yield DoctorCheck(
        "segments not in the database", not there - recorded, f"{len(there - recorded)}",
        "run `evalstore fold` to add them",
    )  # fmt: skip
    if not schema.is_current(connection):
        made_by = schema.made_by(connection)
        yield DoctorCheck("definitions", False, made_by, schema.WAY_OUT)
    else:
        changed = definitions.differences(definitions.objects(connection))
        yield DoctorCheck(
            "definitions", not changed,
            definitions.summary(changed) or "same as in this version of evalstore",
            "run `evalstore rebuild` to create the database again",
        )  # fmt: skip
    yield _images(layout, reader)
    lost = reader.rows(sql_files.read("sql/queries/unmatched_retractions"))
    yield DoctorCheck(
        "retractions that name no event", not lost, f"{len(lost)}",
        "check the ids, or ingest the missing events: "
        + ", ".join(str(row["named_event_id"]) for row in lost[:3]),
    )  # fmt: skip
    if schema.are_tables_current(connection):
        cases = undeclared.of_runs(connection)
        yield DoctorCheck(
            "cases that their run does not declare", not cases,
            "; ".join(undeclared.worded(cases)) or "0",
            "record the answers again under the declared ids and retract these, or declare the "
            "cases; facts.undeclared_cases lists them all",
        )  # fmt: skip


def _images(layout: Layout, reader: Reader) -> DoctorCheck:
    """Check that the files of images are those that the events name."""
    rows = reader.rows(sql_files.read("sql/queries/logged_images"))
    named = {file_name(str(row["sha256"]), str(row["media_type"])) for row in rows}
    there = set(attachments.names(layout))
    orphans = sorted(there - named)
    summary = f"{len(there)}, {len(named - there)} missing"
    if orphans:
        shown = ", ".join(orphans[:ORPHANS_SHOWN_MAX])
        summary += f"; {counted(len(orphans), 'file')} not named by any event: {shown}"
    return DoctorCheck(
        "images", not named - there, summary,
        "restore them from a backup, or ingest again the files that contain them",
    )  # fmt: skip
