"""A store of the demo's event lines, made once."""

import pytest

from evalstore.store.connections import attached_for_reading
from tools.dictionary.column_types import make_store


@pytest.fixture(scope="session")
def capitals(tmp_path_factory):
    """A connection to the store that the examples of the dictionary are read from."""
    layout = make_store(tmp_path_factory.mktemp("dictionary") / "store")
    with attached_for_reading(layout) as connection:
        yield connection
