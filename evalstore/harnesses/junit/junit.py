"""JUnit XML, as written by pytest, Surefire, Gradle, Jest, GoogleTest, xUnit and others."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from evalstore.base.phrases import counted
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.junit import counts
from evalstore.harnesses.junit.case_names import NoTestError
from evalstore.harnesses.junit.elements import BrokenXmlError, events
from evalstore.harnesses.junit.junit_cases import Seen, properties_of, run_events
from evalstore.harnesses.junit.junit_files import recognises
from evalstore.harnesses.junit.suites import IDS_SHOWN_MAX, OpenSuites, shared_names
from evalstore.harnesses.junit.xml_event import XmlEvent, text_of
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = event_records.MAPPING
FAMILY = "junit"
HOLDS_WHOLE_RUN = True
# 2: a name in several suites is a case of each; a test without a name is a case of its class.
READING = 2
RUN_ID_DIGITS = 16
ZONED = re.compile(r".*\d(?:Z|[+-]\d\d:?\d\d)")
# Elements of a suite that failed as a whole.
OF_SUITES = ("error", "failure")
END = "the file's end"


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield the run's start, each run of a test in file order, the suites' counts, and the run's end.

    Raises UnreadableInputError for a file that is not XML, or beyond the limits of ``events``.
    """
    reading = _Reading(f"junit-{source.sha256[:RUN_ID_DIGITS]}", source)
    is_empty = True
    try:
        for event in events(source.path):
            items = reading.take(event)
            is_empty = is_empty and all(isinstance(item, Skip) for item in items)
            yield from items
    except BrokenXmlError as error:
        if is_empty:
            raise UnreadableInputError(
                f"{source.name}: not a complete XML file: {error}; copy it again"
            ) from error
        yield Skip(
            END,
            "cut short",
            f"{error}; everything before it was read, copy the file again for the rest",
        )
        reading.tell()
        return
    except UnreadableInputError as error:
        raise UnreadableInputError(f"{source.name}: {error}") from error
    reading.tell()
    yield from reading.ended()


class _Reading:
    """The open suites, and the tests, counts and faults read so far."""

    def __init__(self, run_id: str, source: SourceFile) -> None:
        self._run_id = run_id
        self._file_name = Path(source.name).stem
        self._source = source
        self._shared = shared_names(source.path)
        self._open = OpenSuites()
        # For each open suite: its unique name, its properties, and the tests it lists.
        self._suites: list[tuple[str, dict[str, str], counts.Listed]] = []
        self._names: dict[str, int] = {}
        # Suite and case of cases that another suite, not distinguishable, listed first.
        self._elsewhere: set[tuple[str, str]] = set()
        # The cases listed in several suites that cannot be distinguished.
        self._merged: list[str] = []
        # Number of tests without a name, by suite and case id.
        self._nameless: Counter[tuple[str, str]] = Counter()
        self._figures: list[dict[str, Any]] = []
        self._seen = Seen()
        self._is_started = False
        self._is_whole = True

    def take(self, event: XmlEvent) -> Sequence[SourceRecord | Skip]:
        """Return the records of an event."""
        kind, element, line = event
        location = f"line {line}"
        if kind == "case":
            return self._case(element, location)
        if kind == "other":
            return self._other(element, location)
        if kind == "begun":
            inherited = self._suites[-1][1] if self._suites else {}
            name = self._name_of(element.attrib)
            self._suites.append((name, dict(inherited), counts.Listed()))
            self._open.begin(element.tag, element.attrib)
            if not self._is_started:
                self._is_started = True
                return [self._record(location, self._start(element.attrib))]
        else:
            self._open.end()
            name, _, listed = self._suites.pop()
            self._figures += counts.of_suite(element.attrib, name, listed)
            if self._suites:
                self._suites[-1][2].add(listed)
        return []

    def _case(self, element: Element, location: str) -> Sequence[SourceRecord | Skip]:
        suite, inherited, listed = self._suites[-1]
        try:
            case_id = self._shared.case_id(element.attrib, self._open)
        except NoTestError as error:
            self._is_whole = False
            detail = (
                f"{error}, expected the attribute `name`; name the test in the tool that writes "
                "the file"
            )
            return [Skip(location, "no test", detail)]
        if not element.get("name", "").strip():
            self._nameless[suite, case_id] += 1
        is_new = case_id not in self._seen.attempts
        events_of_runs = run_events(element, case_id, suite, inherited, self._seen)
        listed.element_count += 1
        listed.run_count += len(events_of_runs)
        listed.suites[suite] = None
        if is_new:
            listed.name_count += 1
        elif self._is_first_here(suite, case_id):
            listed.name_count += 1
            self._merged.append(case_id)
        return [self._record(location, *events) for events in events_of_runs]

    def _is_first_here(self, suite: str, case_id: str) -> bool:
        """Return True for the first occurrence here of a case that another suite listed first."""
        if suite == self._seen.suites[case_id] or (suite, case_id) in self._elsewhere:
            return False
        self._elsewhere.add((suite, case_id))
        return True

    def _other(self, element: Element, location: str) -> Sequence[Skip]:
        """Add the properties of a suite; return a Skip for an error of the suite as a whole."""
        self._suites[-1][1].update(properties_of(element))
        if element.tag in OF_SUITES:
            self._is_whole = False
            message = element.get("message") or text_of(element).strip() or element.tag
            detail = (
                f"suite {self._suites[-1][0]}: {message[:200]}; the error belongs to no test; fix "
                "the suite and run it again"
            )
            return [Skip(location, "an error of a suite", detail)]
        return []

    def tell(self) -> None:
        """Warn of tests listed in several suites, and of tests without a name."""
        name = self._source.name
        if warning := self._shared.warning:
            self._source.warnings.append(f"{name}: {warning}")
        if self._merged:
            tests = counted(len(self._merged), "test is", "tests are")
            shown = ", ".join(self._merged[:IDS_SHOWN_MAX])
            self._source.doubts.append(
                f"{name}: {tests} in several suites of the same name, such as {shown}; they count "
                "as attempts of one case"
            )
        merged = [key for key, count in self._nameless.items() if count > 1]
        if merged:
            shown = ", ".join(case_id for _, case_id in merged[:IDS_SHOWN_MAX])
            self._source.doubts.append(
                f"{name}: {counted(sum(self._nameless[key] for key in merged), 'test')} without a "
                f"name, such as in {shown}; those of the same class count as attempts of one case"
            )

    def ended(self) -> Iterator[SourceRecord]:
        """Yield the reported counts and the run's end, if no part of the file was left out."""
        if not self._is_whole:
            return
        if self._figures:
            figures = [
                event_records.figure({"scorer": "test", **figure}) for figure in self._figures
            ]
            yield self._record(END, *figures)
        yield self._record(END, event_records.finished())

    def _start(self, attributes: dict[str, str]) -> event_records.Event:
        at = attributes.get("timestamp", "")
        payload = {
            "suite": attributes.get("name") or self._file_name,
            "config": {
                name: attributes[name]
                for name in ("timestamp", "hostname", "package", "id")
                if attributes.get(name)
            },
        }
        # A time without an offset is local to an unknown machine.
        return event_records.started(payload, at if ZONED.fullmatch(at) else None)

    def _name_of(self, attributes: dict[str, str]) -> str:
        """Return the name of a suite, made unique by a number."""
        name = attributes.get("name", "").strip()[:400] or self._file_name
        self._names[name] = count = self._names.get(name, 0) + 1
        return name if count == 1 else f"{name} ({count})"

    def _record(self, location: str, *events: event_records.Event) -> SourceRecord:
        # XML has no lone surrogates, and all numbers are checked: the record is strict JSON.
        return event_records.record(location, self._run_id, *events)
