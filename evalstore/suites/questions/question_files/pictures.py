"""Images in a cell: `data:` addresses, files beside the questions, or bytes of Parquet."""

from collections.abc import Mapping
from pathlib import Path

from evalstore.plugins.image import Image, NotAnImageError, image_in_file, image_of, image_of_uri
from evalstore.suites.questions.question_files.values import CellError, list_of

# The event of a case is one line, and base64 makes four letters of three bytes.
BYTES_MAX = 11 * 1024 * 1024


def images_of(value: object, folder: Path | None) -> tuple[Image, ...]:
    """
    Return the images of a cell, in their order; several are a list, or texts with bars between.

    Each is a ``data:`` address, a path below ``folder``, an object with ``data`` or ``file`` and
    optionally ``description``, or as data sets in Parquet have it, an object with ``bytes``, or
    with ``path`` where these are null.
    Raises CellError for anything else; nothing is fetched.
    """
    given = [value] if isinstance(value, bytes) else list_of(value)
    try:
        images = tuple(_image(each, folder) for each in given if not _is_nothing(each))
    except NotAnImageError as error:
        raise CellError(str(error)) from error
    byte_count = sum(image.byte_count for image in images)
    if byte_count > BYTES_MAX:
        raise CellError(
            f"found images of {byte_count} bytes together; expected at most {BYTES_MAX} for one "
            "question; save smaller pictures"
        )
    return images


def _is_nothing(given: object) -> bool:
    """Say whether a cell holds no image; data sets have an object of nulls there."""
    if isinstance(given, Mapping):
        return bool(given) and all(value is None for value in given.values())
    return given in (None, "")


def _image(given: object, folder: Path | None, description: str | None = None) -> Image:
    if isinstance(given, bytes):
        return image_of(given, description)
    if isinstance(given, Mapping):
        said = given.get("description")
        for name in ("bytes", "data", "file", "path"):
            if isinstance(given.get(name), str | bytes):
                return _image(given[name], folder, said if isinstance(said, str) else None)
    if not isinstance(given, str):
        raise NotAnImageError("found no image; expected a data: address or the path of a file")
    if "://" in given or given[:5].lower() == "data:":
        return image_of_uri(given, description)
    return image_in_file(folder, given, description)
