"""
Elements of an XML file in order, with at most one test case in memory.

The parser is Expat, as in the standard library. A document type definition is refused before
its contents are parsed, so that no entity can expand or name a file. Control characters that
XML does not allow become U+FFFD, since runners write them into messages.
"""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element
from xml.parsers import expat

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses.junit.regular import IrregularError, regular_events
from evalstore.harnesses.junit.xml_event import DEPTH_MAX, SUITES, TEXT_CHARACTERS_MAX, XmlEvent

BLOCK_BYTES = 256 * 1024
# Larger files are always streamed.
REGULAR_BYTES_MAX = 32 * 1024 * 1024
TOKEN_BYTES_MAX = 16 * 1024 * 1024
ILLEGAL = bytes(byte for byte in range(32) if byte not in b"\t\n\r")
_REFERENCE = re.compile(rb"&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2[0-9]|3[01]));",
                        re.IGNORECASE)  # fmt: skip
_ILLEGAL = re.compile(b"[" + re.escape(ILLEGAL) + b"]")
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_REPLACED = "\ufffd".encode()


class BrokenXmlError(Exception):
    """The file is cut short, or is not XML from some place on; the message says where."""


def events(path: Path) -> Iterator[XmlEvent]:
    """
    Yield the suites, properties and test cases of a file in order.

    Raises BrokenXmlError if the XML is cut short or broken, after the events before the fault, and
    UnreadableInputError for a document type definition, or nesting or tokens beyond the limits.
    """
    given_count = 0
    if path.stat().st_size <= REGULAR_BYTES_MAX:
        try:
            for event in regular_events(_regular_bytes(path)):
                given_count += 1
                yield event
        except IrregularError:
            # The stream below starts with the same events, which are skipped.
            pass
        else:
            return
    yield from islice(_streamed(path), given_count, None)


def _regular_bytes(path: Path) -> bytes:
    data = input_file.read_bytes(path)
    if data.startswith(UTF_16):
        raise IrregularError("UTF-16")
    return _legal(data)


def _streamed(path: Path) -> Iterator[XmlEvent]:
    """Yield the events of any file, block by block."""
    reader = _Reader()
    for block in legal_blocks(path):
        yield from reader.feed(block)
        if reader.fault is not None:
            raise reader.fault
    yield from reader.feed(b"", is_last=True)
    if reader.fault is not None:
        raise reader.fault


def legal_blocks(path: Path) -> Iterator[bytes]:
    """Yield the bytes of a file in blocks; characters that XML does not allow become U+FFFD."""
    with input_file.open_bytes(path) as file:
        first = file.read(2)
        file.seek(0)
        is_byte_text = first not in UTF_16
        rest = b""
        while block := file.read(BLOCK_BYTES):
            data = rest + block
            # A character reference may be split between two blocks.
            cut = data.rfind(b"&", max(0, len(data) - 12))
            rest = data[cut:] if cut >= 0 and is_byte_text else b""
            whole = data[: len(data) - len(rest)]
            yield _legal(whole) if is_byte_text else whole
        yield _legal(rest) if is_byte_text else rest


def _legal(data: bytes) -> bytes:
    if len(data.translate(None, ILLEGAL)) != len(data):
        data = _ILLEGAL.sub(_REPLACED, data)
    return _REFERENCE.sub(_REPLACED, data) if b"&#" in data else data


class _Open:
    """An element whose end tag was not read yet."""

    __slots__ = ("element", "length", "line", "texts")

    def __init__(self, element: Element, line: int) -> None:
        self.element, self.line = element, line
        self.texts: list[str] = []
        self.length = 0

    def add(self, text: str) -> None:
        """Append text, unless the element's text exceeds the limit, at which it is later cut."""
        if self.length <= TEXT_CHARACTERS_MAX:
            self.texts.append(text)
            self.length += len(text)


class _Reader:
    """The callbacks of Expat, and the stack of open elements."""

    def __init__(self) -> None:
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._open: list[_Open] = []
        self._found: list[XmlEvent] = []
        self._silent_bytes = 0
        self.fault: BrokenXmlError | None = None

    def feed(self, data: bytes, *, is_last: bool = False) -> list[XmlEvent]:
        """
        Return the events completed by these bytes.

        Sets ``fault`` if the XML is broken. Raises UnreadableInputError for an unknown encoding,
        or a tag or comment that is too long.
        """
        self._silent_bytes += len(data)
        try:
            self._parser.Parse(data, is_last)
        except expat.ExpatError as error:
            # The events before the fault are still returned.
            self.fault = BrokenXmlError(str(error))
        except (LookupError, ValueError) as error:
            raise UnreadableInputError(f"unknown encoding: {error}") from error
        if self._silent_bytes > TOKEN_BYTES_MAX:
            raise UnreadableInputError(
                f"line {self._parser.CurrentLineNumber} contains a tag or comment of more than "
                f"{TOKEN_BYTES_MAX} bytes"
            )
        events, self._found = self._found, []
        return events

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._silent_bytes = 0
        if len(self._open) >= DEPTH_MAX:
            line = self._parser.CurrentLineNumber
            raise UnreadableInputError(
                f"line {line}: <{name}> is nested more than {DEPTH_MAX} elements deep; expected "
                f"at most {DEPTH_MAX}; nest the suites less, or write them to separate files"
            )
        name = name.rpartition(":")[2]
        begun = _Open(Element(name, attributes), self._parser.CurrentLineNumber)
        if name in SUITES:
            self._found.append(XmlEvent("begun", begun.element, begun.line))
        self._open.append(begun)

    def _end(self, _name: str) -> None:
        self._silent_bytes = 0
        ended = self._open.pop()
        element, line = ended.element, ended.line
        element.text = "".join(ended.texts) or None
        parent = self._open[-1].element if self._open else None
        if element.tag in SUITES:
            self._found.append(XmlEvent("ended", element, line))
        elif parent is not None and parent.tag in SUITES:
            kind = "case" if element.tag == "testcase" else "other"
            self._found.append(XmlEvent(kind, element, line))
        elif parent is not None:
            parent.append(element)

    def _text(self, text: str) -> None:
        self._silent_bytes = 0
        if self._open and self._open[-1].element.tag not in SUITES:
            self._open[-1].add(text)

    def _doctype(self, *_: Any) -> None:
        raise UnreadableInputError(
            "it has a document type definition, which can include other files and grow without "
            "limit; write it without one"
        )
