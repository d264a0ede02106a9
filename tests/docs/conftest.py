"""The store that the documents show the answers of."""

import pytest

import evalstore
from tests import quick_demo
from tests.docs.cookbook import recipes


@pytest.fixture(scope="session")
def demo(tmp_path_factory):
    """A folder with the demo's logs and events, and their store in its ``warehouse``; read it."""
    return quick_demo.make(tmp_path_factory.mktemp("demo") / "demo")


@pytest.fixture(scope="session")
def answers(demo):
    """The rows that a recipe gives, found by words of its question."""
    store = evalstore.open(demo / "warehouse")

    def rows(words):
        [sql] = [recipe.sql for recipe in recipes() if words in recipe.question]
        return store.query(sql).rows()

    return rows
