"""
The process that compares expressions in LaTeX: started on first use, kept, killed on a time-out.

A separate process, because SymPy may never finish on an expression from a reply. It inherits
neither signal handlers nor files, and ends with this one.
"""

import atexit
import inspect
import json
import os
import queue
import re
import subprocess
import sys
import threading
from dataclasses import dataclass, field

from evalstore.judges.text.latex.worker import main

START_S_MAX = 60.0
# The worker's limit on processor time is much lower; this limit is for a busy machine.
WAIT_S_MAX = 20.0
LATEX_CHARACTERS_MAX = 400
NESTING_MAX = 12


COMPARISONS_KEPT_MAX = 4096
# Powers of powers of powers, and exponents of five digits or more, exceed any memory.
TOWER = re.compile(r"(?:\^[\s{(]{0,4}[^{}^()]{1,20}){3}|\^[\s{(]{0,4}-?\d{5}")


@dataclass(frozen=True, slots=True)
class Comparison:
    """
    The result of a comparison: whether two expressions are the same, None if undecided.

    ``reason`` is the reason in words.
    """

    is_same: bool | None
    reason: str


@dataclass(slots=True)
class _Worker:
    process: subprocess.Popen[str]
    lines: queue.Queue[str | None] = field(default_factory=queue.Queue)
    pid: int = field(default_factory=os.getpid)

    def read(self) -> None:
        """Put every line of the process into the queue, None at its end."""
        stdout = self.process.stdout
        for line in stdout or ():
            self.lines.put(line)
        self.lines.put(None)

    def end(self) -> None:
        """Kill the process and wait for its end."""
        self.process.kill()
        self.process.wait()


class ExpressionComparer:
    """Comparison of expressions in a worker process, one at a time; usable by several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._worker: _Worker | None = None
        self._missing: str | None = None
        self._kept: dict[tuple[str, str, float | None], Comparison] = {}

    def compare(self, right: str, candidate: str, tolerance: float | None = None) -> Comparison:
        """
        Return whether an expression equals the right one, both in LaTeX without dollar signs.

        The result is undecided, with a reason, if an expression is too long or too deeply nested,
        the libraries are missing, or the comparison takes more than a few seconds.
        """
        for latex in (right, candidate):
            if len(latex) > LATEX_CHARACTERS_MAX:
                return Comparison(None, f"more than {LATEX_CHARACTERS_MAX} characters of LaTeX")
            if _nesting(latex) > NESTING_MAX:
                return Comparison(None, f"LaTeX nested more than {NESTING_MAX} deep")
            if TOWER.search(latex):
                return Comparison(None, "a tower of powers, or a very large one")
        question = (right, candidate, tolerance)
        with self._lock:
            if question not in self._kept:
                if len(self._kept) >= COMPARISONS_KEPT_MAX:
                    self._kept.clear()
                self._kept[question] = self._compared(*question)
            return self._kept[question]

    def end(self) -> None:
        """End the worker; the next comparison starts another."""
        with self._lock:
            self._end()

    def _compared(self, right: str, candidate: str, tolerance: float | None) -> Comparison:
        worker = self._started()
        if worker is None:
            return Comparison(None, self._missing or "the worker did not start")
        question = {"right": right, "given": candidate, "tolerance": tolerance}
        line = None
        try:
            stdin = worker.process.stdin
            if stdin is not None:
                stdin.write(json.dumps(question) + "\n")
                stdin.flush()
            line = worker.lines.get(timeout=WAIT_S_MAX)
        except (queue.Empty, OSError):
            line = None
        if line is None:
            self._end()
            return Comparison(None, "the comparison took too long or too much memory")
        answer = json.loads(line)
        return Comparison(answer["same"], answer["reason"])

    def _started(self) -> _Worker | None:
        """Return this process's worker, started if needed; None if it cannot start."""
        if self._worker is not None and self._worker.pid == os.getpid():
            return self._worker
        if self._missing is not None:
            return None
        process = subprocess.Popen(
            [sys.executable, "-P", inspect.getfile(main)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )
        worker = _Worker(process)
        threading.Thread(target=worker.read, daemon=True).start()
        try:
            line = worker.lines.get(timeout=START_S_MAX)
        except queue.Empty:
            line = None
        if line is None:
            worker.end()
            return None
        self._missing = json.loads(line)["missing"]
        if self._missing is not None:
            worker.end()
            return None
        self._worker = worker
        return worker

    def _end(self) -> None:
        if self._worker is not None and self._worker.pid == os.getpid():
            self._worker.end()
        self._worker = None


def _nesting(latex: str) -> int:
    """
    Return the depth to which brackets and powers are nested.

    >>> _nesting(r"9^{9^{9}}"), _nesting("(1, 2)")
    (2, 1)
    """
    depth = deepest = 0
    for character in latex:
        depth += (character in "{([") - (character in "})]")
        deepest = max(deepest, depth)
    return deepest


comparer = ExpressionComparer()
atexit.register(comparer.end)
