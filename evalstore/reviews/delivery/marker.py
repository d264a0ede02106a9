"""Find by its hidden marker what an earlier run wrote, and no text that only quotes one."""

import re
from typing import Final

from evalstore.reviews.delivery.delivery_error import DeliveryError

MARKER: Final = re.compile(r"<!-- evalstore gate \S[^\n]*? -->")


def marker_of(text: str) -> str:
    r"""
    Return the marker of a text of ours: its first line.

    >>> marker_of("<!-- evalstore gate quiz -->\n## It fails")
    '<!-- evalstore gate quiz -->'
    """
    first = _first_line(text)
    if not MARKER.fullmatch(first):
        raise DeliveryError(f"the text has no marker in its first line, only {first[:80]!r}")
    return first


def has_marker(text: object, marker: str) -> bool:
    r"""
    Say whether a text begins with a marker; what a model wrote comes later, and cannot.

    >>> has_marker("<!-- evalstore gate a -->\r\nIt fails", "<!-- evalstore gate a -->")
    True
    """
    return isinstance(text, str) and _first_line(text) == marker


def is_same(text: str, other: str) -> bool:
    """Say whether two texts differ in nothing but the ends of lines, which hosts change."""
    return text.replace("\r\n", "\n").strip() == other.replace("\r\n", "\n").strip()


def _first_line(text: str) -> str:
    return text.lstrip("\ufeff \r\n").partition("\n")[0].strip()
