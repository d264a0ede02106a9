"""
Options and the fixture ``evalcase`` of the pytest plugin; docs/pytest.md is the manual.

Every pytest session in an environment with evalstore imports this module. Expensive modules are
therefore imported only if a store is configured or a test uses ``evalcase``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from evalstore.api.pytest_plugin.evalcase import CasesOfTest

STORE = "evalstore_store"
SUITE = "evalstore_suite"
SYSTEM = "evalstore_system"
RUN_ID = "evalstore_run_id"
PLUGIN = "evalstore-recording"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the command-line options and the settings of the configuration file."""
    group = parser.getgroup("evalstore", "evaluation results (evalstore)")
    group.addoption(
        "--evalstore",
        dest=STORE,
        metavar="DIR",
        help="Record the tests that use the fixture evalcase as a run in this store.",
    )
    group.addoption(
        "--evalstore-run-id",
        dest=RUN_ID,
        metavar="ID",
        help="The run's id; a run that is there goes on. Default: suite, time and four digits.",
    )
    group.addoption(
        "--evalstore-system",
        dest=SYSTEM,
        metavar="NAME",
        help="The system under test, where a test names none.",
    )
    parser.addini(STORE, "The folder of the store, seen from the root of the tests.", default="")
    parser.addini(
        SUITE, "The name of the suite. Default: the name of the root folder.", default=""
    )
    parser.addini(SYSTEM, "The system under test, where a test names none.", default="default")


def pytest_configure(config: pytest.Config) -> None:
    """
    Check the store before any test runs, and register the recording plugin.

    Does nothing if no store is configured.
    """
    controller_store = getattr(config, "workerinput", {}).get(STORE)
    named = controller_store or config.getoption(STORE) or config.getini(STORE)
    if not named:
        return
    from evalstore.api.pytest_plugin.recording import Recording
    from evalstore.errors import EvalstoreError
    from evalstore.running.run_ids import new_run_id

    folder = Path(named) if config.getoption(STORE) else config.rootpath / str(named)
    suite = str(config.getini(SUITE)) or config.rootpath.name or "tests"
    run_id = getattr(config, "workerinput", {}).get(RUN_ID) or config.getoption(RUN_ID)
    recording = Recording(
        folder,
        suite,
        run_id or new_run_id(suite),
        is_named=bool(config.getoption(RUN_ID)),
        is_worker=controller_store is not None,
    )
    try:
        recording.require_store()
    except EvalstoreError as error:
        raise pytest.UsageError(f"evalstore: {error}") from error
    config.pluginmanager.register(recording, PLUGIN)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Pass the run's id and store to a pytest-xdist worker."""
    recording = node.config.pluginmanager.get_plugin(PLUGIN)
    if recording is not None:
        node.workerinput[STORE] = str(recording.folder.resolve())
        node.workerinput[RUN_ID] = recording.run_id


@pytest.fixture
def evalcase(request: pytest.FixtureRequest) -> CasesOfTest:
    """
    Declare the case of this test, and record a system's responses.

    ``evalcase(prompt, expected=…).response(text)``; the outcome of the test becomes the verdict of
    the validator ``pytest``. Without a store the test runs the same, and nothing is recorded.
    """
    from evalstore.api.pytest_plugin.evalcase import CASES, CasesOfTest

    recording = request.config.pluginmanager.get_plugin(PLUGIN)
    cases = CasesOfTest(
        request.node.nodeid,
        [marker.name for marker in request.node.iter_markers()],
        None if recording is None else recording.open(),
        system=str(request.config.getoption(SYSTEM) or request.config.getini(SYSTEM)),
    )
    request.node.stash[CASES] = cases
    return cases
