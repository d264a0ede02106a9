"""A gate over every value of a slice: what it asks, and values drawn to their mean."""

import numpy as np
import pytest
from statsmodels.stats.meta_analysis import combine_effects

from evalstore.cli import call_command
from evalstore.errors import UsageError
from evalstore.gates.shrunken import shrunken
from tests.gates.gated import Gated
from tests.gates.test_bounds import DOMAINS, add_domains
from tests.gates.test_requirements import read

NONE_MISSES = f'{DOMAINS}each = "none_misses"\n'
EVERY = 'where = { domain = "*" }\n'


@pytest.mark.parametrize("seed", range(5))
def test_shrunken_values_are_those_of_a_random_effects_model(seed: int):
    """By statsmodels: DerSimonian and Laird's variance among slices, and its mean."""
    rng = np.random.default_rng(seed)
    counts = rng.integers(8, 80, 7)
    values = rng.binomial(counts, rng.uniform(0.5, 0.95, 7)) / counts
    pooled = (values * counts).sum() / counts.sum()
    variances = pooled * (1 - pooled) / counts
    model = combine_effects(values, variances, method_re="dl")
    among = max(0.0, model.tau2)
    mean = model.mean_effect_re if among else np.average(values, weights=counts)
    expected = (among * values + variances * mean) / (among + variances)

    assert pytest.approx(expected) == shrunken(values.tolist(), counts.tolist())


def test_shrunken_values_are_nearer_to_the_truth():
    """Of 500 simulated runs with 20 cases in each of 8 domains the error is less than half."""
    rng = np.random.default_rng(51)
    true = np.clip(rng.normal(0.8, 0.04, (500, 8)), 0, 1)
    raw = rng.binomial(20, true) / 20
    found = np.array([shrunken(row, [20] * 8) for row in raw.tolist()])

    assert np.mean((found - true) ** 2) < np.mean((raw - true) ** 2) / 2


def test_values_that_all_agree_stay():
    """Without any spread there is nothing to draw."""
    assert [1.0, 1.0, 1.0] == shrunken([1.0, 1.0, 1.0], [5, 9, 2])


def test_none_may_be_shown_to_miss_or_all_must_meet(gated: Gated):
    """33 of 40 neither meets nor misses 0.8 as far as is shown; 20 of 40 misses it."""
    add_domains(gated, {"a": 33, "b": 34, "c": 33})
    together = gated(DOMAINS, "--no-record")
    none, decisions = gated(NONE_MISSES, "--no-record")

    assert (3, 0) == (together[0], none)
    assert "not shown to be below 0.8" == decisions[0]["threshold"]
    assert "must not be shown to be below 0.8" in decisions[0]["reason"]
    assert "0.8333 when drawn to the mean of 3 values of domain" in decisions[0]["reason"]


@pytest.mark.sweep
def test_a_value_that_is_shown_to_miss_fails_both(gated: Gated):
    """The others pass where none may be shown to miss, and stay undecided where all must meet."""
    add_domains(gated, {"a": 33, "b": 20, "c": 33})
    answers = [
        [one["decision"] for one in gated(text, "--no-record")[1]]
        for text in (DOMAINS, NONE_MISSES)
    ]

    assert [["undecided", "fail", "undecided"], ["pass", "fail", "pass"]] == answers


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ('min = 0.5\nrequire = "shown"', 'where = { domain = "*" }'),
        (f"min = 0.5\n{EVERY}", '`require = "shown"`'),
        (f"max_drop = 0.1\n{EVERY}", "`min` or `max`"),
    ],
)
def test_what_each_cannot_mean_is_refused(tmp_path, lines: str, words: str):
    """It is about a bound that must be shown of every value."""
    with pytest.raises(UsageError) as error:
        read(tmp_path, f'{lines}\neach = "none_misses"')

    assert words in str(error.value)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("text", "words"), [(DOMAINS, "all of them"), (NONE_MISSES, "no value may be shown to miss")]
)
def test_an_explanation_says_what_is_asked(gated: Gated, text: str, words: str):
    """Of every value of the slice."""
    add_domains(gated, {"a": 33, "b": 34})
    gated(text, "--no-record")
    call_command(
        ["gate", "--explain", "accuracy-domain-each", "--config", str(gated.file),
         "--store", str(gated.store.layout.root)]
    )  # fmt: skip

    said = gated.capsys.readouterr().out
    assert f"It is asked of every value of domain: {words}" in said
