"""The page says of each number what it counted and left out, as the number itself says."""

import pytest

from evalstore.metrics.reasons import count_of
from evalstore.reviews.report import gathering

RUN = "2026-03-01"


@pytest.fixture(scope="module")
def run(filled_path, store_at):
    """What a page says of the newer run."""
    reader = store_at(filled_path)
    summaries, _ = gathering.summaries_of(reader, [RUN])
    return gathering.run_report(reader, summaries[0])


@pytest.mark.sweep
def test_tallies_are_those_of_the_numbers(run):
    """A number with a value leads to what it counted, and its cases and errors are there."""
    by_anchor = {anchor: row for row in run.counted for anchor in row.anchors}
    shown = [row for row in run.metrics if row.value is not None]
    cases = [row for row in shown if row.metric in {"accuracy", "ece", "brier", "accuracy_macro"}]
    found = {
        row.anchor: (
            by_anchor[row.counted_anchor].counted_count,
            sum(
                group.case_count
                for group in by_anchor[row.counted_anchor].left_out
                if count_of(group.reason) == "error_count"
            ),
        )
        for row in cases
    }

    assert found == {row.anchor: (row.scored_count, row.error_count) for row in cases}
    assert len(found) >= 8
    assert [row.metric for row in shown if row.counted_anchor is None] == []
    sliced = [row for row in run.slices if row.value is not None]
    assert {row.counted_anchor for row in (*shown, *sliced)} == by_anchor.keys()


def test_left_out_cases_lead_to_their_texts(run):
    """A case that was left out has its reason, and a link where its texts are on the page."""
    [row] = [
        row
        for row in run.counted
        if "ece" in row.metrics and (row.system_id, row.validator_id) == ("bold", "factual")
    ]
    anchors = {case.case_id: case.anchor for group in run.failures for case in group.cases}

    assert {group.described for group in row.left_out} == {
        "1: error: the system failed",
        "1: missing",
    }
    assert {case.case_id: case.anchor for group in row.left_out for case in group.cases} == {
        name: anchors[name] for name in ("history-0100", "history-0101")
    }
