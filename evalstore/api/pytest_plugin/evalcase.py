"""The fixture ``evalcase``: the cases of one test, and the responses to them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import pytest

from evalstore.api.pytest_plugin.outcome import OutcomeOfTest

if TYPE_CHECKING:
    from evalstore.running.recording.case import RunCase
    from evalstore.running.recording.response import RunResponse
    from evalstore.running.recording.run import Run

VALIDATOR = "pytest"
ID_CHARACTERS_MAX = 400
# Markers that control how pytest runs a test; they are not tags of the case.
OWN_MARKERS = frozenset(
    (
        "parametrize", "usefixtures", "filterwarnings", "skip", "skipif", "xfail", "tryfirst",
        "trylast", "asyncio", "anyio", "flaky", "timeout", "xdist_group",
    )
)  # fmt: skip


class UnrecordedResponse:
    """A response without a store: accepts verdicts and records nothing."""

    def __init__(self, text: str | None, fields: dict[str, Any]) -> None:
        self.text = text
        self.answer = fields.get("answer")

    def verdict(
        self, validator_id: str, *_outcome: object, **_fields: object
    ) -> UnrecordedResponse:
        """Do nothing; return the response, so that calls can be chained."""
        del validator_id
        return self


class CaseOfTest:
    """A case that a test declares; ``case_id`` is the same in every session."""

    def __init__(self, case_id: str, case: RunCase | None, system: str) -> None:
        self.case_id = case_id
        self.case = case
        self.responses: list[RunResponse] = []
        self._system = system
        self._attempts: Counter[str] = Counter()

    def response(
        self, text: str | None = None, *, system: str | None = None, **fields: Any
    ) -> RunResponse | UnrecordedResponse:
        """
        Record a system's response and return it, so that further verdicts can be added.

        ``fields`` are those of ``RunCase.response``: answer, confidence, status, error,
        latency_ms, tokens_in, tokens_out, cost_usd, turns, attempt, extra. The second response of
        a system in one test is attempt 2; a test that runs again revises its responses. Raises
        UsageError, naming the field, if the store would refuse a value.
        """
        if self.case is None:
            return UnrecordedResponse(text, fields)
        system_id = system or self._system
        attempt = fields.pop("attempt", None) or self._attempts[system_id] + 1
        recorded = self.case.response(text, system=system_id, attempt=attempt, **fields)
        self._attempts[system_id] += 1
        self.responses.append(recorded)
        return recorded


class CasesOfTest:
    """The cases of one test; calling it declares a case."""

    def __init__(
        self, nodeid: str, markers: Iterable[str], run: Run | None, *, system: str
    ) -> None:
        self._run = run
        self._system = system
        self._nodeid = _identifier(nodeid)
        self._tags = sorted(set(markers) - OWN_MARKERS)
        self._cases: list[CaseOfTest] = []

    def __call__(
        self,
        prompt: str | None = None,
        *,
        case_id: str | None = None,
        system: str | None = None,
        tags: Iterable[str] = (),
        **fields: Any,
    ) -> CaseOfTest:
        """
        Declare a case and return it.

        ``case_id`` defaults to the test's id with its parameters, with ``#2`` for the second case
        of a test. ``system`` is the default system of its responses. ``tags`` are added to the
        test's markers, and ``fields`` are those of ``Run.case``: expected, domain, messages,
        label, severity, attributes and so on. Raises UsageError, naming the field, if the store
        would refuse a value.
        """
        number = len(self._cases) + 1
        name = case_id or (self._nodeid if number == 1 else f"{self._nodeid}#{number}")
        declared = None
        if self._run is not None:
            # With ``extra``, a case without a prompt is declared as well.
            extra = {"generator": VALIDATOR, **(fields.pop("extra", None) or {})}
            declared = self._run.case(
                prompt, case_id=name, tags=[*self._tags, *tags] or None, extra=extra, **fields
            )
        self._cases.append(CaseOfTest(name, declared, system or self._system))
        return self._cases[-1]

    def response(
        self, text: str | None = None, *, system: str | None = None, **fields: Any
    ) -> RunResponse | UnrecordedResponse:
        """Record a response to the last case of the test; see ``CaseOfTest.response``."""
        case = self._cases[-1] if self._cases else self()
        return case.response(text, system=system, **fields)

    def judge(self, test_outcome: OutcomeOfTest) -> dict[str, int]:
        """
        Record the test's outcome as a verdict on each of its responses; return counts by outcome.

        A case without a response gets one without text, whose status is error if the test raised
        an error.
        """
        counts: Counter[str] = Counter()
        if self._run is None:
            return {}
        for case in self._cases:
            if not case.responses:
                is_error = test_outcome.outcome == "error"
                case.response(
                    status="error" if is_error else "ok",
                    error=test_outcome.reason if is_error else None,
                )
            for response in case.responses:
                response.verdict(
                    VALIDATOR,
                    test_outcome.outcome,
                    reason=test_outcome.reason,
                    tags=test_outcome.tags or None,
                )
                counts[test_outcome.outcome] += 1
        return dict(counts)


CASES = pytest.StashKey[CasesOfTest]()


def _identifier(nodeid: str) -> str:
    """
    Return a test's id as a case id, shortened with a digest if it is too long.

    >>> _identifier("tests/test_capitals.py::test_capital[france]")
    'tests/test_capitals.py::test_capital[france]'
    """
    if len(nodeid) <= ID_CHARACTERS_MAX:
        return nodeid
    digest = hashlib.sha256(nodeid.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"{nodeid[:ID_CHARACTERS_MAX]}…{digest}"
