"""A way to run a command and have what it prints."""

import pytest

from evalstore.cli import call_command


@pytest.fixture
def evalstore_command(capfd):
    """Return a function that runs a command and returns its output."""

    def run(*arguments):
        capfd.readouterr()
        code = call_command([str(one) for one in arguments])
        found = capfd.readouterr()
        assert code == 0, found.err
        return found.out

    return run
