"""Processes share a run: each writes on its own, and the one that opened it finishes it."""

import pickle
import subprocess
import sys

import pytest

from evalstore.errors import DoubtfulInputWarning
from evalstore.running.recording.run import Run

# A process that is handed a run, opens one that it never finishes, and one that cannot be written.
CHILD = """
import atexit, pickle, sys
import evalstore
from evalstore.errors import StoreError
from evalstore.running import appender

handed = pickle.load(sys.stdin.buffer)
handed.case("from another process").response("4")
atexit.register(handed.case, "at the very end")
store = evalstore.open(sys.argv[1])
store.run(suite="left open", run_id="left-open", git=False).case("never finished")
broken = store.run(suite="broken", run_id="broken", git=False)
append = appender.append_events

def refuse(layout, events, **options):
    if b'"run_id":"broken"' in events[0]:
        raise StoreError("no space left on device")
    return append(layout, events, **options)

appender.append_events = refuse
broken.case("lost")
sys.exit(3)
"""


def test_pickled(opened, payloads):
    """In its own process a pickled run is the run itself."""
    with opened() as run:
        case = run.case("2 + 2?")
        again = pickle.loads(pickle.dumps(case))
        assert again.run is run
        assert (1, 2) == (case.response("4").attempt, again.response("4").attempt)

    # What other processes said is not known here, so nothing is counted.
    assert [{"status": "completed"}] == payloads("run_finished")


@pytest.mark.sweep
def test_end_of_a_process(opened, payloads, store):
    """All is written when a process ends, or it says how much is lost; its own runs are ended."""
    run = opened()
    command = [sys.executable, "-c", CHILD, store.layout.root]
    ended = subprocess.run(command, input=pickle.dumps(run), capture_output=True, check=False)
    run.finish()

    assert 3 == ended.returncode, ended.stderr
    assert b"2 events could not be written: no space left on device; they are lost" in ended.stderr
    prompts = {payload["prompt"] for payload in payloads("case_generated")}
    assert {"from another process", "at the very end", "never finished"} == prompts, ended.stderr
    ends = payloads("run_finished")
    message = "the process ended before the run was finished"
    assert [("cancelled", message), ("completed", None)] == [
        (end["status"], end.get("error")) for end in ends
    ]


@pytest.mark.sweep
def test_same_attempt_in_two_processes(opened, store):
    """Where processes answer the same case, the end says that only the newest counts."""
    run = opened(run_id="r1")
    case = run.case("2 + 2?")
    case.response("4")
    run.flush()
    # As another process has it: with the run's id, and counts of its own.
    run.recorder.buffer.is_shared = True
    other = Run(run._layout, "r1", "triage", ["v2"], is_owner=False)
    other.case(case_id=case.case_id).response("5")
    other.finish()
    with pytest.warns(DoubtfulInputWarning, match="1 response was recorded more than once"):
        run.finish()

    assert [("5",)] == store.query("select text from facts.answers").rows()


@pytest.mark.sweep
def test_joined(opened, rows):
    """A process that knows the id joins the run, and does not finish it."""
    run = opened(run_id="r1")
    assert opened(run_id="r1", join=True) is run
    run.finish()
    with opened(run_id="r1", join=True) as joined:
        assert joined is not run
        joined.case("2 + 2?").response("4")

    assert [("completed", 1)] == rows(
        "select run_status, (select count(*) from facts.responses) from facts.runs"
    )
