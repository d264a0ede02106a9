"""
Take the images out of a payload, which keeps SHA-256, media type and size of each.

They are in ``images`` of a payload and of its messages and turns, each as an object with ``data``
(a ``data:`` address) or ``file`` (a path below the folder of the event file), optionally with
``sha256`` and ``description``; an object that names an image by ``sha256``, ``media_type`` and
``byte_count`` is kept. Images are also taken from the parts of a message's content of type
``image_url`` (OpenAI) and ``image`` (Inspect) with a ``data:`` address. Nothing is fetched.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from evalstore.errors import RefusedEventError
from evalstore.events.parsing import shortened
from evalstore.plugins.image import Image, NotAnImageError, image_in, image_in_file, image_of_uri

REASON = "image not kept"
KINDS = ("case_generated", "response_recorded")
WAY_OUT = (
    "expected `data`, a data: address in base64, or `file`, a path below the folder of the event "
    "file"
)


def may_hold_images(kind: object, payload: Mapping[str, Any]) -> bool:
    """Return True if a payload has a field that may contain images."""
    return kind in KINDS and not payload.keys().isdisjoint(("images", "messages", "turns"))


def taken(payload: dict[str, Any], folder: Path | None) -> list[Image]:
    """
    Take the images out of a payload, in place, and return them.

    ``folder`` is that of the event file, below which files may be named, or None.
    Raises RefusedEventError, naming the field, if an image cannot be kept.
    """
    images = list(_listed(payload, "payload", folder))
    for name in ("messages", "turns"):
        messages = payload.get(name)
        for place, message in enumerate(messages if isinstance(messages, list) else ()):
            if isinstance(message, dict):
                path = f"payload.{name}[{place}]"
                images += _listed(message, path, folder)
                images += _parts(message.get("content"))
    return images


def require_held(payload: Mapping[str, Any], is_held: Callable[[str, int], bool]) -> None:
    """
    Raise RefusedEventError if a payload names an image that the store does not have.

    ``is_held`` is called with the name of its file and the length in bytes. The image would be
    missing forever: an event can be retracted, but not changed.
    """
    for path, entry in _entries(payload):
        image = image_in(Path(), entry)
        if image is not None and not is_held(image.file_name, image.byte_count):
            raise RefusedEventError(
                REASON,
                f"{path}: found the hash {image.sha256}, but the store has no such image of "
                f"{image.byte_count} bytes; {WAY_OUT}, or ingest the store that has it",
            )


def _entries(payload: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield each element of the lists that may contain images, with its path."""
    holders: list[tuple[str, Mapping[str, Any]]] = [("payload", payload)]
    for name in ("messages", "turns"):
        messages = payload.get(name)
        for place, message in enumerate(messages if isinstance(messages, list) else ()):
            if isinstance(message, Mapping):
                holders.append((f"payload.{name}[{place}]", message))
    for path, holder in holders:
        for name in ("images", "content"):
            entries = holder.get(name)
            for place, entry in enumerate(entries if isinstance(entries, list) else ()):
                yield f"{path}.{name}[{place}]", entry


def _listed(holder: dict[str, Any], path: str, folder: Path | None) -> Iterator[Image]:
    """Take the images of a payload or a message out of its field ``images``."""
    images = holder.get("images")
    for place, entry in enumerate(images if isinstance(images, list) else ()):
        # Other entries are refused by the schema, or belong to an unknown field of that name.
        if isinstance(entry, dict) and not {"media_type", "byte_count"} & entry.keys():
            image = _image(entry, f"{path}.images[{place}]", folder)
            holder["images"][place] = image.named()
            yield image


def _image(entry: Mapping[str, Any], path: str, folder: Path | None) -> Image:
    unknown = entry.keys() - {"data", "file", "sha256", "description"}
    sources = {"data", "file"} & entry.keys()
    if unknown or len(sources) != 1:
        shown = ", ".join(sorted(entry)) or "nothing"
        raise RefusedEventError(REASON, f"{path}: found {shortened(shown)}; {WAY_OUT}")
    [name] = sources
    description = entry.get("description")
    for field, value in ((name, entry[name]), ("description", description)):
        if value is not None and not isinstance(value, str):
            raise RefusedEventError(
                REASON, f"{path}.{field}: found a value that is not text; {WAY_OUT}"
            )
    try:
        if name == "data":
            image = image_of_uri(entry["data"], description)
        else:
            image = image_in_file(folder, entry["file"], description)
    except NotAnImageError as error:
        raise RefusedEventError(REASON, f"{path}.{name}: {error}") from error
    if entry.get("sha256") not in (None, image.sha256):
        raise RefusedEventError(
            REASON,
            f"{path}.sha256: found {shortened(str(entry['sha256']))}, expected {image.sha256}, "
            "that of the picture; name the right file, or leave sha256 out",
        )
    return image


def _parts(content: object) -> Iterator[Image]:
    """Take the images that are ``data:`` addresses in the parts of a message's content."""
    if not isinstance(content, list):
        return
    for place, part in enumerate(content):
        uri = _uri(part)
        if uri is None:
            continue
        try:
            image = image_of_uri(uri)
        except NotAnImageError:
            # Other kinds of pictures, and broken ones, stay in the message as text.
            continue
        content[place] = {"type": "image", **image.named()}
        yield image


def _uri(part: object) -> str | None:
    """Return the ``data:`` address of a part in OpenAI's or Inspect's form, else None."""
    if not isinstance(part, dict) or part.get("type") not in {"image_url", "image"}:
        return None
    held = part.get(part["type"])
    uri = held.get("url") if isinstance(held, dict) else held
    return uri if isinstance(uri, str) and uri[:5].lower() == "data:" else None
