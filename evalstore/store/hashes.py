"""
Reference implementation of an event's three hashes; ``sql/log/macros`` computes the same.

It also has the record hash, which covers the bytes of all segments.

Fields are joined length-prefixed: the decimal count of UTF-8 bytes, a colon, the bytes; NULL is
``-1:``. So different lists of fields never have the same text. Golden vectors test it.
"""

from hashlib import sha256
from uuid import UUID


def fields_text(*fields: str | None) -> str:
    """
    Join fields, each with its length before it.

    >>> fields_text("a:b", None, "é")
    '3:a:b-1:2:é'
    """
    return "".join(
        "-1:" if field is None else f"{len(field.encode())}:{field}" for field in fields
    )


def payload_hash(payload: str, salt: bytes | None = None) -> bytes:
    """Return SHA-256 of the salt (or nothing), then the payload's UTF-8 bytes."""
    return sha256((salt or b"") + payload.encode()).digest()


def event_id(
    *,
    kind: str,
    run_id: str,
    subject: str,
    schema_version: int,
    supersedes: UUID | None,
    payload_hash: bytes,
) -> UUID:
    """Return the id that the same kind, run, subject and content always have."""
    text = fields_text(
        kind,
        run_id,
        subject,
        str(schema_version),
        None if supersedes is None else str(supersedes),
        payload_hash.hex(),
    )
    return uuid_version_8(sha256(text.encode()).digest())


def uuid_version_8(digest: bytes) -> UUID:
    """
    Return the UUIDv8 (RFC 9562) made of a digest's first 16 bytes.

    >>> uuid_version_8(bytes(16))
    UUID('00000000-0000-8000-8000-000000000000')
    """
    number = int.from_bytes(digest[:16], "big")
    number = number & ~(0xF << 76) | 0x8 << 76
    return UUID(int=number & ~(0x3 << 62) | 0x2 << 62)


def leaf_hash(
    *,
    event_id: UUID,
    kind: str,
    run_id: str,
    subject: str,
    revision: int,
    supersedes: UUID | None,
    schema_version: int,
    occurred_at_us: int | None,
    recorded_at_us: int,
    source: str,
    payload_hash: bytes,
) -> bytes:
    """
    Return SHA-256 of a zero byte and the event's fields: its leaf in the Merkle tree.

    Times are integer microseconds since 1970-01-01 UTC.
    """
    text = fields_text(
        str(event_id),
        kind,
        run_id,
        subject,
        str(revision),
        None if supersedes is None else str(supersedes),
        str(schema_version),
        None if occurred_at_us is None else str(occurred_at_us),
        str(recorded_at_us),
        source,
        payload_hash.hex(),
    )
    return sha256(b"\x00" + text.encode()).digest()


def record_hash(previous: str | None, segment: str, segment_sha256: str) -> str:
    """
    Return the hash, in hex, over the bytes of all segments up to one.

    SHA-256 of the fields: this hash after the segment before (NULL for the first), the segment's
    file name, and the SHA-256 of its bytes, both hashes in lower-case hex.
    """
    return sha256(fields_text(previous, segment, segment_sha256).encode()).hexdigest()
