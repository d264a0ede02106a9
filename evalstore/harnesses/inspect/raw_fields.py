"""Fields of a sample that the known versions of Inspect do not write."""

from typing import Any

from evalstore.harnesses.values import unknown_fields

# The fields of a sample, and of what a chunked one is put together from.
FIELDS = frozenset((
    "id", "epoch", "input", "choices", "target", "description", "sandbox", "files", "setup",
    "messages", "output", "score", "scores", "metadata", "store", "events", "timelines",
    "model_usage", "role_usage", "model_fallbacks", "started_at", "completed_at", "total_time",
    "working_time", "uuid", "invalidation", "error", "error_retries", "attachments", "transcript",
    "events_data", "limit", "turn_count", "token_limit", "token_limit_type", "token_limit_usage",
    "message_limit", "time_limit", "message_refs", "event_refs", "called_tools",
))  # fmt: skip


def raw_fields(sample: dict[str, Any], *, is_version_known: bool) -> dict[str, Any]:
    """
    Return what nobody here knows of a sample, where the log is of an unknown version, but secrets.

    >>> raw_fields({"id": 1, "mood": "calm"}, is_version_known=False)
    {'mood': 'calm'}
    """
    return {} if is_version_known else unknown_fields(sample, FIELDS)
