"""
SHACL validation in a separate process, which is killed if one shape takes too long.

A pattern that backtracks without end, or a query that joins everything with everything, blocks
the interpreter and cannot be stopped from within the process. One process serves all validators.
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

# Time limit of one shape at a hundred nodes, or of preparing one.
SHAPE_S_MAX = 60.0
WORKER = (
    "from evalstore.suites.epistemic.graphs import shape_worker; "
    "raise SystemExit(shape_worker.main())"
)
# Used as the answer if the process has ended.
ENDED = '{"is_ended": true, "error": "the process that validates ended, as for want of memory"}'
_NUMBERS = count()


class _ValidatingProcess:
    """The process, and a thread that queues its output lines."""

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
        """Send each object as a line of JSON."""
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
# Numbers of validators that were garbage-collected, which may happen during an exchange.
_unused: deque[int] = deque()


def _worker() -> _ValidatingProcess:
    """Return the running worker; start one if this process has none (after a fork, too)."""
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

    Every method raises UnreadableInputError, with the shape, if one takes more than a minute at a
    hundred nodes.
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
        return [Violation(**record) for record in self._call("violations")]

    def remarks(self) -> list[str]:
        """Return sentences about shapes without a target in the data."""
        return [str(text) for text in self._call("remarks")]

    def effect(self, claim: Claim) -> ValidationChange:
        """Return the effect of a claim, added alone."""
        change = self._call("effect", claim)
        return ValidationChange(
            *(
                tuple(Violation(**record) for record in change[name])
                for name in ("new", "standing")
            )
        )

    def involving(self, claim: Claim) -> tuple[Violation, ...]:
        """Return the violations that disappear without a statement."""
        return tuple(Violation(**record) for record in self._call("involving", claim))

    def _call(self, method: str, claim: Claim | None = None) -> Any:
        request: dict[str, object] = {"do": method, "validator": self._number}
        if claim is not None:
            request["claim"] = [claim.subject, claim.predicate, claim.object]
        with _lock:
            return _exchanged(self._made(), [request], SHAPE_S_MAX, self._path)

    def _made(self) -> _ValidatingProcess:
        """Return the worker, after making the validator there if necessary."""
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
            # No time limit: building a large graph is slow, but applies no shape.
            _exchanged(worker, [head, *data, *self._shapes], None, self._path)
            self._made_in = worker
        return worker


def _exchanged(
    worker: _ValidatingProcess, lines: Iterable[object], seconds_max: float | None, path: str
) -> Any:
    """Return the answer to a request; kill the worker if the answer is late or missing."""
    shape, answer = "", json.loads(ENDED)
    try:
        worker.write(lines)
        line = worker.lines.get(timeout=seconds_max) or ENDED
        while "at" in (message := json.loads(line)):
            shape = message["at"]
            line = worker.lines.get(timeout=seconds_max) or ENDED
        answer = message
    except queue.Empty:
        raise UnreadableInputError(
            f"{path}: shape {shape} took more than {seconds_max:g} s on at most 100 nodes; "
            "simplify its pattern or query, or leave it out"
        ) from None
    except BrokenPipeError:
        # The answer stays ENDED.
        pass
    finally:
        if "is_ended" in answer:
            # A late answer would be taken for that of the next request.
            _end()
    if "error" in answer:
        if answer.get("is_usage"):
            raise UsageError(answer["error"])
        text = answer["error"]
        raise UnreadableInputError(
            text
            if path in text
            else f"{path}: shape {shape} cannot be applied: {text}; correct it"
        )
    return answer["result"]
