"""The store that the documents show the answers of."""

import pytest

from tests import quick_demo


@pytest.fixture(scope="session")
def demo(tmp_path_factory):
    """A folder with the demo's logs and events, and their store in its ``warehouse``; read it."""
    return quick_demo.make(tmp_path_factory.mktemp("demo") / "demo")
