"""A run of another tool in a store, and a validator to judge it by."""

import types

from evalstore.harnesses.append import append_events
from evalstore.plugins.verdict import Verdict
from evalstore.running.judging import make_validator
from evalstore.running.judging_scopes import Selection
from evalstore.running.store_judging import judge_run
from evalstore.store.log.fold import fold

OUTCOMES = (
    "select case_id, outcome from facts.verdicts where validator_id = 'later' order by case_id"
)


def compare(case, response, *, ignore_case=False):
    """Compare the text with what is expected."""
    said, expected = str(response.text), str(case.expected)
    is_right = said.lower() == expected.lower() if ignore_case else said == expected
    return Verdict("right" if is_right else "wrong", f"expected {expected}, found {said}")


def event(kind, **payload):
    return {"kind": kind, "run_id": "theirs", "payload": payload}


def case(case_id="c1", **fields):
    fields = {"domain": "towns", "prompt": "Which town?", "expected": "Bern", **fields}
    return event("case_generated", case_id=case_id, **fields)


def response(case_id="c1", text="Bern", **fields):
    fields = {"system_id": "maia", "status": "ok", "text": text, **fields}
    return event("response_recorded", case_id=case_id, **fields)


def verdict(case_id="c1", outcome="right", validator_id="match", **fields):
    return event(
        "verdict_recorded", case_id=case_id, system_id="maia", validator_id=validator_id,
        outcome=outcome, reason="said so", **fields,
    )  # fmt: skip


class Judged:
    """A store with a run of others, and a validator to judge it by."""

    def __init__(self, bench):
        self.bench = bench
        self.rows = bench.rows
        self.module = types.SimpleNamespace(
            VERSION="1", judge=compare, SETTINGS={"ignore_case": False}, IS_RATER=True, code="a"
        )
        bench.modules["validators"]["later"] = self.module

    def add(self, *events):
        append_events(self.bench.layout, events, source="test")
        fold(self.bench.layout)

    def __call__(self, *, settings=None, is_dry_run=False, on_progress=None, **selection):
        result = judge_run(
            self.bench.layout,
            "theirs",
            [make_validator("later", settings or {})],
            Selection(**selection),
            is_dry_run=is_dry_run,
            on_progress=on_progress or (lambda _done, _total: None),
        )
        [found] = result.judged
        return found

    def outcomes(self):
        return dict(self.rows(OUTCOMES))

    def event_count(self):
        [(count,)] = self.rows("select count(*) from log.events where kind = 'verdict_recorded'")
        return count
