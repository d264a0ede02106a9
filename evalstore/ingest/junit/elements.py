"""
Elements of an XML file as they come, without ever holding more than one test case.

Expat reads it, as the standard library has it. A document type definition is refused before
anything in it is looked at, so that no entity can expand or name a file. Control characters that
XML does not allow become U+FFFD, since runners write them into messages.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.parsers import expat

from evalstore.errors import UnreadableInputError

BLOCK_BYTES = 256 * 1024
# Of one text; runners write megabytes of output into a case.
TEXT_CHARACTERS_MAX = 64 * 1024
TOKEN_BYTES_MAX = 16 * 1024 * 1024
DEPTH_MAX = 100
ILLEGAL = bytes(byte for byte in range(32) if byte not in b"\t\n\r")
_REFERENCE = re.compile(rb"&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2[0-9]|3[01]));",
                        re.IGNORECASE)  # fmt: skip
_ILLEGAL = re.compile(b"[" + re.escape(ILLEGAL) + b"]")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_REPLACED = "\ufffd".encode()
_CUT = "\n… cut here"


@dataclass(slots=True)
class XmlElement:
    """One element that has ended, or a suite that has begun; its children are its elements."""

    name: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list["XmlElement"] = field(default_factory=list)
    is_text_cut: bool = False

    def add(self, text: str) -> None:
        """Take more of its text, up to the limit."""
        left = TEXT_CHARACTERS_MAX - len(self.text)
        if left > 0:
            self.text += text[:left]
        if len(text) > left and not self.is_text_cut:
            self.text += _CUT
            self.is_text_cut = True


@dataclass(slots=True)
class XmlEvent:
    """What was read: a suite began or ended, its properties came, or a test case is whole."""

    kind: str
    element: XmlElement
    depth: int


class BrokenXmlError(Exception):
    """The file ends in the middle, or is no XML from some place on; the text says where."""


SUITES = ("testsuites", "testsuite")


def events(path: Path) -> Iterator[XmlEvent]:
    """
    Yield the suites, properties and test cases of a file in their order.

    Raises BrokenXmlError where the XML breaks off or is broken, after what was whole before, and
    UnreadableInputError for a document type definition, nesting or tokens beyond the limits.
    """
    reader = _Reader()
    with path.open("rb") as file:
        first = file.read(2)
        file.seek(0)
        is_byte_text = first not in _UTF_16
        rest = b""
        while block := file.read(BLOCK_BYTES):
            data = rest + block
            # A reference to a character may stand across two blocks.
            cut = data.rfind(b"&", max(0, len(data) - 12))
            rest = data[cut:] if cut >= 0 and is_byte_text else b""
            whole = data[: len(data) - len(rest)]
            yield from reader.feed(_legal(whole) if is_byte_text else whole)
            if reader.fault is not None:
                raise reader.fault
        yield from reader.feed(_legal(rest) if is_byte_text else rest, is_last=True)
    if reader.fault is not None:
        raise reader.fault


def _legal(data: bytes) -> bytes:
    if len(data.translate(None, ILLEGAL)) != len(data):
        data = _ILLEGAL.sub(_REPLACED, data)
    return _REFERENCE.sub(_REPLACED, data) if b"&#" in data else data


class _Reader:
    """What expat calls, and the elements that have begun."""

    def __init__(self) -> None:
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._open: list[XmlElement] = []
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
            raise UnreadableInputError(f"its elements are nested deeper than {DEPTH_MAX}")
        name = name.rpartition(":")[2]
        element = XmlElement(name, attributes, self._parser.CurrentLineNumber)
        if name in SUITES:
            self._found.append(XmlEvent("begun", element, len(self._open)))
        self._open.append(element)

    def _end(self, _name: str) -> None:
        self._silent_bytes = 0
        element = self._open.pop()
        parent = self._open[-1] if self._open else None
        if element.name in SUITES:
            self._found.append(XmlEvent("ended", element, len(self._open)))
        elif parent is not None and parent.name in SUITES:
            kind = "case" if element.name == "testcase" else "beside"
            self._found.append(XmlEvent(kind, element, len(self._open)))
        elif parent is not None:
            parent.children.append(element)

    def _text(self, text: str) -> None:
        self._silent_bytes = 0
        if self._open and self._open[-1].name not in SUITES:
            self._open[-1].add(text)

    def _doctype(self, *_: Any) -> None:
        raise UnreadableInputError(
            "it has a document type definition, which can name other files and grow without end; "
            "JUnit files need none, so write it without"
        )
