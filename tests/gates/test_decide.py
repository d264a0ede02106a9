"""What one gate decides on one row."""

import pytest

from evalstore.gates.decide import Decision, decide, overall
from evalstore.gates.gate import Gate
from evalstore.gates.measured import Measured


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


@pytest.mark.parametrize(
    ("answer", "row", "reason"),
    [
        ("pass", measured(0.5), "a threshold is inclusive"),
        ("fail", measured(0.49), "below the minimum"),
        ("undecided", measured(0.9, count=9), "too few cases"),
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
