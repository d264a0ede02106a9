"""Adaptive thresholds with a stated rate of false alarms."""

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from benchmarks.adaptive_simulation import WORLDS, blocked, histories
from evalstore.errors import UsageError
from evalstore.gates import config
from evalstore.gates.adaptive import bounded
from evalstore.gates.control import Control
from evalstore.gates.gate import Adaptive, Gate
from tests.gates.gated import Gated, run_of

TEXT = '[[gate]]\nmetric = "accuracy"\nadaptive = { runs = 10, alarm = 0.01 }\n'
# Of `adaptive = { runs = 10 }` on accuracy, before it could have an alarm.
FORMER_HASH = "c130326f47e7076e025803383e32e42123b85fe76ed389fe7187b8439b14f8b6"
VALUES = [0.81, 0.84, 0.80, 0.86, 0.83, 0.79, 0.85, 0.82]


def gate_of(metric: str) -> Gate:
    """Return a gate that has no bound yet."""
    return Gate(gate_id="g", metric=metric)


@pytest.mark.parametrize("alarm", [0.01, 0.001, 0.2])
@pytest.mark.parametrize("scored_count", [50, 100, 400])
def test_the_bound_predicts_the_next_value(alarm: float, scored_count: int):
    """
    Scipy's t, with the binomial variance that fewer cases add; more of them take none away.

    The long tail of a share is below, so the bound there is further out by the share's skewness.
    """
    mean, deviation = np.mean(VALUES), np.std(VALUES, ddof=1)
    excess = max(0.0, mean * (1 - mean) * (1 / scored_count - 1 / 100))
    error = np.sqrt(deviation**2 * (1 + 1 / 8) + excess)
    place = stats.t.ppf(1 - alarm, 7)
    further = -stats.binom(scored_count, mean).stats("s") / 6 * max(0, place**2 - 1)
    rule = Adaptive(alarm=alarm)
    least = bounded(gate_of("accuracy"), rule, VALUES, [100] * 8, scored_count)
    most = bounded(gate_of("error_rate"), rule, VALUES, [100] * 8, scored_count)

    assert pytest.approx(mean - (place + further) * error) == least.minimum
    assert pytest.approx(mean + place * error) == most.maximum


def test_a_metric_that_is_no_share_has_no_binomial_variance():
    """Latency has none to add."""
    rule = Adaptive(alarm=0.01)
    gate = gate_of("latency_ms_p95")

    assert bounded(gate, rule, VALUES) == bounded(gate, rule, VALUES, [100] * 8, 1)


def test_seven_runs_are_too_few():
    """Eight are needed, and more where `min_runs` says so."""
    gate = gate_of("accuracy")

    assert "at least 8 are needed" in bounded(gate, Adaptive(alarm=0.01), VALUES[:7])
    assert "at least 9 are" in bounded(gate, Adaptive(alarm=0.01, run_count_min=9), VALUES)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("alarm = 0.01, sigmas = 3", "both `alarm` and `sigmas`, expected one"),
        ('alarm = 0.01, by = "difficulty"', "both `alarm` and `by`, expected one"),
        ("alarm = 0.01, runs = 7", "`runs` is 7, expected 8 or more with `alarm`"),
        ("alarm = 0.01, min_runs = 5", "`min_runs` is 5, expected 8 or more with `alarm`"),
        ("alarm = 1", "a number between 0 and 0.5"),
    ],
)
def test_what_excludes_an_alarm_is_refused(tmp_path: Path, rule: str, words: str):
    """The error names both settings."""
    path = tmp_path / "gates.toml"
    path.write_text(f'[[gate]]\nmetric = "accuracy"\nadaptive = {{ {rule} }}\n', encoding="utf-8")

    with pytest.raises(UsageError) as error:
        config.read(path)

    assert words in str(error.value)


def test_a_history_that_never_varied_blocks_fewer_cases_no_earlier():
    """Without a spread, fewer cases still have the binomial variance; as many have none."""
    rule, gate = Adaptive(alarm=0.01), gate_of("accuracy")
    same = bounded(gate, rule, [0.8] * 8, [100] * 8, 100)
    fewer = bounded(gate, rule, [0.8] * 8, [100] * 8, 50)

    assert 0.8 == same.minimum
    assert same.rule.startswith("mean 0.8 minus 0, of which the rate of alarms is unknown")
    place = stats.t.ppf(0.99, 7)
    further = -stats.binom(50, 0.8).stats("s") / 6 * (place**2 - 1)
    assert pytest.approx(0.8 - (place + further) * np.sqrt(0.16 * 0.01)) == fewer.minimum


def test_the_alarm_is_a_part_of_the_configuration(tmp_path: Path):
    """Its hash differs, and that of a rule without it is the former one."""
    hashes = []
    for rule in ("runs = 10, alarm = 0.01", "runs = 10, alarm = 0.02", "runs = 10"):
        path = tmp_path / "gates.toml"
        text = f'[[gate]]\nmetric = "accuracy"\nadaptive = {{ {rule} }}\n'
        path.write_text(text, encoding="utf-8")
        hashes.append(config.config_sha256(config.read(path), Control(), allow_incomplete=False))

    assert 3 == len(set(hashes))
    assert FORMER_HASH == hashes[2]


def test_unchanged_runs_miss_the_bound_about_as_often_as_it_says():
    """Of 60 histories a night in a hundred or so is blocked, with as many cases and with fewer."""
    for world in WORLDS:
        is_blocked, night_count = blocked(Adaptive(alarm=0.01), *histories(world, 60))

        assert 0.004 < is_blocked.sum() / night_count < 0.025


@pytest.mark.sweep
def test_an_alarm_goes_off_through_the_store(gated: Gated):
    """Eight nights of forty cases: eighteen right block, all but one do not; the rule is named."""
    for day, right in enumerate((34, 35, 33, 34, 36, 34, 35, 33), start=1):
        gated.add(run_of(f"r{day}", ["right"] * right + ["wrong"] * (40 - right), day=day))
    gated.add(run_of("low", ["right"] * 18 + ["wrong"] * 22, day=9))
    gated.add(run_of("fine", ["right"] * 39 + ["wrong"], day=9))
    found = [gated(TEXT, "--run", run_id, "--no-record") for run_id in ("low", "fine", "r8")]

    assert [1, 0, 3] == [code for code, _ in found]
    assert "which 0.01 of unchanged runs miss, over 8 runs" in found[0][1][0]["threshold"]
