"""
The folder of a vault: notes are updated in place, and keep the text that readers add to them.

A note of evalstore contains the line ``MARK``, and readers add text below it; a file without the
line is not overwritten.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from evalstore.base import input_file
from evalstore.errors import StoreError, UsageError
from evalstore.reviews.outputs.writing import write_whole

MARK: Final = "%% evalstore writes what is above this line; what is below it is yours. %%"
FAILING: Final = 'status: "failing"'
NOT_FAILING: Final = 'status: "no longer failing"'


@dataclass(slots=True)
class VaultFolder:
    """A folder of notes; names are relative, with ``/``. Writing raises StoreError."""

    root: Path
    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)

    def notes(self, texts: Mapping[str, str]) -> None:
        """
        Write notes by name, each with the text that readers added to its earlier version.

        Raises UsageError, before writing any, if a file with such a name is not a note of ours.
        """
        added = {name: self._own_text(name) for name in texts}
        for name, text in texts.items():
            self._save(name, f"{text.rstrip()}\n\n{MARK}\n{added[name]}")

    def attachment(self, name: str, text: str) -> None:
        """Write a drawing."""
        self._save(name, text)

    def mark(self, names: Iterable[str]) -> None:
        """Mark existing notes of cases as no longer failing, instead of removing them."""
        for name in names:
            path = self._path(name)
            if not path.is_file():
                continue
            head, mark, rest = _read(path).partition(f"\n{MARK}\n")
            if mark and FAILING in head:
                self._save(name, head.replace(FAILING, NOT_FAILING, 1) + mark + rest)
                self.marked.append(name)

    def _save(self, name: str, text: str) -> None:
        path = self._path(name)
        # Every file ends with a line break.
        text = text if text.endswith("\n") else f"{text}\n"
        if path.is_file() and input_file.read_bytes(path) == text.encode("utf-8"):
            self.kept.append(name)
            return
        _write(path, text)
        self.written.append(name)

    def _own_text(self, name: str) -> str:
        path = self._path(name)
        if not path.exists():
            return ""
        _, mark, rest = _read(path).partition(f"\n{MARK}\n")
        if not mark:
            raise UsageError(
                f"{path} is not a note of evalstore: it lacks the line {MARK!r}; move it away, or "
                "name another folder"
            )
        return rest

    def _path(self, name: str) -> Path:
        """Return the path of a file; raises UsageError if it or its folder is a link."""
        path = self.root / name
        for place in (path, path.parent):
            if place.is_symlink():
                raise UsageError(f"{place} is a link, expected a real folder")
        return path


def _read(path: Path) -> str:
    try:
        return input_file.read_text(path)
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8 text: {error}; move it away") from error
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}") from error


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from error
