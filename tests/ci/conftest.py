"""A repository and its CI service, both folders on this disk."""

import pytest

from tests.ci import called_here, shell


@pytest.fixture(scope="session")
def variables(tmp_path_factory):
    """Variables of every step: a path on which ``evalstore`` is carried out in this process."""
    programs = shell.prepare(tmp_path_factory.mktemp("programs") / "bin")
    with called_here.commands(programs) as found:
        yield {**found, "GIT_CONFIG_NOSYSTEM": "1", "TERM": "dumb"}
