"""Runs with more validators than their cases name, with settings, and judged again on resume."""

import json
import types
from dataclasses import replace

import pytest

from evalstore.plugins.verdict import Verdict
from evalstore.running import resume
from evalstore.running.plan import restore_plan


@pytest.fixture
def added(bench):
    """A bench whose plan adds a validator with a setting to those of the cases."""

    def judge(case, response, *, limit):
        return Verdict("right" if int(response.text) <= limit else "wrong", f"limit {limit}")

    bench.modules["validators"]["small"] = types.SimpleNamespace(
        VERSION="2", judge=judge, SETTINGS={"limit": 100}
    )
    plan = bench.plan
    bench.plan = lambda: replace(
        plan(), added_validators=("small",), validator_settings={"small": {"limit": 6}}
    )
    return bench


def config_of(bench):
    [(payload,)] = bench.rows("select payload from log.events where kind = 'run_started'")
    return json.loads(payload)


def test_an_added_validator_judges_beside_those_of_the_cases(added):
    """Every case names both, and the settings are those that were given."""
    added.run()

    assert [("judge", 6, 6), ("small", 6, 3)] == added.rows(
        "select validator_id, count(*), count(*) filter (where is_right) "
        "from facts.scored group by 1 order by 1"
    )


@pytest.mark.sweep
def test_validators_and_settings_are_in_the_log(added):
    """What run_started holds restores the plan, with the settings that the run began with."""
    added.run()
    started = config_of(added)

    assert {"judge": "1", "small": "2"} == started["config"]["validators"]
    assert {"small": {"limit": 6}} == started["config"]["validator_settings"]
    restored = restore_plan(started)
    assert (added.plan().added_validators, {"small": {"limit": 6}}) == (
        restored.added_validators, restored.validator_settings,
    )  # fmt: skip


@pytest.mark.sweep
def test_a_resumed_run_judges_again_what_a_validator_failed_on(bench):
    """The answers are there, so that nothing is asked; what has a verdict is left alone."""
    judge = bench.judge

    def fail(case, response):
        if case.case_id in {"sum-1", "sum-2"}:
            raise RuntimeError("out of order")
        return Verdict("wrong", "as long as it fails")

    bench.judge = fail
    bench.run()
    asked_count = len(bench.systems["adder"].asked)
    bench.judge = judge
    resumed = bench.run(recorded=resume.recorded_run(bench.layout, "r1"))

    assert {"right": 2} == resumed.outcomes
    assert asked_count == len(bench.systems["adder"].asked)
    assert [("right", 2), ("wrong", 4)] == bench.rows(
        "select outcome, count(*) from facts.verdicts group by 1 order by 1"
    )


@pytest.mark.sweep
def test_a_verdict_of_a_wrong_form_costs_no_answer(bench):
    """It becomes an error, which can be judged again; the response stays as it came."""
    bench.judge = lambda case, _response: Verdict(
        "right", "sure", score=7.0 if case.case_id == "sum-1" else None, tags=None
    )
    bench.run()

    assert [("ok", "error", 6)] == bench.rows(
        "select status, outcome, count(*) from facts.scored group by 1, 2"
    )
