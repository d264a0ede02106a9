"""Gives each test an empty store of its own, copied from one that was made once."""

import pytest

import evalstore
from tests import kept_stores


@pytest.fixture
def store(tmp_path):
    """Return an empty store."""
    folder = tmp_path / "warehouse"
    kept_stores.copy("empty", lambda made: evalstore.open(made, create=True), folder)
    return evalstore.open(folder)


@pytest.fixture
def rows(store):
    """Return a function that asks the store."""

    def ask(sql):
        store.fold()
        return store.query(sql).rows()

    return ask
