"""A store that knows a remote refuses it once it lost events, was rolled back or made anew."""

import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from evalstore.cli import call_command
from evalstore.errors import CorruptStoreError
from evalstore.scale.remotes.objects import open_objects
from evalstore.scale.remotes.pull import RemotePart, pull
from evalstore.scale.remotes.push import push
from evalstore.store.layout import Layout
from tests.scale.remotes.places import OUTCOMES, accuracies, with_run, with_runs

LOST = "it lost events or was replaced"
PARTS = {
    "whole": RemotePart(),
    "a run": RemotePart(run_ids=["r1"]),
    "the newest": RemotePart(is_newest=True),
    "since": RemotePart(since=datetime(2020, 1, 1, tzinfo=UTC)),
}


@dataclass(frozen=True)
class Met:
    """A remote of two runs, its whole and its partial replica, and another remote of three."""

    remote: Path
    replica: Layout
    partial: Layout
    stranger: Path

    def objects(self):
        return open_objects(str(self.remote))


@pytest.fixture(scope="module")
def pristine(tmp_path_factory):
    """Return a remote that replicas know; nobody may leave it changed."""
    root = tmp_path_factory.mktemp("met")
    met = Met(
        root / "remote", Layout(root / "replica"), Layout(root / "partial"), root / "stranger"
    )
    push(with_runs(root / "one", {"r1": OUTCOMES, "r2": OUTCOMES}), met.objects())
    others = {run_id: {"a": "right"} for run_id in ("r1", "r2", "r3")}
    push(with_runs(root / "other", others), open_objects(str(met.stranger)))
    pull(met.replica, met.objects(), RemotePart())
    pull(met.partial, met.objects(), PARTS["since"])
    return met


@pytest.fixture
def met(pristine, tmp_path):
    """Return the remote and its replicas; the remote is put back afterwards."""
    shutil.copytree(pristine.remote, tmp_path / "good")
    yield pristine
    shutil.rmtree(pristine.remote, ignore_errors=True)
    shutil.copytree(tmp_path / "good", pristine.remote)


def emptied(met):
    for path in (met.remote / "log").iterdir():
        path.unlink()


def rolled_back(met):
    max((met.remote / "log").iterdir()).unlink()


def made_anew_and_longer(met):
    shutil.rmtree(met.remote)
    shutil.copytree(met.stranger, met.remote)


def made_anew(met):
    made_anew_and_longer(met)
    rolled_back(met)


@pytest.mark.parametrize("lose", [emptied, rolled_back, made_anew, made_anew_and_longer])
def test_every_pull_and_push_refuses_it(met, lose):
    """A replica asks for the last entry that it knows, whatever part of the remote it wants."""
    lose(met)
    for layout in (met.replica, met.partial):
        before = accuracies(layout)
        for part in PARTS.values():
            with pytest.raises(CorruptStoreError, match=LOST):
                pull(layout, met.objects(), part)
        with pytest.raises(CorruptStoreError, match=LOST):
            push(layout, met.objects())

        assert before == accuracies(layout) == {"r1": 0.5, "r2": 0.5}


def test_a_folder_that_is_gone(met, capfd):
    """It is no new remote for a store that knows it, and is not made again."""
    shutil.rmtree(met.remote)
    for command in ("pull", "push"):
        assert 4 == call_command([command, str(met.remote), "--store", str(met.replica.root)])
        assert LOST in capfd.readouterr().err

    assert not met.remote.exists()


def test_a_remote_that_is_emptied_during_a_push(met, tmp_path, monkeypatch):
    """No entry is put behind a log that was removed while segments were sent."""
    shutil.copytree(met.replica.root, tmp_path / "replica")
    layout = with_run(tmp_path / "replica", "r3")
    objects = met.objects()
    upload = objects.upload

    def uploaded(key, path):
        upload(key, path)
        emptied(met)

    monkeypatch.setattr(objects, "upload", uploaded)
    with pytest.raises(CorruptStoreError, match=LOST):
        push(layout, objects)

    assert [] == objects.keys("log/")
