"""A pytest plug-in: write down each test, how it ended and how long it took, as it ends."""

import json
import os

FILE = "EVALSTORE_MUTANTS_RECORD"
_seconds: dict[str, float] = {}


def pytest_runtest_logreport(report):
    """Add a line once a test has ended, or as soon as one of its parts failed."""
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0.0) + report.duration
    if report.failed or report.when == "teardown":
        _write(report.nodeid, report.failed, _seconds[report.nodeid])


def pytest_collectreport(report):
    """Add a line for a file that cannot be collected."""
    if report.failed:
        _write(report.nodeid, True, 0.0)


def _write(nodeid, is_failed, seconds):
    with open(os.environ[FILE], "a", encoding="utf-8") as file:  # noqa: PTH123
        line = {"nodeid": nodeid, "is_failed": is_failed, "seconds": round(seconds, 3)}
        file.write(f"{json.dumps(line)}\n")
