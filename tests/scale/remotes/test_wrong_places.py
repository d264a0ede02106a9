"""Places that a store cannot be pushed to, pulled from or published to, and what is left there."""

import pytest

from evalstore.cli import call_command
from evalstore.errors import UsageError
from evalstore.scale.lake.publish import publish
from evalstore.scale.remotes import known
from evalstore.scale.remotes.known import Known
from evalstore.scale.remotes.objects import open_objects
from evalstore.scale.remotes.pull import RemotePart, pull
from evalstore.scale.remotes.push import push
from evalstore.store.layout import Layout
from tests.scale.remotes.places import OUTCOMES, event_ids, with_run, with_runs

NO_PART = "is a partial replica of .*, and .*; run `evalstore pull .*` without --run, --newest and"


@pytest.fixture
def partial(folder, tmp_path):
    """Return a replica of the newer of two runs."""
    push(with_runs(tmp_path / "own", {"r1": OUTCOMES, "r2": OUTCOMES}), folder)
    layout = Layout(tmp_path / "partial")
    pull(layout, folder, RemotePart(is_newest=True))
    return layout


@pytest.mark.sweep
def test_a_partial_replica_goes_nowhere_else(partial, folder, tmp_path):
    """
    What it lacks would be missing there for good; its own remote takes what is new.

    That is the run, and what the fold recorded of the remote's last entry.
    """
    other = open_objects(str(tmp_path / "other"))
    with pytest.raises(UsageError, match=NO_PART):
        push(partial, other)
    with pytest.raises(UsageError, match=NO_PART):
        next(publish(partial, str(tmp_path / "lake")))
    assert [[], False] == [other.keys(""), (tmp_path / "lake").exists()]

    push(with_run(tmp_path / "r3", "r3"), other)
    for go in (lambda: push(partial, other), lambda: pull(partial, other, RemotePart())):
        with pytest.raises(UsageError, match=NO_PART):
            go()
    with_run(partial.root, "r4")
    assert 10 == push(partial, folder).event_count


def test_a_store_is_no_remote(tmp_path, monkeypatch, capfd):
    """Neither the store itself nor another one, nor a folder in it."""
    monkeypatch.chdir(tmp_path)
    layout = with_run(tmp_path / "warehouse", "r1")
    with_run(tmp_path / "other", "r2")
    for place in ("warehouse", "other", "other/segments/x"):
        for command in ("push", "pull"):
            assert 2 == call_command([command, place])
            assert "name a separate folder for the remote" in capfd.readouterr().err

    assert not (tmp_path / "other" / "segments" / "x").exists()
    assert 1 == len(list(layout.segments.iterdir()))


@pytest.mark.sweep
def test_a_lake_and_a_remote_in_one_folder(folder, tmp_path):
    """Both go on: the tables below log/ are no entries of a remote's log."""
    layout = with_run(tmp_path / "r1", "r1")
    push(layout, folder)
    list(publish(layout, folder.url, is_log_only=True))
    push(with_run(tmp_path / "r2", "r2"), folder)
    replica = Layout(tmp_path / "replica")
    pull(replica, folder, RemotePart())

    assert 18 == len(event_ids(replica))
    [_, events] = publish(replica, folder.url, is_log_only=True)
    assert (18, 9) == (events.event_count, events.row_count)


def test_nothing_is_made_where_nothing_is(tmp_path, monkeypatch, capfd):
    """A mistyped folder is told of, and neither it nor a store is made."""
    monkeypatch.chdir(tmp_path)
    assert 2 == call_command(["pull", "nothere", "--store", "new"])
    assert "run `evalstore push nothere --create`" in capfd.readouterr().err
    assert 4 == call_command(["push", "nothere", "--store", "new"])

    assert [] == list(tmp_path.iterdir())


def test_a_folder_is_known_by_where_it_is(tmp_path, monkeypatch):
    """Not by how it was named: two folders of one name are two remotes."""
    met = Known(9, "e" * 64, 9, "f" * 64)
    (tmp_path / "a").mkdir()
    monkeypatch.chdir(tmp_path)
    layout = Layout(tmp_path / "store")
    layout.create()
    known.write(layout, "team", met)

    assert met == known.read(layout, str(tmp_path / "team")) == known.read(layout, "./team")
    monkeypatch.chdir(tmp_path / "a")
    assert known.read(layout, "team") is None


@pytest.mark.sweep
def test_a_link_in_the_place_of_a_folder_is_the_remote_that_was_there(tmp_path):
    """It is asked for the entry that is known, wherever it leads."""
    met = Known(9, "e" * 64, 9, "f" * 64)
    layout = Layout(tmp_path / "store")
    layout.create()
    known.write(layout, str(tmp_path / "team"), met)
    (tmp_path / "other").mkdir()
    (tmp_path / "team").symlink_to("other")

    assert met == known.read(layout, str(tmp_path / "team"))


def test_a_lake_at_an_unknown_scheme(tmp_path, monkeypatch, capfd):
    """It is told what a lake's address looks like."""
    monkeypatch.chdir(tmp_path)
    with_run(tmp_path / "warehouse", "r1")

    assert 2 == call_command(["publish", "s4://bucket/lake"])
    assert "s4://bucket/lake" in (error := capfd.readouterr().err)
    assert "is not a valid place for a lake; expected the path of a folder" in error
