"""Elements of a regular XML file, no more deeply nested than a test case, built in C."""

import re
from collections.abc import Iterator
from itertools import islice
from xml.etree.ElementTree import (
    Element,
    ParseError,
    TreeBuilder,
    XMLParser,
)

from evalstore.harnesses.junit.xml_event import DEPTH_MAX, SUITES, XmlEvent

FEED_BYTES = 256 * 1024
START = re.compile(rb"<test(?:suites?|case)(?=[\s/>])")
# Also matches comments, CDATA and instructions, so that tags inside them are not counted.
STARTS = re.compile(
    rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<test(?:suites?|case)(?=[\s/>])", re.DOTALL
)
# Errors of a suite are reported with their line, which this reader does not know.
OF_SUITES = ("error", "failure")
CASE, PROPERTIES = "testcase", "properties"
NESTED = SUITES | {CASE}
TAG = ord("t")
# In other encodings, the bytes of a document type may differ.
ENCODING = re.compile(rb"<\?xml[^>]*\sencoding\s*=\s*[\"']([\w.:-]+)")
ENCODINGS = (b"utf-8", b"us-ascii", b"iso-8859-1", b"windows-1252")


class IrregularError(Exception):
    """The file needs the general parser; events yielded before stay valid."""


def regular_events(data: bytes) -> Iterator[XmlEvent]:
    """
    Yield the events of a file from its bytes.

    Raises IrregularError for anything but suites of plain test cases: a document type, prefixes,
    elements within texts, faults.
    """
    _require_plain(data)
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    builder = TreeBuilder()
    # The builder does not report finished elements, so they are read from this root element.
    built = _BuiltSuites(builder.start("file", {}), _lines(data))
    # The file has no document type, so there are no entities to expand.
    parser = XMLParser(target=builder)  # noqa: S314
    view = memoryview(data)
    try:
        for start in range(0, len(data), FEED_BYTES):
            parser.feed(view[start : start + FEED_BYTES])
            yield from built.whole()
        parser.close()
    except (ParseError, LookupError, ValueError) as error:
        raise IrregularError(str(error)) from error
    built.is_ended = True
    yield from built.whole()


def _require_plain(data: bytes) -> None:
    encoding = ENCODING.match(data)
    if (
        (encoding is not None and encoding[1].lower() not in ENCODINGS)
        or b"<!DOCTYPE" in data
        or b"<xsi:" in data
        or data.count(b"xmlns") != data.count(b"xmlns:xsi=")
    ):
        raise IrregularError("an encoding, a document type or prefixes")


def _lines(data: bytes) -> Iterator[int]:
    """Yield the line of each start tag of a suite or a test case."""
    is_simple = b"<!" not in data and data.count(b"<?") <= data.startswith(b"<?xml")
    line, counted = 1, 0
    for match in (START if is_simple else STARTS).finditer(data):
        start = match.start()
        if data[start + 1] == TAG:
            line += data.count(b"\n", counted, start)
            counted = start
            yield line


class _BuiltSuites:
    """The open suites, and their elements that were not yielded yet."""

    def __init__(self, root: Element, lines: Iterator[int]) -> None:
        self._open = [(root, 0)]
        self._lines = lines
        self.is_ended = False

    def whole(self) -> Iterator[XmlEvent]:
        """Yield the events of complete elements: all but the last element of each open suite."""
        while True:
            suite, line = self._open[-1]
            is_closed = self.is_ended or any(len(outer) > 1 for outer, _ in self._open[:-1])
            count = len(suite) if is_closed else len(suite) - 1
            inner = None
            given_count = 0
            for child in islice(suite, max(count, 0)):
                if child.tag in SUITES:
                    inner = child
                    break
                given_count += 1
                yield self._event(child)
            del suite[:given_count]
            if inner is None and len(suite) == 1 and suite[0].tag in SUITES:
                inner = suite[0]
            if inner is not None:
                if len(self._open) > DEPTH_MAX:
                    raise IrregularError("suites nested too deep")
                self._open.append((inner, next(self._lines, 0)))
                yield XmlEvent("begun", *self._open[-1])
            elif is_closed and len(self._open) > 1 and not len(suite):
                yield XmlEvent("ended", suite, line)
                self._open.pop()
                del self._open[-1][0][0]
            else:
                return

    def _event(self, child: Element) -> XmlEvent:
        for part in child:
            if part.tag in NESTED or (
                len(part) and (part.tag != PROPERTIES or any(map(len, part)))
            ):
                raise IrregularError(f"elements in {part.tag}")
        if child.tag == CASE:
            return XmlEvent("case", child, next(self._lines, 0))
        if child.tag in OF_SUITES or len(self._open) == 1:
            raise IrregularError(f"{child.tag} in a suite")
        if child.tag != PROPERTIES and len(child):
            raise IrregularError(f"elements in {child.tag}")
        return XmlEvent("other", child, 0)
