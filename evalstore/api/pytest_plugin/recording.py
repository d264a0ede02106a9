"""The run of a pytest session: opening, writing, finishing and summarising it."""

from __future__ import annotations

import shlex
import warnings
from collections import Counter
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import pytest

from evalstore.api.pytest_plugin.carried import CarriedLines
from evalstore.api.pytest_plugin.evalcase import CASES, VALIDATOR
from evalstore.api.pytest_plugin.outcome import outcome_of
from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.errors import EvalstoreError
from evalstore.running.recording.run import Run
from evalstore.store.layout import Layout

# The attribute of a report with the counts of the outcomes recorded for its test.
OUTCOMES = "evalstore_outcomes"
# Attributes in which a pytest-xdist worker passes its events and its recording errors.
LINES = "evalstore_lines"
PROBLEM = "evalstore_problem"


class Recording:
    """
    A plugin that records the run of a pytest session.

    With pytest-xdist each worker has its own instance. Test reports carry its events to the
    controller, which begins the run when the first of them arrives, and writes them.
    """

    def __init__(
        self, folder: Path, suite: str, run_id: str, *, is_named: bool, is_worker: bool
    ) -> None:
        self.folder = folder
        self.suite = suite
        self.run_id = run_id
        self._is_named = is_named
        self._is_worker = is_worker
        self._run: Run | None = None
        self._carried: CarriedLines | None = None
        self._counts: Counter[str] = Counter()
        self._problems: list[str] = []
        self._doubts: list[str] = []
        self._crashed: list[str] = []

    def require_store(self) -> None:
        """Raise StoreError if the store does not exist."""
        Layout(self.folder).require()

    def open(self) -> Run:
        """Return the run; the first call begins or joins it. Raises UsageError."""
        if self._run is None:
            self._run = Store(Layout(self.folder)).run(
                suite=self.suite,
                run_id=self.run_id,
                join=self._is_worker,
                resume=self._is_named and not self._is_worker,
            )
            if self._is_worker:
                self._carried = CarriedLines(Layout(self.folder))
                self._run.recorder.buffer = self._carried
        return self._run

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        """Open the run of an explicit id, so that an invalid one stops the session early."""
        if not self._is_named or self._is_worker or session.config.getoption("collectonly"):
            return
        try:
            self.open()
        except EvalstoreError as error:
            raise pytest.UsageError(f"evalstore: {error}") from error

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Record the outcome of a test that used ``evalcase``."""
        report = yield
        cases = item.stash.get(CASES, None)
        if cases and (call.when == "call" or (call.when == "setup" and call.excinfo)):
            del item.stash[CASES]
            try:
                setattr(report, OUTCOMES, cases.judge(outcome_of(report, call)))
            except EvalstoreError as error:
                self._problems.append(f"{item.nodeid}: {error}")
        if self._carried is not None:
            setattr(report, LINES, self._carried.taken())
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the outcomes, and write the events of a worker."""
        if not self._is_worker:
            self._counts.update(getattr(report, OUTCOMES, None) or {})
            self._write(getattr(report, LINES, None))

    def _write(self, lines: Sequence[str] | None) -> None:
        """Add a worker's event lines to the run, which begins with the first of them."""
        if not lines:
            return
        try:
            buffer = self.open().recorder.buffer
        except EvalstoreError as error:
            self._problems.append(str(error))
            return
        # These events are not counted here, so the end of the run has no counts.
        buffer.is_shared = True
        for line in lines:
            buffer.add(line.encode())

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Write the remaining events of a worker that ended normally."""
        del error
        left = getattr(node, "workeroutput", {})
        self._write(left.get(LINES))
        self._problems += left.get(PROBLEM, ())

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem: str) -> None:
        """Note the test in which a worker died; none of its events are in the run."""
        self._crashed.append(crashitem)

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(
        self, session: pytest.Session, exitstatus: int | pytest.ExitCode
    ) -> Generator[None, None, None]:
        """Finish the run; everything recorded is durable afterwards."""
        yield
        if self._is_worker:
            output: dict[str, Any] = session.config.workeroutput  # type: ignore[attr-defined]
            output[PROBLEM] = self._problems
            output[LINES] = [] if self._carried is None else self._carried.taken()
            return
        if self._run is not None:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                try:
                    self._run.finish(*self._ending(session, exitstatus))
                except EvalstoreError as error:
                    self._problems.append(str(error))
            self._doubts = [str(warning.message) for warning in caught]
        if self._problems and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _ending(
        self, session: pytest.Session, exitstatus: int | pytest.ExitCode
    ) -> tuple[str, str | None]:
        """Return status and error of the run; failed tests do not make a run fail."""
        if self._crashed:
            return "failed", f"a worker died in {', '.join(self._crashed)}"
        stopped = session.shouldstop or session.shouldfail
        if stopped:
            return "cancelled", str(stopped)
        if exitstatus == pytest.ExitCode.INTERRUPTED:
            return "cancelled", "interrupted"
        if exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
            return "completed", None
        return "failed", f"pytest ended with exit code {int(exitstatus)}"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the recorded run, its verdict counts, the next commands and any problems."""
        if self._run is None and not self._problems:
            return
        terminalreporter.section("evalstore")
        if self._run is not None:
            words = ", ".join(f"{count} {word}" for word, count in self._counts.most_common())
            verdicts = counted(self._counts.total(), "verdict")
            terminalreporter.line(f"run {self.run_id}: {verdicts}: {words or 'none'}")
            named = shlex.join(["--run", self.run_id, "--store", str(self.folder)])
            # Other validators have no verdict on most tests.
            terminalreporter.line(f"  evalstore failures {named} --validator {VALIDATOR}")
            terminalreporter.line(f"  evalstore gate {named}")
        for doubt in self._doubts:
            terminalreporter.line(f"warning: {doubt}", yellow=True)
        for problem in self._problems:
            terminalreporter.line(f"not recorded: {problem}", red=True)
