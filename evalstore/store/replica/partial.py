"""
Partial replicas of a remote's log: the events of some runs, and only the facts of others.

    remote/log.ndjson      every entry of the remote's log, also of segments that are left out
    remote/partial.json    the segments of the replica, and the runs with facts, by pack
    remote/facts/<sha256>.zip
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import duckdb

from evalstore.base import input_file, sql_files
from evalstore.errors import CorruptStoreError, StoreError, UsageError
from evalstore.store.facts import facts_pack
from evalstore.store.facts.facts_pack import TABLES
from evalstore.store.layout import Layout
from evalstore.store.log import json_file, log_entry
from evalstore.store.log.field_types import made_of
from evalstore.store.log.log_entry import FactsPack, LogEntry

KIND = "evalstore_partial"
WAY_OUT = "run `evalstore pull` to create the replica again"
# For an unreadable description, which a pull into the same folder would have to read.
DESCRIPTION_WAY_OUT = (
    "restore it from a backup, or run `evalstore pull` in another folder to create the "
    "replica again"
)
SEGMENT = re.compile(r"\d{12,}-\d{12,}\.parquet")
URL_LENGTH_MAX = 4096
RUNS_SHOWN_MAX = 3


@dataclass(frozen=True, slots=True)
class Description:
    """The fields of ``partial.json``."""

    url: str
    held: list[str]
    packs: dict[str, list[str]]
    is_for_push: bool


@dataclass(frozen=True)
class Partial:
    """
    The parts of a remote's log that a partial replica contains.

    ``held`` are the names of its segments, ``packs`` the runs whose facts are taken from a pack,
    by the SHA-256 of the pack's file. If ``is_for_push``, the replica accepts retractions of
    events that it does not have.
    """

    url: str
    entries: list[LogEntry]
    held: frozenset[str]
    packs: dict[str, list[str]]
    is_for_push: bool = False

    @cached_property
    def left_out(self) -> dict[str, LogEntry]:
        """Return the entries of the segments that are left out, by the names of the segments."""
        return {
            entry.batch.segment: entry
            for entry in self.entries
            if entry.batch.segment not in self.held
        }

    @cached_property
    def incomplete_runs(self) -> frozenset[str]:
        """Return the runs of which at least one event is left out."""
        # A batch with too many runs to list is never left out.
        return frozenset(
            run_id for entry in self.left_out.values() for run_id in entry.batch.runs or ()
        )

    @cached_property
    def runs_by_facts(self) -> dict[str, FactsPack]:
        """Return the runs with facts but without events, each with its pack."""
        by_sha256 = {pack.sha256: pack for entry in self.entries for pack in entry.facts}
        return {
            run_id: by_sha256[sha256]
            for sha256, run_ids in self.packs.items()
            for run_id in run_ids
        }

    def facts(
        self,
        connection: duckdb.DuckDBPyConnection,
        layout: Layout,
        tables: Sequence[tuple[str, str]] = TABLES,
    ) -> Iterator[tuple[list[str], dict[tuple[str, str], duckdb.DuckDBPyRelation]]]:
        """Yield, for each pack, its runs and the rows of their facts by schema and table."""
        by_sha256 = {pack.sha256: pack for pack in self.runs_by_facts.values()}
        folder = layout.remote / "facts"
        for sha256, run_ids in self.packs.items():
            pack = by_sha256[sha256]
            with facts_pack.opened(connection, folder, pack, run_ids, tables) as rows:
                yield run_ids, rows


def of(layout: Layout) -> Partial | None:
    """
    Return the parts of a partial replica; None for a store with all events of its log.

    Raises CorruptStoreError if the files that describe it cannot be read.
    """
    stated = described(layout)
    if stated is None:
        return None
    replica = Partial(
        stated.url,
        read_entries(layout),
        frozenset(stated.held),
        stated.packs,
        is_for_push=stated.is_for_push,
    )
    problem = _problem_with_log(replica)
    if problem:
        raise json_file.unreadable(_path(layout), problem, DESCRIPTION_WAY_OUT)
    return replica


def described(layout: Layout) -> Description | None:
    """
    Return the content of ``partial.json``, None if the file does not exist.

    Raises CorruptStoreError, naming the field, its value and the expected one.
    """
    fields = json_file.read(_path(layout), KIND, DESCRIPTION_WAY_OUT)
    if fields is None:
        return None
    try:
        stated = made_of(Description, fields)
        _require_names(stated)
    except (TypeError, ValueError) as error:
        raise json_file.unreadable(_path(layout), error, DESCRIPTION_WAY_OUT) from error
    return stated


def _path(layout: Layout) -> Path:
    return layout.remote / "partial.json"


def _require_names(stated: Description) -> None:
    """Raise ValueError for a name in another form than pulls write, and for a repeated name."""
    if len(stated.url) > URL_LENGTH_MAX:
        raise ValueError(
            f"its url has {len(stated.url)} characters, expected at most {URL_LENGTH_MAX}"
        )
    for field, names, form, expected in (
        ("held", stated.held, SEGMENT, "names of segments, without a folder"),
        ("packs", stated.packs, log_entry.HASH, "SHA-256 of packs in hex"),
    ):
        for name in names:
            if not form.fullmatch(name):
                raise ValueError(f"`{field}` lists {name[:80]!r}, expected {expected}")
    run_ids = [run_id for run_ids in stated.packs.values() for run_id in run_ids]
    for field, names in (("held", stated.held), ("packs", run_ids)):
        for name, count in Counter(names).most_common(1):
            if count > 1:
                raise ValueError(f"`{field}` lists {name[:80]!r} {count} times, expected once")


def _problem_with_log(replica: Partial) -> str:
    """Return a text about a segment, pack or run that the log does not name, empty without one."""
    unknown = replica.held - {entry.batch.segment for entry in replica.entries}
    if unknown:
        return f"`held` lists {min(unknown)}, expected segments that log.ndjson lists"
    runs = {pack.sha256: pack.run_ids for entry in replica.entries for pack in entry.facts}
    for sha256, run_ids in replica.packs.items():
        if sha256 not in runs:
            return f"`packs` lists {sha256}, expected packs that log.ndjson lists"
        missing = sorted({*run_ids} - {*runs[sha256]})
        if missing:
            return (
                f"`packs` lists the run {missing[0][:80]!r} in {sha256}, expected runs that "
                "log.ndjson lists there"
            )
    return ""


def write(layout: Layout, partial: Partial, prefix: str = "") -> None:
    """Write the description of a partial replica, durably."""
    fields = {
        "url": partial.url,
        "held": sorted(partial.held),
        "packs": partial.packs,
        "is_for_push": partial.is_for_push,
    }
    json_file.write(layout.remote / f"{prefix}partial.json", KIND, fields)


def read_entries(layout: Layout) -> list[LogEntry]:
    """
    Read the entries of the remote's log that this store was pulled from; empty without a remote.

    Raises CorruptStoreError if an entry does not continue the one before it.
    """
    path = layout.remote / "log.ndjson"
    try:
        lines = input_file.read_bytes(path).splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise CorruptStoreError(
            f"{path} cannot be read: {error.strerror}; {DESCRIPTION_WAY_OUT}"
        ) from error
    entries: list[LogEntry] = []
    for number, line in enumerate(lines, 1):
        entry = log_entry.parsed(line, f"{path}, line {number}")
        log_entry.require_following(
            entry, entries[-1] if entries else None, f"{path}, line {number}"
        )
        entries.append(entry)
    return entries


def in_order(paths: list[Path], replica: Partial | None) -> list[Path | LogEntry]:
    """Return, in log order, the path of each segment here and the entry of each left out."""
    by_name: dict[str, Path | LogEntry] = {path.name: path for path in paths}
    if replica is not None:
        by_name |= replica.left_out
    return [by_name[name] for name in sorted(by_name)]


def require_whole(connection: duckdb.DuckDBPyConnection, layout: Layout) -> None:
    """Raise StoreError if the replica lacks events of a run in ``touched_runs``."""
    replica = of(layout)
    if replica is None:
        return
    touched = connection.execute("select run_id from temp.touched_runs").fetchall()
    missing = sorted({run_id for (run_id,) in touched} & replica.incomplete_runs)
    if missing and not replica.is_for_push:
        shown = ", ".join(missing[:RUNS_SHOWN_MAX])
        more = len(missing) - RUNS_SHOWN_MAX
        raise StoreError(
            f"{layout.root} is a partial replica of {replica.url} and lacks earlier events of "
            f"runs that have new ones: {shown}{f' and {more} more' if more > 0 else ''}; run "
            f"`evalstore pull --run {missing[0]}` to download them"
        )


def require_matched(connection: duckdb.DuckDBPyConnection, layout: Layout) -> None:
    """Raise StoreError if ``new_events`` retract events that the replica lacks."""
    replica = of(layout)
    if replica is None or replica.is_for_push:
        return
    [(count,)] = connection.execute(sql_files.read("sql/fold/unmatched_retractions")).fetchall()
    if count:
        raise StoreError(
            f"{layout.root} is a partial replica of {replica.url}, and {count} of the new events "
            "retract events that it lacks; run `evalstore pull` without --run and --since to "
            "download all events"
        )


def require_of(layout: Layout, entries: Sequence[LogEntry], url: str) -> None:
    """Raise UsageError if the events that the replica lacks would be missing at ``url``, too."""
    replica = of(layout)
    if replica is None:
        return
    digests = [entry.sha256 for entry in entries]
    replica_digests = [entry.sha256 for entry in replica.entries]
    if digests[: len(replica_digests)] == replica_digests:
        return
    if not digests:
        raise _lacking(layout, replica, f"{url} has no log")
    is_older = replica_digests[: len(digests)] == digests
    raise _lacking(
        layout, replica, f"{url} has {'only a part of its' if is_older else 'a different'} log"
    )


def require_none(layout: Layout, why: str) -> None:
    """Raise UsageError, with the reason why all events are needed, for a partial replica."""
    replica = of(layout)
    if replica is not None:
        raise _lacking(layout, replica, why)


def _lacking(layout: Layout, replica: Partial, why: str) -> UsageError:
    """Return the error for an action that a partial replica does not support, with the remedy."""
    return UsageError(
        f"{layout.root} is a partial replica of {replica.url}, and {why}; run `evalstore pull "
        f"{replica.url} --store {layout.root}` without --run, --newest and --since to download "
        "the rest"
    )


def record_left_out(connection: duckdb.DuckDBPyConnection, entry: LogEntry) -> None:
    """Insert the batch of a segment that is left out into the database."""
    connection.execute(sql_files.read("sql/fold/insert_batch"), entry.batch.row(entry.digest))
