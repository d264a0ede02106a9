"""Limits of memory and time of the whole process, which also hold where DuckDB's own do not."""

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
# Memory for threads, and for DuckDB and Python to report that memory is short.
SPARE_BYTES = 256 * 2**20
# Time that a statement has to react to the interrupt.
GRACE_SECONDS = 1.0
STATM = Path("/proc/self/statm")
STATM_DATA_FIELD = 5


def memory_bytes(size: str) -> int:
    """
    Parse a size as bytes; raise UsageError if it is invalid.

    >>> memory_bytes("1.5 GB"), memory_bytes("2MiB")
    (1500000000, 2097152)
    """
    match = MEMORY_SIZE.fullmatch(size)
    if match is None:
        raise UsageError(f"memory is {size!r}, expected a size such as 500MB or 2GB")
    return int(float(match[1]) * UNITS_BYTES[match[2].upper()])


@contextmanager
def bounded_memory(size: str) -> Iterator[None]:
    """
    Limit the additional memory of the process to ``size`` plus a reserve for reporting errors.

    DuckDB's own limit counts its buffers, but not long strings. The kernel's limit counts
    everything; on systems without it, only DuckDB's limit applies.
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
            f"the result needs more memory than {size}; allow more with --memory, or select less"
        ) from error
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


@contextmanager
def ending_after(timeout_seconds: float) -> Iterator[None]:
    """
    End the process if the block is still running some time after its timeout.

    DuckDB cannot interrupt a function that computes one long value. The process exit releases the
    locks, and only reads are in progress.
    """
    is_over = threading.Event()
    message = (
        f"Error: the process was ended, since the statement did not stop after "
        f"{timeout_seconds:g} s; allow more with --timeout, or filter on run_id\n"
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
