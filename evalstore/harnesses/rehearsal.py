"""Rehearsal of a fold: waiting events after the recorded events of their runs."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from evalstore.base import sql_files
from evalstore.store.layout import Layout
from evalstore.store.log import merge
from evalstore.store.log.fold import fold
from evalstore.store.log.inbox import InboxWriter
from evalstore.store.query.reader import Reader, reading


@contextmanager
def rehearsed(
    reader: Reader, waiting: Sequence[Path], run_ids: list[str], stores: Sequence[Path] = ()
) -> Iterator[Reader]:
    """
    Open a temporary store in which recorded and waiting events are folded; delete it afterwards.

    ``waiting`` are unpublished inbox files, ``stores`` other stores to be merged. The recorded
    events are those of the runs ``run_ids`` in the store of ``reader``.
    """
    with tempfile.TemporaryDirectory(prefix="evalstore-") as folder:
        rehearsal = Layout(Path(folder) / "rehearsal")
        rehearsal.create()
        reader.connection.execute("set variable run_ids = $run_ids", {"run_ids": run_ids})
        reader.connection.execute(sql_files.read("sql/reported/outgoing"))
        recorded = InboxWriter(rehearsal)
        recorded.write(reader.connection, {"source": "rehearsal", "format": "store"})
        # The inbox is folded in the order of its names.
        for number, path in enumerate([*recorded.unpublished, *waiting]):
            (rehearsal.inbox / f"{number:06}.parquet").symlink_to(path.resolve())
        fold(rehearsal)
        for store in stores:
            merge.accept_store(rehearsal, Layout(store))
        if stores:
            fold(rehearsal)
        with reading(rehearsal) as opened:
            yield opened
