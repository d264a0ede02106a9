"""Downloads of segments, images and fact packs from a remote, each compared with its hash."""

import hashlib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from evalstore.base import input_file
from evalstore.errors import CorruptStoreError
from evalstore.scale.remotes import remote_log, stated
from evalstore.scale.remotes.objects import Objects, Progress
from evalstore.store.layout import link, sync_file
from evalstore.store.log import attachments, segment
from evalstore.store.log.log_entry import FactsPack, LogEntry

READERS = 4
Item = TypeVar("Item")
Given = TypeVar("Given")


def segments(
    objects: Objects,
    entries: Iterable[LogEntry],
    folder: Path,
    *,
    held: Path | None = None,
    progress: Progress = lambda _: None,
) -> list[LogEntry]:
    """
    Download the segments of these entries into a folder; link those that ``held`` has.

    Returns the entries of downloaded segments. Raises CorruptStoreError if the bytes of a segment
    do not match the log, or if an entry's statements do not match its segment.
    """

    def bring(entry: LogEntry) -> bool:
        path = folder / entry.batch.segment
        local_path = held / path.name if held else None
        if (
            local_path is not None
            and local_path.is_file()
            and segment.sha256_of(local_path) == entry.digest
        ):
            if not path.exists():
                link(local_path, path)
            return False
        _bring(objects, remote_log.segment_key(entry), path, entry.segment_sha256, progress)
        return True

    wanted = list(entries)
    brought = _at_once(bring, wanted)
    new = [entry for entry, is_new in zip(wanted, brought, strict=True) if is_new]
    stated.require_segments(objects.url, wanted, new, folder)
    return new


def packs(objects: Objects, wanted: Iterable[FactsPack], folder: Path, progress: Progress) -> None:
    """Download missing packs of facts into a folder; errors as for ``segments``."""

    def bring(pack: FactsPack) -> None:
        path = folder / pack.file_name
        if not path.is_file() or segment.sha256_of(path).hex() != pack.sha256:
            _bring(objects, remote_log.facts_key(pack), path, pack.sha256, progress)

    named = list(wanted)
    _at_once(bring, named)
    stated.require_packs(named, folder)


def images(objects: Objects, names: Iterable[str], folder: Path, progress: Progress) -> None:
    """Download missing images into a folder; errors as for ``segments``."""

    def bring(name: str) -> None:
        path = folder / name
        if attachments.problem_of(path) is not None:
            _bring(objects, remote_log.image_key(name), path, name.partition(".")[0], progress)

    _at_once(bring, names)


def _at_once(bring: Callable[[Item], Given], items: Iterable[Item]) -> list[Given]:
    with ThreadPoolExecutor(READERS) as pool:
        return list(pool.map(bring, items))


def _bring(objects: Objects, key: str, path: Path, sha256: str, progress: Progress) -> None:
    temporary = path.with_name(path.name + ".tmp")
    path.parent.mkdir(parents=True, exist_ok=True)
    objects.download(key, temporary, progress)
    with input_file.open_bytes(temporary) as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != sha256:
        temporary.unlink()
        raise CorruptStoreError(
            f"{objects.url}/{key} has SHA-256 {digest}, expected {sha256} as in the log; restore "
            "it from a backup"
        )
    sync_file(temporary)
    temporary.rename(path)
