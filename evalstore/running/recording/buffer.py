"""A buffer for the lines of a run, which a background thread writes."""

import os
import threading
import weakref
from collections.abc import Callable, Sequence

from evalstore.base.phrases import counted
from evalstore.errors import EvalstoreError, StoreError
from evalstore.harnesses.result import FileResult
from evalstore.running.appender import FLUSH_EVENTS, FLUSH_SECONDS, Appender
from evalstore.running.recording.encoding import SOURCE
from evalstore.running.recording.interrupts import interrupts
from evalstore.store.layout import Layout

# Interval at which the thread checks whether the interpreter is shutting down.
POLL_SECONDS = 0.25
# A full disk may be temporary, but a process at its end cannot wait for long.
LAST_ATTEMPTS_MAX = 3
# A caller waits if more than this is buffered.
BUFFERED_BYTES_MAX = 32 * 1024 * 1024
WAIT_SECONDS_MAX = 30.0
# Consequences for lines that could not be written, for messages.
KEPT = "they are kept, and writing is retried while this process runs"
LOST = "they are lost when this process ends"
NOT_BEGUN = "the run was not started"

_BUFFERS: "weakref.WeakSet[Buffer]" = weakref.WeakSet()


class Buffer:
    """
    The lines that wait to be written, and the thread that writes them.

    Adding is an append to a list under a lock. Lines that could not be written are kept and tried
    again; the error is raised at the caller's next addition or flush.
    """

    def __init__(self, layout: Layout, on_exit: Callable[[], None]) -> None:
        self.layout = layout
        self.doubts: list[str] = []
        # True if another process may write to the same run.
        self.is_shared = False
        self._on_exit = on_exit
        self._begin()
        _BUFFERS.add(self)

    def _begin(self) -> None:
        """Initialise without lines or a thread, and with unlocked locks."""
        # Reentrant, since a signal handler may add a line while its own thread does.
        self.lock = threading.RLock()
        self._flush_lock = threading.RLock()
        self._room = threading.Condition(self.lock)
        self._lines: list[bytes] = []
        self._byte_count = 0
        self._wake = threading.Event()
        self._is_closed = False
        self._thread: _FlushThread | None = None
        self._error: BaseException | None = None
        self._refused: list[EvalstoreError] = []
        self._appender: Appender[bytes] = Appender(
            self.layout, SOURCE, on_refused=self._refuse, on_appended=self._note
        )

    @property
    def unwritten_count(self) -> int:
        """The number of lines that are not in the inbox yet."""
        return len(self._lines) + self._appender.buffered_count

    def add(self, line: bytes) -> None:
        """Add a line; wait only if the unwritten lines exceed 32 MiB."""
        with self.lock:
            self.append(line)
        self.keep_up()

    def append(self, line: bytes) -> None:
        """Append a line; the caller holds the lock, and calls ``keep_up`` after releasing it."""
        self._lines.append(line)
        self._byte_count += len(line)
        if self._thread is None:
            self._start()

    def keep_up(self) -> None:
        """Wake the thread if many lines wait, and wait for it if they exceed 32 MiB."""
        if self._thread is None:
            # The interpreter is shutting down and would not wait for a new thread.
            self._write_the_last()
        elif len(self._lines) >= FLUSH_EVENTS:
            self._wake.set()
            if self._byte_count > BUFFERED_BYTES_MAX:
                self._wait_for_room()

    def _wait_for_room(self) -> None:
        """Wait until the thread has taken the buffered lines, unless it fails."""
        with self._room:
            self._room.wait_for(
                lambda: self._byte_count <= BUFFERED_BYTES_MAX or self._error is not None,
                timeout=WAIT_SECONDS_MAX,
            )

    def flush(self, after: str = KEPT) -> None:
        """
        Return when every added line is in the inbox, durably.

        Raises StoreError with the number of lines that could not be written; ``after`` describes
        what happens to them.
        """
        self.raise_error(after, self._flush_or_keep())

    def close(self) -> None:
        """Flush for the last time and end the thread; on an error the thread continues."""
        self.flush()
        thread, self._thread = self._thread, None
        self._is_closed = True
        self._wake.set()
        if thread is not None and thread is not threading.current_thread():
            thread.join()
        self._is_closed = False

    def discard(self) -> None:
        """End the thread and drop unwritten lines: the run could not begin."""
        self._is_closed = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join()

    def _flush_or_keep(self) -> Exception | None:
        """Write all lines; on failure keep the lines and the error, and return the error."""
        try:
            with self._flush_lock, interrupts():
                with self.lock:
                    self._appender.add_each(self._lines)
                    self._lines, self._byte_count = [], 0
                    self._room.notify_all()
                self._appender.flush()
                self._error = None
        except Exception as error:  # noqa: BLE001 - raised by the caller's next call
            self._error = error
            return error
        return None

    def raise_error(self, after: str = KEPT, failed: Exception | None = None) -> None:
        """
        Raise StoreError, once, for lines that could not be written or were refused.

        ``failed`` is the error of the caller's own flush, which is raised even if another thread
        has already raised the stored error.
        """
        if failed is None and self._error is None and not self._refused:
            return
        with self.lock:
            error, self._error = self._error or failed, None
            refused, self._refused = self._refused, []
            unwritten_count = self.unwritten_count
        if error is not None:
            count = counted(unwritten_count, "event")
            raise StoreError(f"{count} could not be written: {error}; {after}") from error
        if refused:
            raise StoreError(
                f"the store refused {counted(len(refused), 'event')} and recorded all others; the "
                f"first error: {refused[0]}"
            ) from refused[0]

    def _refuse(self, _group: Sequence[bytes], error: EvalstoreError) -> Sequence[bytes]:
        self._refused.append(error)
        return ()

    def _note(self, result: FileResult) -> None:
        # Repairs are not included: the encoder has already warned about them.
        self.doubts += map(str, result.misspellings)

    def _start(self) -> None:
        if not threading.main_thread().is_alive() and not _working_threads():
            return
        self._thread = _FlushThread(self)
        self._thread.start()

    def work(self) -> None:
        """Write added lines every few seconds, until closed or the interpreter shuts down."""
        main = threading.main_thread()
        waited_seconds = 0.0
        while not self._is_closed:
            is_woken = self._wake.wait(POLL_SECONDS)
            self._wake.clear()
            waited_seconds += POLL_SECONDS
            if not main.is_alive() and not _working_threads():
                # The interpreter waits for this thread before it exits.
                self._end()
                return
            if not self._is_closed and (is_woken or waited_seconds >= FLUSH_SECONDS):
                waited_seconds = 0.0
                self._flush_or_keep()
                self._fold_sometimes()

    def _end(self) -> None:
        """End the run and write the remaining lines; lines added later are written at once."""
        self._on_exit()
        try:
            self._write_the_last()
        finally:
            with self.lock:
                self._thread = None
        # A daemon thread may have added lines in the meantime.
        self._write_the_last()

    def _write_the_last(self) -> None:
        """Write the remaining lines before the process ends; raise StoreError if that fails."""
        for _ in range(LAST_ATTEMPTS_MAX):
            self._flush_or_keep()
            if self._error is None:
                break
            self._wake.wait(POLL_SECONDS)
        self.raise_error(LOST)

    def _fold_sometimes(self) -> None:
        """Fold every five minutes; an error is raised like one of writing."""
        try:
            with self._flush_lock:
                self._appender.tick()
        except Exception as error:  # noqa: BLE001 - as above
            self._error = self._error or error

    def hold(self) -> None:
        """Acquire the locks, so that other threads wait and no write is in progress."""
        self.is_shared = True
        self._flush_lock.acquire()
        self.lock.acquire()

    def release(self) -> None:
        """Release the locks acquired by ``hold``."""
        self.lock.release()
        self._flush_lock.release()

    def forget(self) -> None:
        """Start empty in a forked process: the lines belong to the parent, which writes them."""
        self.doubts = []
        self._begin()


class _FlushThread(threading.Thread):
    """The thread of one buffer; not a daemon, so that the interpreter waits for its last flush."""

    def __init__(self, buffer: Buffer) -> None:
        super().__init__(name="evalstore-flush", target=buffer.work, daemon=False)


def _working_threads() -> list[threading.Thread]:
    """Return the threads that the interpreter waits for, except flush threads."""
    main = threading.main_thread()
    return [
        thread
        for thread in threading.enumerate()
        if not (thread.daemon or thread is main or isinstance(thread, _FlushThread))
    ]


def _held_buffers() -> list[Buffer]:
    return sorted(_BUFFERS, key=id)


# A fork copies locks in their current state, does not copy threads, and shares the fold's lock.
_held: list[Buffer] = []


def _before_fork() -> None:
    _held[:] = _held_buffers()
    for buffer in _held:
        buffer.hold()


def _after_fork_in_parent() -> None:
    for buffer in _held:
        buffer.release()
    _held.clear()


def _after_fork_in_child() -> None:
    for buffer in _held:
        buffer.forget()
    _held.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork,
        after_in_parent=_after_fork_in_parent,
        after_in_child=_after_fork_in_child,
    )
