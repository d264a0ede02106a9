"""Detect turns that are no answer but nothing, or the message of a failed call."""

from evalstore.validators._contradiction import cues

SHORT_CHARACTERS = 300


def failure_of(text: str) -> str | None:
    """Say in words that a text is no answer but nothing, or the message of a failed call."""
    stripped = text.strip()
    if not stripped:
        return "empty"
    is_failure = cues.expressions("failures.starts").match(stripped) is not None or (
        len(stripped) <= SHORT_CHARACTERS
        and cues.expressions("failures.anywhere").search(stripped) is not None
    )
    return f"the message of a failed call, {stripped[:60]!r}" if is_failure else None
