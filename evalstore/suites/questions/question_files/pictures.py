"""Images in a cell: `data:` addresses, files next to the questions, or bytes of Parquet."""

from collections.abc import Mapping
from pathlib import Path

from evalstore.plugins.image import Image, NotAnImageError, image_in_file, image_of, image_of_uri
from evalstore.suites.questions.question_files.values import CellError, list_of

# The event of a case is one line, and base64 writes three bytes as four letters.
BYTES_MAX = 11 * 1024 * 1024


def images_of(value: object, folder: Path | None) -> tuple[Image, ...]:
    """
    Return the images of a cell, in their order; several are a list, or texts with bars between.

    Each is a ``data:`` address, a path below ``folder``, an object with ``data`` or ``file`` and
    optionally ``description``, or, as in data sets in Parquet, an object with ``bytes`` or
    ``path``. Raises CellError for anything else; nothing is fetched.
    """
    items = [value] if isinstance(value, bytes) else list_of(value)
    try:
        images = tuple(_image(each, folder) for each in items if not _is_nothing(each))
    except NotAnImageError as error:
        raise CellError(str(error)) from error
    byte_count = sum(image.byte_count for image in images)
    if byte_count > BYTES_MAX:
        raise CellError(
            f"found images of {byte_count} bytes in total; expected at most {BYTES_MAX} for one "
            "question: use smaller pictures"
        )
    return images


def _is_nothing(item: object) -> bool:
    """Return whether a cell has no image; data sets write an object of nulls for that."""
    if isinstance(item, Mapping):
        return bool(item) and all(value is None for value in item.values())
    return item in (None, "")


def _image(source: object, folder: Path | None, description: str | None = None) -> Image:
    if isinstance(source, bytes):
        return image_of(source, description)
    if isinstance(source, Mapping):
        described = source.get("description")
        for name in ("bytes", "data", "file", "path"):
            if isinstance(source.get(name), str | bytes):
                return _image(
                    source[name], folder, described if isinstance(described, str) else None
                )
    if not isinstance(source, str):
        raise NotAnImageError("found no image; expected a data: address or the path of a file")
    if "://" in source or source[:5].lower() == "data:":
        return image_of_uri(source, description)
    return image_in_file(folder, source, description)
