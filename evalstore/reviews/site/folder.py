"""
The folder of a site: its manifest lists every written file, and no other file is changed.

The manifest is written before the first page and after the last, so that the next call can
continue after an interrupted one.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from evalstore.base import input_file
from evalstore.errors import StoreError, UsageError
from evalstore.reviews.outputs.writing import write_whole

MANIFEST: Final = "evalstore-site.json"
MADE_BY: Final = "evalstore site"
VERSION: Final = 1
# The names allowed in a manifest; other names were not written by evalstore.
OWN_NAMES: Final = re.compile(
    r"(?:(?:runs|grids|suites|badges)/[a-z0-9][a-z0-9._-]*\.(?:html|svg|json)"
    r"|index\.html|feed\.xml|badge\.svg|badge\.json|\.nojekyll)"
)
# An empty worktree of the branch that a page host serves contains only this.
IGNORED: Final = frozenset({".git"})


@dataclass(slots=True)
class SiteFolder:
    """
    The folder of a site's pages; names are relative, with ``/``.

    ``known`` contains the files of the last call by name, each with the SHA-256 of its bytes and
    the fingerprint of its sources. Raises UsageError if the folder is neither empty nor a site.
    """

    root: Path
    known: dict[str, dict[str, str]] = field(init=False)
    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    _current: dict[str, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.known = self._read()

    def plan(self, names: Iterable[str]) -> None:
        """
        Record the names to be written in the manifest, in case the call is interrupted.

        Raises UsageError if a file that is not of this site has such a name.
        """
        planned = dict.fromkeys(names)
        for name in planned:
            path = self._path(name)
            if name not in self.known and (path.exists() or path.is_symlink()):
                raise UsageError(
                    f"{path} does not belong to this site and would be overwritten; move it away, "
                    "or name another folder"
                )
        self._save(self.known | {name: {} for name in planned if name not in self.known})

    def has(self, names: Sequence[str], fingerprint: str) -> bool:
        """Return True and keep the files if their fingerprint and bytes are unchanged."""
        entries = {name: self.known.get(name, {}) for name in names}
        for name, entry in entries.items():
            path = self._path(name)
            if entry.get("fingerprint") != fingerprint or not path.is_file():
                return False
            if _sha256(input_file.read_bytes(path)) != entry.get("sha256"):
                return False
        self._current |= entries
        self.kept += names
        return True

    def write(self, name: str, text: str, fingerprint: str = "") -> None:
        """Write a file, unless it has these bytes already; raises StoreError if that fails."""
        # Every file ends with a line break.
        text = text if text.endswith("\n") else f"{text}\n"
        data = text.encode("utf-8")
        path = self._path(name)
        self._current[name] = {"sha256": _sha256(data), "fingerprint": fingerprint}
        if path.is_file() and input_file.read_bytes(path) == data:
            self.kept.append(name)
            return
        _write(path, text)
        self.written.append(name)

    def finish(self) -> None:
        """Remove the files of the last call that are not in this one, and write the manifest."""
        for name in sorted(self.known.keys() - self._current.keys()):
            path = self._path(name)
            if path.is_file():
                path.unlink()
                self.removed.append(name)
        self._save(self._current)

    def _path(self, name: str) -> Path:
        """Return the path of a file; raises UsageError if a part of it is a link."""
        path = self.root / name
        for place in (path, *path.parents):
            if place == self.root:
                break
            if place.is_symlink():
                raise UsageError(f"{place} is a link, expected a real folder")
        return path

    def _read(self) -> dict[str, dict[str, str]]:
        path = self.root / MANIFEST
        if self.root.exists() and not self.root.is_dir():
            raise UsageError(f"{self.root} is a file, expected a folder")
        if not path.exists():
            names = (
                sorted(item.name for item in self.root.glob("*") if item.name not in IGNORED)
                if self.root.exists()
                else []
            )
            if names:
                raise UsageError(
                    f"{self.root} is neither empty nor a site: it contains {names[0]!r} but no "
                    f"{MANIFEST}; name an empty folder"
                )
            return {}
        try:
            read = json.loads(input_file.read_text(path))
            is_ours = (read["made_by"], read["version"]) == (MADE_BY, VERSION)
            files = {str(name): dict(entry) for name, entry in read["files"].items()}
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise UsageError(
                f"{path} is not a valid manifest of a site: {error}; remove the folder"
            ) from error
        strange = [name for name in files if not OWN_NAMES.fullmatch(name)]
        if not is_ours or strange:
            what = f"it names {strange[0]!r}" if strange else f"it was not written by {MADE_BY}"
            raise UsageError(
                f"{path} is not a valid manifest of a site: {what}; name another folder"
            )
        return files

    def _save(self, files: dict[str, dict[str, str]]) -> None:
        manifest = {"made_by": MADE_BY, "version": VERSION, "files": files}
        text = json.dumps(manifest, indent=1, sort_keys=True) + "\n"
        path = self._path(MANIFEST)
        if not path.is_file() or input_file.read_text(path) != text:
            _write(path, text)


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from error


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
