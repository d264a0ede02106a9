"""
The folder of a vault: notes are written in place, and what a reader adds below a line stays.

A note of ours has the line ``MARK``; a file of that name without it is somebody else's.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from evalstore.errors import StoreError, UsageError
from evalstore.outputs.writing import write_whole

MARK: Final = "%% evalstore writes what is above this line; what is below it is yours. %%"
# Names of our notes of cases, by suite; Obsidian does not show files that begin with a dot.
MANIFEST: Final = ".evalstore-vault.json"
FAILING: Final = 'status: "failing"'
NOT_FAILING: Final = 'status: "no longer failing"'


@dataclass(slots=True)
class VaultFolder:
    """A folder of notes; names are relative, with ``/``. Writing raises StoreError."""

    root: Path
    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)
    cases: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.cases = self._read_cases()

    def note(self, name: str, text: str) -> None:
        """
        Write a note, with what its reader added to the one before.

        Raises UsageError for a file of that name that is not a note of ours.
        """
        path = self._path(name)
        self._save(name, f"{text.rstrip()}\n\n{MARK}\n{self._own_text(path)}")

    def attachment(self, name: str, text: str) -> None:
        """Write a drawing."""
        self._save(name, text)

    def mark_others(self, suites: set[str], names: set[str]) -> None:
        """Mark the notes of cases of these suites that fail no longer; they are kept."""
        for name, suite in sorted(self.cases.items()):
            path = self._path(name)
            if suite not in suites or name in names or not path.is_file():
                continue
            text = path.read_text(encoding="utf-8")
            head, mark, rest = text.partition(f"\n{MARK}\n")
            if mark and FAILING in head:
                self._save(name, head.replace(FAILING, NOT_FAILING, 1) + mark + rest)
                self.marked.append(name)

    def finish(self, cases: dict[str, str]) -> None:
        """Note which cases have notes, for the next call."""
        files = dict(sorted((self.cases | cases).items()))
        text = json.dumps({"cases": files}, indent=1, ensure_ascii=False) + "\n"
        path = self.root / MANIFEST
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            _write(path, text)

    def _save(self, name: str, text: str) -> None:
        path = self._path(name)
        # As it stands in the file: every one ends with a line break.
        text = text if text.endswith("\n") else f"{text}\n"
        if path.is_file() and path.read_bytes() == text.encode("utf-8"):
            self.kept.append(name)
            return
        _write(path, text)
        self.written.append(name)

    def _own_text(self, path: Path) -> str:
        if not path.exists():
            return ""
        _, mark, rest = path.read_text(encoding="utf-8").partition(f"\n{MARK}\n")
        if not mark:
            raise UsageError(
                f"{path} is no note of evalstore: it lacks the line {MARK!r}; move it away, or "
                "name another folder"
            )
        return rest

    def _path(self, name: str) -> Path:
        """Return the path of a file; raises UsageError where a link leads out of the folder."""
        path = self.root / name
        for place in (path, path.parent):
            if place.is_symlink():
                raise UsageError(f"{place} is a link; notes are written into real folders only")
        return path

    def _read_cases(self) -> dict[str, str]:
        path = self.root / MANIFEST
        if not path.is_file():
            return {}
        try:
            cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
            found = {str(name): str(suite) for name, suite in cases.items()}
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise UsageError(f"{path} is no list of notes: {error}; remove it") from error
        return {
            name: suite
            for name, suite in found.items()
            if name.startswith("Cases/") and ".." not in name and name.count("/") == 1
        }


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from error
