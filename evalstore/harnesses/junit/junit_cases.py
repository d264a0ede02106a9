"""Test cases as records: what each says of its test, and of every time it was run."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from evalstore.harnesses.junit.xml_event import text_of
from evalstore.harnesses.values import ATTRIBUTE_LENGTH_MAX

# By the name of a property, in any case: a place of its own in a case or a response.
OF_CASES = ("domain", "label", "cluster_id", "session_id", "severity", "expected")
OF_RESPONSES = ("answer", "confidence")
SYSTEM_NAMES = ("system", "system_id", "model")
REASON_LENGTH_MAX = 4000
UNNAMED = "unnamed"
# What says that a test did not pass, by what that means; the first that is there counts.
OUTCOMES = {"error": "error", "failure": "wrong", "skipped": "unscored"}
# Maven's Surefire lists other runs of a test beside the last: before a pass, or after a failure.
EARLIER = {"flakyError": "error", "flakyFailure": "wrong"}
LATER = {"rerunError": "error", "rerunFailure": "wrong"}
OUTPUTS = ("system-out", "system-err")
NOT_RUN = ("disabled", "notrun", "skipped")
# Properties with a place of their own, which make no slices.
TAKEN = frozenset((*OF_CASES, *OF_RESPONSES, "suite"))
# A comma is a mark of thousands only where three digits follow each, and no zero leads.
THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?", re.ASCII)


@dataclass(slots=True)
class Seen:
    """
    What was met in the file so far: the system, and how often each case was run.

    ``suites`` has of each case the suite that listed it first.
    """

    system_id: str = ""
    attempts: dict[str, int] = field(default_factory=dict)
    suites: dict[str, str] = field(default_factory=dict)


def records(
    element: Element, case_id: str, suite: str, inherited: Mapping[str, str], seen: Seen
) -> list[dict[str, Any]]:
    """
    Return a record for each run of a test, the first with the case.

    ``inherited`` are the properties of its suites; those of the first tell the system of the file.
    """
    # One for all tests: of several, each would be expected to run every test.
    seen.system_id = seen.system_id or system_of(inherited)
    first_suite = seen.suites.setdefault(case_id, suite)
    own = properties_of(element)
    properties = {**inherited, **own} if inherited else own
    known, attributes = _sorted_out(properties)
    for name in ("file", "classname"):
        if value := element.get(name):
            attributes.setdefault(name, value[:ATTRIBUTE_LENGTH_MAX])
    about = (
        {name: value for name in OF_CASES if (value := known.get(name))}
        if not TAKEN.isdisjoint(known)
        else {}
    )
    answer, confidence = known.get("answer"), known.get("confidence")
    runs = _runs(element)
    found = []
    for place, run in enumerate(runs, 1):
        attempt = seen.attempts[case_id] = seen.attempts.get(case_id, 0) + 1
        is_own = place == len(runs) or run.is_own
        record = {
            "kind": "test",
            "case_id": case_id,
            "suite": suite,
            "system_id": seen.system_id,
            "about": about,
            "attributes": attributes,
            "is_first": attempt == 1,
            "attempt": attempt,
            "latency_ms": _milliseconds(run.time),
            "answer": answer if is_own else None,
            "confidence": _share(confidence) if is_own else None,
            "confidence_was": confidence if is_own else None,
            "outcome": run.outcome,
            "reason": run.reason,
            "tag": run.tag,
            "text": run.text,
        }
        if not run.is_own:
            record["is_rerun"] = True
        if suite != first_suite:
            record["listed_in"] = suite
        found.append(record)
    return found


def system_of(properties: Mapping[str, str]) -> str:
    """
    Return the system that properties of a suite name.

    >>> system_of({"Model": "maia-2"}), system_of({})
    ('maia-2', 'unnamed')
    """
    known = {name.lower(): value.strip() for name, value in properties.items()}
    return next((known[name] for name in SYSTEM_NAMES if known.get(name)), UNNAMED)


def properties_of(element: Element) -> dict[str, str]:
    """Return the properties of an element: of several of one name the last."""
    found = {}
    for holder in [element] if element.tag == "properties" else element:
        if holder.tag == "properties":
            for each in holder:
                if each.tag == "property" and (name := each.get("name")):
                    value = each.get("value")
                    found[name] = text_of(each).strip() if value is None else value
    return found


class _Run(NamedTuple):
    """One run of a test; ``is_own`` where the properties of the case are of it."""

    outcome: str
    reason: str | None
    tag: str | None
    time: str | None
    text: str | None
    is_own: bool


def _runs(element: Element) -> list[_Run]:
    """Return each run of a test in the order they were made."""
    found: dict[str, Element] = {}
    earlier, later, outputs = [], [], []
    for child in element:
        name = child.tag
        if name == "properties":
            continue
        if name in OUTPUTS:
            outputs.append(text_of(child))
        elif name in OUTCOMES:
            found.setdefault(name, child)
        elif name in EARLIER:
            earlier.append(_run(child, EARLIER[name], child.get("time"), None))
        elif name in LATER:
            later.append(_run(child, LATER[name], child.get("time"), None))
    time, text = element.get("time"), "\n".join(outputs).strip() or None
    outcome = next((name for name in OUTCOMES if name in found), None) if found else None
    if outcome is not None:
        last = _run(found[outcome], OUTCOMES[outcome], time, text, is_own=True)
    elif element.get("status") in NOT_RUN:
        last = _run(element, "unscored", time, text, is_own=True)
    else:
        last = _Run("right", None, None, time, text, is_own=True)
    return [*earlier, last, *later]


def _run(
    element: Element, outcome: str, time: str | None, text: str | None, *, is_own: bool = False
) -> _Run:
    is_case = element.tag == "testcase"
    said = [element.get("message", ""), text_of(element).strip()]
    reason = "" if is_case else "\n".join(part for part in said if part)
    kind = element.get("type", "") or element.tag
    return _Run(
        outcome,
        (reason or (element.get("status") if is_case else "") or kind)[:REASON_LENGTH_MAX],
        None if is_case else kind[:ATTRIBUTE_LENGTH_MAX],
        time,
        text,
        is_own,
    )


def _sorted_out(properties: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the values by their names in lower case, and those to slice by."""
    known, attributes = {}, {}
    for name, value in properties.items():
        lower = name.lower()
        known[lower] = value
        if lower not in TAKEN and len(value) <= ATTRIBUTE_LENGTH_MAX:
            attributes[name] = value
    return known, attributes


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
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        written = text.strip()
        try:
            number = float(written.replace(",", "" if THOUSANDS.fullmatch(written) else "."))
        except ValueError:
            return None
    return number if math.isfinite(number) else None
