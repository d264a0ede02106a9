"""A lake whose log is no longer the one that its other tables were made of is refused."""

import shutil

import pytest

from evalstore.errors import CorruptStoreError
from evalstore.scale.lake.job.job_lake import JobLake
from evalstore.scale.lake.publish import publish
from tests.scale.lake.test_publish import brought, maker_of, require_equal

LOST = "a part of its log was lost or replaced"


@pytest.fixture(scope="module")
def lakes(tmp_path_factory):
    """Return a store of two runs and one of one, each with its lake; nobody may change them."""
    folder = tmp_path_factory.mktemp("lakes")
    made = maker_of(folder)
    made("r1", {"a": "right"}, "long")
    layouts = made("r2", {"a": "wrong"}, "long"), made("r1", {"a": "wrong"}, "short")
    for layout in layouts:
        brought(layout, folder / f"{layout.root.name}-lake")
    return folder, *layouts


@pytest.fixture
def lake(lakes, tmp_path):
    """Return a copy of the lake of two runs."""
    return shutil.copytree(lakes[0] / "long-lake", tmp_path / "lake")


def test_tables_ahead_of_their_log(lakes, lake):
    """Where the log is gone or another store's, neither a publication nor a job goes on."""
    _, layout, other = lakes
    shutil.rmtree(lake / "log" / "batches")
    with pytest.raises(CorruptStoreError, match=LOST):
        brought(layout, lake)
    shutil.rmtree(lake / "log")
    with pytest.raises(CorruptStoreError, match=LOST):
        brought(other, lake)

    list(publish(other, str(lake), is_log_only=True))
    with pytest.raises(CorruptStoreError, match=LOST):
        JobLake(str(lake)).facts()


def test_events_of_another_store(lakes, lake):
    """The last event of the table is compared with the store's own, before any is added."""
    folder, layout, _ = lakes
    shutil.rmtree(lake / "log" / "events")
    shutil.copytree(folder / "short-lake" / "log" / "events", lake / "log" / "events")

    with pytest.raises(CorruptStoreError, match="lacks the store's event at position"):
        brought(layout, lake)


def test_a_lake_that_was_emptied_is_filled_again(lakes, lake):
    """A store has all that a lake of it has to have, also where one table was removed."""
    _, layout, _ = lakes
    shutil.rmtree(lake / "log" / "events")
    brought(layout, lake)
    require_equal(layout, lake)

    shutil.rmtree(lake)
    brought(layout, lake)
    require_equal(layout, lake)
