"""
Assign a run to files that name none, and look up the events which that run has already.

Context cards and results contain no run id. Without ``--run-id`` it is derived from the bytes of
the files, so the same files always give the same run. Cards are read before results, because a
result adds a case only if its run does not have it.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb

from evalstore.errors import StoreError, UsageError
from evalstore.harnesses import detect
from evalstore.store.connections import first_line
from evalstore.store.layout import Layout
from evalstore.store.log import inbox, merge, segment
from evalstore.store.log.inbox import InboxWriter

CARDS = "context_cards"
RESULTS = "epistemic_results"
FORMATS = (CARDS, RESULTS)
DIGEST_LENGTH = 22
# A file of the inbox may be folded and deleted after it was listed and before it is read.
READ_ATTEMPTS = 5
NOTHING_SO_FAR = "create or replace temp table run_so_far (kind varchar, case_id varchar)"
READ_SO_FAR = """
    insert into run_so_far
    select distinct
        kind,
        json_extract_string(payload, '$.case_id') as case_id
    from read_parquet($files, union_by_name = true)
    where
        run_id = $run_id
        and kind in ('run_started', 'case_generated', 'run_finished')
"""


@dataclass(frozen=True, slots=True)
class File:
    """
    A file to read.

    ``format_name`` is None until the format is detected; ``run_id`` is None if the file contains
    run ids. ``is_named`` is False for a file of a folder. ``companions`` are read with it.
    """

    path: Path
    name: str
    is_named: bool
    format_name: str | None = None
    run_id: str | None = None
    companions: tuple[Path, ...] = ()


def arranged(
    files: Iterable[tuple[Path, str, bool]], format_name: str | None, run_id: str | None
) -> list[File]:
    """
    Return the files with format and run id, results last.

    Without ``run_id``, cards and results that come together are one run. Raises UsageError if
    results come with several different files of cards, since their cards cannot be determined.
    """
    arranged_files = [
        File(path, name, is_named, format_name or _format_of(path), run_id)
        for path, name, is_named in files
    ]
    if run_id is None:
        arranged_files = _with_runs(arranged_files)
    return sorted(arranged_files, key=lambda file: file.format_name == RESULTS)


def remember(
    connection: duckdb.DuckDBPyConnection, layout: Layout, writer: InboxWriter, run_id: str | None
) -> None:
    """
    Fill the table ``run_so_far`` with a run's start, cases and end, as far as they exist.

    They come from segments, the inbox, and the unpublished files of this call, all of which stay
    readable while another process folds. Events accepted later by other processes are not seen.
    Raises StoreError if the files cannot be read after several attempts.
    """
    for attempts_left in reversed(range(READ_ATTEMPTS)):
        connection.execute(NOTHING_SO_FAR)
        # The inbox first: a file that leaves it meanwhile is then in a segment.
        waiting = [str(layout.inbox / name) for name in inbox.names(layout)]
        segments = [str(path) for path in sorted(layout.segments.glob("*.parquet"))]
        files = [*segments, *waiting, *map(str, writer.unpublished)]
        try:
            if files:
                connection.execute(READ_SO_FAR, {"files": files, "run_id": run_id})
        except duckdb.IOException as error:
            if not attempts_left:
                raise StoreError(
                    f"cannot read the events of run {run_id}: {first_line(error)}; try again"
                ) from error
        else:
            return


def _format_of(path: Path) -> str | None:
    if merge.is_store(path):
        return None
    try:
        return detect.format_of(path)
    except OSError:
        # The next read reports the error, and knows whether the file was named.
        return None


def _with_runs(files: list[File]) -> list[File]:
    digests = {
        file.path: digest
        for file in files
        if file.format_name in FORMATS and (digest := _digest(file.path)) is not None
    }
    by_format = {
        name: {
            digests[file.path]
            for file in files
            if file.format_name == name and file.path in digests
        }
        for name in FORMATS
    }
    joint = None
    if by_format[CARDS] and by_format[RESULTS]:
        if len(by_format[CARDS]) > 1:
            names = ", ".join(file.name for file in files if file.format_name == CARDS)
            raise UsageError(
                f"found several files of cards ({names}) with results, expected one; ingest one "
                "file of cards at a time, or set the run with --run-id"
            )
        together = sorted(by_format[CARDS] | by_format[RESULTS])
        joint = hashlib.sha256("\n".join(together).encode()).hexdigest()
    return [
        replace(file, run_id=f"epistemic-{(joint or digests[file.path])[:DIGEST_LENGTH]}")
        if file.path in digests
        else file
        for file in files
    ]


def _digest(path: Path) -> str | None:
    try:
        return segment.sha256_of(path).hex()
    except OSError:
        return None
