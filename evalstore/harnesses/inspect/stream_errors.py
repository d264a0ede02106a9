"""Errors of a stream of JSON, and the phrases by which elements that they cost are counted."""

from evalstore.harnesses.repeated_keys import DUPLICATE_KEY, RepeatedKeyError


class CutShortError(Exception):
    """The file ends inside a value."""


class MalformedError(Exception):
    """What stands there is not JSON; the text says where."""


class TooLargeError(Exception):
    """One value is longer than anyone should hold in memory; the stream still gets past it."""


def rest_reason(error: Exception) -> str:
    """
    Return the phrase by which the rest of a file is counted that an error of its stream cost.

    >>> rest_reason(CutShortError()), rest_reason(RepeatedKeyError())
    ('cut short', 'duplicate key')
    """
    if isinstance(error, RepeatedKeyError):
        return DUPLICATE_KEY
    return "nested too deep" if isinstance(error, RecursionError) else "cut short"


def reason_of(error: Exception, what: str = "") -> str:
    """
    Return the phrase by which elements are counted that were left out for an error of a stream.

    >>> reason_of(TooLargeError(), "row"), reason_of(RepeatedKeyError(), "row")
    ('row too large', 'duplicate key')
    """
    if isinstance(error, RepeatedKeyError):
        return DUPLICATE_KEY
    reasons = {TooLargeError: "too large", RecursionError: "nested too deep"}
    return f"{what} {reasons.get(type(error), 'malformed')}".lstrip()
