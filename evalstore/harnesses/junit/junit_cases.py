"""
Test cases as events: for each run of a test its reply and its verdict, before the first the case.

A failure is wrong, also if the file has no text of an answer. An error is no answer: response and
verdict have the outcome error. A skipped test is unscored. The validator ``test`` is the test
itself. The verdict shows if an attempt is a rerun, and which suite lists it if that is not the
suite of the case.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from evalstore.harnesses import event_records
from evalstore.harnesses.junit.xml_event import text_of
from evalstore.harnesses.values import ATTRIBUTE_LENGTH_MAX

# Properties, in upper or lower case, that become fields of a case or a response.
OF_CASES = ("expected", "label", "cluster_id", "session_id", "severity")
OF_RESPONSES = ("answer", "confidence")
SYSTEM_NAMES = ("system", "system_id", "model")
REASON_LENGTH_MAX = 4000
OUTSIDE = "confidence outside 0 to 1 becomes null"
UNNAMED = "unnamed"
# Elements of a test that did not pass, and the outcome they mean; the first present counts.
OUTCOMES = {"error": "error", "failure": "wrong", "skipped": "unscored"}
# Maven's Surefire also lists earlier runs of a test that passed and later runs of one that failed.
EARLIER = {"flakyError": "error", "flakyFailure": "wrong"}
LATER = {"rerunError": "error", "rerunFailure": "wrong"}
OUTPUTS = ("system-out", "system-err")
NOT_RUN = ("disabled", "notrun", "skipped")
# Properties that become fields, not attributes to slice by.
TAKEN = frozenset(("domain", *OF_CASES, *OF_RESPONSES, "suite"))
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


class _Run(NamedTuple):
    """One run of a test; ``is_own`` is True if the properties of the case belong to it."""

    outcome: str
    reason: str | None
    tag: str | None
    time: str | None
    text: str | None
    is_own: bool


def run_events(
    element: Element, case_id: str, suite: str, inherited: Mapping[str, str], seen: Seen
) -> list[list[event_records.Event]]:
    """
    Return the events of each run of a test, those of the first with the case.

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
    case = {
        "case_id": case_id,
        "domain": values.get("domain") or suite,
        "generator": "junit",
        **{name: values.get(name) or None for name in OF_CASES},
        "attributes": {**attributes, "suite": suite},
    }
    runs = _runs(element)
    events_of_runs = []
    for place, run in enumerate(runs, 1):
        attempt = seen.attempts[case_id] = seen.attempts.get(case_id, 0) + 1
        listed_in = None if suite == first_suite else suite
        of_attempt = {"case_id": case_id, "system_id": seen.system_id, "attempt": attempt}
        stated = values if place == len(runs) or run.is_own else {}
        events = [event_records.case(case)] if attempt == 1 else []
        events.append(event_records.attempt({**of_attempt, **_reply(run, stated)}))
        events.append(event_records.verdict({**of_attempt, **_verdict(run, listed_in)}))
        events_of_runs.append(events)
    return events_of_runs


def _reply(run: _Run, stated: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a reply, with the answer and confidence in ``stated``."""
    answer, written = stated.get("answer"), stated.get("confidence")
    confidence = _share(written)
    is_error = run.outcome == "error"
    is_lost = run.text is None and answer is None and not is_error
    return {
        "status": "error" if is_error else "ok",
        "text": run.text,
        "text_status": "not_kept" if is_lost else None,
        "answer": answer,
        "confidence": confidence,
        "confidence_kind": None if confidence is None else "stated",
        "latency_ms": _milliseconds(run.time),
        "error": run.reason if is_error else None,
        "repairs": [{"path": "confidence", "was": written, "rule": OUTSIDE}]
        if confidence is None and written is not None
        else None,
    }


def _verdict(run: _Run, listed_in: str | None) -> dict[str, Any]:
    return {
        "validator_id": "test",
        "outcome": run.outcome,
        "reason": run.reason,
        "tags": None if run.tag is None else [run.tag],
        "listed_in": listed_in,
        "is_rerun": None if run.is_own else True,
    }


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
