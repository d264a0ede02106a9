"""Nothing that was acknowledged is lost when processes are killed, and nothing is doubled."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from evalstore.store.verify.verify import verify
from tests.running.recording.killing import RUN


def command(store, folder, *options):
    module = [sys.executable, "-m", "tests.running.recording.killing"]
    return [*module, str(store.layout.root), str(folder), *map(str, options)]


def findings(store, folder):
    """Return what is lost, doubled or broken in a store after processes were killed."""
    store.fold()
    lines = [line for path in folder.iterdir() for line in path.read_text().split()]
    acknowledged = {line[:-1] for line in lines if line.endswith(";")}
    rows = store.query(
        "select case_id, text, outcome, attempt from facts.answers where run_id = $run", run=RUN
    ).rows()
    judged = [case_id for case_id, text, outcome, _ in rows if text and outcome]
    [(subjects, events, revised)] = store.query(
        "select count(distinct (kind, subject)), count(*), count_if(revision > 1)"
        " from log.events where run_id = $run and kind <> 'run_finished'",
        run=RUN,
    ).rows()
    return {
        "acknowledged": len(acknowledged),
        "lost": sorted(acknowledged - set(judged)),
        "doubled": [row for row in rows if row[3] != 1],
        "rows that stand twice": len(rows) - len({row[0] for row in rows}),
        "events that stand twice": events - subjects,
        "revised": revised,
        "verify": [str(finding) for finding in verify(store.layout).findings],
    }


NOTHING = {
    "lost": [],
    "doubled": [],
    "rows that stand twice": 0,
    "events that stand twice": 0,
    "revised": 0,
    "verify": [],
}


def test_killed_processes(store, tmp_path):
    """Of 8 processes with 4 threads half are killed; what their flushes covered is there."""
    folder = tmp_path / "acknowledged"
    folder.mkdir()
    subprocess.run(command(store, folder, "--answers", 2, "--flush-every", 2), check=True)

    found = findings(store, folder)
    assert found.pop("acknowledged") >= 4 * 4 * 2
    assert NOTHING == found
    assert [("completed",)] == store.query("select run_status from facts.runs").rows()


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(12))
def test_killed_again_and_again(store, tmp_path, seed):
    """The process that opened the run is killed too, and the run resumed until it is done."""
    folder = tmp_path / "acknowledged"
    folder.mkdir()
    drawn = random.Random(seed)
    options = ("--answers", 300, "--flush-every", 25, "--start", drawn.choice(["fork", "spawn"]))
    for attempt in range(4):
        seeded = (*options, "--seed", seed * 100 + attempt)
        driver = subprocess.Popen(command(store, folder, *seeded), start_new_session=True)
        if attempt < 3:
            time.sleep(drawn.uniform(0.5, 6))
            # Sometimes its processes go on without it, and end before it is resumed.
            is_alone = drawn.random() < 0.5
            driver.kill() if is_alone else os.killpg(driver.pid, signal.SIGKILL)
            driver.wait()
            wait_for_group(driver.pid)
        else:
            assert 0 == driver.wait()
        found = findings(store, folder)
        found.pop("acknowledged")
        assert NOTHING == found


def wait_for_group(group):
    """Wait until no process of a group is left."""
    while True:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
