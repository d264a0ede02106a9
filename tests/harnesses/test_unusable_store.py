"""A store that cannot be used takes nothing in."""

import pytest

import evalstore
from evalstore.errors import CorruptStoreError
from evalstore.harnesses.ingest import ingest
from evalstore.store.layout import Layout


@pytest.fixture
def store(tmp_path):
    """A store with one run."""
    made = evalstore.open(tmp_path / "store", create=True)
    made.append([{"kind": "run_started", "run_id": "r", "payload": {"suite": "s"}}])
    return Layout(tmp_path / "store")


def overwritten(store):
    """The database is something else."""
    store.database.write_bytes(b"nothing of ours" * 1000)


def without_log(store):
    """Checkpoints say that there was more."""
    store.database.unlink()
    for path in store.segments.iterdir():
        path.unlink()


@pytest.mark.parametrize("spoiled", [overwritten, without_log])
def test_it_is_said_before_events_are_accepted(spoiled, store, tmp_path):
    """Else a second call finds them, as duplicates, or as another run beside the first."""
    lines = tmp_path / "events.ndjson"
    lines.write_text('{"kind": "run_started", "run_id": "n", "payload": {"suite": "s"}}\n')
    spoiled(store)

    with pytest.raises(CorruptStoreError):
        ingest(store, [str(lines)])

    assert [] == [path.name for path in store.inbox.iterdir()]
