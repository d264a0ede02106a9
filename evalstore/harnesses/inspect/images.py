"""Images in the messages of a sample: those whose bytes are in the log; nothing is fetched."""

from collections.abc import Iterator, Mapping
from typing import Any

from evalstore.harnesses.inspect.content import ATTACHMENT
from evalstore.plugins.image import NotAnImageError, image_of_uri


def images(messages: object, attachments: Mapping[str, Any]) -> tuple[list[dict[str, str]], int]:
    """
    Return the images in a list of messages as event lines give them, and how many were left out.

    Left out are those that the log names by address or file, and what is no image that is kept.

    >>> images([{"content": [{"type": "image", "image": "https://example.org/a.png"}]}], {})
    ([], 1)
    """
    found: list[dict[str, str]] = []
    left_out_count = 0
    for address in _addresses(messages):
        held = attachments.get(address.removeprefix(ATTACHMENT), address)
        try:
            image_of_uri(str(held))
        except NotAnImageError:
            left_out_count += 1
        else:
            found.append({"data": str(held)})
    return found, left_out_count


def _addresses(messages: object) -> Iterator[str]:
    for message in messages if isinstance(messages, list) else ():
        content = message.get("content") if isinstance(message, dict) else None
        for part in content if isinstance(content, list) else ():
            if isinstance(part, dict) and part.get("type") == "image":
                yield str(part.get("image"))
