"""Whatever breaks off, comes late or comes between: nothing is lost and nothing is there twice."""

import random
from collections import Counter

import pytest

from evalstore.scale.remotes import fetching, push, remote_log
from evalstore.scale.remotes.objects import open_objects
from evalstore.scale.remotes.pull import RemotePart, pull
from evalstore.store.layout import Layout
from evalstore.store.verify.verify import verify
from tests.scale.remotes.interleaving import Place
from tests.scale.remotes.places import event_ids, with_run


@pytest.fixture(autouse=True)
def one_request_at_a_time(monkeypatch):
    """Turns are taken by request, and nobody waits in real time."""
    monkeypatch.setattr(remote_log, "READERS", 1)
    monkeypatch.setattr(fetching, "READERS", 1)
    monkeypatch.setattr(remote_log, "INDEX_EVERY", 3)
    monkeypatch.setattr(push, "PAUSE_SECONDS_MAX", 0)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(4, 14))
def test_an_interleaving(seed, tmp_path):
    """Up to eight stores push and one pulls, all at once: the remote has what all of them had."""
    interleave(seed, tmp_path)


@pytest.mark.interleavings
@pytest.mark.parametrize("seed", range(14, 1004))
def test_one_of_a_thousand(seed, tmp_path):
    """As above; each takes ten seconds or more."""
    interleave(seed, tmp_path)


def interleave(seed, tmp_path):
    """Draw who pushes what, let all of them take turns, and hold the remote against them."""
    drawn = random.Random(seed)
    layouts = [
        with_run(
            tmp_path / f"store-{number}",
            drawn.choice(["shared", f"run-{number}"]),
            {drawn.choice("abc"): drawn.choice(["right", "wrong"])},
        )
        for number in range(2 + min(int(drawn.expovariate(0.5)), 6))
    ]
    expected = {event_id for layout in layouts for event_id in event_ids(layout)}
    place = Place(open_objects(str(tmp_path / "remote")), seed)
    reader = Layout(tmp_path / "reader")

    def pushing(layout):
        return lambda objects: push.push(layout, objects)

    def pulling(objects):
        if objects.keys("log/"):
            pull(reader, objects, RemotePart())

    place.play([*map(pushing, layouts), pulling])
    whole = Layout(tmp_path / "whole")
    pull(whole, place.objects, RemotePart())

    found = Counter(event_ids(whole))
    assert expected == found.keys()
    assert {1} == {*found.values()}
    verified = verify(whole)
    assert [] == verified.findings
    if reader.database.exists():
        pull(reader, place.objects, RemotePart())
        assert verified.root == verify(reader).root
