"""
The log of a remote: a chain of entries, each created once and never changed.

    log/<first position>.json                    an entry: which segment begins at that position
    segments/<first>-<last>-<SHA-256>.parquet    written before its entry
    facts/<SHA-256>.zip                          packs of facts, written before theirs
    attachments/<SHA-256>.png                    images
    index/<size>.ndjson.zst                      the entries up to a size, one a line

An append creates the entry at the end. Of several concurrent writers one is first; the others
read its entry and append after it. Segments or packs without an entry are left from lost races or
killed pushes.
"""

import re
from concurrent.futures import ThreadPoolExecutor

import zstandard

from evalstore.errors import CorruptStoreError, StoreError, UsageError
from evalstore.scale.remotes.objects import Objects
from evalstore.store.log import log_entry
from evalstore.store.log.log_entry import FactsPack, LogEntry
from evalstore.store.log.merkle import Frontier

# An index is written after this many entries, so that readers need fewer single requests.
INDEX_EVERY = 64
INDEX_BYTES_MAX = 1 << 30
READERS = 16
ENTRY = re.compile(r"log/\d{12,}\.json")
TRIES_MAX = 5


class RemoteLog:
    """The entries of a remote up to an end that others may have extended since."""

    def __init__(self, objects: Objects, entries: list[LogEntry]) -> None:
        self.objects = objects
        self.entries = entries

    @property
    def last(self) -> LogEntry | None:
        """The newest entry; None in a remote without one."""
        return self.entries[-1] if self.entries else None

    @property
    def tree(self) -> Frontier:
        """The Merkle tree of the whole log."""
        return self.last.batch.tree if self.last else Frontier.empty()

    def entry_at(self, tree_size: int) -> LogEntry | None:
        """Return the entry that ends at a size; None if no entry does."""
        return next(
            (entry for entry in reversed(self.entries) if entry.batch.tree_size == tree_size), None
        )

    def require_kept(self) -> None:
        """Raise CorruptStoreError unless the remote still has the newest known entry."""
        last = self.last
        if last is not None and self.stored(last) != last.to_bytes():
            raise lost_events(self.objects.url, last.batch.tree_size, last.sha256)

    def stored(self, entry: LogEntry) -> bytes | None:
        """Return the remote's object at the position of an entry; None if it does not exist."""
        return self.objects.read(entry_key(entry.batch.first_position))

    def read_on(self) -> None:
        """
        Read the entries added since.

        Raises CorruptStoreError if the remote no longer has the newest known entry, if an entry
        does not continue the previous one, or if one is missing before others.
        """
        self.require_kept()
        # A lake may be in the same folder, with its own tables below log/.
        listed = [
            key
            for key in self.objects.keys("log/", entry_key(self.tree.tree_size - 1))
            if ENTRY.fullmatch(key)
        ]
        with ThreadPoolExecutor(READERS) as pool:
            texts = dict(zip(listed, pool.map(self.objects.read, listed), strict=True))
        while True:
            # The list may be outdated, so the end is the first key that does not exist when read.
            key = entry_key(self.tree.tree_size)
            text = texts.pop(key, None) or self.objects.read(key)
            if text is None:
                break
            self.take(text, f"{self.objects.url}/{key}")
        later = sorted(key for key in texts if key > entry_key(self.tree.tree_size))
        if later:
            raise CorruptStoreError(
                f"{self.objects.url} lacks {entry_key(self.tree.tree_size)}, but has the later "
                f"{later[0]}; restore the missing entry from a backup"
            )

    def take(self, text: bytes, place: str) -> None:
        """
        Add the entry parsed from a text; raise CorruptStoreError, naming the place, if it does not
        fit.
        """
        entry = log_entry.parsed(text, place)
        log_entry.require_following(entry, self.last, place)
        self.entries.append(entry)

    def append(self, entry: LogEntry) -> bool:
        """
        Create an entry at the end; return False if another one exists there.

        If the response to a request was lost, reading the entry shows whether it was created.
        Raises CorruptStoreError if the remote no longer has the previous entry.
        """
        self.require_kept()
        key, data = entry_key(entry.batch.first_position), entry.to_bytes()
        problem = StoreError(
            f"{self.objects.url} refuses to write {key} as if it existed, but does not have it; "
            "push again"
        )
        for _ in range(TRIES_MAX):
            try:
                is_created = self.objects.create(key, data)
            except StoreError as error:
                is_created, problem = False, error
            stored = data if is_created else self.objects.read(key)
            if stored == data:
                self.entries.append(entry)
                return True
            if stored is not None:
                return False
        raise problem


def read_log(objects: Objects, entries_read: list[LogEntry] | None = None) -> RemoteLog:
    """
    Read the whole log of a remote; ``entries_read`` are those read before.

    Raises CorruptStoreError as ``read_on`` does, so that entries of another remote are never
    accepted.
    """
    log = RemoteLog(objects, list(entries_read or []))
    indexes = objects.keys("index/")
    if indexes and indexes[-1] > _index_key(log.tree.tree_size):
        _read_index(log, indexes[-1])
    log.read_on()
    return log


def _read_index(log: RemoteLog, key: str) -> None:
    """Add the entries of an index, the last of which has to equal the one in the log."""
    place = f"{log.objects.url}/{key}"
    packed = log.objects.read(key)
    if packed is None:
        return
    try:
        text = zstandard.ZstdDecompressor().decompress(packed, max_output_size=INDEX_BYTES_MAX)
    except zstandard.ZstdError as error:
        raise CorruptStoreError(
            f"{place} cannot be read: {error}; you may remove it, since the log is complete "
            "without it"
        ) from error
    lines = text.splitlines()
    start = len(log.entries)
    for number, line in enumerate(lines[start:], start + 1):
        log.take(line, f"{place}, line {number}")
    last = log.last
    if last is not None:
        stored = log.stored(last)
        if stored is None:
            raise lost_events(log.objects.url, last.batch.tree_size, last.sha256)
        if stored != last.to_bytes():
            raise CorruptStoreError(
                f"{place} ends with another entry than the log; you may remove it, since the log "
                "is complete without it"
            )


def no_log(url: str) -> UsageError:
    """Return the error for a remote to which nothing was pushed; its name may be misspelt."""
    return UsageError(
        f"{url} has no log; check the name, or run `evalstore push {url} --create` to begin one "
        "there"
    )


def lost_events(url: str, tree_size: int, entry_sha256: str) -> CorruptStoreError:
    """Return the error for a remote that no longer has an entry known to this store."""
    return CorruptStoreError(
        f"{url} lacks the entry {entry_sha256[:16]} at {tree_size} events, which it had when this "
        "store last read it: it lost events or was replaced; restore it from a backup, or use "
        "another place"
    )


def write_index(log: RemoteLog) -> None:
    """Write an index if the number of entries is a multiple of ``INDEX_EVERY``."""
    if log.entries and len(log.entries) % INDEX_EVERY == 0:
        text = b"\n".join(entry.to_bytes() for entry in log.entries)
        log.objects.create(
            _index_key(log.tree.tree_size),
            zstandard.ZstdCompressor(write_content_size=True).compress(text),
        )


def entry_key(first_position: int) -> str:
    """
    Return the name of the entry whose segment begins at a position.

    >>> entry_key(42)
    'log/000000000042.json'
    """
    return f"log/{first_position:012d}.json"


def _index_key(tree_size: int) -> str:
    return f"index/{tree_size:012d}.ndjson.zst"


def segment_key(entry: LogEntry) -> str:
    """Return the name of an entry's segment, which includes its hash."""
    stem = entry.batch.segment.removesuffix(".parquet")
    return f"segments/{stem}-{entry.segment_sha256[:16]}.parquet"


def facts_key(pack: FactsPack) -> str:
    """Return the name of a pack of facts."""
    return f"facts/{pack.file_name}"


def image_key(name: str) -> str:
    """Return the name of an image."""
    return f"attachments/{name}"
