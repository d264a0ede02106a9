"""Under each number stands how its judge was checked against people, or that it was not."""

from dataclasses import replace

from evalstore.reviews.report.judge_checks import UNCHECKED, checks_of, with_checks
from evalstore.reviews.report.metric_row import MetricRow

ACCURACY = MetricRow(
    anchor="", metric="accuracy", system_id="a", slice_name="all", slice_value="all",
    validator_id="factual", is_primary_validator=True, variant="", value=0.5, low=0.4, high=0.6,
    scored_count=400, missing_count=0, error_count=0, unscored_count=0, unit="share", better="",
)  # fmt: skip
AGREEMENT = replace(
    ACCURACY, metric="judge_agreement", variant="with=people", scored_count=50, value=0.81,
    low=0.66, high=0.93,
)  # fmt: skip


def test_a_judge_is_checked_or_it_is_not():
    """By validator and system; what rests on no verdict, and people, need no check."""
    other, person, rate = (
        replace(ACCURACY, system_id="b"),
        replace(ACCURACY, validator_id="human:kim"),
        replace(ACCURACY, metric="error_rate"),
    )

    rows = with_checks([ACCURACY, other, person, rate, AGREEMENT])

    said = "checked against people's labels on 50 replies, kappa 0.810 (0.660 to 0.930)"
    assert [said, UNCHECKED, "", "", ""] == [row.judge_check for row in rows]
    assert {"factual": f"a: {said}; b: {UNCHECKED}"} == checks_of(rows)


def test_a_kappa_that_is_not_defined_is_not_numbered():
    """Labels of one kind alone say how many there are."""
    [row, _] = with_checks([ACCURACY, replace(AGREEMENT, value=None, scored_count=1)])

    assert "checked against people's labels on 1 reply" == row.judge_check


def test_agreement_without_a_shared_reply_is_no_check():
    """Labels on what the judge could not decide say nothing of it."""
    [row, _] = with_checks([ACCURACY, replace(AGREEMENT, value=None, scored_count=0)])

    assert UNCHECKED == row.judge_check
