"""The process that compares expressions: shared, missing, unused and ended."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from evalstore.judges.text.latex.process import ExpressionComparer, comparer


def test_threads_share_one_worker():
    """Several threads get the answers to their own questions."""
    found = {}

    def ask(number):
        found[number] = comparer.compare(str(number), rf"\sqrt{{{number**2}}}").is_same

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(2, 10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert dict.fromkeys(range(2, 10), True) == found


def test_without_the_extra(monkeypatch, tmp_path):
    """Without math-verify the verdict is undetermined and says what to install."""
    own = ExpressionComparer()
    (tmp_path / "math_verify.py").write_text("raise ImportError('not here')")
    monkeypatch.setenv("PYTHONPATH", os.fspath(tmp_path))
    found = own.compare("2", r"\sqrt{4}")
    again = own.compare("2", r"\sqrt{4}")

    assert found.is_same is None
    assert "pip install 'evalstore[math]'" in found.reason
    assert found == again


def test_plain_replies_start_nothing():
    """Replies without mathematics neither start the worker nor import SymPy."""
    program = (
        "import sys, threading\n"
        "from evalstore.plugins.case import Case\n"
        "from evalstore.plugins.response import Response\n"
        "from evalstore.judges.factual import factual\n"
        "case = Case('c', 'd', 'g', ('How many?',), (), expected='42')\n"
        "assert factual.judge(case, Response('ok', text='The answer is 42.')).outcome == 'right'\n"
        "assert not {'sympy', 'math_verify'} & sys.modules.keys()\n"
        "assert threading.active_count() == 1\n"
    )

    subprocess.run([sys.executable, "-c", program], check=True)


def test_worker_ends_with_its_parent():
    """Even where the process that asked is killed, the worker does not stay."""
    program = (
        "import os\n"
        "from evalstore.judges.text.latex.process import comparer\n"
        "assert comparer.compare('2', '\\\\sqrt{4}').is_same\n"
        "print(comparer._worker.process.pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    found = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    worker = Path("/proc", found.stdout.strip())
    for _ in range(200):
        if not _is_running(worker):
            break
        time.sleep(0.05)

    assert -9 == found.returncode
    assert not _is_running(worker)


def _is_running(process):
    """Return whether a process is there and no zombie; without /proc nothing can be seen."""
    try:
        return process.joinpath("stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
