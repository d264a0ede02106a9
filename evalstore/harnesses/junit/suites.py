"""Suites of a file: those that are open, and test names listed in several of them."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from evalstore.base import input_file
from evalstore.base.phrases import counted
from evalstore.harnesses.junit.case_names import case_id_of
from evalstore.harnesses.junit.elements import (
    REGULAR_BYTES_MAX,
    TOKEN_BYTES_MAX,
    UTF_16,
    legal_blocks,
)
from evalstore.harnesses.junit.xml_event import DEPTH_MAX, SUITES

IDS_SHOWN_MAX = 3


class SuitePlace(NamedTuple):
    """The identity of a suite: the path of names down to it, and its package."""

    path: str
    package: str


class OpenSuites:
    """The open suites, outermost first."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._places = [SuitePlace("", "")]

    def begin(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Open a suite; ``testsuites`` is the file, and not part of a path."""
        outer = self._places[-1]
        name = attributes.get("name", "").strip()
        self._names.append(name)
        parts = [outer.path, name if tag == "testsuite" else ""]
        path = "/".join(part for part in parts if part)
        self._places.append(SuitePlace(path, attributes.get("package", "").strip()))

    def end(self) -> None:
        """Close the innermost suite."""
        self._names.pop()
        self._places.pop()

    @property
    def name(self) -> str:
        """Name of the innermost suite; empty if no suite is open."""
        return self._names[-1] if self._names else ""

    @property
    def place(self) -> SuitePlace:
        """Path and package of the innermost suite."""
        return self._places[-1]

    @property
    def depth(self) -> int:
        """Number of open suites."""
        return len(self._names)


@dataclass(slots=True)
class SharedNames:
    """
    Tests that several suites list: each suite has a case of its own, in any order of the suites.

    ``note`` every test first. Suites with the same path and package cannot be distinguished: their
    tests of one name are attempts of one case.
    """

    _first: dict[str, SuitePlace] = field(default_factory=dict)
    _shared: dict[str, set[SuitePlace]] = field(default_factory=dict)

    def note(self, case_id: str, place: SuitePlace) -> None:
        """Note that the suite at this place lists this test."""
        first = self._first.setdefault(case_id, place)
        if first != place:
            self._shared.setdefault(case_id, {first}).add(place)

    def forget_single(self) -> None:
        """Keep only the tests that several suites list; call it after the last ``note``."""
        self._first.clear()

    def case_id(self, attributes: Mapping[str, str], suites: OpenSuites) -> str:
        """
        Return the id of the case, with its suite if other suites list the same name.

        Raises NoTestError for a test without a name, class and suite.
        """
        case_id = case_id_of(attributes, suites.name)
        places = self._shared.get(case_id)
        if places is None:
            return case_id
        path, package = suites.place
        packages = {other.package for other in places if other.path == path}
        label = f"{path} ({package})" if package and len(packages) > 1 else path
        return case_id_of(attributes, suites.name, label)

    @property
    def warning(self) -> str:
        """The warning about tests in several suites; empty if there are none."""
        if not self._shared:
            return ""
        shown = ", ".join(sorted(self._shared)[:IDS_SHOWN_MAX])
        return (
            f"{counted(len(self._shared), 'test')} in several suites, such as {shown}; that of "
            "each suite is a case of its own, `suite::class::name`"
        )


class _EnoughError(Exception):
    """The file is at a fault that the reader reports; the names before it are enough."""


def shared_names(path: Path) -> SharedNames:
    """Return the tests that several suites list, as far as the file can be read."""
    names = _Names()
    if not _has_one_suite(path):
        # The reader meets the same fault, and reports it.
        with suppress(_EnoughError, expat.ExpatError, LookupError, ValueError):
            names.read(path)
    names.shared.forget_single()
    return names.shared


class _Names:
    """Callbacks of Expat that read only the names of suites and tests, which is fast."""

    def __init__(self) -> None:
        self.shared = SharedNames()
        self._open = OpenSuites()
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._doctype

    def read(self, path: Path) -> None:
        """Note every test of a file, up to a tag that is too long."""
        fed_bytes = 0
        for block in legal_blocks(path):
            self._parser.Parse(block, False)
            fed_bytes += len(block)
            if fed_bytes - self._parser.CurrentByteIndex > TOKEN_BYTES_MAX:
                return

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        if tag == "testcase" and self._open.depth:
            case_id = case_id_of(attributes, self._open.name, is_required=False)
            if case_id:
                self.shared.note(case_id, self._open.place)
        elif tag in SUITES:
            if self._open.depth >= DEPTH_MAX:
                raise _EnoughError
            self._open.begin(tag, attributes)

    def _end(self, name: str) -> None:
        if name.rpartition(":")[2] in SUITES:
            self._open.end()

    def _doctype(self, *_: object) -> None:
        raise _EnoughError


def _has_one_suite(path: Path) -> bool:
    """Return True if a file clearly has at most one suite, as written by pytest."""
    if path.stat().st_size > REGULAR_BYTES_MAX:
        return False
    data = input_file.read_bytes(path)
    tag_count = data.count(b"testsuite") - data.count(b"testsuites")
    return not data.startswith(UTF_16) and tag_count <= len(("<testsuite>", "</testsuite>"))
