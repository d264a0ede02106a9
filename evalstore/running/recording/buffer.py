"""Buffer the lines of a run, and write them in the background."""

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

# How soon the thread notices that the interpreter is ending.
POLL_SECONDS = 0.25
# A disk may be full for a moment only; a process that ends cannot wait for long.
LAST_ATTEMPTS_MAX = 3
# A caller that says more than can be written waits from here on.
BUFFERED_BYTES_MAX = 32 * 1024 * 1024
WAIT_SECONDS_MAX = 30.0
# What becomes of lines that could not be written.
KEPT = "they are kept, and tried again while this process runs"
LOST = "they are lost with this process"
NOT_BEGUN = "the run has not begun"

_BUFFERS: "weakref.WeakSet[Buffer]" = weakref.WeakSet()


class Buffer:
    """
    Lines that are to be written, and the thread that writes them.

    Adding is an append to a list under a lock. Lines that could not be written are kept and tried
    again; the error is raised where the caller adds or flushes next.
    """

    def __init__(self, layout: Layout, on_exit: Callable[[], None]) -> None:
        self.layout = layout
        self.doubts: list[str] = []
        # Whether another process may write to the same run.
        self.is_shared = False
        self._on_exit = on_exit
        self._begin()
        _BUFFERS.add(self)

    def _begin(self) -> None:
        """Begin with nothing: no lines, no thread, and locks that nobody holds."""
        # Reentrant, since a signal handler may add while its own thread does.
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
        """Return the number of lines that are not in the inbox yet."""
        return len(self._lines) + self._appender.buffered_count

    def add(self, line: bytes) -> None:
        """Add a line; wait only where the lines that are not written fill 32 MiB."""
        with self.lock:
            self.append(line)
        self.keep_up()

    def append(self, line: bytes) -> None:
        """Append a line, for a caller that has the lock and calls ``keep_up`` without it."""
        self._lines.append(line)
        self._byte_count += len(line)
        if self._thread is None:
            self._start()

    def keep_up(self) -> None:
        """Wake the thread where many lines wait, and wait for it where they fill 32 MiB."""
        if self._thread is None:
            # The interpreter is ending, and no thread would be waited for.
            self._write_the_last()
        elif len(self._lines) >= FLUSH_EVENTS:
            self._wake.set()
            if self._byte_count > BUFFERED_BYTES_MAX:
                self._wait_for_room()

    def _wait_for_room(self) -> None:
        """Wait for the thread to take what is buffered, unless it cannot."""
        with self._room:
            self._room.wait_for(
                lambda: self._byte_count <= BUFFERED_BYTES_MAX or self._error is not None,
                timeout=WAIT_SECONDS_MAX,
            )

    def flush(self, after: str = KEPT) -> None:
        """
        Return when every line that was added is in the inbox, durably.

        Raises StoreError, with how many could not be written; they are kept, or as ``after`` says.
        """
        self.raise_error(after, self._flush_or_keep())

    def close(self) -> None:
        """Flush for the last time and end the thread; after an error it goes on."""
        self.flush()
        thread, self._thread = self._thread, None
        self._is_closed = True
        self._wake.set()
        if thread is not None and thread is not threading.current_thread():
            thread.join()
        self._is_closed = False

    def discard(self) -> None:
        """End the thread, and forget what was not written: the run could not begin."""
        self._is_closed = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join()

    def _flush_or_keep(self) -> Exception | None:
        """Write all lines; where that fails they stay, and so does the error; return it."""
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

        ``failed`` is the caller's own failure to write, which it hears of even where another
        thread was told before.
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
                f"{counted(len(refused), 'event')} refused by the store, all others are "
                f"recorded; the first: {refused[0]}"
            ) from refused[0]

    def _refuse(self, _group: Sequence[bytes], error: EvalstoreError) -> Sequence[bytes]:
        self._refused.append(error)
        return ()

    def _note(self, result: FileResult) -> None:
        # Of what was repaired the encoder warned when it was said.
        self.doubts += map(str, result.misspellings)

    def _start(self) -> None:
        if not threading.main_thread().is_alive() and not _working_threads():
            return
        self._thread = _FlushThread(self)
        self._thread.start()

    def work(self) -> None:
        """Write what was added every few seconds, until closed or the interpreter ends."""
        main = threading.main_thread()
        waited_seconds = 0.0
        while not self._is_closed:
            is_woken = self._wake.wait(POLL_SECONDS)
            self._wake.clear()
            waited_seconds += POLL_SECONDS
            if not main.is_alive() and not _working_threads():
                # The interpreter waits for this thread before it ends.
                self._end()
                return
            if not self._is_closed and (is_woken or waited_seconds >= FLUSH_SECONDS):
                waited_seconds = 0.0
                self._flush_or_keep()
                self._fold_sometimes()

    def _end(self) -> None:
        """End the run and write what is left; what is added later is written at once."""
        self._on_exit()
        try:
            self._write_the_last()
        finally:
            with self.lock:
                self._thread = None
        # A daemon thread may have added meanwhile.
        self._write_the_last()

    def _write_the_last(self) -> None:
        """Write what is left before the process ends; raise StoreError for what cannot be."""
        for _ in range(LAST_ATTEMPTS_MAX):
            self._flush_or_keep()
            if self._error is None:
                break
            self._wake.wait(POLL_SECONDS)
        self.raise_error(LOST)

    def _fold_sometimes(self) -> None:
        """Fold every five minutes, as every run does; an error is raised as one of writing is."""
        try:
            with self._flush_lock:
                self._appender.tick()
        except Exception as error:  # noqa: BLE001 - as above
            self._error = self._error or error

    def hold(self) -> None:
        """Keep every other thread out, and wait for the one that writes."""
        self.is_shared = True
        self._flush_lock.acquire()
        self.lock.acquire()

    def release(self) -> None:
        """Let the other threads go on."""
        self.lock.release()
        self._flush_lock.release()

    def forget(self) -> None:
        """Begin anew in a forked process: the lines are those of its parent, which writes them."""
        self.doubts = []
        self._begin()


class _FlushThread(threading.Thread):
    """The thread of one buffer; not a daemon, so that the interpreter waits for its last flush."""

    def __init__(self, buffer: Buffer) -> None:
        super().__init__(name="evalstore-flush", target=buffer.work, daemon=False)


def _working_threads() -> list[threading.Thread]:
    """Return the threads that the interpreter waits for, without those that write."""
    main = threading.main_thread()
    return [
        thread
        for thread in threading.enumerate()
        if not (thread.daemon or thread is main or isinstance(thread, _FlushThread))
    ]


def _held_buffers() -> list[Buffer]:
    return sorted(_BUFFERS, key=id)


# A fork copies locks as they are and threads not at all, and shares the lock of a fold.
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
