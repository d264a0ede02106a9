"""The database as this installation computes it, rebuilt if another version made it."""

from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

from evalstore.store.connections import WAIT_SECONDS_DEFAULT, attached_for_writing
from evalstore.store.facts import rebuild, schema
from evalstore.store.layout import Layout
from evalstore.store.log import segment
from evalstore.store.replica import partial


@contextmanager
def attached_current(
    layout: Layout, *, wait_seconds: float = WAIT_SECONDS_DEFAULT
) -> Iterator[duckdb.DuckDBPyConnection]:
    """
    Open the database for writing, empty or with tables as this installation computes them.

    If it is missing, or another version computed its tables, it is first rebuilt from the
    segments: versions are not mixed. The caller holds ``exclusive``; raises as
    ``attached_for_writing`` and ``rebuild_locked`` do.
    """
    # A partial replica may contain facts only, and no segment.
    has_log = segment.on_disk(layout) or partial.of(layout) is not None
    if has_log and not layout.database.exists():
        rebuild.rebuild_locked(layout)
    with attached_for_writing(layout, wait_seconds=wait_seconds) as connection:
        is_current = schema.is_empty(connection) or schema.are_tables_current(connection)
        if is_current:
            yield connection
    if not is_current:
        rebuild.rebuild_locked(layout)
        with attached_for_writing(layout) as connection:
            yield connection
