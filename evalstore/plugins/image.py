"""Images, identified by the SHA-256 of their bytes."""

import base64
import binascii
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from stat import S_ISREG

from evalstore.base import input_file
from evalstore.errors import CorruptStoreError

IMAGE_BYTES_MAX = 20 * 1024 * 1024
_SHA256 = re.compile(r"[0-9a-f]{64}")
_DATA_URI = re.compile(r"data:(image/[a-z+.-]+);base64,", re.IGNORECASE)
# By media type: how the bytes of a file begin, and how its name ends.
_SIGNATURES: dict[str, tuple[Callable[[bytes], bool], str]] = {
    "image/png": (lambda head: head.startswith(b"\x89PNG\r\n\x1a\n"), "png"),
    "image/jpeg": (lambda head: head.startswith(b"\xff\xd8\xff"), "jpg"),
    "image/gif": (lambda head: head.startswith((b"GIF87a", b"GIF89a")), "gif"),
    "image/webp": (lambda head: head[:4] == b"RIFF" and head[8:12] == b"WEBP", "webp"),
}
MEDIA_TYPES = tuple(_SIGNATURES)
FORMATS = "PNG, JPEG, GIF or WebP"


class NotAnImageError(ValueError):
    """Bytes or a text are not an image that is kept; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class Image:
    """
    An image: hash, type and size of its bytes, and optionally a description of what it shows.

    ``media_type`` is one of ``MEDIA_TYPES``; ``sha256`` is lower-case hex. ``held`` is the bytes,
    or the path of a file, which is read when ``data`` is needed.
    """

    sha256: str
    media_type: str
    byte_count: int
    held: bytes | Path
    description: str | None = None

    @property
    def data(self) -> bytes:
        """
        Return the bytes.

        Raises CorruptStoreError if their file is missing, or its bytes have another hash.
        """
        if isinstance(self.held, bytes):
            return self.held
        try:
            data = input_file.read_bytes(self.held)
        except OSError as error:
            raise CorruptStoreError(
                f"image {self.held} cannot be read: {error.strerror}; restore it from a backup"
            ) from error
        if hashlib.sha256(data).hexdigest() != self.sha256:
            raise CorruptStoreError(
                f"image {self.held} does not match the hash that the event names; restore it from "
                "a backup"
            )
        return data

    @property
    def file_name(self) -> str:
        """Return the name of the image's file in a store."""
        return file_name(self.sha256, self.media_type)

    @property
    def data_uri(self) -> str:
        """Return the image as a ``data:`` address."""
        return f"data:{self.media_type};base64,{base64.b64encode(self.data).decode()}"

    def given(self) -> dict[str, object]:
        """Return the image's object in an event line: its bytes, and its description if any."""
        fields: dict[str, object] = {"data": self.data_uri}
        return fields if self.description is None else {**fields, "description": self.description}

    def named(self) -> dict[str, object]:
        """Return the image's object in a stored event: hash, type and size instead of bytes."""
        fields: dict[str, object] = {
            "sha256": self.sha256,
            "media_type": self.media_type,
            "byte_count": self.byte_count,
        }
        return fields if self.description is None else {**fields, "description": self.description}


def file_name(sha256: str, media_type: str) -> str:
    """
    Return the name of an image's file in a store.

    >>> file_name("ab" * 32, "image/jpeg")[-8:]
    'abab.jpg'
    """
    return f"{sha256}.{_SIGNATURES[media_type][1]}"


def image_in(folder: Path, named: object) -> Image | None:
    """Return the image that an object of an event names, with its file in a folder, or None."""
    if not isinstance(named, Mapping):
        return None
    sha256, byte_count = named.get("sha256"), named.get("byte_count")
    media_type, description = named.get("media_type"), named.get("description")
    if not isinstance(media_type, str) or media_type not in _SIGNATURES:
        return None
    if not (isinstance(sha256, str) and _SHA256.fullmatch(sha256)):
        return None
    if type(byte_count) is not int or byte_count < 1 or not isinstance(description, str | None):
        return None
    path = folder / file_name(sha256, media_type)
    return Image(sha256, media_type, byte_count, path, description)


def image_of(data: bytes, description: str | None = None) -> Image:
    r"""
    Return the image with these bytes; their beginning gives its type.

    Raises NotAnImageError for another type, and for more than ``IMAGE_BYTES_MAX`` bytes.

    >>> image_of(b"GIF89a\x01\x00").media_type
    'image/gif'
    """
    if len(data) > IMAGE_BYTES_MAX:
        raise _too_long(len(data))
    for media_type, (begins_so, _) in _SIGNATURES.items():
        if begins_so(data[:16]):
            sha256 = hashlib.sha256(data).hexdigest()
            return Image(sha256, media_type, len(data), data, description)
    raise NotAnImageError(
        f"found bytes that begin with {data[:8].hex() or 'nothing'}, expected {FORMATS}; "
        "convert the picture"
    )


def image_of_uri(uri: str, description: str | None = None) -> Image:
    """
    Return the image in a ``data:`` address in base64.

    Raises NotAnImageError for any other address, and if type and bytes disagree.

    >>> image_of_uri("data:image/gif;base64,R0lGODlhAQA=").media_type
    'image/gif'
    """
    match = _DATA_URI.match(uri)
    if match is None:
        raise NotAnImageError(
            f"found {uri[:40]!r}, expected an address that begins with data:image/png;base64, (or "
            "jpeg, gif, webp); addresses are not fetched, so save the picture and pass its bytes"
        )
    try:
        data = base64.b64decode(uri[match.end() :], validate=True)
    except (binascii.Error, ValueError) as error:
        raise NotAnImageError(
            f"found an address with invalid base64 ({error}), expected the whole picture; encode "
            "it again"
        ) from error
    image = image_of(data, description)
    declared = match[1].lower().replace("image/jpg", "image/jpeg")
    if declared != image.media_type:
        raise NotAnImageError(
            f"found {declared} in the address, expected {image.media_type}, the type of its "
            "bytes; correct the type"
        )
    return image


def image_in_file(folder: Path | None, name: str, description: str | None = None) -> Image:
    """
    Return the image in a file below a folder; the file is read again when ``data`` is needed.

    Raises NotAnImageError if ``folder`` is None, or if the file is outside of it (also by a
    link), cannot be read or is not an image that is kept.
    """
    shown = repr(name[:80])
    if folder is None:
        raise NotAnImageError(
            f"found the file {shown}, but no folder to read it from; pass the picture as data"
        )
    try:
        path = (folder / name).resolve()
        if not path.is_relative_to(folder.resolve()):
            raise NotAnImageError(
                f"found {shown}, expected a path below {folder}; copy the picture there"
            )
        status = path.stat()
        if not S_ISREG(status.st_mode):
            # Reading from a pipe may never end.
            raise _unreadable(shown, "it is not a regular file")
        if status.st_size > IMAGE_BYTES_MAX:
            raise _too_long(status.st_size)
        image = image_of(input_file.read_bytes(path), description)
    except OSError as error:
        raise _unreadable(shown, error.strerror) from error
    except ValueError as error:
        if isinstance(error, NotAnImageError):
            raise
        raise _unreadable(shown, str(error)) from error
    return replace(image, held=path)


def _too_long(byte_count: int) -> NotAnImageError:
    return NotAnImageError(
        f"found {byte_count} bytes, expected at most {IMAGE_BYTES_MAX}; save a smaller picture"
    )


def _unreadable(shown: str, cause: str | None) -> NotAnImageError:
    return NotAnImageError(
        f"found {shown}, which cannot be read: {cause}; copy the picture into the folder of the "
        "file that names it"
    )
