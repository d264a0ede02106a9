"""Sentences of docs/shared-store.md that no other test holds."""

import re
import shutil
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from evalstore.errors import StoreError, UsageError
from evalstore.harnesses.append import append_events
from evalstore.scale.remotes import remote_log
from evalstore.scale.remotes.objects import open_objects
from evalstore.scale.remotes.pull import RemotePart, pull
from evalstore.scale.remotes.push import push
from evalstore.scale.remotes.remote_log import read_log
from evalstore.store.layout import Layout
from evalstore.store.log.fold import fold
from evalstore.store.verify.verify import verify
from tests.scale.remotes.places import (
    LONG_AGO,
    OUTCOMES,
    accuracies,
    asked,
    event_ids,
    with_remote,
    with_run,
    with_runs,
)
from tests.scale.remotes.test_push_and_pull import decided

NAMES = re.compile(
    r"log/\d{12}\.json|segments/\d{12}-\d{12}-[0-9a-f]{16}\.parquet|facts/[0-9a-f]{64}\.zip"
    r"|attachments/[0-9a-f]{64}\.(png|jpg|gif|webp)|index/\d{12}\.ndjson\.zst"
)
VERDICT = {
    "kind": "verdict_recorded",
    "run_id": "r1",
    "payload": {"case_id": "b", "system_id": "m", "validator_id": "v", "outcome": "right"},
}


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def with_verdict(layout):
    append_events(layout, [VERDICT], source="later")
    fold(layout)
    return layout


def test_an_object_is_created_once(folder, bucket):
    """The storage refuses a second one of its name, and the first stays."""
    for objects in (folder, open_objects(bucket)):
        assert [True, False] == [objects.create("log/0.json", data) for data in (b"1", b"2")]
        assert b"1" == objects.read("log/0.json")


def test_places_in_object_storage_are_opened(monkeypatch):
    """A URL names bucket or container; the account of Azure comes from the environment."""
    with pytest.raises(UsageError, match="Account must be specified"):
        open_objects("az://container/evaluations")
    monkeypatch.setenv("AZURE_STORAGE_ACCOUNT_NAME", "account")

    for url in ("s3://bucket/evaluations", "gs://bucket/evaluations", "az://bucket/evaluations"):
        store = open_objects(url)._store
        named = store.config.get("bucket") or store.config.get("container_name")
        assert ("bucket", "evaluations") == (named, store.prefix)


@pytest.fixture(scope="module")
def behind(tmp_path_factory):
    """Return a store that was pushed behind another, and a replica of both; none may change."""
    folder = tmp_path_factory.mktemp("behind")
    _, place = with_remote(folder / "team")
    other = with_run(folder / "other", "r2")
    push(other, place)
    replica = Layout(folder / "replica")
    pull(replica, place, RemotePart())
    return other, replica


def test_events_behind_others_keep_ids_times_and_sources(behind):
    """They have other positions in the remote, and nothing else of them differs."""
    other, replica = behind
    sql = (
        "select event_id, occurred_at, recorded_at, source, payload::varchar from log.events "
        "where run_id = 'r2' order by all"
    )

    assert asked(other, sql) == asked(replica, sql)
    assert [(9,)] == asked(replica, "select min(position) from log.events where run_id = 'r2'")


@pytest.mark.sweep
def test_another_push_comes_between_segments(folder, tmp_path, monkeypatch):
    """One that is ahead of the second segment of a push has that one fold again behind it."""
    layout = with_runs(tmp_path / "own", {"r1": OUTCOMES, "r2": OUTCOMES})
    other = with_run(tmp_path / "other", "r3")
    upload = folder.upload

    def uploaded(key, path):
        upload(key, path)
        if key.startswith("segments/") and len(folder.keys("log/")) == 1:
            push(other, open_objects(folder.url))

    monkeypatch.setattr(folder, "upload", uploaded)
    pushed = push(layout, folder)

    assert 1 == pushed.lost_race_count
    assert [["r1"], ["r3"], ["r2"]] == [entry.batch.runs for entry in read_log(folder).entries]


def test_a_checkpoint_holds_for_one_log(behind):
    """One of a store's own log is none of a replica's, whose own stand for the remote."""
    other, replica = behind

    assert not verify(replica, other.checkpoints / "9.json").holds
    assert verify(replica, max(replica.checkpoints.glob("*.json"))).holds


def test_a_missing_segment_is_found_by_who_downloads_it(tmp_path):
    """Who has it already goes on; who pulls it is refused, by its name."""
    layout, place = with_remote(tmp_path / "team")
    [path] = (tmp_path / "team" / "remote" / "segments").iterdir()
    path.unlink()

    assert 9 == pull(layout, place, RemotePart()).tree_size
    with pytest.raises(StoreError, match=f"cannot read segments/{path.name}"):
        pull(Layout(tmp_path / "replica"), place, RemotePart())


@pytest.mark.sweep
def test_the_newest_segment_in_which_a_run_began(folder, tmp_path):
    """Of a push of several folds the last one counts, and no later events of earlier runs."""
    layout = with_runs(tmp_path / "own", {"r1": OUTCOMES, "r2": OUTCOMES})
    push(with_verdict(layout), folder)

    pulled = pull(Layout(tmp_path / "part"), folder, RemotePart(is_newest=True))

    assert ["r2"] == pulled.whole_run_ids


@pytest.mark.sweep
def test_a_segment_carries_the_time_at_which_it_was_folded(folder, tmp_path):
    """That is before the first push, and the time of the push behind those of others."""
    stores = [with_run(tmp_path / run_id, run_id) for run_id in ("r1", "r2")]
    pushed_at = datetime.now(UTC)
    for layout in stores:
        push(layout, folder)
    times = [
        datetime.fromisoformat(entry.batch.recorded_at).replace(tzinfo=UTC)
        for entry in read_log(folder).entries
    ]
    part = RemotePart(since=pushed_at)

    assert times[0] < pushed_at < times[1]
    assert ["r2"] == pull(Layout(tmp_path / "part"), folder, part).facts_run_ids
    earlier = RemotePart(since=pushed_at - timedelta(days=1))
    assert ["r1", "r2"] == pull(Layout(tmp_path / "day"), folder, earlier).facts_run_ids


def test_a_whole_replica_computes_all_facts(tmp_path):
    """It needs no pack; whoever knows a run by its facts alone does."""
    layout, place = with_remote(tmp_path / "team")
    [pack] = (tmp_path / "team" / "remote" / "facts").iterdir()
    pack.unlink()
    whole = Layout(tmp_path / "whole")
    pull(whole, place, RemotePart())

    assert accuracies(layout) == accuracies(whole) == {"r1": 0.5}
    with pytest.raises(StoreError, match=f"cannot read facts/{pack.name}"):
        pull(Layout(tmp_path / "part"), place, RemotePart(since=LONG_AGO))


def test_objects_are_never_changed_or_removed(tmp_path, monkeypatch):
    """Each has a name of the table, and what no entry names changes nothing."""
    monkeypatch.setattr(remote_log, "INDEX_EVERY", 2)
    layout, place = with_remote(tmp_path / "team")
    remote = Path(place.url)
    (remote / "segments" / f"000000000009-000000000017-{'a' * 16}.parquet").write_bytes(b"lost")
    begun = contents(remote)
    push(with_run(tmp_path / "r2", "r2"), place)
    with_index = contents(remote)
    push(with_verdict(with_run(layout.root, "r2")), place)
    ended = contents(remote)
    pull(Layout(tmp_path / "replica"), place, RemotePart())

    assert begun.items() < with_index.items() < ended.items() == contents(remote).items()
    assert [] == [name for name in ended if not NAMES.fullmatch(name)]
    for names in (with_index, ended):
        assert {"log", "segments", "facts", "index"} == {name.partition("/")[0] for name in names}
    assert [] == verify(Layout(tmp_path / "replica")).findings


@pytest.mark.sweep
def test_a_push_reads_an_index_and_the_segments_of_its_runs(folder, tmp_path, monkeypatch):
    """Entries before the newest index are not read, nor segments of other runs."""
    monkeypatch.setattr(remote_log, "INDEX_EVERY", 2)
    for run_id in ("r1", "r2"):
        push(with_run(tmp_path / run_id, run_id), folder)
    layout = with_run(tmp_path / "own", "r1", {"c": "right"})
    read = []
    for name in ("read", "download"):
        plain = getattr(folder, name)
        monkeypatch.setattr(
            folder, name, lambda key, *rest, plain=plain: read.append(key) or plain(key, *rest)
        )
    push(layout, folder)

    assert remote_log.entry_key(0) not in read
    assert ["000000000000-000000000008"] == [
        key.removeprefix("segments/")[:25] for key in read if key.startswith("segments/")
    ]


class Killed(BaseException):
    """The process is gone."""


@pytest.fixture
def killed_at(monkeypatch):
    """Return a function that has the process end at its nth change of a file's name."""

    def set_place(place):
        left = [place]

        def counting(plain):
            def change(*arguments, **options):
                left[0] -= 1
                if left[0] == 0:
                    raise Killed
                return plain(*arguments, **options)

            return change

        for name in ("rename", "unlink", "mkdir"):
            monkeypatch.setattr(Path, name, counting(getattr(Path, name)))

    return set_place


@pytest.mark.sweep
@pytest.mark.parametrize("kind", ["a store of its own", "a replica", "a partial replica"])
def test_a_pull_that_breaks_off_anywhere_is_called_again(kind, tmp_path, killed_at, monkeypatch):
    """Whichever change of a file is its last one, the next pull ends it, and no event is lost."""
    _, place = with_remote(tmp_path / "team")
    layout = Layout(tmp_path / "own")
    if kind != "a store of its own":
        pull(layout, place, RemotePart(since=LONG_AGO if "partial" in kind else None))
    with_run(layout.root, "r2")
    decided(layout, "r2")
    push(with_run(tmp_path / "r3", "r3"), place)
    part = RemotePart(run_ids=["r3"], since=LONG_AGO) if "partial" in kind else RemotePart()
    expected = {*event_ids(layout)}
    tries = 0
    is_done = False
    while not is_done:
        tries += 1
        again = Layout(shutil.copytree(layout.root, tmp_path / f"again-{tries}"))
        killed_at(tries)
        with suppress(Killed):
            pull(again, place, part)
            is_done = True
        monkeypatch.undo()
        pull(again, place, part)
        assert [] == verify(again).findings, tries
        # What the first pull had put into the inbox waits there for a fold.
        fold(again)
        assert expected <= {*event_ids(again)}, tries
    assert tries > 5
