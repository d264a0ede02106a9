"""What a gate requires: the point, a violation that is shown, or a drop that is ruled out."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.weightstats import DescrStatsW

from evalstore.errors import UsageError
from evalstore.gates import config
from evalstore.gates.control import Control
from evalstore.gates.decide import decide
from evalstore.gates.gate import RULED_OUT, SHOWN, Gate
from evalstore.gates.regression import Regression
from evalstore.statistics.paired import Paired
from tests.gates.gated import NO_REGRESSION, Gated, run_of
from tests.gates.test_decide import gate, measured

MARGIN = NO_REGRESSION.replace("0.0", "0.1")
ALLOWED = 0.1
# Of `min = 0.5` and `require = "confident"` on accuracy, before the word was renamed.
FORMER_HASH = "45917af15f5c0f1f428083514622f507bad4a069a600e15f8b3d0f2dfbb65c3e"


def read(folder: Path, lines: str) -> list[Gate]:
    """Read the one gate of these lines."""
    path = folder / "gates.toml"
    path.write_text(f'[[gate]]\nmetric = "accuracy"\n{lines}\n', encoding="utf-8")
    return config.read(path)


def pairs_of(differences: np.ndarray, *, is_binary: bool = False) -> Paired:
    """Return graded pairs of these differences, new minus old."""
    count = len(differences)
    return Paired(
        variant="", slice_value="all", paired_count=count, left_only_count=0, right_only_count=0,
        higher_count=int((differences > 0).sum()), lower_count=int((differences < 0).sum()),
        equal_count=int((differences == 0).sum()), is_binary=is_binary, left_mean=None,
        right_mean=None, difference=float(differences.mean()),
        standard_error=float(differences.std(ddof=1) / np.sqrt(count)), cluster_count=0,
        clustered_standard_error=None, width=1.0,
    )  # fmt: skip


@pytest.mark.parametrize("alpha", [0.05, 0.01, 0.2])
def test_the_bound_of_graded_pairs_is_that_of_statsmodels(alpha: float):
    """One-sided at alpha is the end of the interval of 1 - 2 alpha, in both directions."""
    differences = np.random.default_rng(3).normal(-0.02, 0.2, 60)
    low, high = DescrStatsW(differences).tconfint_mean(2 * alpha)
    pairs = pairs_of(differences)

    assert pytest.approx(-low) == pairs.largest_drop(-1, alpha)
    assert pytest.approx(high) == pairs.largest_drop(1, alpha)


def likeliest(differing: float, lost: int, won: int, count: int) -> float:
    """Return the share of pairs won alone that makes the counts likeliest, by a fine grid."""
    shares = np.linspace(1e-9, (1 - differing) / 2 - 1e-9, 200_001)
    chances = (shares + differing, shares, 1 - 2 * shares - differing)
    loss = sum(
        counted * np.log(chance)
        for counted, chance in zip((lost, won, count - lost - won), chances, strict=True)
    )
    return float(shares[np.argmax(loss)])


@pytest.mark.parametrize(("lost", "won", "count"), [(3, 3, 200), (6, 2, 150), (0, 0, 60)])
def test_the_bound_of_binary_pairs_is_where_the_score_test_is_at_alpha(
    lost: int, won: int, count: int
):
    """At the bound, the score of Tango with chances fitted by a grid is the normal quantile."""
    differences = np.array([-1.0] * lost + [1.0] * won + [0.0] * (count - lost - won))
    bound = pairs_of(differences, is_binary=True).largest_drop(-1, 0.05)
    share = likeliest(bound, lost, won, count)
    spread = count * (2 * share + bound - bound**2)
    score = count * (bound - (lost - won) / count) / np.sqrt(spread)

    assert pytest.approx(stats.norm.ppf(0.95), abs=1e-4) == score


def test_units_that_do_not_differ_are_bounded_by_their_number():
    """Of 60 alike, a share of 1 - 0.05^(1/60) may differ unseen: 4.9 %."""
    alike = pairs_of(np.zeros(60))
    exact = stats.beta.ppf(0.95, 1, 60)

    assert pytest.approx(exact) == alike.largest_drop(-1, 0.05)
    assert replace(alike, width=np.inf).largest_drop(-1, 0.05) is None


def decided(count: int, lost: int, requirement: str = RULED_OUT) -> tuple[str, str]:
    """Return what is decided where so many of so many pairs are lost, with at most a tenth."""
    pairs = pairs_of(np.array([-1.0] * lost + [0.0] * (count - lost)), is_binary=True)
    margin_p = 1.0 if lost / count <= ALLOWED else pairs.p_value(-ALLOWED)
    decision = decide(
        gate(minimum=None, max_drop=ALLOWED, baseline="old", requirement=requirement),
        measured(0.9, count=count), is_completed=True,
        regression=Regression("old", pairs, -1, margin_p), p_value=margin_p,
    )  # fmt: skip
    return decision.answer, decision.reason


@pytest.mark.parametrize(
    ("answer", "shown", "count", "lost", "why"),
    [
        # By hand: where no pair differs, Tango's bound is z^2 / (n + z^2).
        ("pass", "pass", 100, 0, "at most 0.02634 with one-sided 95 %"),
        ("undecided", "pass", 20, 0, "at most 0.1192"),
        ("undecided", "pass", 100, 8, "neither shown nor ruled out"),
        ("undecided", "pass", 100, 12, "neither shown nor ruled out"),
        ("fail", "fail", 100, 30, "more than 0.1 (p = "),
        ("undecided", "pass", 10, 0, "at most 0.2129"),
    ],
)
def test_what_is_neither_shown_nor_ruled_out_is_undecided(
    answer: str, shown: str, count: int, lost: int, why: str
):
    """The same pairs under both words: only what is shown fails, what is excluded passes."""
    found, reason = decided(count, lost)

    assert (answer, shown) == (found, decided(count, lost, SHOWN)[0])
    assert why in reason


def test_few_pairs_rule_nothing_out():
    """Four pairs that all agree have a p-value of 1/16, one-sided."""
    pairs = pairs_of(np.array([0.0, 0.01, 0.0, 0.01]))

    assert pairs.largest_drop(-1, 0.05) is None
    assert pairs.largest_drop(-1, 0.1) is not None


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ('max_drop = 0\nrequire = "ruled_out"', "such as `max_drop = 0.02`"),
        ('min = 0.5\nrequire = "ruled_out"', 'is `require = "shown"` meant?'),
        ('min = 0.5\nmax_drop = 0.1\nrequire = "ruled_out"', "a [[gate]] of its own"),
        ('adaptive = {}\nmax_drop = 0.1\nrequire = "ruled_out"', "a [[gate]] of its own"),
        ('max_drop = 0.1\nmax_undetected = 0.1\nrequire = "ruled_out"', "leave out `max_und"),
        ("min = 0.5\nconfident = true", 'is `require = "shown"` meant?'),
        ('max_drop = 0.1\nrequire = "ruled-out"', "did you mean 'ruled_out'?"),
        ('max_drop = 0.1\nrequire = "point"', '`baseline = "branch:main"`'),
        (
            'max_drop = 0\nbaseline = "run:x"\nmax_undetected = 0.1\nrequire = "point"',
            "leave out `m",
        ),
    ],
)
def test_what_cannot_be_required_is_refused(tmp_path: Path, lines: str, words: str):
    """The error names the line to write."""
    with pytest.raises(UsageError) as error:
        read(tmp_path, lines)

    assert words in str(error.value)


def test_the_former_word_is_the_same_gate_with_the_same_hash(tmp_path: Path):
    """`confident` is `shown`, and the hash is the one that decisions have recorded."""
    gates = [read(tmp_path, f'min = 0.5\nrequire = "{word}"') for word in (SHOWN, "confident")]
    hashes = {config.config_sha256(each, Control(), allow_incomplete=False) for each in gates}

    assert gates[0] == gates[1]
    assert {FORMER_HASH} == hashes


@pytest.mark.parametrize(
    ("lines", "threshold"),
    [
        (
            'max_drop = 0.1\nrequire = "ruled_out"',
            "shown to be no more than 0.1 worse than last-",
        ),
        ('max_drop = 0.1\nrequire = "shown"', "not shown to be more than 0.1 worse than last-"),
        ("max_drop = 0.1", "not shown to be more than 0.1 worse than last-green"),
        (
            'max_drop = 0.1\nbaseline = "run:x"\nrequire = "point"',
            "no more than 0.1 worse than run",
        ),
        ('min = 0.5\nmax = 0.9\nrequire = "shown"', "shown to be at least 0.5 and at most 0.9"),
        ("min = 0.5", "at least 0.5"),
    ],
)
def test_the_threshold_names_the_requirement(tmp_path: Path, lines: str, threshold: str):
    """Report, comment and JUnit print the threshold."""
    [found] = read(tmp_path, lines)

    assert found.threshold.startswith(threshold)


@pytest.mark.sweep
def test_a_drop_is_ruled_out_through_the_store(gated: Gated):
    """Eighty cases alike rule a tenth out, twenty do not; the decision has its requirement."""
    found = []
    for count in (80, 20):
        gated.add(run_of(f"old{count}", ["right"] * count))
        gated.add(run_of(f"new{count}", ["right"] * count, day=2))
        text = MARGIN + 'require = "ruled_out"\n'
        code, [decision] = gated(text, "--run", f"new{count}", "--baseline", f"run:old{count}")
        found.append((code, decision["decision"], decision["require"]))

    assert [(0, "pass", "ruled_out"), (3, "undecided", "ruled_out")] == found
