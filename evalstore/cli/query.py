"""
``evalstore query``: one read-only statement, with limited memory and time.

The limits apply to the process, so that they also hold where DuckDB's own do not.
"""

import os
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from evalstore.cli import _rows
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_state
from evalstore.errors import QueryError, UsageError
from evalstore.store.connections import temporary_folder
from evalstore.store.layout import Layout

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


@click.command()
@click.argument("sql")
@click.option(
    "--param", "parameters", multiple=True, metavar="NAME=VALUE",
    help="A value for $NAME in the statement; repeatable.",
)  # fmt: skip
@click.option(
    "--timeout", "timeout_seconds", type=click.FloatRange(min=0.1), default=60.0,
    show_default=True, metavar="SECONDS", help="Stop the statement after this long.",
)  # fmt: skip
@click.option(
    "--memory", "memory_limit", default="2GB", show_default=True, metavar="SIZE",
    help="The memory the statement may take.",
)  # fmt: skip
@_rows.format_option
@_rows.output_option
@json_option
@store_option
def query(
    layout: Layout,
    sql: str,
    parameters: tuple[str, ...],
    timeout_seconds: float,
    memory_limit: str,
    row_format: str | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Run one statement that only reads, away from files and network; `-` reads stdin.

    It may be SELECT, FROM, WITH, VALUES, PIVOT, UNPIVOT, DESCRIBE, SUMMARIZE, SHOW or EXPLAIN.
    `evalstore tables` lists what there is to read. The answer is that of the database as it is,
    also in a file; `evalstore verify` compares the database with the segments.

    Example:

    \b
        evalstore query "select * from metrics.accuracy where slice_name = 'all'"
        evalstore query "from facts.runs where run_id = \\$run" --param run=r1 --format csv
    """
    from evalstore.store.query.guard import guarded_result, guarded_table, require_timeout
    from evalstore.store.query.reader import reading

    require_timeout(timeout_seconds)
    chosen = _rows.chosen_format(row_format, as_json, output)
    if output is not None:
        layout.require_outside(output)
    values = dict(_parameter(text) for text in parameters)
    text = _stdin() if sql == "-" else sql
    with reading(layout) as reader:
        print_state(reader)
        with bounded_memory(memory_limit):
            with ending_after(timeout_seconds):
                if chosen == "parquet":
                    result = guarded_result(reader, text, values, timeout_seconds, memory_limit)
                else:
                    columns, rows = guarded_table(
                        reader, text, values, timeout_seconds, memory_limit
                    )
            if chosen != "parquet" and not rows and text.lstrip()[:4].lower() == "show":
                click.echo(
                    "no tables of your own; `evalstore tables` lists those there are", err=True
                )
            if chosen == "parquet":
                _rows.write_parquet(result, output)
            else:
                _rows.write_rows(columns, rows, chosen, output)


def _stdin() -> str:
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise QueryError(
            f"stdin is not UTF-8 at byte {error.start}; expected a statement in UTF-8"
        ) from error


def _parameter(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise UsageError(f"--param {text!r}; expected NAME=VALUE")
    return name, value


def memory_bytes(size: str) -> int:
    """
    Parse a size as bytes; raise UsageError if it is invalid.

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
            f"the answer takes more memory than {size}; --memory allows more, or ask for less"
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
