"""Eight processes push to one bucket at once, some are killed, and nothing is lost or doubled."""

import random
import subprocess
import sys
import time
from collections import Counter

import pytest

from evalstore.scale.remotes.objects import open_objects
from evalstore.scale.remotes.pull import RemotePart, pull
from evalstore.store.layout import Layout
from evalstore.store.verify.verify import verify
from tests.scale.remotes.places import event_ids, with_run

# More with each round, so that a slow machine comes to an end.
KILL_SECONDS_MAX = 3.0


def pushing(layout, bucket):
    command = [
        sys.executable,
        "-m",
        "evalstore",
        "push",
        bucket,
        "--create",
        "--store",
        str(layout.root),
    ]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def finished(process, kill_seconds):
    """Return whether a process ended well; one that takes longer than it may is killed."""
    try:
        output, _ = process.communicate(timeout=kill_seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return False
    assert 0 == process.returncode, output
    return True


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(8))
def test_eight_push_at_once(seed, bucket, tmp_path):
    """Also where half of them are killed at any time and call again."""
    drawn = random.Random(seed)
    layouts = [
        with_run(
            tmp_path / f"store-{number}", drawn.choice(["shared", f"r{number}"]), {"a": "right"}
        )
        for number in range(8)
    ]
    expected = {event_id for layout in layouts for event_id in event_ids(layout)}
    waiting = layouts
    kill_seconds_max = KILL_SECONDS_MAX
    while waiting:
        kill_seconds_max *= 1.5
        started = [(layout, pushing(layout, bucket)) for layout in waiting]
        until = time.monotonic() + drawn.uniform(0.5, kill_seconds_max)
        waiting = []
        for number, (layout, process) in enumerate(started):
            kill_seconds = max(0, until - time.monotonic()) if number % 2 else None
            if not finished(process, kill_seconds):
                waiting.append(layout)
    whole = Layout(tmp_path / "whole")
    pull(whole, open_objects(bucket), RemotePart())

    found = Counter(event_ids(whole))
    assert expected == found.keys()
    assert {1} == {*found.values()}
    assert [] == verify(whole).findings
