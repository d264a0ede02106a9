"""
Files that a newer reader read to events which the log has, noted in ``reread_files.json``.

A batch names the reader of the files whose events it added. After an update of evalstore the
reader is another one; if it reads the same events of a file, no batch is added, and without this
note it would read the file again at every ingest. The note is no part of the record: if it is
missing or unreadable, or names a root that the log never had, files are read again.
"""

from collections.abc import Iterable
from contextlib import suppress

from evalstore.errors import StoreError
from evalstore.harnesses.result import FileResult
from evalstore.store.layout import Layout
from evalstore.store.log import json_file
from evalstore.store.query.reader import Reader

KIND = "evalstore_reread_files"
HAD_ROOT = "select 1 from log.batches where root = unhex($root)"

# SHA-256, format, and the run that the caller named.
Key = tuple[object, object, object]


def noted(layout: Layout, reader: Reader, fingerprint: str) -> dict[Key, int]:
    """Return the records of each file that the reader with this fingerprint read again."""
    try:
        note = json_file.read(layout.reread_files, KIND, "remove it")
        if note is None or note["reader"] != fingerprint:
            return {}
        if not reader.rows(HAD_ROOT, root=str(note["root"])):
            return {}
        return {(sha256, name, run_id): int(read) for sha256, name, run_id, read in note["files"]}
    except (StoreError, KeyError, TypeError, ValueError):
        return {}


def note(
    layout: Layout,
    root: str,
    fingerprint: str,
    known: dict[Key, int],
    files: Iterable[FileResult],
) -> None:
    """
    Add the files whose events were all in the log with this root to the ``known`` ones.

    A file with skipped records, misspelt fields or doubts is left out: each is told again. If the
    note cannot be written, the files are only read again.
    """
    again = {_key(file): file.read for file in files if _adds_nothing(file)}
    if not again.items() <= known.items():
        rows = [[*key, read] for key, read in {**known, **again}.items()]
        with suppress(OSError, StoreError):
            json_file.write(
                layout.reread_files, KIND, {"reader": fingerprint, "root": root, "files": rows}
            )


def _key(file: FileResult) -> Key:
    return file.event_source.rpartition("#sha256=")[2], file.format, file.run_id


def _adds_nothing(file: FileResult) -> bool:
    return (
        not file.is_known
        and file.read > 0
        and file.duplicate == file.read
        and not file.misspellings
        and not file.doubts
    )
