"""When a sample was last scored: it tells which of two logs of one run is the newer."""

from datetime import UTC, datetime
from typing import Any

SCORING_EVENTS = ("score", "score_edit")


def last_scored(sample: dict[str, Any]) -> datetime | None:
    """
    Return the time of the sample's last scoring event; None where it tells of none.

    >>> last_scored({"events": [{"event": "score", "timestamp": "2026-11-21T20:00:03+02:00"}]})
    datetime.datetime(2026, 11, 21, 18, 0, 3, tzinfo=datetime.timezone.utc)
    >>> last_scored({"events": [{"event": "model", "timestamp": "2026-11-21T20:00:03Z"}]})
    """
    events = sample.get("events")
    times = [
        _time(event.get("timestamp"))
        for event in (events if isinstance(events, list) else [])
        if isinstance(event, dict) and event.get("event") in SCORING_EVENTS
    ]
    return max((time for time in times if time is not None), default=None)


def _time(text: object) -> datetime | None:
    try:
        time = datetime.fromisoformat(text) if isinstance(text, str) else None
        # A time without an offset is local to a machine nobody knows.
        return None if time is None or time.tzinfo is None else time.astimezone(UTC)
    except (ValueError, OverflowError):
        # Some other text stands there, which dates nothing.
        return None
