"""A way to run a command and have what it prints."""

import pytest
from click.testing import CliRunner

from evalstore.cli.publish import publish


@pytest.fixture
def evalstore_command():
    """Return a function that runs ``publish`` and returns its output."""

    def run(*arguments):
        found = CliRunner().invoke(publish, [str(one) for one in arguments[1:]])
        assert found.exit_code == 0, found.output
        return found.stdout

    return run
