"""Test cases as records: one for each run of a test."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from evalstore.harnesses.junit.xml_event import text_of
from evalstore.harnesses.values import ATTRIBUTE_LENGTH_MAX

# Properties, in upper or lower case, that become fields of a case or a response.
OF_CASES = ("domain", "label", "cluster_id", "session_id", "severity", "expected")
OF_RESPONSES = ("answer", "confidence")
SYSTEM_NAMES = ("system", "system_id", "model")
REASON_LENGTH_MAX = 4000
UNNAMED = "unnamed"
# Elements of a test that did not pass, and the outcome they mean; the first present counts.
OUTCOMES = {"error": "error", "failure": "wrong", "skipped": "unscored"}
# Maven's Surefire also lists earlier runs of a test that passed and later runs of one that failed.
EARLIER = {"flakyError": "error", "flakyFailure": "wrong"}
LATER = {"rerunError": "error", "rerunFailure": "wrong"}
OUTPUTS = ("system-out", "system-err")
NOT_RUN = ("disabled", "notrun", "skipped")
# Properties that become fields, not attributes to slice by.
TAKEN = frozenset((*OF_CASES, *OF_RESPONSES, "suite"))
# A comma separates thousands only if three digits follow each, and no zero leads.
THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?", re.ASCII)


@dataclass(slots=True)
class Seen:
    """
    State of the file so far: the system, and the number of runs of each case.

    ``suites`` has the suite that first listed each case.
    """

    system_id: str = ""
    attempts: dict[str, int] = field(default_factory=dict)
    suites: dict[str, str] = field(default_factory=dict)


def records(
    element: Element, case_id: str, suite: str, inherited: Mapping[str, str], seen: Seen
) -> list[dict[str, Any]]:
    """
    Return a record for each run of a test, the first with the case.

    ``inherited`` are the properties of its suites; those of the file's first test name the system.
    """
    # One system for all tests: each of several would be expected to run every test.
    seen.system_id = seen.system_id or system_of(inherited)
    first_suite = seen.suites.setdefault(case_id, suite)
    case_properties = properties_of(element)
    properties = {**inherited, **case_properties} if inherited else case_properties
    values, attributes = _sorted_out(properties)
    for name in ("file", "classname"):
        if value := element.get(name):
            attributes.setdefault(name, value[:ATTRIBUTE_LENGTH_MAX])
    about = (
        {name: value for name in OF_CASES if (value := values.get(name))}
        if not TAKEN.isdisjoint(values)
        else {}
    )
    answer, confidence = values.get("answer"), values.get("confidence")
    runs = _runs(element)
    test_records = []
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
        test_records.append(record)
    return test_records


def system_of(properties: Mapping[str, str]) -> str:
    """
    Return the system named in the properties of a suite, else ``unnamed``.

    >>> system_of({"Model": "maia-2"}), system_of({})
    ('maia-2', 'unnamed')
    """
    values = {name.lower(): value.strip() for name, value in properties.items()}
    return next((values[name] for name in SYSTEM_NAMES if values.get(name)), UNNAMED)


def properties_of(element: Element) -> dict[str, str]:
    """Return the properties of an element; of several with one name the last."""
    properties = {}
    for holder in [element] if element.tag == "properties" else element:
        if holder.tag == "properties":
            for each in holder:
                if each.tag == "property" and (name := each.get("name")):
                    value = each.get("value")
                    properties[name] = text_of(each).strip() if value is None else value
    return properties


class _Run(NamedTuple):
    """One run of a test; ``is_own`` is True if the properties of the case belong to it."""

    outcome: str
    reason: str | None
    tag: str | None
    time: str | None
    text: str | None
    is_own: bool


def _runs(element: Element) -> list[_Run]:
    """Return the runs of a test in the order in which they were made."""
    outcomes: dict[str, Element] = {}
    earlier, later, outputs = [], [], []
    for child in element:
        name = child.tag
        if name == "properties":
            continue
        if name in OUTPUTS:
            outputs.append(text_of(child))
        elif name in OUTCOMES:
            outcomes.setdefault(name, child)
        elif name in EARLIER:
            earlier.append(_run(child, EARLIER[name], child.get("time"), None))
        elif name in LATER:
            later.append(_run(child, LATER[name], child.get("time"), None))
    time, text = element.get("time"), "\n".join(outputs).strip() or None
    outcome = next((name for name in OUTCOMES if name in outcomes), None) if outcomes else None
    if outcome is not None:
        last = _run(outcomes[outcome], OUTCOMES[outcome], time, text, is_own=True)
    elif element.get("status") in NOT_RUN:
        last = _run(element, "unscored", time, text, is_own=True)
    else:
        last = _Run("right", None, None, time, text, is_own=True)
    return [*earlier, last, *later]


def _run(
    element: Element, outcome: str, time: str | None, text: str | None, *, is_own: bool = False
) -> _Run:
    is_case = element.tag == "testcase"
    messages = [element.get("message", ""), text_of(element).strip()]
    reason = "" if is_case else "\n".join(part for part in messages if part)
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
    """Return the values by lower-case name, and the properties to slice by."""
    values, attributes = {}, {}
    for name, value in properties.items():
        lower = name.lower()
        values[lower] = value
        if lower not in TAKEN and len(value) <= ATTRIBUTE_LENGTH_MAX:
            attributes[name] = value
    return values, attributes


def _milliseconds(text: str | None) -> float | None:
    """
    Return seconds as milliseconds; None if the text is not a number of seconds.

    Some runners separate thousands with a comma.

    >>> _milliseconds("1,234.5"), _milliseconds("fast"), _milliseconds(None)
    (1234500.0, None, None)

    A comma in any other place is the decimal comma of some locales.

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
