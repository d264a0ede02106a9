"""Conversion of a test's outcome to a verdict."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from evalstore.running.recording.answering import described, message_of

EXPECTED_FAILURE = "xfail"
UNEXPECTED_SUCCESS = "xpass"
_PASSED = "the test passed"


@dataclass(frozen=True, slots=True)
class OutcomeOfTest:
    """The verdict of a test; ``tags`` contain whether pytest expected a failure."""

    outcome: str
    reason: str
    tags: tuple[str, ...] = ()


def outcome_of(report: pytest.TestReport, call: pytest.CallInfo[None]) -> OutcomeOfTest:
    """
    Return the verdict that a test's outcome gives its responses.

    A test that passes is right; one with a failed assertion or ``pytest.fail`` is wrong; one that
    raises another exception is an error; one that skips is unscored. An expected failure (xfail)
    has the outcome it would have without the marker, and a tag: the answer is wrong in either
    case.
    """
    is_marked = hasattr(report, "wasxfail")
    if call.excinfo is None:
        # A strict xfail that passes is reported as failed, but its answer is right.
        is_unexpected = is_marked or report.failed
        return OutcomeOfTest("right", _PASSED, (UNEXPECTED_SUCCESS,) if is_unexpected else ())
    error = call.excinfo.value
    tags = (EXPECTED_FAILURE,) if is_marked else ()
    if isinstance(error, pytest.skip.Exception) and not is_marked:
        return OutcomeOfTest("unscored", f"skipped: {message_of(error)}")
    if isinstance(error, AssertionError | pytest.fail.Exception | pytest.xfail.Exception):
        return OutcomeOfTest("wrong", message_of(error) or type(error).__name__, tags)
    return OutcomeOfTest("error", described(error), tags)
