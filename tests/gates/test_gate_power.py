"""``gate --power`` says of each gate what it could decide on cases like those of the run."""

import json

import pytest
from scipy.stats import binom
from statsmodels.stats.proportion import proportion_confint

from evalstore.cli import call_command
from tests.gates.gated import CONFIDENT, run_of

BOUND = '[[gate]]\nmetric = "accuracy"\nmin = 0.7\nrequire = "confident"\n'
POINT = '[[gate]]\nid = "by-value"\nmetric = "accuracy"\nmin = 0.7\n'
OTHERS = """
[[gate]]
metric = "ece"
max = 0.5

[[gate]]
canaries = true

[[gate]]
id = "as-before"
metric = "accuracy"
adaptive = { runs = 5 }
"""


def outcomes(wrong):
    """Return forty outcomes, of which these are wrong."""
    return ["wrong" if number in wrong else "right" for number in range(40)]


@pytest.fixture
def two_runs(gated):
    """Two runs of forty cases: a value of .8 each, and eight cases that differ."""
    gated.add(run_of("r1", outcomes(range(8)), day=1))
    gated.add(run_of("r2", outcomes({0, 1, 2, 3, 8, 9, 10, 11}), day=2))
    return gated


def power_of(gated, text, *arguments):
    """Return what ``gate --power`` prints, and check that nothing was recorded."""
    gated.file.write_text(text, encoding="utf-8")
    store = gated.store
    gated.capsys.readouterr()
    code = call_command(
        ["gate", "--power", "--config", str(gated.file), "--store", str(store.folder), *arguments]
    )

    assert 0 == code
    assert [(0,)] == store.query("select count(*) from facts.gates").rows()
    return gated.capsys.readouterr().out


def test_a_bound_is_held_against_the_value_of_the_run(two_runs):
    """Its chances are those of a binomial count and Wilson's interval."""
    text = f"{BOUND}{POINT}"
    bound, point = json.loads(power_of(two_runs, text, "--json"))["gates"]
    fails = passes = 0.0
    for right in range(41):
        low, high = proportion_confint(right, 40, method="wilson")
        fails += binom.pmf(right, 40, 0.8) * (high < 0.7)
        passes += binom.pmf(right, 40, 0.7) * (low >= 0.7)

    assert bound["false_block"] == pytest.approx(fails)
    assert bound["pass_by_loss"]["0.1"] == pytest.approx(passes)
    assert "pass as it is" == bound["aim"]
    assert bound["cases_needed"]["0.8"] < bound["cases_needed"]["0.95"]
    assert point["false_block"] == pytest.approx(binom.cdf(27, 40, 0.8))
    assert point["cases_needed"]["0.8"] < bound["cases_needed"]["0.8"]


def test_a_drop_is_held_against_the_pairs_of_the_run(two_runs):
    """A fifth of the cases differ, so the exact test rarely blocks and rarely finds a loss."""
    text = f'{CONFIDENT}baseline = "run:r1"\n'
    [drop] = json.loads(power_of(two_runs, text, "--json"))["gates"]

    assert 0.0 < drop["false_block"] < 0.025
    assert 40 == drop["cases"]
    assert 1.0 - drop["false_block"] > drop["pass_by_loss"]["0.01"] > 0.95
    assert drop["pass_by_loss"]["0.1"] < drop["pass_by_loss"]["0.05"]
    assert "fail a loss of 0.05" == drop["aim"]
    assert 500 < drop["cases_needed"]["0.8"] < 1000


def test_the_chance_of_a_false_block_is_recorded(two_runs):
    """That of each gate, as `gate --power` prints it; none for what cannot be said."""
    text = f'{BOUND}{CONFIDENT}baseline = "run:r1"\n{OTHERS}'
    told = json.loads(power_of(two_runs, text, "--json"))["gates"]
    _, decisions = two_runs(text)
    store = two_runs.store
    recorded = store.query("select gate_id, false_block_chance from facts.gates").rows()

    expected = {one["gate_id"]: one["false_block"] for one in told}
    found = {one["gate_id"]: one["false_block_chance"] for one in decisions}
    assert 5 == len(found)
    assert sorted(recorded) == sorted(found.items())
    for gate_id, chance in expected.items():
        assert found[gate_id] == (None if chance is None else pytest.approx(chance, abs=1e-9))
    assert 3 == sum(chance is None for chance in found.values())


def test_a_value_beyond_its_bound_has_no_false_block(two_runs):
    """It would fail again because it is worse."""
    _, [decision] = two_runs(POINT.replace("0.7", "0.9"))

    assert ("fail", None) == (decision["decision"], decision["false_block_chance"])


def test_a_drop_on_fewer_pairs_than_needed_never_blocks(two_runs):
    """Recorded and as `gate --power` prints it, as for a bound on too few cases."""
    text = f'{CONFIDENT}baseline = "run:r1"\nmin_count = 41\n'
    [told] = json.loads(power_of(two_runs, text, "--json"))["gates"]
    _, [decision] = two_runs(text)

    assert "undecided" == decision["decision"]
    assert 0.0 == told["false_block"] == decision["false_block_chance"]


def test_a_gate_that_rules_out_a_drop_aims_at_a_pass(two_runs):
    """40 pairs of which a fifth differ mostly exclude a drop of 20 points."""
    text = CONFIDENT.replace("0.0", "0.2").replace("confident", "ruled_out")
    [drop] = json.loads(power_of(two_runs, f'{text}baseline = "run:r1"\n', "--json"))["gates"]

    assert "pass with no loss" == drop["aim"]
    assert drop["pass_by_loss"]["0"] > 0.5
    assert drop["pass_by_loss"]["0"] > drop["pass_by_loss"]["0.05"]
    assert 30 < drop["cases_needed"]["0.8"] < drop["cases_needed"]["0.95"] < 100


def test_what_could_go_undetected_does_not_delay_the_answer(two_runs):
    """The cases that a block takes are those without `max_undetected`."""
    text = f'{CONFIDENT}baseline = "run:r1"\n'
    [plain] = json.loads(power_of(two_runs, text, "--json"))["gates"]
    [bounded] = json.loads(power_of(two_runs, f"{text}max_undetected = 0.1\n", "--json"))["gates"]

    assert plain["cases_needed"] == bounded["cases_needed"]
    assert bounded["pass_by_loss"]["0"] < plain["pass_by_loss"]["0"]


def test_all_gates_together_are_taken_for_independent(two_runs):
    """Some false block is less likely than the sum, and all pass by the product."""
    text = f'{BOUND}{POINT}{CONFIDENT}baseline = "run:r1"\n'
    answer = json.loads(power_of(two_runs, text, "--json"))
    blocks = [one["false_block"] for one in answer["gates"]]
    kept = 1.0
    for block in blocks:
        kept *= 1.0 - block

    assert answer["together"]["false_block"] == pytest.approx(1.0 - kept)
    assert answer["together"]["false_block_at_most"] == pytest.approx(sum(blocks))
    assert 0 == answer["together"]["left_out"]


def test_what_cannot_be_said_is_named_with_its_reason(two_runs):
    """And is left out of what is said of all together."""
    answer = json.loads(power_of(two_runs, f"{BOUND}{OTHERS}", "--json"))

    assert [True, False, False, False] == [one["reason"] is None for one in answer["gates"]]
    assert 3 == answer["together"]["left_out"]
    shown = power_of(two_runs, f"{BOUND}{OTHERS}")
    assert "not said:\n" in shown
    assert "canaries, canaries: a canary is not one of many like cases" in shown


def test_it_writes_no_outputs(two_runs, tmp_path):
    """There is no decision to write."""
    two_runs.file.write_text(BOUND, encoding="utf-8")
    code = call_command(
        ["gate", "--power", "--config", str(two_runs.file), "--store",
         str(two_runs.store.folder), "--junit", str(tmp_path / "gate.xml")]
    )  # fmt: skip

    assert 2 == code
    assert "--power decides nothing" in two_runs.capsys.readouterr().err


def test_a_run_that_loses_too_many_attempts_does_not_pass(gated):
    """One of forty lost, where a twentieth may be: no more than two of forty, by the binomial."""
    text = POINT + "max_error_rate = 0.05\n"
    gated.add(run_of("r1", ["error", *outcomes(range(8))[1:]], day=1))
    [one] = json.loads(power_of(gated, text, "--json"))["gates"]
    whole = binom.cdf(2, 40, 1 / 40)
    passes = binom.sf(27, 39, 32 / 39)

    assert one["whole"] == pytest.approx(whole)
    assert one["pass_by_loss"]["0"] == pytest.approx(whole * passes)
    assert one["false_block"] == pytest.approx(1 - passes)
