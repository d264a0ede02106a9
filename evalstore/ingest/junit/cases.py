"""Test cases as records: what each says of its test, and of every time it was run."""

import hashlib
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from evalstore.ingest.junit.elements import XmlElement

# By the name of a property, in any case: a place of its own in a case or a response.
OF_CASES = ("domain", "label", "cluster_id", "session_id", "severity", "expected")
OF_RESPONSES = ("answer", "confidence")
SYSTEM_NAMES = ("system", "system_id", "model")
ATTRIBUTE_LENGTH_MAX = 200
CASE_ID_LENGTH_MAX = 512
CASE_ID_KEPT = 480
REASON_LENGTH_MAX = 4000
UNNAMED = "unnamed"
# What says that a test did not pass, by what that means; the first that is there counts.
OUTCOMES = {"error": "error", "failure": "wrong", "skipped": "unscored"}
# Maven's Surefire lists other runs of a test beside the last: before a pass, or after a failure.
EARLIER = {"flakyError": "error", "flakyFailure": "wrong"}
LATER = {"rerunError": "error", "rerunFailure": "wrong"}
OUTPUTS = ("system-out", "system-err")
# A comma is a mark of thousands only where three digits follow each, and no zero leads.
THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?", re.ASCII)


class NoTestError(Exception):
    """A test case without a name: nobody could find it again."""


@dataclass(slots=True)
class Seen:
    """What was met in the file so far: the system, and how often each case was run."""

    system_id: str = ""
    attempts: Counter[str] = field(default_factory=Counter)


def records(
    element: XmlElement, suite: str, inherited: Mapping[str, str], seen: Seen, called: str = ""
) -> Iterator[dict[str, Any]]:
    """
    Yield a record for each run of a test, the first with the case.

    ``inherited`` are the properties of its suites; those of the first tell the system of the file.
    ``called`` is what the suite calls itself, for a test that says neither class nor file.
    Raises NoTestError for a case without a name.
    """
    # One for all tests: of several, each would be expected to run every test.
    seen.system_id = seen.system_id or system_of(inherited)
    case_id = case_id_of(element, called)
    properties = {**inherited, **properties_of(element)}
    known = {name.lower(): value for name, value in properties.items()}
    runs = list(_runs(element))
    about = {
        "case_id": case_id,
        "suite": suite,
        "system_id": seen.system_id,
        "about": {name: known[name] for name in OF_CASES if known.get(name)},
        "attributes": _attributes(element, properties),
    }
    for place, run in enumerate(runs):
        attempt = seen.attempts[case_id] = seen.attempts[case_id] + 1
        is_own = place == len(runs) - 1 or run["is_own"]
        yield {
            "kind": "test",
            **about,
            "is_first": attempt == 1,
            "attempt": attempt,
            "latency_ms": _milliseconds(run["time"]),
            "answer": known.get("answer") if is_own else None,
            "confidence": _share(known.get("confidence")) if is_own else None,
            "confidence_was": known.get("confidence") if is_own else None,
            **{name: run[name] for name in ("outcome", "reason", "tag", "text")},
        }


def case_id_of(element: XmlElement, suite: str) -> str:
    """Return classname, else file, else suite, and name; a longer one than ids may be is cut."""
    name = element.attributes.get("name", "").strip()
    place = element.attributes.get("classname") or element.attributes.get("file") or suite
    if not name:
        raise NoTestError("a test case without a name")
    whole = f"{place.strip()}::{name}" if place.strip() else name
    if len(whole) <= CASE_ID_LENGTH_MAX:
        return whole
    return f"{whole[:CASE_ID_KEPT]}#{hashlib.sha256(whole.encode()).hexdigest()[:16]}"


def system_of(properties: Mapping[str, str]) -> str:
    """
    Return the system that properties of a suite name.

    >>> system_of({"Model": "maia-2"}), system_of({})
    ('maia-2', 'unnamed')
    """
    known = {name.lower(): value.strip() for name, value in properties.items()}
    return next((known[name] for name in SYSTEM_NAMES if known.get(name)), UNNAMED)


def properties_of(element: XmlElement) -> dict[str, str]:
    """Return the properties of an element: of several of one name the last."""
    holders = [element] if element.name == "properties" else element.children
    return {
        each.attributes["name"]: each.attributes.get("value", each.text.strip())
        for holder in holders
        if holder.name == "properties"
        for each in holder.children
        if each.name == "property" and each.attributes.get("name")
    }


def _runs(element: XmlElement) -> Iterator[dict[str, Any]]:
    """Yield each run of a test in the order they were made."""
    time = element.attributes.get("time")
    text = "\n".join(child.text for child in element.children if child.name in OUTPUTS).strip()
    for child in element.children:
        if child.name in EARLIER:
            yield _run(child, EARLIER[child.name], child.attributes.get("time"), "")
    found = {child.name: child for child in reversed(element.children) if child.name in OUTCOMES}
    name = next((name for name in OUTCOMES if name in found), None)
    if name is not None:
        yield {**_run(found[name], OUTCOMES[name], time, text), "is_own": True}
    elif element.attributes.get("status") in {"disabled", "notrun", "skipped"}:
        yield {**_run(element, "unscored", time, text), "is_own": True}
    else:
        passed = {"outcome": "right", "reason": None, "tag": None}
        yield {**passed, "time": time, "text": text or None, "is_own": True}
    for child in element.children:
        if child.name in LATER:
            yield _run(child, LATER[child.name], child.attributes.get("time"), "")


def _run(element: XmlElement, outcome: str, time: str | None, text: str) -> dict[str, Any]:
    said = [element.attributes.get("message", ""), element.text.strip()]
    is_case = element.name == "testcase"
    reason = "" if is_case else "\n".join(part for part in said if part)
    kind = element.attributes.get("type", "") or element.name
    return {
        "outcome": outcome,
        "reason": (reason or (element.attributes.get("status") if is_case else "") or kind)[
            :REASON_LENGTH_MAX
        ],
        "tag": None if is_case else kind[:ATTRIBUTE_LENGTH_MAX],
        "time": time,
        "text": text or None,
        "is_own": False,
    }


def _attributes(element: XmlElement, properties: Mapping[str, str]) -> dict[str, str]:
    taken = {*OF_CASES, *OF_RESPONSES, "suite"}
    found = {
        name: value
        for name, value in properties.items()
        if name.lower() not in taken and len(value) <= ATTRIBUTE_LENGTH_MAX
    }
    for name in ("file", "classname"):
        if element.attributes.get(name):
            found.setdefault(name, element.attributes[name][:ATTRIBUTE_LENGTH_MAX])
    return found


def _milliseconds(text: str | None) -> float | None:
    """
    Return seconds as milliseconds; some runners write thousands with a comma.

    >>> _milliseconds("1,234.5"), _milliseconds("fast"), _milliseconds(None)
    (1234500.0, None, None)

    A comma of any other place is the decimal comma of some locales.

    >>> _milliseconds("0,5"), _milliseconds("1e307")
    (500.0, None)
    """
    seconds = _number(text)
    if seconds is None or seconds < 0 or not math.isfinite(seconds * 1000):
        return None
    return seconds * 1000


def _share(text: str | None) -> float | None:
    share = _number(text)
    return share if share is not None and 0 <= share <= 1 else None


def _number(text: str | None) -> float | None:
    written = (text or "").strip()
    plain = written.replace(",", "" if THOUSANDS.fullmatch(written) else ".")
    try:
        number = float(plain)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
