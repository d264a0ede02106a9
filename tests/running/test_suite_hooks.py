"""Hooks of suites: settings of systems, and remarks on cases."""

import json

import pytest

from evalstore.running.configuration import SystemConfig
from evalstore.running.plan import RunPlan


def test_a_suite_hands_settings_to_a_kind(bench):
    """A system is built with what the suite hands to its kind; its own settings win."""
    given = {}

    def build(system_id, settings, seed):
        given[system_id] = dict(settings)
        return bench.systems["adder"]

    bench.modules["systems"]["made"].build = build
    bench.modules["suites"]["sums"].system_settings = lambda kind, settings: {
        "kind_asked": kind, "graph": settings["graph"], "depth": 1,
    }  # fmt: skip
    plan = RunPlan(
        "sums", "1", "seed", ("math",), None,
        (SystemConfig("adder", "made", {"depth": 2}),), {"graph": "g.ttl"},
    )  # fmt: skip
    bench.plan = lambda: plan
    bench.run()

    assert {"adder": {"kind_asked": "made", "graph": "g.ttl", "depth": 2}} == given


def test_a_suite_without_hooks_hands_nothing(bench):
    """The settings of a system are then its own, and there is nothing to remark."""
    plan = bench.plan()

    assert {"depth": 2} == plan.system_settings(SystemConfig("adder", "made", {"depth": 2}))
    assert [] == plan.remarks()


@pytest.mark.sweep
def test_remarks_are_told_and_kept(bench):
    """What a suite fell short of is in the outcome of the run, and in its record."""
    bench.modules["suites"]["sums"].remarks = lambda seed, domains, count, settings: [
        f"6 sums of {', '.join(domains)} by {seed}; {count} asked for, with {settings}"
    ]
    expected = ("6 sums of math by seed; None asked for, with {}",)
    ran = bench.run()
    [(payload,)] = bench.rows("select payload from log.events where kind = 'run_started'")

    assert expected == ran.remarks
    assert list(expected) == json.loads(payload)["config"]["remarks"]


def test_an_unknown_setting_is_refused(evalstore_command):
    """Where a suite lists its settings, a misspelt one does not pass in silence."""
    said = evalstore_command("run", "hallucination", "--set", "session=5", "--dry-run", code=2)

    assert "hallucination: no setting 'session'" in said


@pytest.mark.parametrize("option", [("--kg", "g.ttl"), ("--per-label", "5")])
def test_options_of_graphs_belong_to_suites_that_know_them(evalstore_command, option):
    """An option that sets what a suite does not know is refused, like --set."""
    said = evalstore_command("run", "hallucination", *option, code=2)

    assert "hallucination: no setting" in said
