"""External programs: a question as JSON on standard input, a response as JSON on output."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from threading import BoundedSemaphore
from typing import IO

from evalstore.base.settings import number, parsed, system_place, texts, whole
from evalstore.errors import UsageError
from evalstore.plugins.case import Case
from evalstore.plugins.question import Question
from evalstore.plugins.response import Response
from evalstore.running.replies.payloads import (
    PayloadError,
    PayloadReadingError,
    completed,
    response_of,
)

_STDERR_LINES_SHOWN = 5
_STDERR_CHARACTERS_SHOWN = 500
# Fields that a program may not set.
_NOT_ITS = ("system_id", "attempt", "repairs", "redactions")
STDOUT_BYTES_MAX = 4 * 2**20
STDERR_BYTES_KEPT = 8 * 2**10
_READ_BYTES = 64 * 2**10
# After the kill, pipes close at once unless a process outside the group holds them.
_CLOSING_S = 2.0


@dataclass(frozen=True, slots=True)
class ProcessResult:
    """The result of a process; ``problem`` describes a failure, None on success."""

    stdout: bytes
    stderr: bytes
    problem: str | None = None


@dataclass(slots=True)
class _Output:
    """The data read from one pipe."""

    data: bytearray = field(default_factory=bytearray)
    is_too_long: bool = False


class ProcessPool:
    """Running processes, each in its own process group."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._is_closed = False

    def run(self, argv: Sequence[str], stdin: bytes, timeout_s: float) -> ProcessResult:
        """Run a program to completion, within its limits."""
        try:
            process = self._started(argv)
        except OSError as error:
            return ProcessResult(b"", b"", f"the program cannot be started: {error.strerror}")
        if process is None:
            return ProcessResult(b"", b"", "the program was not started: the run is being ended")
        stdout, stderr = _Output(), _Output()
        threads = [
            threading.Thread(target=work, args=arguments, daemon=True)
            for work, arguments in (
                (_feed, (process, stdin)),
                (_read_stdout, (process, stdout)),
                (_read_stderr, (process, stderr)),
            )
        ]
        for thread in threads:
            thread.start()
        is_in_time = True
        try:
            process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            is_in_time = False
        finally:
            # Child processes may outlive the program and keep its pipes open.
            _kill_group(process)
            process.wait()
            with self._lock:
                self._running.discard(process)
        for thread in threads:
            thread.join(_CLOSING_S)
        return ProcessResult(
            bytes(stdout.data),
            bytes(stderr.data),
            _problem(process.returncode, stdout, timeout_s, is_in_time=is_in_time),
        )

    def close(self) -> None:
        """Kill all processes, and refuse new ones."""
        with self._lock:
            self._is_closed = True
            for process in self._running:
                _kill_group(process)

    def _started(self, argv: Sequence[str]) -> "subprocess.Popen[bytes] | None":
        with self._lock:
            if self._is_closed:
                return None
            process = subprocess.Popen(
                list(argv),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
            self._running.add(process)
            return process


def _problem(code: int, stdout: _Output, timeout_s: float, *, is_in_time: bool) -> str | None:
    if stdout.is_too_long:
        return f"the program's output is longer than {STDOUT_BYTES_MAX} bytes"
    if not is_in_time:
        return f"the program did not end within {timeout_s:g} s"
    if code < 0:
        return f"the program was ended by signal {-code}"
    return f"the program ended with exit code {code}" if code else None


def _feed(process: "subprocess.Popen[bytes]", stdin: bytes) -> None:
    # A program may exit without reading all input.
    with contextlib.suppress(BrokenPipeError, ConnectionResetError), _pipe(process.stdin) as pipe:
        pipe.write(stdin)


def _read_stdout(process: "subprocess.Popen[bytes]", output: _Output) -> None:
    with _pipe(process.stdout) as pipe:
        while part := os.read(pipe.fileno(), _READ_BYTES):
            if len(output.data) + len(part) > STDOUT_BYTES_MAX:
                output.is_too_long = True
                _kill_group(process)
                return
            output.data += part


def _read_stderr(process: "subprocess.Popen[bytes]", output: _Output) -> None:
    with _pipe(process.stderr) as pipe:
        while part := os.read(pipe.fileno(), _READ_BYTES):
            output.data += part
            del output.data[:-STDERR_BYTES_KEPT]


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise AssertionError
    return pipe


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


@dataclass(frozen=True, slots=True)
class CommandSettings:
    """The program with its arguments, its time in seconds, and how many run at once."""

    argv: tuple[str, ...] = texts()
    timeout_s: float = number(60.0, 0.001, 86_400.0)
    concurrency: int = whole(2, 1, 256)


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "Command":
    """Return a program from its settings."""
    del seed  # Not random.
    place = system_place(system_id, "command")
    chosen = parsed(CommandSettings, settings, place)
    if shutil.which(chosen.argv[0]) is None:
        raise UsageError(
            f"{place}: program {chosen.argv[0]!r} does not exist on PATH or is not executable; "
            "set argv to the program and its arguments as a list, without a shell"
        )
    return Command(system_id, chosen)


class Command:
    """A program that is started once per question."""

    needs_truth = False

    def __init__(self, system_id: str, settings: CommandSettings) -> None:
        self.system_id = system_id
        self.configuration = {**asdict(settings), "argv": list(settings.argv)}
        self._argv = settings.argv
        self._timeout_s = settings.timeout_s
        self._processes = ProcessPool()
        self._slots = BoundedSemaphore(settings.concurrency)

    def ask(self, question: Question | Case, attempt: int) -> Response:
        """Run the program and parse its output; failures are error responses."""
        del attempt  # Every attempt sends the same input.
        request: dict[str, object] = {
            "case_id": question.case_id,
            "turns": list(question.turns),
            "history": [
                {"role": message.role, "content": message.content}
                for message in getattr(question, "history", ())
            ],
            "answer_schema": question.answer_schema,
        }
        if question.images:
            request["images"] = [image.given() for image in question.images]
        stdin = json.dumps(request, default=dict).encode()
        with self._slots:
            started = time.monotonic()
            ended = self._processes.run(self._argv, stdin, self._timeout_s)
            latency_ms = round((time.monotonic() - started) * 1000.0, 3)
        try:
            response = _response_of(ended, question)
        except PayloadError as error:
            reason = f"{error}{_last_lines(ended.stderr)}"
            status = "unparsable" if isinstance(error, PayloadReadingError) else "error"
            return Response(status, latency_ms=latency_ms, error=reason)
        return response if response.latency_ms else replace(response, latency_ms=latency_ms)

    def close(self) -> None:
        """Kill all running processes."""
        self._processes.close()


def _response_of(ended: ProcessResult, question: Question | Case) -> Response:
    """Parse the program's output; raise PayloadError if it is not a response."""
    if ended.problem:
        raise PayloadError(ended.problem)
    try:
        payload = json.loads(ended.stdout.decode())
    except (ValueError, RecursionError) as error:
        raise PayloadError(f"the program's output is not one JSON object: {error}") from None
    if not isinstance(payload, dict):
        raise PayloadError("the program's output is JSON, but no object")
    if payload.get("case_id", question.case_id) != question.case_id:
        raise PayloadError("the program answered another case_id than it was asked")
    for name in _NOT_ITS:
        if name in payload:
            raise PayloadError(f"the program's output has {name}, which it has no say in")
    # Echoed fields of the question are not part of the answer.
    payload.pop("answer_schema", None)
    payload.pop("history", None)
    payload.pop("images", None)
    return completed(response_of(payload), payload, question.answer_schema)


def _last_lines(stderr: bytes) -> str:
    lines = stderr.decode("utf-8", "replace").strip().splitlines()[-_STDERR_LINES_SHOWN:]
    shown = "\n".join(lines)[-_STDERR_CHARACTERS_SHOWN:]
    return f"; its last words: {shown}" if shown else ""
