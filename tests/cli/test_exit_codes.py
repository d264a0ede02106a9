"""Every exit code is reached by a real call, and means what the table says."""

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "evalstore"]
ACCURACY_HALF = 'metric = "accuracy"\nmin = 0.5'


@pytest.mark.sweep
def test_done_is_0(store, evalstore, gates):
    """A gate that passes, and every command that did its work."""
    gates(ACCURACY_HALF)

    assert evalstore("gate").code == 0
    assert evalstore("verify").code == 0
    assert evalstore("doctor").code == 0


def test_a_failing_gate_is_1(store, evalstore, gates):
    """Half is less than 0.85."""
    gates('metric = "accuracy"\nmin = 0.85')

    assert evalstore("gate").code == 1


def test_an_altered_store_is_1(store, evalstore):
    """A checkpoint of another log does not hold against this one."""
    [path] = (store / "checkpoints").glob("*.json")
    kept = path.parent.parent.parent / "kept.json"
    root = path.read_text().partition('"root": "')[2][:64]
    kept.write_text(path.read_text().replace(root, "0" * 64))

    found = evalstore("verify", "--against", kept)

    assert found.code == 1
    assert "before position 9" in found.out


def test_no_gate_is_2(store, evalstore):
    """Nothing is configured, so nothing was decided; the way out is shown."""
    found = evalstore("gate")

    assert found.code == 2
    assert "[[gate]]" in found.err


@pytest.mark.thinned(50)
@pytest.mark.parametrize(
    ("options", "configured"),
    [
        ({}, f"{ACCURACY_HALF}\nmin_count = 30"),
        ({"status": None}, ACCURACY_HALF),
        ({"status": "failed"}, ACCURACY_HALF),
        ({}, 'metric = "overconfidence_index"\nmax = 1\nwhere = { domain = "history" }'),
        ({}, 'metric = "underconfidence_index"\nmax = 1'),
    ],
    ids=["too few cases", "never finished", "run failed", "no such slice", "undefined value"],
)
def test_undecided_is_3(folder, evalstore, gates, write_lines, options, configured):
    """What cannot be decided does not pass."""
    evalstore("init")
    evalstore("ingest", write_lines("events.ndjson", answers=("4", "9"), **options))
    gates(configured)

    assert evalstore("gate").code == 3


def test_errors_break_a_gate_with_4(folder, evalstore, gates, write_lines):
    """An answer lost to an error leaves too little to decide on, however good the rest is."""
    evalstore("init")
    path = write_lines("events.ndjson", answers=("4", "9"))
    path.write_text(path.read_text().replace('"status": "ok", "text": "9"', '"status": "error"'))
    evalstore("ingest", path)
    gates(ACCURACY_HALF)

    found = evalstore("gate")

    assert found.code == 4
    assert "errors or unscored" in found.out


@pytest.mark.sweep
def test_failing_weighs_more_than_broken(folder, evalstore, write_lines):
    """One gate fails and one is broken: the run fails."""
    evalstore("init")
    path = write_lines("events.ndjson", answers=("6", "9"))
    path.write_text(path.read_text().replace('"status": "ok", "text": "9"', '"status": "error"'))
    evalstore("ingest", path)
    (folder / "evalstore.toml").write_text(
        f'[[gate]]\n{ACCURACY_HALF}\n[[gate]]\nmetric = "error_rate"\nmax = 1\n'
    )

    assert evalstore("gate").code == 1


@pytest.mark.sweep
def test_an_informational_gate_decides_nothing(store, evalstore, gates):
    """It fails, says so, and leaves the exit code alone."""
    gates('metric = "accuracy"\nmin = 0.85\ninformational = true')

    found = evalstore("gate")

    assert found.code == 0
    assert "fail (informational)" in found.out


def test_no_store_is_4(folder, evalstore):
    """Nothing can be asked of a store that is not there."""
    assert evalstore("runs").code == 4


def test_a_fold_that_could_not_is_4(store, evalstore):
    """Who asks for a fold hears who holds the store, in JSON too."""
    with (store / "LOCK").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write("process 4711")
        lock.flush()
        said = [evalstore("fold", "--wait", "0.1"), evalstore("fold", "--wait", "0.1", "--json")]

    assert [4, 4] == [found.code for found in said]
    assert all("locked by process 4711" in found.err for found in said)
    assert json.loads(said[1].out)["is_folded"] is False
    assert evalstore("fold").code == 0


def test_strict_is_5(store, folder, evalstore):
    """One record of two would be skipped, so neither is appended."""
    good = '{"kind":"run_started","run_id":"r2","payload":{"suite":"s"}}'
    (folder / "mixed.ndjson").write_text(f'{good}\n{{"kind":"nonsense","run_id":"r2"}}\n')

    found = evalstore("ingest", "mixed.ndjson", "--strict")

    assert found.code == 5
    assert "r2" not in evalstore("runs").out


@pytest.mark.sweep
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks into /proc")
def test_interrupted_is_130(store, folder):
    """Ctrl-C while waiting for stdin ends with a word and no traceback."""
    process = subprocess.Popen(
        [*COMMAND, "ingest", "-"],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    # Interrupted before Python is up, it would not be ours to say anything.
    wait_until_reading(process)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)

    assert (130, "interrupted") == (process.returncode, said.strip())


def wait_until_reading(process):
    """Wait until the process has made the file that stdin is copied to."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        # A file that is closed meanwhile is no link any more; realpath leaves it as it is.
        opened = [os.path.realpath(path) for path in Path(f"/proc/{process.pid}/fd").iterdir()]
        if any(Path(path).name == "stdin" for path in opened):
            return
        time.sleep(0.05)
    raise AssertionError("the process never came to read stdin")
