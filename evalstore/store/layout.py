"""Paths of the files in a store's folder."""

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from evalstore.errors import StoreError, UsageError
from evalstore.store.log import format_mark
from evalstore.store.log.disk_errors import naming_file

DEFAULT = "warehouse"
ENVIRONMENT_VARIABLE = "EVALSTORE_STORE"
# DuckDB reads a path with these as a pattern, which matches several files or another one.
PATTERN = frozenset("*?[")
# DuckDB ends the name of a database at "?" and reads a backslash as a slash, also in whole paths.
CUT = frozenset("?" if os.name == "nt" else "?\\")

# The beginning of a URL; a path joins its two slashes.
URL = re.compile(r"[a-z][a-z0-9+.-]+:/")


@dataclass(frozen=True, slots=True)
class Layout:
    """The paths of one store."""

    root: Path

    @property
    def lock(self) -> Path:
        """Return the file whose lock is the right to fold."""
        return self.root / "LOCK"

    @property
    def inbox(self) -> Path:
        """Return the folder of accepted events that are not folded yet."""
        return self.root / "inbox"

    @property
    def segments(self) -> Path:
        """Return the folder of folded events in their final order: the record."""
        return self.root / "segments"

    @property
    def checkpoints(self) -> Path:
        """Return the folder of small texts with earlier sizes and roots of the log."""
        return self.root / "checkpoints"

    @property
    def judge_replies(self) -> Path:
        """Return the folder of judges' paid replies whose verdicts are not recorded yet."""
        return self.root / "judge_replies"

    @property
    def attachments(self) -> Path:
        """Return the folder of images that events name by their SHA-256."""
        return self.root / "attachments"

    @property
    def remote(self) -> Path:
        """Return the folder of data about the remotes that were pushed to or pulled from."""
        return self.root / "remote"

    @property
    def reread_files(self) -> Path:
        """Return the note of files that a newer reader read to events that the log has."""
        return self.root / "reread_files.json"

    @property
    def cache(self) -> Path:
        """Return the folder of databases as of earlier sizes of the log, which may be removed."""
        return self.root / "cache"

    @property
    def database(self) -> Path:
        """Return the database: the index over the segments, for queries."""
        return self.root / "evalstore.duckdb"

    def exists(self) -> bool:
        """Return True if the folders of a store exist."""
        return self.inbox.is_dir() and self.segments.is_dir()

    def create(self) -> None:
        """
        Create the missing folders. A new store gets the mark of its format.

        Raises NewerFormatError if a store of a newer format exists, UsageError for a path that
        DuckDB cannot open, StoreError if the folders cannot be created.
        """
        self.require_path()
        format_mark.require_known(self.root)
        is_new = not self.exists() and not any(self.segments.glob("*.parquet"))
        try:
            for folder in (self.root, self.inbox, self.segments, self.checkpoints):
                folder.mkdir(parents=True, exist_ok=True)
            self.lock.touch()
            if is_new:
                format_mark.write(self.root)
        except OSError as error:
            raise StoreError(
                f"cannot create a store in {self.root}: {error.strerror}; name another folder "
                "with --store"
            ) from error

    def require(self) -> None:
        """
        Raise StoreError unless there is a store with a format that this program knows.

        Raises UsageError if DuckDB cannot open its path.
        """
        self.require_path()
        format_mark.require_known(self.root)
        if self.exists():
            return
        place = self._other_place()
        if place:
            raise StoreError(
                f"{self.root} is a {place}, which commands do not read as a store; run "
                "`evalstore pull URL --store DIR` to make a store of a remote, and name that"
            )
        if any(self.segments.glob("*.parquet")):
            raise StoreError(
                f"no store in {self.root}, only the segments of one; run `evalstore rebuild "
                f"--store {self.root}` to create the store from them"
            )
        raise StoreError(
            f"no store in {self.root}; run `evalstore init --store {self.root}` to create one"
        )

    def _other_place(self) -> str:
        """Return what is there in place of a store, empty if nothing that is known."""
        if URL.match(str(self.root)) or any((self.root / "log").glob("[0-9]*.json")):
            return "remote"
        return "lake" if any(self.root.glob("*/*/_delta_log")) else ""

    def require_path(self) -> None:
        """Raise UsageError for a path that DuckDB would read as another one, or as several."""
        wrong = (PATTERN | CUT) & set(str(self.root)) or CUT & set(str(self.root.absolute()))
        if wrong:
            raise UsageError(
                f"the path of the store, {self.root.absolute()}, has "
                f"{' and '.join(sorted(wrong))}, which DuckDB reads as a pattern or as the end of "
                "a name; rename the folder, or name another one with --store"
            )

    def require_outside(self, path: Path) -> None:
        """Raise UsageError for a path inside the store, where only the store may write."""
        if path.resolve().is_relative_to(self.root.resolve()):
            raise UsageError(f"{path} is inside the store; name a file outside {self.root}")


def link(path: Path, other: Path) -> None:
    """Give an unchanging file a second name, or copy it if it cannot be linked."""
    try:
        os.link(path, other)
    except OSError:
        shutil.copyfile(path, other)


def sync_folder(folder: Path) -> None:
    """Make renames inside a folder durable."""
    _sync(folder)


def sync_file(path: Path) -> None:
    """Make a file's bytes durable."""
    _sync(path)


def _sync(path: Path) -> None:
    with naming_file(path):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def publish(temporary: Path, final: Path) -> None:
    """Give a finished file its name, durably: fsync, rename, fsync the folder."""
    sync_file(temporary)
    temporary.rename(final)
    sync_folder(final.parent)
