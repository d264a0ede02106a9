"""
Write a bundle: a zip file with all that the numbers of a metric in one run need.

Two bundles of one state of the store are equal in every byte: events and rows have an order,
members have a fixed time, and the numbers are computed in one thread.
"""

import hashlib
import json
import tempfile
import zipfile
from collections.abc import Iterable
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import duckdb

from evalstore.base import output_file, sql_files
from evalstore.base.phrases import counted
from evalstore.errors import UsageError
from evalstore.metrics.catalog import Metric
from evalstore.store.connections import connect
from evalstore.store.explanation.bundles import script
from evalstore.store.explanation.bundles.texts import BundledEvent, outgoing
from evalstore.store.explanation.equality import are_equal
from evalstore.store.explanation.recomputing import RecomputedRun
from evalstore.store.explanation.record import RunRecord
from evalstore.store.facts.facts import KINDS_BESIDE_ANSWERS
from evalstore.store.layout import Layout
from evalstore.store.log import checkpoint
from evalstore.store.query import queries
from evalstore.store.query.queries import Filter

FOLDER = Path(__file__).parent
# The first time that a zip file can give.
MEMBER_TIME: Final = (1980, 1, 1, 0, 0, 0)
READ_BY_ALL: Final = 0o100644 << 16
DUCKDB_MIN: Final = "2.0"
VERSION: Final = 1
# Whoever checks a bundle reads all of its events into memory.
EVENTS_MAX: Final = 500_000
Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class BundleOptions:
    """Where a bundle is written, and whether it has texts of questions, replies and judges."""

    path: Path
    without_texts: bool = False

    def require_new(self, layout: Layout) -> None:
        """Raise UsageError if the file exists, is in the store or in a folder that is missing."""
        layout.require_outside(self.path)
        if self.path.exists():
            raise UsageError(f"{self.path} already exists; name a new file with --bundle")
        if not self.path.absolute().parent.is_dir():
            raise UsageError(
                f"the folder {self.path.absolute().parent} does not exist; create it, or name "
                "another file"
            )


@dataclass(frozen=True, slots=True)
class WrittenBundle:
    """
    A bundle that was written.

    ``sums_sha256`` is the SHA-256 of its SHA256SUMS in hex, to be told apart from the file;
    ``incomplete_count`` is the number of events without their payload.
    """

    path: str
    sums_sha256: str
    event_count: int
    incomplete_count: int


def write(
    now: RecomputedRun,
    metric: Metric,
    needed_files: list[str],
    row_filter: Filter,
    options: BundleOptions,
) -> WrittenBundle:
    """
    Write the bundle of a metric's numbers in one run.

    ``needed_files`` are the SQL files of the metric and its rows. Raises UsageError if the numbers
    need texts that are left out, StoreError if the file cannot be written.
    """
    with tempfile.TemporaryDirectory(prefix="evalstore-bundle-") as name:
        events = write_members(
            now, metric, needed_files, row_filter, Path(name), without_texts=options.without_texts
        )
        sums = zip_folder(Path(name), options.path)
    return written(options, sums, events)


def written(options: BundleOptions, sums: str, events: list[BundledEvent]) -> WrittenBundle:
    """Return what was written: a file with these events, whose SHA256SUMS has this SHA-256."""
    incomplete = sum(event.withheld is not None for event in events)
    return WrittenBundle(str(options.path), sums, len(events), incomplete)


def write_members(
    now: RecomputedRun,
    metric: Metric,
    needed_files: list[str],
    row_filter: Filter,
    folder: Path,
    *,
    without_texts: bool,
) -> list[BundledEvent]:
    """Write all members but SHA256SUMS into a folder; return the events. Raises as ``write``."""
    connection, layout, record = now.reader.connection, now.reader.layout, now.record
    events = outgoing(
        events_of(now, str(row_filter.run_id), KINDS_BESIDE_ANSWERS), without_texts=without_texts
    )
    sql = script.number_script(metric, needed_files, row_filter)
    columns, numbers = _compute(folder, events, sql)
    if without_texts or any(event.withheld for event in events):
        _require_same(connection, metric, row_filter, numbers)
    log = checkpoint_text(layout, record.tree_size, record.root)
    (folder / "checkpoint.json").write_text(log, encoding="utf-8")
    (folder / "number.sql").write_text(sql, encoding="utf-8")
    tables = sorted(path.name for path in folder.glob("*.parquet"))
    stated = {
        "evalstore_bundle": VERSION,
        "metric": metric.name,
        "sentence": metric.sentence,
        "unit": metric.unit,
        "selection": script.selection_of(row_filter),
        "columns": columns,
        "numbers": numbers,
        "tables": tables,
        "tree_size": record.tree_size,
        "root": record.root,
        "segments": _segments(record, events),
        "proofs": None,
        "events": [[event.position, event.withheld] for event in events],
    }
    write_json(folder / "bundle.json", stated)
    (folder / "check.py").write_bytes((FOLDER / "check.py").read_bytes())
    readme = _readme(metric, row_filter, events, has_rows=len(tables) > 1)
    (folder / "README.txt").write_text(readme, encoding="utf-8")
    return events


def write_json(path: Path, stated: Row) -> None:
    """Write what a bundle states, as JSON with a line for each entry."""
    text = json.dumps(stated, ensure_ascii=False, indent=1, default=str) + "\n"
    path.write_text(text, encoding="utf-8")


def write_events(path: Path, events: list[BundledEvent]) -> int:
    """Write events as JSON Lines; return the number of bytes of the longest line."""
    lines = [json.dumps(asdict(event), ensure_ascii=False).encode() for event in events]
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return max(map(len, lines)) + 1


def events_of(
    now: RecomputedRun, run_id: str, kinds_left_out: Iterable[str] = ()
) -> list[BundledEvent]:
    """
    Return the events of the run and the retractions of any of them, in their order.

    Raises UsageError if the run has more than a bundle may have.
    """
    connection, layout, record = now.reader.connection, now.reader.layout, now.record
    [(count,)] = connection.execute("select count(*) from recorded_events").fetchall()
    if count > EVENTS_MAX:
        raise UsageError(
            f"run {run_id} has {counted(count, 'event')}, and a bundle has all events of its run, "
            f"at most {EVENTS_MAX}; leave out --bundle"
        )
    files = [str(layout.segments / item.name) for item in record.of_retractions or record.of_run]
    for name, value in (
        ("segment_files", files),
        ("explained_run", run_id),
        ("tree_size", record.tree_size),
        ("kinds_left_out", sorted(kinds_left_out)),
    ):
        connection.execute(f"set variable {name} = $value", {"value": value})
    rows = connection.execute(sql_files.read("sql/explanations/bundled_events")).fetchall()
    return [BundledEvent(*row) for row in rows]


def _compute(
    folder: Path, events: list[BundledEvent], sql: str
) -> tuple[list[str], list[list[object]]]:
    """Write events and rows; return the columns and rows of the numbers, as JSON has them."""
    size = write_events(folder / "events.jsonl", events)
    with closing(connect()) as fresh:
        fresh.execute("set threads = 1")
        fresh.execute("set variable lines_file = $file", {"file": str(folder / "events.jsonl")})
        fresh.execute("set variable object_size = $size", {"size": size})
        fresh.execute(
            f'create table "events.parquet" as {sql_files.read("sql/explanations/bundled_file")}'
        )
        _copy(fresh, '"events.parquet"', folder / "events.parquet")
        result = fresh.execute(sql)
        columns = [column[0] for column in result.description or ()]
        numbers = json.loads(json.dumps(result.fetchall(), default=str))
        if "create or replace temp table explained_rows" in sql:
            fresh.execute("create table rows as from explained_rows order by row_number")
            _copy(fresh, "rows", folder / "rows.parquet")
    return columns, numbers


def _copy(connection: duckdb.DuckDBPyConnection, table: str, path: Path) -> None:
    target = str(path).replace("'", "''")
    connection.execute(f"copy {table} to '{target}' (format parquet, compression zstd)")


def _require_same(
    connection: duckdb.DuckDBPyConnection, metric: Metric, row_filter: Filter, numbers: object
) -> None:
    """Raise UsageError unless the numbers are those of the complete events."""
    [part] = row_filter.slices
    statement, values = queries.rows_statement(metric, row_filter, part)
    rows = connection.execute(statement, values).fetchall()
    if not are_equal(json.loads(json.dumps(rows, default=str)), numbers):
        raise UsageError(
            f"{metric.name} is computed from texts that would be left out; write the bundle with "
            "texts, or explain another metric"
        )


def checkpoint_text(layout: Layout, tree_size: int, root: str) -> str:
    """Return the text of the checkpoint at a size of the log; made again if the file is gone."""
    file = layout.checkpoints / f"{tree_size}.json"
    kept = checkpoint.read(file) if file.exists() else None
    return (kept or checkpoint.Checkpoint(tree_size, root, {})).to_json()


def _segments(record: RunRecord, events: list[BundledEvent]) -> list[Row]:
    """Return the segments that have the events, in their order."""
    positions = [event.position for event in events]
    by_name = {item.name: item for item in (*record.of_run, *record.of_retractions)}
    return [
        asdict(item)
        for item in sorted(by_name.values(), key=lambda item: item.first_position)
        if any(item.first_position <= at <= item.last_position for at in positions)
    ]


def _readme(
    metric: Metric, row_filter: Filter, events: list[BundledEvent], *, has_rows: bool
) -> str:
    incomplete = sum(event.withheld is not None for event in events)
    return readme(
        FOLDER,
        f"{metric.name} of run {row_filter.run_id}",
        metric=metric,
        rows_words="the rows that were counted or left out, with the reason"
        if has_rows
        else f"not in this archive: {metric.why_not_counted}",
        withheld_words=_withheld_words(len(events), incomplete),
    )


def readme(folder: Path, title: str, **words: object) -> str:
    """Return the ``readme.txt`` of a folder with its title, DuckDB's version and further words."""
    text = (folder / "readme.txt").read_text(encoding="utf-8")
    return text.format(title=title, underline="=" * len(title), duckdb=DUCKDB_MIN, **words)


def _withheld_words(event_count: int, incomplete_count: int) -> str:
    if not incomplete_count:
        return f"All {counted(event_count, 'event')} are complete."
    return (
        f"Of {counted(event_count, 'event')}, {incomplete_count} are incomplete: texts or secrets "
        "were taken out of them.\nIn `withheld` they have `payload` if their hashes are still "
        "here, so that id and leaf hash\nare checked, and `hashes` if a short text could be "
        "guessed by them, since it was not salted;\nsuch an event has an id made from its "
        "position. check.py lists the incomplete ones."
    )


def write_sums(folder: Path) -> str:
    """Write SHA256SUMS of all files below a folder into it; return its own SHA-256 in hex."""
    lines = [
        f"{hashlib.sha256((folder / n).read_bytes()).hexdigest()}  {n}\n" for n in _names(folder)
    ]
    sums = "".join(lines).encode()
    (folder / "SHA256SUMS").write_bytes(sums)
    return hashlib.sha256(sums).hexdigest()


def zip_folder(folder: Path, path: Path) -> str:
    """
    Write the files below a folder, and their SHA256SUMS, as a zip file with fixed times.

    Returns the SHA-256 of SHA256SUMS in hex; raises StoreError if the file cannot be written.
    """
    names = _names(folder)
    digest = write_sums(folder)
    temporary = path.with_name(f"{path.name}.tmp")
    with output_file.reporting_unwritable(path):
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name in ("SHA256SUMS", *names):
                member = zipfile.ZipInfo(name, MEMBER_TIME)
                member.external_attr = READ_BY_ALL
                member.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(member, (folder / name).read_bytes())
        temporary.rename(path)
    return digest


def _names(folder: Path) -> list[str]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return sorted(file.relative_to(folder).as_posix() for file in files)
