"""Recognize files that are in the log already, without reading their records."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from evalstore.base import sql_files
from evalstore.errors import StoreError
from evalstore.harnesses.companions import sha256_of
from evalstore.harnesses.joint_run import File
from evalstore.harnesses.pending_file import reader_fingerprint
from evalstore.harnesses.records import SourceFile
from evalstore.harnesses.result import FileResult
from evalstore.harnesses.scales import Scales
from evalstore.plugins.image import file_name
from evalstore.store.layout import Layout
from evalstore.store.log import attachments
from evalstore.store.log.event_counts import EventCounts
from evalstore.store.query.reader import Reader, reading

SOURCES_WITH = (
    "select sources from log.batches where contains(sources::varchar, $text) order by batch_id"
)


def source_of(
    path: Path, name: str, scales: Scales, companions: tuple[Path, ...] = ()
) -> SourceFile:
    """Return a file as a source, its bytes and those of its companions hashed and counted."""
    digest = sha256_of(path, companions)
    byte_count = sum(one.stat().st_size for one in (path, *companions))
    return SourceFile(path, name, digest, byte_count, scales=scales, companions=companions)


class KnownFiles:
    """
    The files of a call whose every event is in the log: same bytes, read the same way.

    A file with skipped records is read again, so that each is named again; every file is where
    the store has lost an image, which may come back with it. All are looked up at once, and read
    the same way. Where the
    store is busy or being rebuilt none is known: then the files are read, and their events found
    to be duplicates.
    """

    def __init__(self, layout: Layout, sources: Sequence[SourceFile]) -> None:
        self._read_counts: dict[tuple[object, ...], int] = {}
        digests = sorted({source.sha256 for source in sources})
        if not digests or not layout.database.exists():
            return
        try:
            with reading(layout, wait_seconds=1.0) as reader:
                if lacks_images(layout, reader):
                    return
                rows = reader.rows(
                    sql_files.read("sql/queries/known_sources"),
                    reader=reader_fingerprint(sources[0]),
                    sha256=digests,
                )
        except StoreError:
            return
        for row in rows:
            key = (row["sha256"], row["format"], row["run_id"])
            self._read_counts[key] = int(str(row["read_count"]))

    def result(self, file: File, sha256: str) -> FileResult | None:
        """Return what became of a known file's records; None where it has to be read."""
        format_name = str(file.format_name)
        read = self._read_counts.get((sha256, format_name, file.run_id))
        if read is None:
            return None
        return FileResult(
            file.name, format_name, read, new=0, revised=0, duplicate=read, is_known=True
        )


def lacks_images(layout: Layout, reader: Reader) -> bool:
    """Say whether the store lost an image that the events of its runs name."""
    rows = reader.rows(sql_files.read("sql/queries/named_images"))
    return bool(attachments.missing(layout, _named(rows)))


def _named(rows: Iterable[Mapping[str, object]]) -> Iterator[tuple[str, int]]:
    for row in rows:
        yield file_name(str(row["sha256"]), str(row["media_type"])), int(str(row["byte_count"]))


def folded_by_others(layout: Layout, names: Iterable[str]) -> dict[tuple[str, int], EventCounts]:
    """Look up what another process, that was quicker to the lock, made of our inbox files."""
    found: dict[tuple[str, int], EventCounts] = {}
    names = sorted(set(names))
    if not names:
        return found
    with reading(layout) as reader:
        for name in names:
            for row in reader.rows(SOURCES_WITH, text=name):
                parts = [part for part in json.loads(str(row["sources"])) if part["inbox"] == name]
                for number, part in enumerate(parts):
                    found[name, number] = EventCounts(
                        part["new"], part["revised"], part["duplicate"]
                    )
    return found
