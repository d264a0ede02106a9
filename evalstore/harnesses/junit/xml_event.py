"""Events of an XML file: suites, their properties, and test cases."""

from typing import NamedTuple
from xml.etree.ElementTree import Element

SUITES = frozenset(("testsuites", "testsuite"))
# The limit of nested elements; runners write five or six.
DEPTH_MAX = 100
# The limit of one text; runners write megabytes of output into a case.
TEXT_CHARACTERS_MAX = 64 * 1024
CUT = "\n… cut here"


class XmlEvent(NamedTuple):
    """A suite ``begun`` or ``ended``, a whole ``case``, or another element (``other``)."""

    kind: str
    element: Element
    line: int


def text_of(element: Element) -> str:
    """Return the text directly in an element, cut at the limit."""
    text = element.text or ""
    return text if len(text) <= TEXT_CHARACTERS_MAX else text[:TEXT_CHARACTERS_MAX] + CUT
