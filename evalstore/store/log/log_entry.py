"""
Entries of a remote's log: one small text for each segment, each with the hash of the one before.

    {"evalstore_entry": 1, "batch": {…}, "segment_sha256": "…", "segment_bytes": 9021,
     "record_sha256": "…", "previous_sha256": "…", "images": ["….png"],
     "facts": [{"sha256": "…", "byte_count": 812, "definition": "…", "run_ids": ["r1"]}],
     "has_unmatched_retractions": false}

``batch`` is the footer of the segment. If it has unmatched retractions, the store that pushed it
did not know which runs they change. By these hashes, the newest entry determines the bytes of
every entry, every segment and every pack of facts before it.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from evalstore.errors import CorruptStoreError
from evalstore.store import hashes
from evalstore.store.log.attachments import NAME as IMAGE_NAME
from evalstore.store.log.batch import Batch
from evalstore.store.log.field_types import checked
from evalstore.store.log.format_mark import refuse_newer
from evalstore.store.log.merkle import Frontier

VERSION = 1
# Hashes become names of files, so no other text is accepted.
HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class FactsPack:
    """
    A file of the facts of some runs, by the SHA-256 of its bytes, in hex.

    ``definition`` is the fingerprint of the SQL that computed them (``tables_sha256``).
    """

    sha256: str
    byte_count: int
    definition: str
    run_ids: list[str]

    @property
    def file_name(self) -> str:
        """Return the name of the file, on a remote and in a store."""
        return f"{self.sha256}.zip"


@dataclass(frozen=True, slots=True)
class LogEntry:
    """The entry that one push appended to a remote's log; hashes are hex."""

    batch: Batch
    segment_sha256: str
    segment_bytes: int
    record_sha256: str
    previous_sha256: str | None
    images: list[str]
    facts: list[FactsPack]
    has_unmatched_retractions: bool = False

    def to_bytes(self) -> bytes:
        """Return the text that is stored and hashed, without a line break."""
        fields = {"evalstore_entry": VERSION, **asdict(self)}
        return json.dumps(
            fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False
        ).encode()

    @property
    def sha256(self) -> str:
        """Return the hash by which the next entry names this one."""
        return sha256(self.to_bytes()).hexdigest()

    @property
    def digest(self) -> bytes:
        """Return the SHA-256 of the segment's bytes."""
        return bytes.fromhex(self.segment_sha256)


def following(
    previous: LogEntry | None,
    batch: Batch,
    segment_sha256: str,
    segment_bytes: int,
    *,
    images: Iterable[str] = (),
    facts: Iterable[FactsPack] = (),
    has_unmatched_retractions: bool = False,
) -> LogEntry:
    """Return the entry of a segment that continues the log after ``previous``."""
    return LogEntry(
        batch=batch,
        segment_sha256=segment_sha256,
        segment_bytes=segment_bytes,
        record_sha256=hashes.record_hash(
            previous.record_sha256 if previous else None, batch.segment, segment_sha256
        ),
        previous_sha256=previous.sha256 if previous else None,
        images=sorted(images),
        facts=list(facts),
        has_unmatched_retractions=has_unmatched_retractions,
    )


def parsed(text: bytes, place: str) -> LogEntry:
    """
    Read an entry; ``place`` names its location in messages.

    Raises CorruptStoreError if it is invalid, NewerFormatError if a newer evalstore wrote it.
    """
    try:
        entry = _parsed(text)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise CorruptStoreError(
            f"{place} is not a valid log entry: {error}; restore it from a backup, or push to "
            "another place"
        ) from error
    return entry


def _parsed(text: bytes) -> LogEntry:
    fields: dict[str, Any] = dict(json.loads(text))
    version = fields.pop("evalstore_entry")
    refuse_newer("an entry of the remote's log", version, VERSION)
    if version != VERSION:
        raise ValueError(f"its version is {version!r}, expected {VERSION}")
    batch = Batch.from_json(json.dumps(fields.pop("batch")))
    facts = [checked(FactsPack(**pack)) for pack in fields.pop("facts")]
    entry = checked(LogEntry(batch=batch, facts=facts, **fields))
    digests = [entry.segment_sha256, entry.record_sha256, *(pack.sha256 for pack in facts)]
    if entry.previous_sha256 is not None:
        digests.append(entry.previous_sha256)
    if not all(HASH.fullmatch(digest) for digest in digests):
        raise ValueError("a hash is not 64 hexadecimal digits")
    if not all(IMAGE_NAME.fullmatch(name) for name in entry.images):
        raise ValueError("the name of an image is not its SHA-256")
    if entry.to_bytes() != text:
        raise ValueError("its JSON differs from what evalstore writes for the same fields")
    return entry


def require_following(entry: LogEntry, previous: LogEntry | None, place: str) -> None:
    """Raise CorruptStoreError unless an entry continues the log after ``previous``."""
    tree = previous.batch.tree if previous else Frontier.empty()
    batch_id = previous.batch.batch_id + 1 if previous else 0
    expected = following(previous, entry.batch, entry.segment_sha256, entry.segment_bytes)
    for what, value, wanted in (
        ("position", entry.batch.first_position, tree.tree_size),
        ("batch_id", entry.batch.batch_id, batch_id),
        ("previous_sha256", entry.previous_sha256, expected.previous_sha256),
        ("record_sha256", entry.record_sha256, expected.record_sha256),
    ):
        if value != wanted:
            raise CorruptStoreError(
                f"{place} does not continue the log: its {what} is {value}, expected {wanted}; it "
                "or an earlier entry was altered: restore both from a backup"
            )
