"""When an event happened: RFC 3339 to a UTC time without zone, as the log keeps it."""

import re
from datetime import UTC, datetime

from evalstore.events.reading import shortened
from evalstore.events.refusals import RefusedEventError

FIRST = datetime(1970, 1, 1)  # noqa: DTZ001 the log's times are UTC and carry no zone
END = datetime(2200, 1, 1)  # noqa: DTZ001 as above

_RFC_3339 = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?"
    r"(?:[Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?"
)


def parsed(text: str) -> datetime:
    """
    Return the UTC time a text names; digits beyond the microsecond are dropped.

    >>> parsed("2026-11-21T20:00:03+02:00")
    datetime.datetime(2026, 11, 21, 18, 0, 3)
    >>> parsed("2026-11-21 20:00:03.5")
    datetime.datetime(2026, 11, 21, 20, 0, 3, 500000)
    """
    if _RFC_3339.fullmatch(text) is None:
        raise _not_a_time(text)
    try:
        at = datetime.fromisoformat(text.upper())
        if at.tzinfo is not None:
            at = at.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError) as error:
        raise _not_a_time(text) from error
    if not FIRST <= at < END:
        raise RefusedEventError(
            "time out of range",
            f"occurred_at: found {shortened(text)}, expected a time from 1970 to 2199; "
            "leave it out where the time is not known",
        )
    return at


def _not_a_time(text: str) -> RefusedEventError:
    return RefusedEventError(
        "not a time",
        f"occurred_at: found {shortened(text)}, expected RFC 3339 such as "
        '"2026-11-21T20:00:03Z"; leave it out where the time is not known',
    )
