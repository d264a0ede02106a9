"""What stores push to a remote is there once, and what is pulled from it is the same log."""

import base64

import pytest

from evalstore.cli import call_command
from evalstore.errors import CorruptStoreError, UsageError
from evalstore.harnesses.append import append_events
from evalstore.scale.remotes import remote_log
from evalstore.scale.remotes.objects import open_objects
from evalstore.scale.remotes.pull import RemotePart, pull
from evalstore.scale.remotes.push import push
from evalstore.scale.remotes.remote_log import read_log
from evalstore.store.layout import Layout
from evalstore.store.verify.verify import verify
from tests.attachments.conftest import png
from tests.scale.remotes.places import (
    OUTCOMES,
    accuracies,
    asked,
    event_ids,
    events_of,
    with_run,
    with_runs,
)
from tests.store.conftest import outdate


def test_a_replica_is_the_log(bucket, tmp_path):
    """In an S3 bucket as elsewhere: the same root, the same metrics, and nothing left to send."""
    objects = open_objects(bucket)
    layout = with_run(tmp_path / "own", "r1")
    pushed = push(layout, objects)
    replica = Layout(tmp_path / "replica")
    pulled = pull(replica, objects, RemotePart())

    assert verify(layout).root == pushed.root == pulled.root == verify(replica).root
    assert [] == verify(replica).findings
    assert event_ids(layout) == event_ids(replica)
    assert accuracies(layout) == accuracies(replica) == {"r1": 0.5}
    assert 0 == push(layout, objects).event_count == push(replica, objects).event_count


@pytest.mark.sweep
def test_two_logs_become_one(folder, tmp_path):
    """The second comes behind the first, with the same ids; each store keeps its own log."""
    one = with_run(tmp_path / "one", "r1")
    other = with_run(tmp_path / "other", "r2")
    root = verify(other).root
    push(one, folder)
    pushed = push(other, folder)
    replica = Layout(tmp_path / "replica")
    pull(replica, folder, RemotePart())

    assert sorted(event_ids(one) + event_ids(other)) == event_ids(replica)
    assert [] == verify(replica).findings
    assert root == verify(other).root != pushed.root
    assert 0 == push(other, folder).event_count


@pytest.mark.sweep
def test_shards_of_one_run(folder, tmp_path):
    """What two shards have of one run is one run: the same is there once, the other revised."""
    push(with_run(tmp_path / "one", "r", {"a": "right", "b": "wrong"}), folder)
    push(with_run(tmp_path / "other", "r", {"b": "right", "c": "right"}), folder)
    replica = Layout(tmp_path / "replica")
    pull(replica, folder, RemotePart())

    assert {"r": 1.0} == accuracies(replica)
    assert [(1, 1), (2, 1)] == asked(
        replica,
        "select revision, count(*) from log.events where kind = 'verdict_recorded' "
        "and subject like 'b/%' group by all order by all",
    )


@pytest.mark.sweep
def test_a_replica_goes_on(folder, tmp_path):
    """Behind a replica's end its own events follow, and go to the remote as they are."""
    push(with_run(tmp_path / "one", "r1"), folder)
    replica = Layout(tmp_path / "replica")
    pull(replica, folder, RemotePart())
    with_run(replica.root, "r2")
    pushed = push(replica, folder)

    assert verify(replica).root == pushed.root
    segments = sorted(path.name for path in replica.segments.iterdir())
    assert segments == [entry.batch.segment for entry in read_log(folder).entries]


@pytest.mark.sweep
def test_a_replica_of_another_version_is_made_again(folder, tmp_path):
    """New segments come behind those of a database whose tables another version computed."""
    one = with_runs(tmp_path / "one", {"r1": OUTCOMES, "r2": OUTCOMES})
    push(one, folder)
    replica = Layout(tmp_path / "replica")
    pull(replica, folder, RemotePart())
    push(with_run(one.root, "r3"), folder)
    outdate(replica)
    pull(replica, folder, RemotePart())

    assert [] == verify(replica).findings
    assert {"r1": 0.5, "r2": 0.5, "r3": 0.5} == accuracies(replica)


@pytest.mark.sweep
def test_events_that_the_remote_lacks_come_behind_it(folder, tmp_path):
    """A pull puts the remote's log in place of another; what that alone had comes behind it."""
    push(with_run(tmp_path / "one", "r1"), folder)
    other = with_run(tmp_path / "other", "r2")
    old = verify(other)
    pulled = pull(other, folder, RemotePart())

    assert (old.tree_size, 0) == (pulled.behind_count, pulled.waiting_count)
    [kept] = (other.checkpoints / "replaced").iterdir()
    assert f"{old.tree_size}-{old.root[:16]}.json" == kept.name
    assert {"r1": 0.5, "r2": 0.5} == accuracies(other)
    assert [] == verify(other).findings
    assert old.tree_size == push(other, folder).event_count


@pytest.mark.sweep
def test_what_was_pushed_does_not_wait(folder, tmp_path):
    """Events that are in the remote already, at other positions, are not sent again."""
    push(with_run(tmp_path / "one", "r1"), folder)
    other = with_run(tmp_path / "other", "r2")
    push(other, folder)
    pushed_size = verify(other).tree_size
    with_run(other.root, "r3")
    new_count = verify(other).tree_size - pushed_size

    assert new_count == pull(other, folder, RemotePart()).behind_count


@pytest.mark.sweep
def test_a_second_pull_brings_what_is_new(folder, tmp_path):
    """Segments that are here stay; the new ones are read behind them."""
    one = with_run(tmp_path / "one", "r1")
    push(one, folder)
    replica = Layout(tmp_path / "replica")
    pull(replica, folder, RemotePart())
    with_run(one.root, "r2")
    push(one, folder)
    shown = []
    pull(replica, folder, RemotePart(), lambda done, total: shown.append((done, total)))

    assert [] == verify(replica).findings
    assert {"r1": 0.5, "r2": 0.5} == accuracies(replica)
    assert shown[-1][0] == read_log(folder).last.segment_bytes


@pytest.mark.sweep
def test_own_decisions_stay_own(folder, tmp_path):
    """A gate's decision is evalstore's own in the remote, and where a pull put it back."""
    push(with_run(tmp_path / "one", "r1"), folder)
    for name in ("pushed", "pulled"):
        layout = with_run(tmp_path / name, f"run-{name}")
        decided(layout, f"run-{name}")
        if name == "pushed":
            push(layout, folder)
        pull(layout, folder, RemotePart())

    assert [("run-pulled", False), ("run-pushed", False)] == asked(
        layout, "select run_id, is_foreign from facts.gates order by run_id"
    )


def decided(layout, run_id):
    config = layout.root.parent / f"{run_id}.toml"
    config.write_text('[[gate]]\nmetric = "accuracy"\nmin = 0.1\nmin_count = 1\n')
    arguments = ["gate", "--run", run_id, "--config", str(config), "--store", str(layout.root)]
    assert 0 == call_command(arguments)


@pytest.mark.sweep
def test_images_come_along(folder, tmp_path):
    """An image that an event names is in the remote, and in who pulls it."""
    layout = Layout(tmp_path / "own")
    layout.create()
    events = list(events_of("r1", {"a": "right"}))
    data = base64.b64encode(png(10)).decode()
    events[1]["payload"]["images"] = [{"data": f"data:image/png;base64,{data}"}]
    append_events(layout, events, source="test")
    push(layout, folder)
    replica = Layout(tmp_path / "replica")
    pull(replica, folder, RemotePart())

    assert [path.name for path in layout.attachments.iterdir()] == [
        path.name for path in replica.attachments.iterdir()
    ]
    assert [] == verify(replica).findings


@pytest.mark.thinned(2)
@pytest.mark.parametrize("key", ["log", "segments"])
def test_an_altered_remote_is_refused(folder, tmp_path, key):
    """A changed byte of an entry or a segment is found, and the store stays as it was."""
    push(with_runs(tmp_path / "one", {"r1": OUTCOMES, "r2": OUTCOMES}), folder)
    path = min((tmp_path / "remote" / key).iterdir())
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    replica = with_run(tmp_path / "replica", "r3")
    root = verify(replica).root

    with pytest.raises(CorruptStoreError, match="from a backup"):
        pull(replica, folder, RemotePart())
    assert root == verify(replica).root


@pytest.mark.sweep
def test_a_missing_entry_is_no_end(folder, tmp_path):
    """Where an entry is gone and later ones are not, nothing is put in its place."""
    for name in ("r1", "r2", "r3"):
        push(with_run(tmp_path / name, name), folder)
    sorted((tmp_path / "remote" / "log").iterdir())[1].unlink()

    with pytest.raises(CorruptStoreError, match="restore the missing entry"):
        push(with_run(tmp_path / "r4", "r4"), folder)


@pytest.mark.sweep
def test_a_remote_that_lost_events(folder, tmp_path):
    """Who met a remote at a size knows it again there, and refuses one that has less."""
    one = with_run(tmp_path / "one", "r1")
    push(one, folder)
    push(with_run(tmp_path / "two", "r2"), folder)
    push(with_run(one.root, "r3"), folder)
    max((tmp_path / "remote" / "log").iterdir()).unlink()

    with pytest.raises(CorruptStoreError, match="it lost events or was replaced"):
        push(one, folder)


def test_an_empty_remote(folder, tmp_path):
    """There is nothing to pull, and that is said; an empty store pushes nothing."""
    layout = Layout(tmp_path / "own")
    layout.create()

    with pytest.raises(UsageError, match=r"run `evalstore push \S+ --create` to begin one"):
        pull(layout, folder, RemotePart())
    assert 0 == push(layout, folder).event_count
    assert [] == folder.keys("log/")


@pytest.mark.sweep
def test_an_index_is_read_and_checked(folder, tmp_path, monkeypatch):
    """Every few entries an index is written; a log that is read by it is the same."""
    monkeypatch.setattr(remote_log, "INDEX_EVERY", 2)
    for name in ("r1", "r2", "r3"):
        push(with_run(tmp_path / name, name), folder)
    read = []
    monkeypatch.setattr(
        folder, "read", lambda key, plain=folder.read: read.append(key) or plain(key)
    )
    log = read_log(folder)
    [index] = folder.keys("index/")

    assert index in read
    assert remote_log.entry_key(0) not in read
    assert 3 == len(log.entries)
    (tmp_path / "remote" / index).write_bytes(b"no index")
    with pytest.raises(CorruptStoreError, match="you may remove it"):
        read_log(folder)
