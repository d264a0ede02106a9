"""A period of time, in which the runs of a suite started."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from evalstore.errors import UsageError

Moment = str | date | datetime
# The last day with a day after it.
LAST_DAY = datetime.combine(date.max, time()) - timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Period:
    """
    A period in UTC, as a time without a zone: from ``since`` on, and before ``until``.

    ``until`` is None for a period without an end; ``words`` say both as they were given.
    """

    since: datetime
    until: datetime | None
    words: str


def period_of(since: Moment, until: Moment | None = None) -> Period:
    """
    Return the period between two dates, both included; a time ends it before that moment.

    Raises UsageError for a text that is neither date nor time, and for an empty period.

    >>> period_of("2026-11-01", "2026-11-30").until
    datetime.datetime(2026, 12, 1, 0, 0)
    >>> period_of("2026-11-01T12:00:00+02:00").since
    datetime.datetime(2026, 11, 1, 10, 0)
    """
    first, _ = _moment("since", since)
    words = f"since {since}"
    if until is None:
        return Period(first, None, words)
    last, is_day = _moment("until", until)
    end = min(last, LAST_DAY) + timedelta(days=1) if is_day else last
    if end <= first:
        raise UsageError(f"until is {until}, which is not after since, {since}; no run fits")
    return Period(first, end, f"{words}, until {until}")


def _moment(name: str, value: Moment) -> tuple[datetime, bool]:
    """Return the first moment of a day, or a time, in UTC; and True if it is a day."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, time()), True
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
        except ValueError as error:
            raise UsageError(
                f"{name} is {value!r}, expected a date such as 2026-11-01, or a time in ISO 8601"
            ) from error
        is_day = _is_date(value)
    else:
        moment, is_day = value, False
    if moment.tzinfo is not None:
        try:
            moment = moment.astimezone(UTC).replace(tzinfo=None)
        except OverflowError as error:
            raise UsageError(
                f"{name} is {value}, which in UTC is not within the years 1 to 9999; name a time "
                "in these years"
            ) from error
    return moment, is_day


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
