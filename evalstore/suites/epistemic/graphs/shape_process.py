"""
Validation by SHACL shapes in a process of its own, which is killed if one shape takes too long.

A pattern that backtracks for ever, or a query that joins everything with everything, holds the
interpreter; nothing in the same process could end it. One process serves all validators.
"""

import atexit
import json
import os
import queue
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any

from evalstore.errors import UnreadableInputError, UsageError
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.graph import Triple
from evalstore.suites.epistemic.graphs.violations import ValidationChange, Violation

# Of one shape at a hundred nodes, or of one that is prepared.
SHAPE_S_MAX = 60.0
WORKER = (
    "from evalstore.suites.epistemic.graphs import shape_worker; "
    "raise SystemExit(shape_worker.main())"
)
# In the place of an answer, where the process has ended.
ENDED = '{"is_ended": true, "error": "the process that validates ended, as for want of memory"}'
_NUMBERS = count()


class _ValidatingProcess:
    """The process, and a thread that takes its lines."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self.lines.put(line)
        self.lines.put(None)

    def write(self, lines: Iterable[object]) -> None:
        """Send each as a line of JSON."""
        stdin = self.process.stdin
        assert stdin is not None
        for line in lines:
            stdin.write(json.dumps(line) + "\n")
        stdin.flush()

    def end(self) -> None:
        """Kill the process and wait for its end."""
        self.process.kill()
        self.process.wait()


_lock = threading.RLock()
_shared: list[_ValidatingProcess] = []
# Validators that nobody uses any more; the collector may note one in the middle of an exchange.
_unused: deque[int] = deque()


def _worker() -> _ValidatingProcess:
    """Return the running worker, a new one where there is none or a fork left it behind."""
    if not _shared or _shared[0].pid != os.getpid():
        _shared[:] = [_ValidatingProcess()]
    return _shared[0]


def _end() -> None:
    if _shared and _shared[0].pid == os.getpid():
        _shared[0].end()
    _shared.clear()


atexit.register(_end)


class ShapeProcess:
    """
    A validator of one graph, as ``ShapeValidator``, in the worker process.

    Every method raises UnreadableInputError that names the shape if it takes more than a minute
    at a hundred nodes.
    """

    def __init__(
        self, data: Callable[[], Sequence[Triple]], shapes: Sequence[Triple], path: str
    ) -> None:
        self._number = next(_NUMBERS)
        self._data = data
        self._shapes = shapes
        self._path = path
        self._made_in: _ValidatingProcess | None = None
        weakref.finalize(self, _unused.append, self._number).atexit = False
        with _lock:
            self._made()

    def violations(self) -> list[Violation]:
        """Return all violations of the data, sorted."""
        return [Violation(**one) for one in self._call("violations")]

    def remarks(self) -> list[str]:
        """Return sentences on shapes without anything to constrain, if there are any."""
        return [str(one) for one in self._call("remarks")]

    def effect(self, claim: Claim) -> ValidationChange:
        """Return the effect of a claim, added alone."""
        found = self._call("effect", claim)
        return ValidationChange(
            *(tuple(Violation(**one) for one in found[name]) for name in ("new", "standing"))
        )

    def involving(self, claim: Claim) -> tuple[Violation, ...]:
        """Return the violations that go away with a statement."""
        return tuple(Violation(**one) for one in self._call("involving", claim))

    def _call(self, method: str, claim: Claim | None = None) -> Any:
        request: dict[str, object] = {"do": method, "validator": self._number}
        if claim is not None:
            request["claim"] = [claim.subject, claim.predicate, claim.object]
        with _lock:
            return _exchanged(self._made(), [request], SHAPE_S_MAX, self._path)

    def _made(self) -> _ValidatingProcess:
        """Return the worker, in which the validator is made unless it is there already."""
        worker = _worker()
        while _unused:
            drop = {"do": "drop", "validator": _unused.popleft()}
            _exchanged(worker, [drop], SHAPE_S_MAX, self._path)
        if self._made_in is not worker:
            data = self._data()
            head = {
                "do": "make",
                "validator": self._number,
                "path": self._path,
                "counts": [len(data), len(self._shapes)],
            }
            # To build a large graph takes as long as it takes, and runs nothing of the shapes.
            _exchanged(worker, [head, *data, *self._shapes], None, self._path)
            self._made_in = worker
        return worker


def _exchanged(
    worker: _ValidatingProcess, lines: Iterable[object], seconds_max: float | None, path: str
) -> Any:
    """Return the answer to a request; kill the worker where it comes too late or not at all."""
    shape, answer = "", json.loads(ENDED)
    try:
        worker.write(lines)
        line = worker.lines.get(timeout=seconds_max) or ENDED
        while "at" in (said := json.loads(line)):
            shape = said["at"]
            line = worker.lines.get(timeout=seconds_max) or ENDED
        answer = said
    except queue.Empty:
        raise UnreadableInputError(
            f"{path}: shape {shape} was stopped after {seconds_max:g} s at a hundred nodes or "
            "fewer; mend its pattern or its query, or leave it out"
        ) from None
    except BrokenPipeError:
        # The answer stays the one of a process that has ended.
        pass
    finally:
        if "is_ended" in answer:
            # Its answer would be taken for that of the next request.
            _end()
    if "error" in answer:
        if answer.get("is_usage"):
            raise UsageError(answer["error"])
        text = answer["error"]
        raise UnreadableInputError(
            text if path in text else f"{path}: shape {shape} cannot be applied: {text}; mend it"
        )
    return answer["result"]
