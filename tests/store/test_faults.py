"""A disk that fails is named with its file, what happened, and what became of the events."""

import errno
import hashlib
import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pytest

from evalstore.errors import DiskFullError, EvalstoreError, StoreError
from evalstore.harnesses.ingest import ingest
from evalstore.store import connections
from evalstore.store.connections import attached_for_writing, connect, without_database
from evalstore.store.layout import Layout
from evalstore.store.log import inbox
from evalstore.store.log.fold import fold

LINES = (
    '{"kind": "run_started", "run_id": "r9", "payload": {"suite": "s", "systems": ["a"]}}\n'
    '{"kind": "case_generated", "run_id": "r9", "payload": {"case_id": "c", "domain": "d"}}\n'
)
STATES = ("nothing was appended", "in the inbox", "are appended")
CALLS = {
    "fsync": (os, "fsync"),
    "rename": (Path, "rename"),
    "unlink": (Path, "unlink"),
    "write_text": (Path, "write_text"),
    "scandir": (os, "scandir"),
    "read": (hashlib, "file_digest"),
}
# These tell the kernel a name, and their errors have it; the others know only a number.
NAMED = ("rename", "unlink", "scandir")


def failing(monkeypatch, call, number, code, root):
    """Let one call of this kind in the store fail; return those that were made till then."""
    holder, name = CALLS[call]
    real = getattr(holder, name)
    made = []

    def replaced(*arguments, **named):
        path = str(getattr(arguments[0], "name", "") if call == "read" else arguments[0])
        if call == "fsync" or path.startswith(str(root)):
            made.append(arguments)
            if len(made) == number:
                raise OSError(code, os.strerror(code), path if call in NAMED else None)
        return real(*arguments, **named)

    monkeypatch.setattr(holder, name, replaced)
    return made


@pytest.mark.thinned(6)
@pytest.mark.parametrize("call", CALLS)
def test_each_fault_says_what_failed_and_what_became_of_the_events(new_small, tmp_path, call):
    """Whichever call of an ingest fails, the message has its file and a state that is true."""
    events = tmp_path / "events.ndjson"
    events.write_text(LINES, encoding="utf-8")
    for number in range(1, 8):
        store, code = new_small(), (errno.ENOSPC, errno.EIO)[number % 2]
        with pytest.MonkeyPatch.context() as monkeypatch:
            made = failing(monkeypatch, call, number, code, store.layout.root)
            try:
                ingest(store.layout, [str(events)])
                said = ""
            except EvalstoreError as error:
                said = str(error)
        if len(made) < number:
            break
        waiting = inbox.names(store.layout)
        # A temporary file that stays is nobody's loss, and nothing is said of it.
        if said:
            assert str(store.layout.root) in said, said
            assert os.strerror(code) in said
            assert any(state in said for state in STATES), said
        if "nothing was appended" in said:
            assert [] == waiting
        store.fold()
        kept = 0 if "nothing was appended" in said else 2
        assert [kept] == store.column("select count(*) from log.events where run_id = 'r9'")
    assert number > 1


FULL_DISK = (
    'Failed to commit: Could not write file "{}": No space left on device',
    '{{"exception_message":"Could not write file \\"{}\\": No space left on device"}}',
)


@pytest.mark.parametrize("words", FULL_DISK)
def test_what_duckdb_says_of_a_full_disk_names_file_disk_and_what_is_safe(new_small, words):
    """Both for the store's file and for a temporary one; nothing is called damaged."""
    layout, text = new_small().layout, words.format("/nowhere/spilled")

    with pytest.raises(DiskFullError) as raised, attached_for_writing(layout):
        raise duckdb.TransactionException(text)
    with pytest.raises(DiskFullError, match="mounted at /;"), without_database():
        raise duckdb.IOException(text)

    assert str(raised.value) == (
        "/nowhere/spilled: No space left on device; free space on the disk mounted at /; inbox "
        "and segments are whole, no event is lost"
    )


class FullAtTheEnd:
    """An instance of DuckDB that cannot write its file when it is detached."""

    def __init__(self, instance):
        self._instance = instance

    def __getattr__(self, name):
        return getattr(self._instance, name)

    def execute(self, statement):
        """Refuse to detach, as DuckDB words it."""
        if statement.startswith("detach"):
            raise duckdb.IOException("Detached database, but CHECKPOINT during DETACH failed. ")
        return self._instance.execute(statement)


def test_a_disk_that_is_full_when_the_database_is_closed_is_named(new_small, monkeypatch):
    """DuckDB does not say why it could not; the events are in the log by then."""
    store = new_small()
    monkeypatch.setattr(connections, "_IDLE", {})
    monkeypatch.setattr(connections, "connect", lambda: FullAtTheEnd(connect()))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))

    with pytest.raises(DiskFullError, match=r"No space left on device; free space .* accepted"):
        fold(store.layout)


@pytest.mark.sweep
def test_a_full_disk_at_the_first_write_wedges_nothing(new_warehouse, tmp_path):
    """A database without tables, as a full disk leaves it, is none; the next ingest makes it."""
    events = tmp_path / "events.ndjson"
    events.write_text(LINES, encoding="utf-8")
    layout = Layout(tmp_path / "fresh")
    layout.create()
    with type(new_warehouse())(layout.root).stranger():
        pass
    assert layout.database.exists()
    store = type(new_warehouse())(layout.root)

    with pytest.raises(StoreError, match="no database yet; run `evalstore fold"):
        store.query("from log.events")
    assert ingest(layout, [str(events)]).is_folded
    assert [2] == store.column("select count(*) from log.events where run_id = 'r9'")
