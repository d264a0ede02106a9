"""Identifiers of new runs."""

from datetime import UTC, datetime
from uuid import uuid4


def new_run_id(suite: str) -> str:
    """Return a new run id: suite, UTC time, and four random hex digits."""
    return f"{suite}-{datetime.now(UTC):%Y%m%dT%H%M%S}-{uuid4().hex[:4]}"
