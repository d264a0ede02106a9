"""Errors of a stream of JSON, and the phrases used to count the elements that they cost."""

from evalstore.harnesses.repeated_keys import DUPLICATE_KEY, RepeatedKeyError


class CutShortError(Exception):
    """The file ends inside a value."""


class MalformedError(Exception):
    """The text is not JSON; the message says where."""


class TooLargeError(Exception):
    """A value is longer than the limit; the stream can still skip it."""


def rest_reason(error: Exception) -> str:
    """
    Return the phrase used to count the rest of a file that was lost to an error of its stream.

    >>> rest_reason(CutShortError()), rest_reason(RepeatedKeyError())
    ('cut short', 'duplicate key')
    """
    if isinstance(error, RepeatedKeyError):
        return DUPLICATE_KEY
    return "nested too deep" if isinstance(error, RecursionError) else "cut short"


def reason_of(error: Exception, what: str = "") -> str:
    """
    Return the phrase used to count elements that were left out because of an error of a stream.

    >>> reason_of(TooLargeError(), "row"), reason_of(RepeatedKeyError(), "row")
    ('row too large', 'duplicate key')
    """
    if isinstance(error, RepeatedKeyError):
        return DUPLICATE_KEY
    reasons = {TooLargeError: "too large", RecursionError: "nested too deep"}
    return f"{what} {reasons.get(type(error), 'malformed')}".lstrip()
