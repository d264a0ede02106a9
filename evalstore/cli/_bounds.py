"""Bounds of a stranger's statement that hold whatever DuckDB does: its memory, and its time."""

import os
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evalstore.errors import QueryError, UsageError
from evalstore.store.connections import temporary_folder

UNITS_BYTES = {
    "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12,
    "KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40,
}  # fmt: skip
MEMORY_SIZE = re.compile(r"(\d+(?:\.\d+)?) ?([KMGT]i?B)", re.IGNORECASE)
# Threads, and what DuckDB and Python need to say that memory is short.
SPARE_BYTES = 256 * 2**20
# So long a statement may take to heed the interrupt.
GRACE_SECONDS = 1.0
STATM = Path("/proc/self/statm")
STATM_DATA_FIELD = 5


def memory_bytes(size: str) -> int:
    """
    Return a size in bytes; raises UsageError where it is none.

    >>> memory_bytes("1.5 GB"), memory_bytes("2MiB")
    (1500000000, 2097152)
    """
    match = MEMORY_SIZE.fullmatch(size)
    if match is None:
        raise UsageError(f"memory {size!r}; expected a size such as 500MB or 2GB")
    return int(float(match[1]) * UNITS_BYTES[match[2].upper()])


@contextmanager
def bounded_memory(size: str) -> Iterator[None]:
    """
    Let the process take at most ``size`` more, and a little to end in order.

    DuckDB counts what it buffers against its own limit, and long strings against none. The
    kernel counts all; where it offers no such limit, only DuckDB's holds.
    """
    limit_bytes = memory_bytes(size)
    if not STATM.exists():
        yield
        return
    import resource

    taken_bytes = int(STATM.read_text().split()[STATM_DATA_FIELD]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_DATA)
    wanted_bytes = taken_bytes + limit_bytes + SPARE_BYTES
    soft_bytes = min([wanted_bytes, *(bound for bound in before if bound >= 0)])
    resource.setrlimit(resource.RLIMIT_DATA, (soft_bytes, before[1]))
    try:
        yield
    except MemoryError as error:
        raise QueryError(
            f"the answer takes more memory than {size}; --memory allows more, or ask for less"
        ) from error
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


@contextmanager
def ending_after(timeout_seconds: float) -> Iterator[None]:
    """
    End the process where the block runs on after its time, interrupted in vain.

    A function of one long value does not look whether it was interrupted. Locks go with the
    process; nothing is being written.
    """
    is_over = threading.Event()
    message = (
        f"Error: stopped after {timeout_seconds:g} s, and ended, since the statement did not heed "
        "that; --timeout allows more, or filter on run_id\n"
    ).encode()

    def end() -> None:
        if not is_over.wait(timeout_seconds + GRACE_SECONDS):
            shutil.rmtree(temporary_folder(), ignore_errors=True)
            sys.stdout.flush()
            os.write(sys.stderr.fileno(), message)
            os._exit(QueryError.exit_code)

    watchdog = threading.Thread(target=end, daemon=True)
    watchdog.start()
    try:
        yield
    finally:
        is_over.set()
