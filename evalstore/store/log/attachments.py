"""
Images that events name, each a file of the store under the SHA-256 of its bytes.

    attachments/<SHA-256>.png (or .jpg, .gif, .webp)

Events are sealed with the hash, so a missing, altered or exchanged file is noticed.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from evalstore.base import input_file
from evalstore.errors import CorruptStoreError, StoreError
from evalstore.plugins.image import Image, NotAnImageError, image_of
from evalstore.store.layout import Layout, publish, sync_folder

NAME = re.compile(r"([0-9a-f]{64})\.(?:png|jpg|gif|webp)")


class WaitingImages:
    """Images written under temporary names, which get their final names from ``publish``."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._temporary: dict[str, Path] = {}
        # Files that were checked, once for all events that name them.
        self._there: set[str] = set()

    def add(self, image: Image) -> None:
        """
        Write an image, unless the store has it; a lost or altered one is written again.

        Raises StoreError if it cannot be written.
        """
        name = image.file_name
        folder = self.layout.attachments
        if name in self._temporary or name in self._there:
            return
        if problem_of(folder / name) is None:
            self._there.add(name)
            return
        path = folder / f"{name}.{uuid4().hex}.tmp"
        try:
            if not folder.is_dir():
                folder.mkdir(exist_ok=True)
                sync_folder(self.layout.root)
            self._temporary[name] = path
            path.write_bytes(image.data)
        except OSError as error:
            raise StoreError(
                f"cannot write to {self.layout.attachments}: {error.strerror}; "
                "nothing was appended"
            ) from error

    def is_held(self, name: str, byte_count: int | None = None) -> bool:
        """Return True if an image, of ``byte_count`` bytes if not None, is stored or written."""
        path = self._temporary.get(name, self.layout.attachments / name)
        return path.is_file() and byte_count in (None, path.stat().st_size)

    def publish(self) -> None:
        """Rename the written images; a file that has the name already has the same bytes."""
        while self._temporary:
            name, temporary = next(iter(self._temporary.items()))
            publish(temporary, temporary.with_name(name))
            del self._temporary[name]

    def discard(self) -> None:
        """Remove the files that were written and not published."""
        for temporary in self._temporary.values():
            # A file that cannot be removed now is removed by a later fold, or does not exist.
            with suppress(OSError):
                temporary.unlink()
        self._temporary.clear()


def names(layout: Layout) -> list[str]:
    """List the images of a store by the names of their files, sorted; skip other files."""
    if not layout.attachments.is_dir():
        return []
    return sorted(path.name for path in layout.attachments.iterdir() if NAME.fullmatch(path.name))


def missing(layout: Layout, named: Iterable[tuple[str, int]]) -> list[str]:
    """
    List the missing images among those that events name, by file and length, sorted.

    Only lengths are compared: `verify` reads the files.
    """
    held = WaitingImages(layout)
    return sorted({name for name, byte_count in named if not held.is_held(name, byte_count)})


def problem_of(path: Path) -> str | None:
    """Return what is wrong with an image's file: missing, unreadable or altered; else None."""
    try:
        if path.exists() and not path.is_file():
            return "is not a file"
        with input_file.open_bytes(path) as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return "is missing"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    expected = path.name.partition(".")[0]
    return None if digest == expected else f"has SHA-256 {digest}, expected the one in its name"


def of_other(other: Layout) -> Iterator[Image]:
    """
    Yield the images of another store.

    Raises CorruptStoreError if one is missing, altered or not an image.
    """
    for name in names(other):
        path = other.attachments / name
        problem = problem_of(path)
        if problem is not None:
            raise CorruptStoreError(f"attachment {name} {problem}")
        try:
            yield image_of(input_file.read_bytes(path))
        except NotAnImageError as error:
            raise CorruptStoreError(f"attachment {name}: {error}") from error
