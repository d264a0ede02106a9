"""What a report reads of a run's metrics, several at once, is what their views say."""

import pytest

from evalstore.reviews.report import run_metrics
from evalstore.reviews.report.rows import run_query
from evalstore.store.query.queries import LEVELS

RUN = "2026-03-01"
SLICES = ["all", "domain"]


def test_rows_are_those_of_the_views(store):
    """Every row of the union of all metrics is there once, with its value and its counts."""
    names = ("metric", "system_id", "slice_name", "slice_value", "validator_id", "variant")
    store.connection.execute(
        "create or replace temp view selected_metrics as from metrics.all_metrics"
    )
    expected = {
        tuple(row[name] for name in names): row
        for row in run_query(
            store, "metrics", first_run_id=RUN, last_run_id=RUN, slice_names=SLICES,
            levels=[*LEVELS],
        )
    }  # fmt: skip

    found = run_metrics.metrics_of(store, RUN, SLICES)

    by_key = {tuple(getattr(row, name) for name in names): row for row in found}
    assert expected.keys() == by_key.keys()
    assert len(expected) == len(found)
    assert [] == [
        key
        for key, row in by_key.items()
        if (row.value, row.low, row.high, row.scored_count, row.missing_count, row.error_count)
        != pytest.approx(
            tuple(
                expected[key][name]
                for name in (
                    "value", "ci_low", "ci_high", "scored_count", "missing_count", "error_count",
                )
            ),
            nan_ok=True,
        )
    ]  # fmt: skip


@pytest.mark.sweep
def test_nothing_kept_is_left_behind(store):
    """What was kept of a view is dropped, so that no other question meets it."""
    run_metrics.metrics_of(store, RUN, ["all"])

    assert [] == store.rows("from duckdb_tables() where temporary and table_name = 'kept_rows'")
