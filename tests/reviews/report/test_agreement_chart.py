"""The chart of agreement stands in the report where people labelled replies, and nowhere else."""

import pytest

import evalstore
from evalstore.reviews.report.gathering import run_report, summaries_of
from evalstore.reviews.report.report import with_charts
from evalstore.store.query.reader import reading
from tests.running.labels.test_agreement_over_runs import run_of


@pytest.mark.thinned(2)
@pytest.mark.parametrize("has_labels", [True, False])
def test_chart_needs_labels(tmp_path, has_labels):
    """It answers whether the judges agree."""
    events = [
        event
        for event in run_of(2, 1)
        if has_labels or event["payload"].get("validator_id") != "human:kim"
    ]
    store = evalstore.open(tmp_path / "warehouse", create=True)
    store.append(events)
    with reading(store.layout) as reader:
        summaries, _ = summaries_of(reader, None)
        run = with_charts(reader, run_report(reader, summaries[0]))
    said = [image.description for answer in run.answers for image in answer.charts]

    assert has_labels == any("Agreement with people" in description for description in said)
