"""A `judge` that was killed goes on where it was."""

import subprocess
import sys
import time

import pytest

from evalstore.store.log.fold import fold

# Judge slowly, and flush after a few verdicts.
SLOW = """
import sys, time, types
from pathlib import Path
from evalstore.running import appender
from evalstore.running.judging import Validator
from evalstore.running.judging_scopes import Selection
from evalstore.running.store_judging import judge_run
from evalstore.store.layout import Layout
from evalstore.plugins.verdict import Verdict

def judge(case, response):
    time.sleep(float(sys.argv[2]))
    return Verdict("right", "as expected")

appender.FLUSH_EVENTS = int(sys.argv[3])
module = types.SimpleNamespace(VERSION="1", judge=judge)
result = judge_run(Layout(Path(sys.argv[1])), "theirs", [Validator("later", module)], Selection())
print(result.judged[0].judged_count)
"""


@pytest.mark.sweep
def test_a_killed_judge_goes_on_where_it_was(judged):
    """After SIGKILL what was flushed stays, and the rest gets one verdict each."""
    from tests.running.judged import case, response

    names = [f"more-{number}" for number in range(20)]
    judged.add(*map(case, names), *map(response, names))
    layout = judged.bench.layout
    command = [sys.executable, "-c", SLOW, layout.root]
    process = subprocess.Popen([*command, "0.2", "2"])
    deadline = time.monotonic() + 60
    while not list(layout.inbox.glob("*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()
    process.wait()
    fold(layout)
    before_count = len(judged.outcomes())

    went_on = subprocess.run([*command, "0", "100"], check=True, capture_output=True, text=True)

    assert 0 < before_count < 22
    assert 22 - before_count == int(went_on.stdout)
    assert 22 == len(judged.outcomes())
    assert [(22, 22)] == judged.rows(
        "select count(*), count(distinct subject) from log.events "
        "where kind = 'verdict_recorded' and ends_with(subject, '/later')"
    )
