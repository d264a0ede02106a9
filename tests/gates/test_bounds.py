"""Bounds that must be shown: their p-values, and how gates hold them together."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import optimize, stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from evalstore.gates.bounds import bound_p_value, inverted
from evalstore.gates.config import read_control
from evalstore.gates.decide import decide
from evalstore.gates.gate import SHOWN
from tests.gates.gated import Gated, run_of
from tests.gates.test_decide import gate, measured

DOMAINS = '[[gate]]\nmetric = "accuracy"\nmin = 0.8\nrequire = "shown"\nwhere = { domain = "*" }\n'


def level_that_excludes(interval, bound: float) -> float:
    """Return the smallest level whose interval leaves a bound out, by bisection."""

    def reach(log_level: float) -> float:
        low, high = interval(np.exp(log_level))
        return high - bound if (low + high) / 2 < bound else bound - low

    return float(np.exp(optimize.brentq(reach, np.log(1e-14), np.log(1 - 1e-9), xtol=1e-13)))


@pytest.mark.parametrize(
    ("right", "count", "bound"), [(80, 100, 0.9), (15, 30, 0.7), (4, 60, 0.01), (29, 30, 0.9)]
)
def test_a_share_inverts_the_interval_of_wilson(right: int, count: int, bound: float):
    """Held against statsmodels, whose interval is narrowed until it just leaves the bound out."""
    low, high = proportion_confint(right, count, method="wilson")
    expected = level_that_excludes(
        lambda level: proportion_confint(right, count, level, method="wilson"), bound
    )

    assert pytest.approx(expected, rel=1e-6) == inverted(right / count, low, high, bound, count)


@pytest.mark.parametrize("bound", [0.5, 0.9, 0.99])
def test_a_mean_of_strata_inverts_the_interval_of_its_trials(bound: float):
    """Strata are worth a number of trials that is not whole: that of cases plays no part."""
    low, high = proportion_confint(0.8 * 61.7, 61.7, method="wilson")
    expected = stats.norm.sf(abs(0.8 - bound) / np.sqrt(bound * (1 - bound) / 61.7)) * 2

    assert pytest.approx(expected, rel=1e-6) == inverted(0.8, low, high, bound, 100)
    assert pytest.approx(0.05, rel=1e-6) == inverted(0.8, low, high, low, 100)


@pytest.mark.parametrize("bound", [0.5, 0.68, 0.99])
def test_a_mean_inverts_the_interval_of_student(bound: float):
    """Held against scipy; an interval that was cut off at the range has the same p-value."""
    values = np.random.default_rng(5).beta(4, 2, 40)
    mean, error = values.mean(), stats.sem(values)
    low, high = stats.t.interval(0.95, 39, mean, error)
    expected = stats.ttest_1samp(values, bound).pvalue

    assert pytest.approx(expected, rel=1e-6) == inverted(mean, low, high, bound, 40)
    assert pytest.approx(expected, rel=1e-6) == inverted(mean, low, mean, bound, 40)


def test_a_correlation_inverts_the_interval_of_fisher():
    """Held against scipy's interval of Pearson's correlation."""
    rng = np.random.default_rng(8)
    left = rng.normal(size=50)
    found = stats.pearsonr(left, left + rng.normal(size=50))
    low, high = found.confidence_interval()
    expected = level_that_excludes(lambda level: found.confidence_interval(1 - level), 0.9)

    assert pytest.approx(expected, rel=1e-6) == inverted(found.statistic, low, high, 0.9, 50)


@pytest.mark.parametrize("cluster_count", [2, 3, 8, 50])
def test_unknown_clusters_give_the_largest_p_value(cluster_count: int):
    """Whatever their number, the p-value is at least that of Student's t with it."""
    for ratio in (0.5, 1.0, 1.5, 4.0):
        degrees = cluster_count - 1
        exact = 2 * stats.t.sf(ratio * stats.t.ppf(0.975, degrees), degrees)

        assert inverted(0.6, 0.55, 0.65, 0.6 + 0.05 * ratio, None) >= exact - 1e-9


def row(value: float, low: float, high: float):
    """Return a row of a hundred cases with this interval."""
    return replace(measured(value), ci_low=low, ci_high=high)


def test_a_value_within_its_bounds_has_no_evidence_against_it():
    """The p-value is 1; without an interval there is none."""
    between = gate(minimum=0.2, maximum=0.4, requirement=SHOWN)

    assert 1.0 == bound_p_value(between, row(0.3, 0.22, 0.4))
    assert bound_p_value(between, measured(0.1)) is None
    assert 0.05 > (bound_p_value(between, row(0.6, 0.5, 0.7)) or 1.0)


@pytest.mark.parametrize(
    ("answer", "p_value"), [("fail", None), ("fail", 0.05), ("undecided", 0.0501)]
)
def test_control_only_takes_blocks_away(answer: str, p_value: float | None):
    """A missed bound blocks by its interval; beside other gates it also has to be shown."""
    shown = gate(minimum=0.5, requirement=SHOWN)
    missed, met = row(0.4, 0.3, 0.49), row(0.7, 0.6, 0.8)
    near = row(0.45, 0.35, 0.55)
    answers = [
        decide(shown, each, is_completed=True, bound_p_value=p_value).answer
        for each in (missed, met, near)
    ]

    assert [answer, "pass", "undecided"] == answers


def add_domains(gated: Gated, rights: dict[str, int]) -> None:
    """Add a run of forty cases in each domain, of which so many are right."""
    outcomes = [
        outcome
        for right in rights.values()
        for outcome in ["right"] * right + ["wrong"] * (40 - right)
    ]
    events = run_of("r", outcomes)
    for event in events:
        if event["kind"] == "case_generated":
            number = int(event["payload"]["case_id"][1:])
            event["payload"]["domain"] = list(rights)[number // 40]
    gated.add(events)


@pytest.mark.parametrize(
    ("control", "method"), [("holm", "holm"), ("bh", "fdr_bh"), ("benjamini-hochberg", "fdr_bh")]
)
def test_bounds_of_every_domain_are_held_together(gated: Gated, control: str, method: str):
    """What blocks is what statsmodels rejects of the score tests; alone each blocks by itself."""
    rights = {"a": 34, "b": 26, "c": 26, "d": 24, "e": 33}
    add_domains(gated, rights)
    code, alone = gated(f'[gates]\ncontrol = "none"\n\n{DOMAINS}', "--no-record")
    _, together = gated(f'[gates]\ncontrol = "{control}"\n\n{DOMAINS}', "--no-record")
    scores = [(right / 40 - 0.8) / np.sqrt(0.16 / 40) for right in rights.values()]
    p_values = [1.0 if score >= 0 else 2 * stats.norm.sf(-score) for score in scores]
    rejected = multipletests(p_values, 0.05, method)[0]

    assert (1, [p < 0.05 for p in p_values]) == (code, [d["decision"] == "fail" for d in alone])
    assert list(rejected) == [d["decision"] == "fail" for d in together]
    assert any(rejected)
    assert method != "holm" or any("beside the other gates" in d["reason"] for d in together)


def test_a_short_word_is_the_same_control(tmp_path):
    """`bh` is Benjamini and Hochberg's, with the same hash."""
    controls = []
    for word in ("bh", "benjamini-hochberg"):
        path = tmp_path / "gates.toml"
        path.write_text(f'[gates]\ncontrol = "{word}"\n', encoding="utf-8")
        controls.append(read_control(path, []))

    assert controls[0] == controls[1]
