"""Files that are being read into the inbox, and the footers that describe them there."""

import hashlib
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evalstore.base import sql_files
from evalstore.base.version import __version__
from evalstore.harnesses import detect
from evalstore.harnesses.records import SourceFile
from evalstore.harnesses.result import FileResult


@dataclass(slots=True)
class PendingFile:
    """
    A file that is being read.

    ``is_judged`` is set once all its events were validated, ``is_noted`` once a footer records
    that.
    """

    number: int
    source: SourceFile
    run_id: str | None
    result: FileResult
    is_judged: bool = False
    is_noted: bool = False

    @property
    def event_source(self) -> str:
        """The source of its events."""
        return f"{self.result.format}:{self.source.name}#sha256={self.source.sha256}"

    def footer(self, event_count: int, *, is_last: bool) -> dict[str, object]:
        """
        Return the footer of an inbox file for the events of this file.

        The last footer of a file also has the fields by which the file is recognised later.
        """
        footer: dict[str, object] = {
            "source": self.source.name,
            "format": self.result.format,
            "event_count": event_count,
            "sha256": self.source.sha256,
        }
        if is_last:
            # KnownFiles compares these, to avoid reading the same file again.
            footer |= {
                "bytes": self.source.byte_count,
                "reader": reader_fingerprint(self.source),
                "reading": self.result.reading,
                "run_id": self.run_id,
                "read": self.result.read,
                "skipped": dict(self.result.skipped),
                "redactions": dict(self.result.redactions),
                "repairs": dict(self.result.repairs),
                "misspelt_count": len(self.result.misspellings),
                "doubt_count": len(self.result.doubts),
                "is_last": True,
            }
        return footer


def reader_fingerprint(source: SourceFile) -> str:
    """Return a text that is equal if a file would be read in the same way again."""
    parts = (
        __version__,
        sql_files.fingerprint("ingest", "sql/append", "sql/mapped"),
        _code(),
        detect.added_formats(),
        source.scales.digest,
        source.event_map.sha256 if source.event_map is not None else "",
        source.prices.digest,
    )
    return "/".join(part for part in parts if part)


@cache
def _code() -> str:
    """Return a digest of the modules that read files."""
    digest = hashlib.sha256()
    # Without a Path for each file, in half the time.
    paths = (
        f"{parent}/{name}"
        for parent, _, names in os.walk(Path(__file__).parent)
        for name in names
        if name.endswith(".py")
    )
    for path in sorted(paths):
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123
            digest.update(path.rpartition("/")[2].encode() + b"\n" + file.read())
    return digest.hexdigest()[:16]
