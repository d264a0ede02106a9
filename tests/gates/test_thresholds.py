"""Thresholds at their edges: canaries lost or half right, a history that never varied."""

from pathlib import Path

import pytest

from evalstore.cli import call_command
from evalstore.errors import UsageError
from evalstore.gates import preset
from evalstore.gates.adaptive import bounded
from evalstore.gates.config import read
from evalstore.gates.gate import Gate
from evalstore.metrics.catalog import catalog


def gate_of(folder: Path, text: str) -> Gate:
    """Read the one gate of a text."""
    path = folder / "gates.toml"
    path.write_text(f"[[gate]]\n{text}\n", encoding="utf-8")
    [gate] = read(path)
    return gate


def canary_run(outcomes: list[str], scores: dict[int, float]) -> list[dict]:
    """Return a run of canaries alone; a score grades the verdict of its number."""
    events = [("run_started", {"suite": "s", "systems": ["a"]})]
    for number, outcome in enumerate(outcomes):
        about = {"case_id": f"c{number}", "system_id": "a"}
        verdict = about | {"validator_id": "factual", "outcome": outcome, "reason": "told"}
        if number in scores:
            verdict["score"] = scores[number]
        events += [
            ("case_generated",
             {"case_id": f"c{number}", "domain": "d", "is_canary": True,
              "validators": ["factual"]}),
            ("response_recorded", about | {"status": "ok"}),
            ("verdict_recorded", verdict),
        ]  # fmt: skip
    events.append(("run_finished", {"status": "completed"}))
    moment = "2026-01-01T00:00:00Z"
    return [
        {"kind": kind, "run_id": "r", "occurred_at": moment, "payload": payload}
        for kind, payload in events
    ]


def decided(store_with, folder: Path, run: list[dict]) -> int:
    """Return the exit code of the canary gate on a run."""
    gate_of(folder, "canaries = true")
    root = str(store_with(run).layout.root)
    return call_command(["gate", "--store", root, "--config", str(folder / "gates.toml")])


@pytest.mark.sweep
def test_a_canary_lost_to_an_error_breaks_the_gate(store_with, tmp_path: Path):
    """One of sixty is less than other gates forgive; no canary may be left out."""
    assert 4 == decided(store_with, tmp_path, canary_run(["error"] + ["right"] * 59, {}))


@pytest.mark.sweep
def test_a_canary_that_is_half_right_is_named(store_with, tmp_path: Path, capsys):
    """A graded score below one is no full mark, though it counts as right."""
    code = decided(store_with, tmp_path, canary_run(["right"] * 3, {1: 0.75}))

    assert 1 == code
    assert "canaries must never fail: c1" in capsys.readouterr().out


def test_a_history_that_never_varied_is_its_own_threshold(tmp_path: Path):
    """The same value passes again: no digit is lost on the way to the mean."""
    gate = gate_of(tmp_path, 'metric = "accuracy"\nadaptive = {}')
    value = 0.1 + 0.2

    found = bounded(gate, gate.adaptive, [value] * 7)

    assert value == found.minimum


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('metric = "ece"\nmax = 10', r"the range of ece, 0 to 1; is 0\.10 meant\?$"),
        ('metric = "accuracy"\nmin = 85', r"the range of accuracy, 0 to 1; is 0\.85 meant\?$"),
        ('metric = "accuracy"\nmin = 97.5', r"is 0\.975 meant\?$"),
        ('metric = "accuracy"\nmin = 1.01', r"the range of accuracy, 0 to 1$"),
        ('metric = "accuracy"\nmin = -0.1', r"the range of accuracy, 0 to 1$"),
        ('metric = "confidence_gap"\nmax = 10', r"-1 to 1; is 0\.10 meant\?$"),
        ('metric = "latency_ms_p95"\nmin = -5', r"the range of latency_ms_p95, 0 and up$"),
        ('metric = "accuracy"\nmax_drop = 2', r"`max_drop` is 2, expected at most 1"),
        ('metric = "accuracy"\nmax_drop = 0\nmax_undetected = 5', r"is 0\.05 meant\?$"),
    ],
)
def test_a_threshold_lies_in_the_range_of_its_metric(tmp_path: Path, text: str, words: str):
    """What no value can reach, or every value does, is an error; a percentage is recognised."""
    with pytest.raises(UsageError, match=words):
        gate_of(tmp_path, text)


@pytest.mark.parametrize("text", ['accuracy"\nmin = 1', 'mean_value"\nmin = 85',
    'latency_ms_p95"\nmax = 5000', 'confidence_gap"\nmin = -1\nmax = 1'])  # fmt: skip
def test_a_threshold_may_be_the_end_of_the_range(tmp_path: Path, text: str):
    """The ends belong to the range, and some metrics have no end."""
    assert gate_of(tmp_path, f'metric = "{text}')


@pytest.mark.parametrize("metric", catalog().values(), ids=lambda metric: metric.name)
def test_every_metric_declares_its_range_in_one_of_three_forms(metric):
    """From one number to another, from a number up, or any number."""
    low, high = metric.bounds

    assert metric.range in (f"{low:g} to {high:g}", f"{low:g} and up", "any number")
    assert low < high


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f'metric = "accuracy"\nmin = 1{"0" * 400}', "too large"),
        (
            f'metric = "accuracy"\nmin = 0.5\nmin_count = 1{"0" * 20}',
            "a whole number from 0",
        ),
        (
            f'metric = "accuracy"\nadaptive = {{ runs = 1{"0" * 20} }}',
            "a whole number from 0",
        ),
        ('metric = "accuracy"\nmin = nan', "finite"),
        ('canaries = true\nwhere = { domain = "d" }', "`where` names 'domain', expected only"),
        ('canaries = true\nmetric = "error_rate"', "so `metric` has no effect"),
    ],
)
def test_what_no_gate_can_mean_is_refused(tmp_path: Path, text: str, words: str):
    """Numbers beyond all measure and canaries of something else are errors of usage."""
    with pytest.raises(UsageError, match=words):
        gate_of(tmp_path, text)


def test_the_targets_of_the_hallucination_suite():
    """Accuracy, calibration, canaries, subjective prompts, contradictions, form, controls."""
    actual = {
        (gate.metric, f"{gate.slice_name}={gate.slice_value or '*'}", gate.minimum, gate.maximum)
        for gate in preset.gates("hallucination-targets")
    }
    expected = {
        ("accuracy", "all=all", 0.85, None),
        ("accuracy", "domain=*", 0.8, None),
        ("ece", "all=all", None, 0.1),
        ("overconfidence_index", "all=all", None, 0.15),
        ("accuracy", "canary=true", 1.0, None),
        ("respect_index", "all=all", 0.8, None),
        ("integration_index", "all=all", 0.8, None),
        ("orientation_index", "all=all", 0.8, None),
        ("contradiction_index", "all=all", None, 0.1),
        ("format_compliance_rate", "all=all", 0.95, None),
        # Better than what knows nothing, for information.
        ("accuracy", "all=all", None, None),
    }

    assert expected == actual


def test_what_every_suite_measures_has_no_band():
    """The target of one suite says nothing behind a chart of another's accuracy."""
    assert [] == preset.bands("accuracy")
