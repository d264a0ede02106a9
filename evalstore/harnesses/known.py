"""Recognize files whose events are already in the log, without reading their records."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from evalstore.base import sql_files
from evalstore.errors import StoreError
from evalstore.harnesses import reread_files
from evalstore.harnesses.companions import sha256_of
from evalstore.harnesses.joint_run import File
from evalstore.harnesses.pending_file import reader_fingerprint
from evalstore.harnesses.records import SourceFile
from evalstore.harnesses.result import FileResult
from evalstore.harnesses.scales import Scales
from evalstore.plugins.image import file_name
from evalstore.store.layout import Layout
from evalstore.store.log import attachments, recovery
from evalstore.store.log.event_counts import EventCounts
from evalstore.store.log.fold import FoldResult
from evalstore.store.query.reader import Reader, reading
from evalstore.store.verify.needs_fold import needs_fold

SOURCES_WITH = (
    "select sources from log.batches where contains(sources::varchar, $text) order by batch_id"
)


def source_of(
    path: Path, name: str, scales: Scales, companions: tuple[Path, ...] = ()
) -> SourceFile:
    """Return the source of a file, with SHA-256 and byte count of it and its companions."""
    digest = sha256_of(path, companions)
    byte_count = sum(file.stat().st_size for file in (path, *companions))
    return SourceFile(path, name, digest, byte_count, scales=scales, companions=companions)


class KnownFiles:
    """
    The files of a call whose events are all in the log: same bytes, same fingerprint of readers.

    A batch names the reader that its events came by, and a note those that read the same again.

    A file with skipped records, misspelt fields or doubts does not count, so that they are
    reported again. No file counts if the store lost an image, which a file may restore, or if the
    store is busy or being rebuilt; then all files are read and their events become duplicates.
    ``folded`` is the result of a fold if all files may be known and a fold would change nothing.
    """

    def __init__(self, layout: Layout, sources: Sequence[SourceFile]) -> None:
        self.folded: FoldResult | None = None
        self._layout = layout
        self._reader = ""
        self._noted: dict[reread_files.Key, int] = {}
        self._read_counts: dict[reread_files.Key, int] = {}
        digests = sorted({source.sha256 for source in sources})
        if not digests or not layout.database.exists():
            return
        try:
            with reading(layout, wait_seconds=1.0) as reader:
                if lacks_images(layout, reader):
                    return
                self._reader = reader_fingerprint(sources[0])
                self._noted = reread_files.noted(layout, reader, self._reader)
                rows = reader.rows(
                    sql_files.read("sql/queries/known_sources"),
                    reader=self._reader,
                    sha256=digests,
                )
                self._read_counts = {**self._noted, **_read_counts(rows)}
                known = {sha256 for sha256, _, _ in self._read_counts}
                if known.issuperset(digests) and not needs_fold(reader):
                    tree = recovery.current_tree(reader.connection)
                    self.folded = FoldResult(tree_size=tree.tree_size, root=tree.root.hex())
        except StoreError:
            self._read_counts = {}

    def result(self, file: File, sha256: str) -> FileResult | None:
        """Return the result for a known file, all duplicates; None if it has to be read."""
        format_name = str(file.format_name)
        read = self._read_counts.get((sha256, format_name, file.run_id))
        if read is None:
            return None
        return FileResult(
            file.name, format_name, read, new=0, revised=0, duplicate=read, is_known=True
        )

    def note(self, root: str, files: Iterable[FileResult]) -> None:
        """Note the files that were read again to events that the log with this root had."""
        if self._reader:
            reread_files.note(self._layout, root, self._reader, self._noted, files)


def _read_counts(rows: Iterable[Mapping[str, object]]) -> dict[reread_files.Key, int]:
    return {
        (row["sha256"], row["format"], row["run_id"]): int(str(row["read_count"])) for row in rows
    }


def lacks_images(layout: Layout, reader: Reader) -> bool:
    """Return whether an image that events of the store name is missing."""
    rows = reader.rows(sql_files.read("sql/queries/named_images"))
    return bool(attachments.missing(layout, _named(rows)))


def _named(rows: Iterable[Mapping[str, object]]) -> Iterator[tuple[str, int]]:
    for row in rows:
        yield file_name(str(row["sha256"]), str(row["media_type"])), int(str(row["byte_count"]))


def folded_by_others(layout: Layout, names: Iterable[str]) -> dict[tuple[str, int], EventCounts]:
    """
    Return the counts of our inbox files that another process folded.

    The key is the name of the inbox file and the number of the source in it.
    """
    counts: dict[tuple[str, int], EventCounts] = {}
    names = sorted(set(names))
    if not names:
        return counts
    with reading(layout) as reader:
        for name in names:
            for row in reader.rows(SOURCES_WITH, text=name):
                parts = [part for part in json.loads(str(row["sources"])) if part["inbox"] == name]
                for number, part in enumerate(parts):
                    counts[name, number] = EventCounts(
                        part["new"], part["revised"], part["duplicate"]
                    )
    return counts
