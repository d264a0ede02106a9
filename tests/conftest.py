"""Leaves out what takes long, unless it is asked for, and makes the database of a store once."""

import shutil

import pytest

from evalstore.store import door, schema
from evalstore.store.layout import Layout

NAME = "evalstore.duckdb"


def pytest_collection_modifyitems(config, items):
    """Run the tests marked sweep only where -m names them."""
    if config.option.markexpr:
        return
    sweeps = [item for item in items if item.get_closest_marker("sweep")]
    config.hook.pytest_deselected(items=sweeps)
    items[:] = [item for item in items if not item.get_closest_marker("sweep")]


@pytest.fixture(scope="session", autouse=True)
def empty_database(tmp_path_factory):
    """
    Make an empty database as every store does; a new store of a test begins as a copy of it.

    Defining a hundred views takes most of a second, and more than a thousand tests want a store.
    Commands in processes of their own make theirs themselves.
    """
    layout = Layout(tmp_path_factory.mktemp("template"))
    template = layout.root / "empty.duckdb"
    with door.attached_for_writing(layout, template) as connection:
        connection.execute("begin")
        schema.create(connection)
        connection.execute("commit")
    attach = door._attach

    def attach_copy(connection, database, mode, wait_seconds):
        # A rebuild makes a database of another name, and all of it by itself.
        if not mode and database.name == NAME and not database.exists():
            shutil.copyfile(template, database)
        attach(connection, database, mode, wait_seconds)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(door, "_attach", attach_copy)
        yield
