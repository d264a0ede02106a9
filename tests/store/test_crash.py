"""A process that is killed at any moment loses nothing it has accepted, and doubles nothing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from evalstore.store.facts.rebuild import rebuild
from evalstore.store.verify.verify import verify

SCRIPT = Path(__file__).with_name("crashing.py")
EVENTS_IN_APPEND = 3


def killed_store(warehouse, seed, kill_count):
    """Kill a process on this store again and again; return what it had accepted, and the log."""
    finished = subprocess.run(
        [sys.executable, SCRIPT, warehouse.layout.root, str(seed), str(kill_count)],
        check=False, capture_output=True, text=True, timeout=600,
    )  # fmt: skip

    assert 0 == finished.returncode, finished.stderr
    said = json.loads(finished.stdout)
    waiting = warehouse.files()
    warehouse.fold()
    rows = warehouse.query(
        "select split_part(subject, '-', -2) as number, subject from log.events"
    )
    return said, waiting, rows


def require_nothing_lost(warehouse, said, rows):
    subjects = [row["subject"] for row in rows]
    arrived = {}
    for subject in subjects:
        number = int(subject.rpartition("-")[0])
        arrived[number] = arrived.get(number, 0) + 1

    assert set() == set(said["accepted"]) - set(arrived)
    assert len(set(subjects)) == len(subjects)
    assert {EVENTS_IN_APPEND} == set(arrived.values())
    assert [] == verify(warehouse.layout).findings
    assert [] == list(warehouse.layout.inbox.glob("*.parquet"))


def test_nothing_accepted_is_lost_doubled_or_split(warehouse):
    """6 kills, spread over append, fold and recovery: 0 lost, 0 doubled, 0 in part."""
    said, _, rows = killed_store(warehouse, 20261121, 6)
    before = warehouse.derived()
    root = rebuild(warehouse.layout).root

    assert {"append": 2, "fold": 2, "recovery": 2} == said["killed"]
    require_nothing_lost(warehouse, said, rows)
    assert before == warehouse.derived()
    assert [root] == warehouse.column(
        "select lower(hex(root)) from log.batches order by batch_id desc limit 1"
    )


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(10))
def test_nothing_accepted_is_lost_in_many_kills(warehouse, seed):
    """510 kills at other moments."""
    said, _, rows = killed_store(warehouse, seed, 51)

    require_nothing_lost(warehouse, said, rows)
