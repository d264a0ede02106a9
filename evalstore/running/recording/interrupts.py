"""Conversion of interrupted queries to KeyboardInterrupt."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

INTERRUPTED = "Query interrupted"


@contextmanager
def interrupts() -> Iterator[None]:
    """Raise KeyboardInterrupt if DuckDB reports an interrupt as a query error."""
    try:
        yield
    except RuntimeError as error:
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and INTERRUPTED in str(error):
            raise KeyboardInterrupt from error
        raise
