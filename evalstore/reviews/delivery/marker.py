"""Hidden markers that identify the texts of an earlier run, but not texts that quote a marker."""

import re
from typing import Final

from evalstore.reviews.delivery.delivery_error import DeliveryError

MARKER: Final = re.compile(r"<!-- evalstore gate \S[^\n]*? -->")


def marker_of(text: str) -> str:
    r"""
    Return the marker of a text of ours, which is its first line.

    Raises DeliveryError if that line is not a marker.

    >>> marker_of("<!-- evalstore gate quiz -->\n## It fails")
    '<!-- evalstore gate quiz -->'
    """
    first = _first_line(text)
    if not MARKER.fullmatch(first):
        raise DeliveryError(f"the first line has no marker of evalstore, only {first[:80]!r}")
    return first


def has_marker(text: object, marker: str) -> bool:
    r"""
    Return True if a text begins with a marker; text of a model only comes below it.

    >>> has_marker("<!-- evalstore gate a -->\r\nIt fails", "<!-- evalstore gate a -->")
    True
    """
    return isinstance(text, str) and _first_line(text) == marker


def is_same(text: str, other: str) -> bool:
    """Return True if two texts are equal except for line ends, which hosts change."""
    return text.replace("\r\n", "\n").strip() == other.replace("\r\n", "\n").strip()


def _first_line(text: str) -> str:
    return text.lstrip("\ufeff \r\n").partition("\n")[0].strip()
