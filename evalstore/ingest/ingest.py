"""Ingest: read files, folders, stdin or another store, append what they hold, and fold."""

import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from evalstore.errors import (
    SkippedRecordsError,
    StoreError,
    UnreadableInputError,
    UsageError,
)
from evalstore.ingest import detect
from evalstore.ingest.pipeline import Pipeline, reader_fingerprint, source_of
from evalstore.ingest.result import FileResult, Ingested
from evalstore.store import merge
from evalstore.store.door import connect
from evalstore.store.fold import Counts, Folded, fold
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
    if options.format_name is not None:
        detect.require_known(options.format_name)
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
        for path, name, is_named in _files(paths, stack):
            on_progress(name, 0)
            if merge.is_store(path):
                stores.append((path, name))
                continue
            result = _take(layout, pipeline, path, name, options, ingested, is_named=is_named)
            if result is not None:
                ingested.files.append(result)
        _require_something(ingested, stores)
        if options.is_strict:
            _require_no_skips(ingested)
        for path, name in stores:
            ingested.files.append(_take_store(layout, path, name))
        writer.publish()
    _count(layout, ingested, fold(layout, wait_seconds=options.wait_seconds))
    return ingested


def _take(
    layout: Layout,
    pipeline: Pipeline,
    path: Path,
    name: str,
    options: Options,
    ingested: Ingested,
    *,
    is_named: bool,
) -> FileResult | None:
    """Read one file; None where it is one of a folder's that nobody recognises."""
    try:
        format_name = options.format_name or detect.format_of(path)
        if format_name is None:
            if is_named:
                raise UnreadableInputError(
                    f"{name}: nothing recognised in it; the formats are "
                    f"{', '.join(detect.names())}, and --format names one"
                )
            ingested.unrecognised.append(name)
            return None
        source = source_of(path, name)
        known = _known(layout, source.sha256, name, format_name, options)
        return known or pipeline.take(source, format_name)
    except OSError as error:
        raise UnreadableInputError(f"{name}: cannot be read: {error.strerror}") from error


def _known(
    layout: Layout, sha256: str, name: str, format_name: str, options: Options
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
                and footer.get("run_id") == options.run_id
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
        path = Path(text)
        if text == STDIN:
            yield _spooled(stack), "stdin", True
        elif merge.is_store(path):
            yield path, text, True
        elif path.is_dir():
            for child in sorted(path.rglob("*")):
                is_hidden = any(part.startswith(".") for part in child.relative_to(path).parts)
                if child.is_file() and not is_hidden:
                    yield child, str(child), False
        elif path.exists():
            yield path, text, True
        else:
            raise UsageError(f"no such file or folder: {text}")


def _spooled(stack: ExitStack) -> Path:
    """Copy stdin to a file, so that it can be hashed and read however long it is."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="evalstore-")))
    path = folder / "stdin"
    with path.open("wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    return path


def _require_something(ingested: Ingested, stores: list[tuple[Path, str]]) -> None:
    if not ingested.files and not stores:
        found = ", ".join(ingested.unrecognised[:5]) or "no file at all"
        raise UnreadableInputError(
            f"nothing recognised: found {found}; the formats are {', '.join(detect.names())}"
        )


def _require_no_skips(ingested: Ingested) -> None:
    skips = [(file.name, skip) for file in ingested.files for skip in file.skips]
    count = ingested.skipped.total() + len(ingested.unrecognised)
    if not count:
        return
    shown = [f"{name}, {skip.locus}: {skip.reason}: {skip.detail}" for name, skip in skips[:5]]
    shown += [f"{name}: not recognised" for name in ingested.unrecognised[:5]]
    raise SkippedRecordsError(
        f"{count} records would have been skipped, so nothing was appended:\n  "
        + "\n  ".join(shown)
    )


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
