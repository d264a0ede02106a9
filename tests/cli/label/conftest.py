"""A store with a run of two systems to label, and the sheets drawn from it."""

import csv
import io

import pytest

from tests import kept_stores

OUTCOMES = ["right"] * 12 + ["wrong"] * 4
HOSTILE = '=HYPERLINK("http://x","y")\n\x1b[2J<b>é'


def run_events():
    """Sixteen cases of two systems, judged by a rule; the first id looks like a number."""
    events = [("run_started", {"suite": "quiz", "systems": ["a", "b"], "validators": ["match"]})]
    for number, outcome in enumerate(OUTCOMES):
        case_id = "007" if number == 0 else f"c{number}"
        case = {"case_id": case_id, "domain": "math" if number % 2 else "history",
                "prompt": f"question {number}", "expected": "4",
                "attributes": {"language": "en"}}  # fmt: skip
        events.append(("case_generated", case))
        for system_id in ("a", "b"):
            about = {"case_id": case_id, "system_id": system_id}
            text = HOSTILE if number == 0 else f"reply {number} of {system_id}"
            events += [
                ("response_recorded", about | {"status": "ok", "text": text}),
                ("verdict_recorded",
                 about | {"validator_id": "match", "outcome": outcome, "reason": "told"}),
            ]  # fmt: skip
    events.append(("run_finished", {"status": "completed"}))
    return [{"kind": kind, "run_id": "r1", "payload": payload} for kind, payload in events]


@pytest.fixture
def quiz(folder):
    """A store in the folder that commands run in."""
    return kept_stores.store_of(run_events(), folder / "warehouse")


@pytest.fixture
def sheet(folder):
    """Return the rows of a sheet, by column."""

    def rows(name="labels.csv"):
        text = (folder / name).read_bytes().decode("utf-8-sig")
        return list(csv.DictReader(io.StringIO(text, newline="")))

    return rows
