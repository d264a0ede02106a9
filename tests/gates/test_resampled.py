"""Gates that must show something of a metric whose interval is that of a bootstrap."""

import numpy as np
import pytest

from evalstore.statistics import resampling
from evalstore.statistics.bootstrap import METHODS, Analysis, Results
from tests.gates.gated import Gated, run_of

CALIBRATED = '[[gate]]\nmetric = "ece"\nmax = 0.2\nrequire = "shown"\n'


@pytest.mark.parametrize("method", METHODS.values())
def test_the_p_value_inverts_the_interval(method: str):
    """An interval leaves a bound out at exactly the levels that the p-value does not exceed."""
    drawn = np.random.default_rng(5).normal(0.3, 0.05, 999)
    results = Results(0.31, 0.2, 0.4, 0.0, 0.05, 40, 40, 0, None)
    analysis = Analysis("r", method, {"metric": "ece"}, 1, results, drawn)
    for level in (0.5, 0.8, 0.9, 0.95, 0.99):
        if method == METHODS[True]:
            low, high = resampling.basic(drawn, level, 0.31)
        else:
            low, high = resampling.percentile(drawn, level)
        for bound in np.linspace(0.1, 0.5, 401):
            is_left_out = bound < low or bound > high
            # No interval of the basic kind leaves its own value out.
            assert is_left_out == (analysis.p_value(float(bound)) <= 1 - level + 1e-9), bound


def sure(run_id: str, outcomes: list[str], day: int = 1) -> list[dict]:
    """Return a run whose answers state a confidence of 0.9."""
    events = run_of(run_id, outcomes, day=day)
    for event in events:
        if event["kind"] == "response_recorded":
            event["payload"]["confidence"] = 0.9
    return events


def test_a_metric_without_a_closed_form_gets_an_interval_that_is_recorded(gated: Gated):
    """Half right at 0.9 is shown to be off by more than a fifth, nine in ten not to be."""
    gated.add(sure("bad", ["right", "wrong"] * 20))
    gated.add(sure("good", (["right"] * 9 + ["wrong"]) * 6, day=2))
    found = [gated(CALIBRATED, "--run", run_id) for run_id in ("bad", "good")]
    recorded = gated.store.query(
        "select run_id, ci_low, ci_high from facts.intervals order by run_id"
    ).rows()

    assert [(1, "fail"), (0, "pass")] == [(code, one["decision"]) for code, [one] in found]
    assert [
        ("bad", *found[0][1][0]["interval"]),
        ("good", *found[1][1][0]["interval"]),
    ] == recorded
    assert "interval by the basic bootstrap, 1000 resamples of cases" in found[0][1][0]["reason"]


@pytest.mark.sweep
def test_the_interval_is_that_of_the_command_and_recorded_once(gated: Gated):
    """The plan is that of `evalstore bootstrap`, so that the recorded event is a duplicate."""
    gated.add(sure("r", ["right", "wrong"] * 20))
    [decision] = gated(CALIBRATED)[1]
    again = gated.store.bootstrap("ece", run="r", record=True)

    assert decision["interval"] == [
        again.analyses[0].results.ci_low, again.analyses[0].results.ci_high
    ]  # fmt: skip
    assert {"new": 0, "revised": 0, "duplicate": 1} == again.recorded


def test_rows_resampled_together_are_those_resampled_alone(gated: Gated):
    """Two systems with other cases, each by domain: each interval is that of the command."""
    events = sure("r", ["right", "wrong"] * 20)
    events[0]["payload"]["systems"] = ["a", "b"]
    for payload in [event["payload"] for event in events[1:-1]]:
        number = int(payload["case_id"].removeprefix("c"))
        if "domain" in payload:
            payload["domain"] = "first" if number < 21 else "last"
        elif number % 3:
            payload["system_id"] = "b"
    gated.add(events)
    each = CALIBRATED + 'each = "none_misses"\nwhere = { domain = "*" }\n'
    decisions = gated(CALIBRATED)[1] + gated(each)[1]
    found = {(item["system_id"], item["slice"]): item["interval"] for item in decisions}
    alone = {}
    for system_id, part in found:
        result = gated.store.bootstrap("ece", run="r", system=system_id, slice=part)
        [alone[system_id, part]] = [
            [item.results.ci_low, item.results.ci_high] for item in result.analyses
        ]

    assert len(found) == 6
    assert found == alone
