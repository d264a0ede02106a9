"""A period is what its two ends say, in UTC, and an end that cannot be is an error."""

import pytest

from evalstore.errors import UsageError
from evalstore.reviews.evidence.period import period_of


@pytest.mark.parametrize(
    ("until", "end"),
    [
        ("2026-11-02", "2026-11-03 00:00:00"),
        ("20261102", "2026-11-03 00:00:00"),
        ("2026-11-02T00:00", "2026-11-02 00:00:00"),
        ("2026-11-02 10", "2026-11-02 10:00:00"),
        ("2026-11-02T23:00-05:00", "2026-11-03 04:00:00"),
        ("9999-12-31", "9999-12-31 00:00:00"),
    ],
)
def test_a_day_ends_with_its_last_moment_and_a_time_is_one(until, end):
    assert str(period_of("2026-11-01", until).until) == end


def test_a_time_that_utc_does_not_have_is_refused():
    with pytest.raises(UsageError, match="not within the years 1 to 9999"):
        period_of("0001-01-01T00:00:00+02:00")
