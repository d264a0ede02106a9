"""A judge behind a service on loopback, and a store with replies to judge."""

import json

import pytest

from evalstore.harnesses.append import append_events
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.running.judging import make_validator
from evalstore.running.judging_scopes import Selection
from evalstore.running.model_calls.spending import Spending
from evalstore.running.store_judging import judge_run
from evalstore.store.layout import Layout
from evalstore.store.log.fold import fold
from evalstore.store.query.reader import reading
from tests.chat_service import KEY, Service

RUN = "quiz"


def said(verdict="right", reason="It says Bern.", **more):
    """Return the text of a judge's reply."""
    return json.dumps({"reason": reason, "verdict": verdict, **more})


@pytest.fixture
def service(monkeypatch):
    pytest.importorskip("openai", reason="the extra `models` is not installed")
    monkeypatch.setenv("SERVICE_KEY", KEY)
    made = Service()
    yield made
    made.close()


@pytest.fixture
def settings(service):
    """Return a function that gives the settings of a judge of this service."""

    def make(**given):
        return {
            "base_url": service.url, "model": "any", "key_variable": "SERVICE_KEY", "retries": 0,
            "backoff_s": 0.001, "timeout_s": 10.0, "concurrency": 1, **given,
        }  # fmt: skip

    return make


@pytest.fixture
def verdict(settings):
    """Return a function that has one reply judged, and closes the judge."""
    opened = []

    def ask(case=None, response=None, rival=None, **given):
        validator = make_validator("model_judge", settings(**given)).opened()
        opened.append(validator)
        return validator.verdict(case or make_case(), response or reply("Bern."), rival)

    yield ask
    for validator in opened:
        validator.session.close()


def make_case(case_id="c1", expected="Bern", turns=("Which town is the capital?",), **more):
    return Case(case_id, "towns", "towns", turns, (), expected, **more)


def reply(text, *turns):
    return Response("ok", text=text, turns=turns)


class Quiz:
    """A store with a run of two systems, judged by a model."""

    def __init__(self, layout, settings):
        self.layout = layout
        self.settings = settings

    def add(self, run_id=RUN, systems=("maia",), count=4):
        events = [("run_started", {"suite": "towns", "systems": list(systems)})]
        for number in range(count):
            case_id = f"c{number}"
            case = {"case_id": case_id, "domain": "towns", "prompt": f"{number}?", "expected": "x"}
            events.append(("case_generated", case))
            for system_id in systems:
                text = f"{system_id} says x{number}"
                about = {"case_id": case_id, "system_id": system_id, "status": "ok", "text": text}
                events.append(("response_recorded", about))
        lines = [{"kind": kind, "run_id": run_id, "payload": told} for kind, told in events]
        append_events(self.layout, lines, source="test")
        fold(self.layout)

    def judge(self, run_id=RUN, *, system_id=None, is_again=False, spending=None, **given):
        validator = make_validator("model_judge", self.settings(**given))
        selection = Selection(system_id, is_again=is_again)
        result = judge_run(self.layout, run_id, [validator], selection, spending=spending)
        [found] = result.judged
        return found

    def rows(self, statement):
        with reading(self.layout) as reader:
            return [tuple(row.values()) for row in reader.rows(statement)]

    def judges(self, run_id=RUN):
        """Return `judge` of each current verdict, by case."""
        rows = self.rows(
            "select payload ->> '$.case_id', payload -> '$.judge' from log.current_events "
            f"where kind = 'verdict_recorded' and run_id = '{run_id}' order by 1"
        )
        return {case_id: json.loads(judge) for case_id, judge in rows}


@pytest.fixture
def quiz(tmp_path, settings):
    layout = Layout(tmp_path / "store")
    layout.create()
    return Quiz(layout, settings)


@pytest.fixture
def spending():
    return Spending
