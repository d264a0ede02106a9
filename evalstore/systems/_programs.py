"""Running programs within bounds: of time, of output, and with everything they start."""

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import IO

STDOUT_BYTES_MAX = 4 * 2**20
STDERR_BYTES_KEPT = 8 * 2**10
_READ_BYTES = 64 * 2**10
# After the kill, pipes close at once, unless something has left the group and holds them.
_CLOSING_S = 2.0


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended; ``problem`` says what was wrong with that."""

    stdout: bytes
    stderr: bytes
    problem: str | None = None


@dataclass(slots=True)
class _Output:
    """What was read of one pipe; only the end of it where ``kept`` bounds it."""

    data: bytearray = field(default_factory=bytearray)
    is_too_long: bool = False


class Programs:
    """Programs that run now, each the leader of a group of its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._is_closed = False

    def run(self, argv: Sequence[str], stdin: bytes, timeout_s: float) -> Ended:
        """Run a program to its end, or to the end of what it is allowed."""
        try:
            process = self._started(argv)
        except OSError as error:
            return Ended(b"", b"", f"the program cannot be started: {error.strerror}")
        if process is None:
            return Ended(b"", b"", "the program was not started: the run is being ended")
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
            # What it started may outlive it, and hold its pipes open.
            _kill_group(process)
            process.wait()
            with self._lock:
                self._running.discard(process)
        for thread in threads:
            thread.join(_CLOSING_S)
        return Ended(
            bytes(stdout.data),
            bytes(stderr.data),
            _problem(process.returncode, stdout, timeout_s, is_in_time=is_in_time),
        )

    def close(self) -> None:
        """Kill what runs, and start nothing more."""
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
    # A program may answer without having read everything.
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
