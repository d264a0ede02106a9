"""What one gate decides on one row."""

from dataclasses import replace

import pytest

from evalstore.gates.control import Control
from evalstore.gates.decide import Decision, decide, overall
from evalstore.gates.gate import SHOWN, Gate
from evalstore.gates.measured import Measured
from evalstore.gates.regression import Regression
from evalstore.statistics.paired import Paired


def gate(**changes: object) -> Gate:
    fields: dict[str, object] = {
        "gate_id": "g", "metric": "accuracy", "minimum": 0.5, "maximum": None, "min_count": 10,
        "slice_name": "all", "slice_value": "all", "system_id": None, "validator_id": None,
        "variant": None, "is_informational": False, "max_error_rate": 0.02,
    }  # fmt: skip
    return Gate(**{**fields, **changes})  # type: ignore[arg-type]


def measured(value: float | None, count: int = 100, errors: int = 0) -> Measured:
    return Measured(
        system_id="s", validator_id="factual", slice_name="all", slice_value="all", variant="",
        value=value, scored_count=count, error_count=errors, unscored_count=0,
        expected_count=count + errors, ci_low=None, ci_high=None,
    )  # fmt: skip


def worse(pair_count: int = 40, drop: float = 0.25) -> Regression:
    """A run that is so much worse than its baseline on so many pairs."""
    pairs = Paired(
        variant="", slice_value="all", paired_count=pair_count, left_only_count=0,
        right_only_count=0, higher_count=0, lower_count=5, equal_count=pair_count - 5,
        is_binary=True, left_mean=1.0, right_mean=1.0 - drop, difference=-drop,
        standard_error=0.05, cluster_count=0, clustered_standard_error=None,
    )  # fmt: skip
    return Regression("old", pairs, -1, 0.05)


@pytest.mark.parametrize(
    ("answer", "row", "reason"),
    [
        ("pass", measured(0.5), "a threshold is inclusive"),
        ("fail", measured(0.49), "below the minimum"),
        ("undecided", measured(0.9, count=9), "too few cases"),
        ("pass", measured(0.9, count=10), "just enough cases"),
        ("fail", measured(0.1, count=10), "just enough to fail as well"),
        ("undecided", measured(0.1, count=9), "too few cases cannot fail either"),
        ("undecided", measured(None, count=0), "NULL never passes"),
        ("pass", measured(0.9, count=98, errors=2), "two in a hundred may be errors"),
        ("broken", measured(0.9, count=97, errors=3), "leaving out errors helps nobody pass"),
        ("fail", measured(0.1, count=97, errors=3), "what fails despite the errors fails"),
        ("broken", measured(None, count=0, errors=50), "every sample crashed"),
    ],
)
def test_one_row(answer: str, row: Measured, reason: str) -> None:
    """Each row of the table above is decided as it says."""
    assert answer == decide(gate(), row, is_completed=True).answer, reason


@pytest.mark.parametrize(
    ("counts", "share"),
    [
        ({"scored_count": 8, "error_count": 2, "expected_count": 16}, 2 / 16),
        ({"scored_count": 8, "unscored_count": 1, "error_count": 2, "expected_count": 16}, 3 / 16),
        ({"scored_count": 0, "error_count": 0, "expected_count": 0}, 0.0),
        # Of attempts where they are counted, though every case was scored.
        ({"scored_count": 8, "attempt_count": 32, "left_out_attempt_count": 4}, 4 / 32),
    ],
)
def test_what_is_left_out_is_a_share_of_what_was_expected(counts: dict, share: float) -> None:
    """Errors and unscored count, over the cases or attempts expected and not those that came."""
    assert share == replace(measured(0.9, count=8), **counts).left_out_share


@pytest.mark.parametrize(
    ("answer", "p_value"), [("fail", 0.05), ("pass", 0.0501), ("pass", 0.0999)]
)
def test_a_drop_is_shown_at_the_level_and_not_above(answer: str, p_value: float) -> None:
    """At 5 %, the default everywhere, a p-value of exactly that blocks, and no larger one."""
    confident = gate(minimum=None, max_drop=0.0, requirement=SHOWN)
    given = {"is_completed": True, "regression": worse(), "p_value": p_value}
    by_default = decide(confident, measured(0.9), **given)
    as_configured = decide(confident, measured(0.9), **given, alpha=Control().alpha)

    assert [answer, answer] == [by_default.answer, as_configured.answer]


@pytest.mark.parametrize(
    ("answer", "pair_count", "drop"),
    [("fail", 10, 0.25), ("undecided", 9, 0.25), ("pass", 10, 0.125), ("fail", 10, 0.126)],
)
def test_enough_pairs_and_the_allowed_drop_are_inclusive(
    answer: str, pair_count: int, drop: float
) -> None:
    """Ten pairs are enough where ten are needed; a drop of just what is allowed passes."""
    allowed = gate(minimum=None, max_drop=0.125)
    decision = decide(
        allowed, measured(0.9), is_completed=True, regression=worse(pair_count, drop)
    )

    assert answer == decision.answer


def test_a_run_that_did_not_complete_decides_nothing() -> None:
    """Neither a good nor a bad value counts before the run has come to its end."""
    answers = [decide(gate(), measured(value), is_completed=False).answer for value in (0.1, 0.9)]

    assert ["undecided", "undecided"] == answers


def test_both_bounds_hold() -> None:
    """A gate with a minimum and a maximum wants the value between them."""
    between = gate(minimum=0.2, maximum=0.4)
    answers = [decide(between, measured(v), is_completed=True).answer for v in (0.1, 0.3, 0.5)]

    assert ["fail", "pass", "fail"] == answers


def test_fail_weighs_more_than_broken_and_broken_more_than_undecided() -> None:
    """The worst answer of the gating decisions is the answer of all."""
    decisions = {
        answer: Decision(gate(), None, answer, "")
        for answer in ("pass", "undecided", "broken", "fail")
    }  # type: ignore[arg-type]
    worst = [
        overall([decisions[name] for name in names])
        for names in (("pass",), ("pass", "undecided"), ("undecided", "broken"), decisions)
    ]

    assert ["pass", "undecided", "broken", "fail"] == worst


def test_an_informational_gate_blocks_nobody() -> None:
    """Its failure is shown and does not count."""
    failing = Decision(gate(is_informational=True), None, "fail", "")

    assert "pass" == overall([failing])
