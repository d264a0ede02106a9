"""Ingest: read files, folders, stdin or another store, append what they hold, and fold."""

import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from evalstore.errors import (
    StoreBusyError,
    StoreError,
    UnreadableInputError,
    UsageError,
)
from evalstore.events import secrets
from evalstore.ingest import detect, joint_run, requirements, standing
from evalstore.ingest.pipeline import Pipeline, reader_fingerprint, source_of
from evalstore.ingest.result import FileResult, Ingested
from evalstore.store import merge
from evalstore.store.door import connect, exclusive
from evalstore.store.fold import Counts, Folded, fold, fold_locked
from evalstore.store.inbox import InboxWriter
from evalstore.store.layout import Layout
from evalstore.store.reader import reading

STDIN = "-"
KNOWN_SOURCE = (
    "select sources from log.batches where contains(sources::varchar, $text) order by batch_id"
)


@dataclass(frozen=True, slots=True)
class Options:
    """How to ingest; ``format_name`` None detects it by content."""

    format_name: str | None = None
    is_strict: bool = False
    run_id: str | None = None
    is_salted: bool = False
    wait_seconds: float = 10.0


def ingest(
    layout: Layout,
    paths: Iterable[str],
    options: Options | None = None,
    on_progress: Callable[[str, int], None] = lambda _name, _read_count: None,
) -> Ingested:
    """
    Append what these files hold, then fold.

    ``on_progress`` hears of each file before it is read, and of how many records it has given.

    Raises UnreadableInputError where a named file cannot be read or nothing was recognised,
    SkippedRecordsError under ``is_strict`` where a record would have been skipped. In both cases
    nothing of this call was appended.
    """
    options = options or Options()
    layout.require()
    requirements.require_sound(options.format_name, options.run_id)
    ingested = Ingested()
    with ExitStack() as stack:
        writer = InboxWriter(layout)
        stack.callback(writer.discard)
        connection = stack.enter_context(connect())
        pipeline = Pipeline(
            connection,
            writer,
            run_id=options.run_id,
            is_salted=options.is_salted,
            on_progress=lambda result: on_progress(result.name, result.read),
        )
        stores = []
        for file in joint_run.arranged(_files(paths, stack), options.format_name, options.run_id):
            path, name = file.path, file.name
            on_progress(name, 0)
            if merge.is_store(path):
                if options.run_id is not None:
                    raise UsageError(f"--run-id is for files; {name} is a store, its runs stay")
                stores.append((path, name))
                continue
            result = _take(layout, pipeline, file, ingested)
            if result is not None:
                ingested.files.append(result)
        requirements.require_something(ingested, stores)
        if not options.is_strict:
            requirements.require_accepted(ingested, stores)
        if options.is_strict:
            requirements.require_no_skips(ingested)
        _settle(layout, writer, ingested, options)
        for path, name in stores:
            ingested.files.append(_take_store(layout, path, name))
        writer.publish()
    _count(layout, ingested, fold(layout, wait_seconds=options.wait_seconds))
    return ingested


def _settle(layout: Layout, writer: InboxWriter, ingested: Ingested, options: Options) -> None:
    """Let the newest log of a run stand; where the store is busy, say that nobody looked."""
    try:
        if not layout.database.exists():
            # Several files of one run may come at once, so there has to be a log to look at.
            with exclusive(layout, wait_seconds=options.wait_seconds):
                fold_locked(layout)
        ingested.settled = standing.settle(
            layout, writer, ingested.files, has_own_run_id=options.run_id is not None
        )
    except StoreBusyError as error:
        ingested.warnings.append(
            f"{error}; so the files were not held against earlier ones of their runs"
        )


def _take(
    layout: Layout, pipeline: Pipeline, file: joint_run.File, ingested: Ingested
) -> FileResult | None:
    """Read one file; None where it is one of a folder's that nobody can read."""
    try:
        return _read(layout, pipeline, file)
    except (OSError, UnreadableInputError) as error:
        said = f"cannot be read: {error.strerror}" if isinstance(error, OSError) else str(error)
        said = said if file.name in said else f"{file.name}: {said}"
        if file.is_named:
            raise UnreadableInputError(said) from error
        # One damaged file of a folder does not keep the others out.
        ingested.unrecognised.append(said)
        return None


def _read(layout: Layout, pipeline: Pipeline, file: joint_run.File) -> FileResult:
    format_name = file.format_name or detect.format_of(file.path)
    if format_name is None:
        raise UnreadableInputError(
            f"{file.name}: nothing recognised in it; the formats are {', '.join(detect.names())}, "
            "and --format names one"
        )
    source = source_of(file.path, secrets.redact(file.name)[0])
    known = _known(layout, source.sha256, file.name, format_name, file.run_id)
    if known is not None:
        return known
    pipeline.run_id = file.run_id
    if format_name in joint_run.FORMATS:
        joint_run.remember(pipeline.connection, layout, pipeline.writer, file.run_id)
    return pipeline.take(source, format_name)


def _known(
    layout: Layout, sha256: str, name: str, format_name: str, run_id: str | None
) -> FileResult | None:
    """
    Know a file again whose every event is in the log: same bytes, read the same way.

    A file with skipped records is read again, so that each is named again.
    """
    if not layout.database.exists():
        return None
    try:
        with reading(layout, wait_seconds=1.0) as reader:
            rows = reader.rows(KNOWN_SOURCE, text=sha256)
    except StoreError:
        # Busy or being rebuilt: then the file is read, and its events found to be duplicates.
        return None
    for row in rows:
        for footer in json.loads(str(row["sources"])):
            is_same = (
                footer.get("sha256") == sha256
                and footer.get("format") == format_name
                and footer.get("reader") == reader_fingerprint()
                and footer.get("run_id") == run_id
            )
            if is_same and not footer.get("skipped"):
                read = int(footer["read"])
                return FileResult(
                    name, format_name, read, new=0, revised=0, duplicate=read, is_known=True
                )
    return None


def _take_store(layout: Layout, path: Path, name: str) -> FileResult:
    merged = merge.accept_store(layout, Layout(path))
    result = FileResult(name, detect.STORE, merged.event_count, inbox_names=merged.inbox_names)
    if merged.waiting_count:
        result.warnings.append(
            f"{merged.waiting_count} events of {name} are accepted there but not folded; "
            f"`evalstore fold --store {name}` first"
        )
    return result


def _files(paths: Iterable[str], stack: ExitStack) -> Iterator[tuple[Path, str, bool]]:
    """Yield every file to read, what to call it, and whether it was named by itself."""
    for text in paths:
        if not text:
            raise UsageError("an empty path names nothing; is a variable unset?")
        path = Path(text)
        if text == STDIN:
            yield _spooled_stdin(stack), "stdin", True
        elif not path.exists():
            raise UsageError(f"no such file or folder: {text}")
        elif path.is_file() or merge.is_store(path):
            yield path, text, True
        elif path.is_dir():
            yield from _files_below(path)
        else:
            # A pipe can be read but once.
            with path.open("rb") as pipe:
                yield _spooled(pipe, stack), text, True


def _files_below(folder: Path) -> Iterator[tuple[Path, str, bool]]:
    for child in sorted(folder.rglob("*")):
        is_hidden = any(part.startswith(".") for part in child.relative_to(folder).parts)
        if child.is_file() and not is_hidden:
            yield child, str(child), False


def _spooled_stdin(stack: ExitStack) -> Path:
    if sys.stdin is None:
        raise UnreadableInputError("stdin is closed; name a file")
    return _spooled(sys.stdin.buffer, stack)


def _spooled(stream: IO[bytes], stack: ExitStack) -> Path:
    """Copy a stream to a file, so that it can be hashed and read however long it is."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="evalstore-")))
    path = folder / "stdin"
    with path.open("wb") as file:
        shutil.copyfileobj(stream, file)
    return path


def _count(layout: Layout, ingested: Ingested, folded: Folded) -> None:
    """Tell each file what became of its events."""
    ingested.is_folded = folded.is_folded
    ingested.holder = folded.holder
    ingested.tree_size, ingested.root = folded.tree_size, folded.root
    if not folded.is_folded:
        return
    mine = [name for file in ingested.files for name in file.inbox_names]
    by_file = {
        **_folded_by_others(layout, [name for name in mine if name not in folded.by_file]),
        **folded.by_file,
    }
    for file in ingested.files:
        if file.is_known:
            continue
        counts = [by_file[name] for name in file.inbox_names if name in by_file]
        file.new = sum(item.new for item in counts)
        file.revised = sum(item.revised for item in counts)
        # What is neither was there before: a fold that records nothing leaves no trace.
        file.duplicate = file.accepted - file.new - file.revised


def _folded_by_others(layout: Layout, names: list[str]) -> dict[str, Counts]:
    """Look up what another process, that was quicker to the lock, made of our inbox files."""
    found: dict[str, Counts] = {}
    if not names:
        return found
    with reading(layout) as reader:
        for name in names:
            for row in reader.rows(KNOWN_SOURCE, text=name):
                for footer in json.loads(str(row["sources"])):
                    if footer["inbox"] == name:
                        found[name] = Counts(footer["new"], footer["revised"], footer["duplicate"])
    return found
