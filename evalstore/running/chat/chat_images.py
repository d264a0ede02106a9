"""Images in messages to a chat model, in the form of the OpenAI interface."""

from collections.abc import Mapping, Sequence

from evalstore.plugins.image import Image


def with_images(message: Mapping[str, object], images: Sequence[Image]) -> dict[str, object]:
    """
    Return a message with images after its text; without images, an unchanged copy.

    >>> with_images({"role": "user", "content": "What is this?"}, ())
    {'role': 'user', 'content': 'What is this?'}
    """
    if not images:
        return dict(message)
    shown = [{"type": "image_url", "image_url": {"url": image.data_uri}} for image in images]
    return {**message, "content": [{"type": "text", "text": message["content"]}, *shown]}
