"""
Elements of an XML file as they come, without ever holding more than one test case.

Expat reads it, as the standard library has it. A document type definition is refused before
anything in it is looked at, so that no entity can expand or name a file. Control characters that
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
# Larger files are never held as a whole.
REGULAR_BYTES_MAX = 32 * 1024 * 1024
TOKEN_BYTES_MAX = 16 * 1024 * 1024
ILLEGAL = bytes(byte for byte in range(32) if byte not in b"\t\n\r")
_REFERENCE = re.compile(rb"&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2[0-9]|3[01]));",
                        re.IGNORECASE)  # fmt: skip
_ILLEGAL = re.compile(b"[" + re.escape(ILLEGAL) + b"]")
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_REPLACED = "\ufffd".encode()


class BrokenXmlError(Exception):
    """The file ends in the middle, or is no XML from some place on; the text says where."""


def events(path: Path) -> Iterator[XmlEvent]:
    """
    Yield the suites, properties and test cases of a file in their order.

    Raises BrokenXmlError where the XML breaks off or is broken, after what was whole before, and
    UnreadableInputError for a document type definition, nesting or tokens beyond the limits.
    """
    given_count = 0
    if path.stat().st_size <= REGULAR_BYTES_MAX:
        try:
            for event in regular_events(_regular_bytes(path)):
                given_count += 1
                yield event
        except IrregularError:
            # What it gave is what comes first below.
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
    """Yield the events of any file, one block after the other."""
    reader = _Reader()
    for block in legal_blocks(path):
        yield from reader.feed(block)
        if reader.fault is not None:
            raise reader.fault
    yield from reader.feed(b"", is_last=True)
    if reader.fault is not None:
        raise reader.fault


def legal_blocks(path: Path) -> Iterator[bytes]:
    """Yield the bytes of a file block by block, without characters that XML does not allow."""
    with input_file.open_bytes(path) as file:
        first = file.read(2)
        file.seek(0)
        is_byte_text = first not in UTF_16
        rest = b""
        while block := file.read(BLOCK_BYTES):
            data = rest + block
            # A reference to a character may stand across two blocks.
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
    """An element that has begun."""

    __slots__ = ("element", "length", "line", "texts")

    def __init__(self, element: Element, line: int) -> None:
        self.element, self.line = element, line
        self.texts: list[str] = []
        self.length = 0

    def add(self, text: str) -> None:
        """Take more of its text, up to a little more than the limit, by which it is cut."""
        if self.length <= TEXT_CHARACTERS_MAX:
            self.texts.append(text)
            self.length += len(text)


class _Reader:
    """What expat calls, and the elements that have begun."""

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
        """Return what has become whole with these bytes."""
        self._silent_bytes += len(data)
        try:
            self._parser.Parse(data, is_last)
        except expat.ExpatError as error:
            # What was whole before the fault is kept.
            self.fault = BrokenXmlError(str(error))
        except (LookupError, ValueError) as error:
            raise UnreadableInputError(f"its encoding is not known: {error}") from error
        if self._silent_bytes > TOKEN_BYTES_MAX:
            raise UnreadableInputError(
                f"line {self._parser.CurrentLineNumber} holds a tag or comment of more than "
                f"{TOKEN_BYTES_MAX} bytes"
            )
        found, self._found = self._found, []
        return found

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._silent_bytes = 0
        if len(self._open) >= DEPTH_MAX:
            line = self._parser.CurrentLineNumber
            raise UnreadableInputError(
                f"line {line}: <{name}> is nested more than {DEPTH_MAX} elements deep; expected "
                f"at most {DEPTH_MAX}: write the suites less deep, or as files of their own"
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
            kind = "case" if element.tag == "testcase" else "beside"
            self._found.append(XmlEvent(kind, element, line))
        elif parent is not None:
            parent.append(element)

    def _text(self, text: str) -> None:
        self._silent_bytes = 0
        if self._open and self._open[-1].element.tag not in SUITES:
            self._open[-1].add(text)

    def _doctype(self, *_: Any) -> None:
        raise UnreadableInputError(
            "it has a document type definition, which can name other files and grow without end; "
            "JUnit files need none, so write it without"
        )
