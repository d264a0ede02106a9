"""Members of a zip archive, listed and read one at a time, including zstd."""

import io
import struct
import threading
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

import zstandard

from evalstore.harnesses.inspect.archive_signs import LOCAL_SIGNATURE

STORED, DEFLATED, ZSTANDARD = 0, 8, 93
METHODS = (STORED, DEFLATED, ZSTANDARD)

MIB = 1024 * 1024
MEMBER_SIZE_MAX = 256 * MIB
# JSON full of repeated tracebacks compresses some 300-fold; a zip bomb 1,000-fold and more.
ARCHIVE_RATIO_MAX = 1_000
ARCHIVE_SIZE_ALWAYS_FINE = 1024 * MIB

LOCAL_HEADER = struct.Struct("<4s5H3L2H")
AFTER_MEMBERS = (b"PK\x01\x02", b"PK\x05\x06", b"PK\x06\x06")
IS_ENCRYPTED, SIZES_COME_LATER, NAME_IS_UTF8 = 0x1, 0x8, 0x800
ZIP64_MARK = 0xFFFFFFFF
ZIP64_FIELD = 1


class _Thread(threading.local):
    """The decompressor of one thread: creating one costs as much as unpacking a sample."""

    def __init__(self) -> None:
        self.zstd = zstandard.ZstdDecompressor()


_thread = _Thread()


class MemberError(Exception):
    """A member cannot be read; ``reason`` is a fixed phrase used to count such members."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Member:
    """A member: the offset of its local header, and the size, method and checksum of its bytes."""

    name: str
    offset: int
    compressed_size: int
    size: int
    method: int
    crc: int
    flags: int


@dataclass(slots=True)
class Listing:
    """
    The members in file order.

    ``damage`` is why the central directory could not be used; ``cut`` is the name of the member
    in which the file ends.
    """

    members: list[Member] = field(default_factory=list)
    damage: str | None = None
    cut: str | None = None


def list_members(file: BinaryIO) -> Listing:
    """List the members of the central directory, or of the local headers if it cannot be used."""
    try:
        with zipfile.ZipFile(file) as archive:
            infos = archive.infolist()
    # zipfile raises the last three for directories that are damaged, not absent.
    except (zipfile.BadZipFile, NotImplementedError, ValueError, struct.error) as error:
        return _scan(file, str(error))
    members = [
        Member(
            name=info.filename,
            offset=info.header_offset,
            compressed_size=info.compress_size,
            size=info.file_size,
            method=info.compress_type,
            crc=info.CRC,
            flags=info.flag_bits,
        )
        for info in infos
    ]
    return Listing(sorted(members, key=lambda member: member.offset))


def is_bomb(members: list[Member], archive_size: int) -> bool:
    """Return True if the members claim far more bytes than the archive can contain."""
    claimed = sum(member.size for member in members)
    return claimed > max(ARCHIVE_SIZE_ALWAYS_FINE, ARCHIVE_RATIO_MAX * archive_size)


def read_member(file: BinaryIO, member: Member) -> bytes:
    """
    Return the member's bytes, checked against its size and checksum.

    Raises MemberError if the member is too large, encrypted, of an unknown method or damaged.
    """
    if member.size > MEMBER_SIZE_MAX:
        raise MemberError(
            "too large",
            f"{member.name} is {member.size / MIB:.0f} MiB uncompressed, expected at most "
            f"{MEMBER_SIZE_MAX // MIB} MiB",
        )
    if member.flags & IS_ENCRYPTED or member.method not in METHODS:
        raise MemberError(
            "unknown compression",
            f"{member.name} has compression method "
            f"{member.method}{' and is encrypted' if member.flags & IS_ENCRYPTED else ''}; "
            "expected stored, deflate or zstd without a password",
        )
    try:
        data = _decompressed(_raw_bytes(file, member), member)
    except (zlib.error, zstandard.ZstdError, EOFError) as error:
        raise MemberError("damaged", f"{member.name} cannot be decompressed ({error})") from error
    if len(data) != member.size or zlib.crc32(data) != member.crc:
        raise MemberError(
            "damaged",
            f"the size or checksum of {member.name} does not match its content; copy the archive "
            "again from its source",
        )
    return data


def _raw_bytes(file: BinaryIO, member: Member) -> bytes:
    file.seek(member.offset)
    head = file.read(LOCAL_HEADER.size)
    if len(head) < LOCAL_HEADER.size or head[:4] != LOCAL_SIGNATURE:
        raise EOFError("its local header is not at the offset that the directory states")
    # Name and extra field may be longer here than in the central directory.
    name_length, extra_length = LOCAL_HEADER.unpack(head)[-2:]
    file.seek(name_length + extra_length, io.SEEK_CUR)
    raw = file.read(member.compressed_size)
    if len(raw) < member.compressed_size:
        raise EOFError("the file ends before the end of the member")
    return raw


def _decompressed(raw: bytes, member: Member) -> bytes:
    # One byte more than stated is unpacked, to detect a wrong size at no cost of memory.
    if member.method == STORED:
        return raw
    if member.method == DEFLATED:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(raw, member.size + 1)
    if member.size:
        data = _thread.zstd.decompress(raw, max_output_size=member.size)
        if len(data) == member.size:
            return data
    # The call above stops after one frame, and Inspect starts a new frame every 200 MiB.
    with _thread.zstd.stream_reader(io.BytesIO(raw), read_across_frames=True) as reader:
        return reader.read(member.size + 1)


def _scan(file: BinaryIO, damage: str) -> Listing:
    """List the members by walking from local header to local header, up to the last whole one."""
    listing = Listing(damage=damage)
    end = file.seek(0, io.SEEK_END)
    for member, data_end, is_sized in _local_headers(file):
        if not is_sized or data_end > end:
            listing.cut = member.name
            return listing
        listing.members.append(member)
    return listing


def _local_headers(file: BinaryIO) -> Iterator[tuple[Member, int, bool]]:
    offset = 0
    while True:
        file.seek(offset)
        head = file.read(LOCAL_HEADER.size)
        if head[:4] in AFTER_MEMBERS or not head:
            return
        if len(head) < LOCAL_HEADER.size or head[:4] != LOCAL_SIGNATURE:
            yield Member(f"the bytes from {offset}", offset, 0, 0, STORED, 0, 0), 0, False
            return
        _, _, flags, method, _, _, crc, compressed_size, size, name_length, extra_length = (
            LOCAL_HEADER.unpack(head)
        )
        name = file.read(name_length).decode(
            "utf-8" if flags & NAME_IS_UTF8 else "cp437", "replace"
        )
        if ZIP64_MARK in (compressed_size, size):
            size, compressed_size = _zip64_sizes(file.read(extra_length))
        member = Member(name, offset, compressed_size, size, method, crc, flags)
        # A writer fills in the sizes when a member is complete; until then they are 0.
        is_sized = compressed_size > 0 and not flags & SIZES_COME_LATER
        offset += LOCAL_HEADER.size + name_length + extra_length + compressed_size
        yield member, offset, is_sized


def _zip64_sizes(extra: bytes) -> tuple[int, int]:
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, at)
        if kind == ZIP64_FIELD and length >= 16 and at + 20 <= len(extra):  # noqa: PLR2004
            size, compressed_size = struct.unpack_from("<QQ", extra, at + 4)
            return size, compressed_size
        at += 4 + length
    return 0, 0
