"""Images in a cell: `data:` addresses, files beside the questions, or bytes of Parquet."""

from collections.abc import Mapping
from pathlib import Path

from evalstore.cases._question_files.values import CellError, list_of
from evalstore.types.image import Image, NotAnImageError, image_in_file, image_of, image_of_uri


def images_of(value: object, folder: Path | None) -> tuple[Image, ...]:
    """
    Return the images of a cell, in their order; several are a list, or texts with bars between.

    Each is a ``data:`` address, a path below ``folder``, an object with ``data`` or ``file`` and
    optionally ``description``, or as data sets in Parquet have it, an object with ``bytes``.
    Raises CellError for anything else; nothing is fetched.
    """
    given = [value] if isinstance(value, bytes) else list_of(value)
    try:
        return tuple(_image(each, folder) for each in given if each not in (None, ""))
    except NotAnImageError as error:
        raise CellError(str(error)) from error


def _image(given: object, folder: Path | None, description: str | None = None) -> Image:
    if isinstance(given, bytes):
        return image_of(given, description)
    if isinstance(given, Mapping):
        said = given.get("description")
        for name in ("bytes", "data", "file"):
            if isinstance(given.get(name), str | bytes):
                return _image(given[name], folder, said if isinstance(said, str) else None)
    if not isinstance(given, str):
        raise NotAnImageError("found no image; expected a data: address or the path of a file")
    if "://" in given or given[:5].lower() == "data:":
        return image_of_uri(given, description)
    return image_in_file(folder, given, description)
