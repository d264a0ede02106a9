"""What the last entry of a remote states is compared with what it names before it is used."""

from dataclasses import replace

import pytest

from evalstore.cli import call_command
from evalstore.errors import CorruptStoreError
from evalstore.scale.remotes import stated
from evalstore.scale.remotes.pull import RemotePart, pull
from evalstore.scale.remotes.remote_log import read_log
from evalstore.store.connections import connect
from evalstore.store.layout import Layout
from evalstore.store.log import log_entry, segment
from tests.scale.remotes.places import LONG_AGO, with_remote, with_run

LIES = {
    "runs": lambda entry: replace(entry, batch=replace(entry.batch, runs=["r9"])),
    "counts": lambda entry: replace(entry, batch=replace(entry.batch, counts={"x": 9})),
    "bytes": lambda entry: replace(entry, segment_bytes=entry.segment_bytes + 1),
}


@pytest.fixture
def place(tmp_path):
    """Return a remote with one entry."""
    return with_remote(tmp_path / "team")[1]


@pytest.fixture
def lying(place, tmp_path):
    """Return a function that alters the only entry of a remote, as whoever may write it can."""

    def alter(change):
        entry = change(read_log(place).last)
        [path] = (tmp_path / "team" / "remote" / "log").glob("*.json")
        path.write_bytes(entry.to_bytes())
        return entry

    return alter


def test_an_entry_that_lies_about_its_segment_is_refused(lying, place, tmp_path):
    """Runs, counts and bytes that are not those of the segment: nothing is taken."""
    honest = read_log(place).last
    layout = Layout(tmp_path / "replica")
    for lie, change in LIES.items():
        lying(change)
        with pytest.raises(CorruptStoreError, match=r"the entry of .* states"):
            pull(layout, place, RemotePart())
        assert [] == segment.on_disk(layout), lie
        lying(lambda _: honest)
    # Whoever has the segment already does not believe it either.
    pull(layout, place, RemotePart())
    (layout.remote / "known.json").unlink()
    (layout.remote / "log.ndjson").unlink()
    lying(LIES["runs"])
    with pytest.raises(CorruptStoreError, match="another batch than the footer"):
        pull(layout, place, RemotePart())


def test_a_pack_without_a_run_of_its_entry_is_refused(lying, place, tmp_path):
    """An entry cannot make a run known by facts that its pack does not have."""

    def claim(entry):
        [pack] = entry.facts
        runs = ["r1", "r9"]
        return replace(
            entry,
            facts=[replace(pack, run_ids=runs)],
            batch=replace(entry.batch, runs=runs),
        )

    lying(claim)
    layout = Layout(tmp_path / "part")
    with pytest.raises(CorruptStoreError, match="has no facts of run r9, but the"):
        pull(layout, place, RemotePart(since=LONG_AGO))
    assert not layout.database.exists()


def test_what_was_not_read_is_called_the_remotes_statement(lying, tmp_path, capfd):
    """A pull that leaves the segment out says whose count it prints."""
    lying(LIES["counts"])
    command = ["pull", str(tmp_path / "team" / "remote"), "--since", "2020-01-01"]
    assert 0 == call_command([*command, "--store", str(tmp_path / "part")])
    said = capfd.readouterr().out

    assert "whose log states 9 events" in said
    assert "1 left out with 9 unverified events" in said


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("field", "value"), [("runs", ["r9"]), ("counts", {"run_started": 9})])
def test_a_footer_that_lies_with_its_entry_is_refused(tmp_path, field, value):
    """A footer is in no tree, so the events of a segment that is new here are counted."""
    [path] = segment.on_disk(with_run(tmp_path / "one", "r1"))
    with connect() as connection:
        batch = replace(segment.read_footer(connection, path), **{field: value})
        connection.execute("create table t as from read_parquet($file)", {"file": str(path)})
        connection.execute(
            "copy t to $file (format parquet, kv_metadata {evalstore: $footer})",
            {"file": str(path), "footer": batch.to_json()},
        )
    entry = log_entry.following(None, batch, segment.sha256_of(path).hex(), path.stat().st_size)

    stated.require_segments("team", [entry], [], path.parent)
    with pytest.raises(CorruptStoreError, match=r"other (runs|counts)"):
        stated.require_segments("team", [entry], [entry], path.parent)
