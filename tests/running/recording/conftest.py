"""Gives each test an empty store of its own, copied from one that was made once."""

import json

import duckdb
import pytest

import evalstore
from evalstore.running.recording import run as writing
from evalstore.store.log.fold import FoldResult
from tests import kept_stores


@pytest.fixture
def store(tmp_path):
    """Return an empty store."""
    folder = tmp_path / "warehouse"
    kept_stores.copy("empty", lambda made: evalstore.open(made, create=True), folder)
    return evalstore.open(folder)


@pytest.fixture
def opened(store):
    """Return a function that opens a run of the store."""

    def open_run(**options):
        return store.run(**{"suite": "triage", "systems": ["v2"], "git": False, **options})

    return open_run


@pytest.fixture
def payloads(store, monkeypatch):
    """Return a function that reads the payloads of a kind in the inbox; no run folds them."""
    monkeypatch.setattr(writing, "fold", lambda _layout: FoldResult(is_folded=False))

    def read(kind):
        files = [str(path) for path in sorted(store.layout.inbox.glob("*.parquet"))]
        found = duckdb.execute(
            "select payload from read_parquet($files) where kind = $kind",
            {"files": files, "kind": kind},
        ).fetchall()
        return [json.loads(payload) for (payload,) in found]

    return read


@pytest.fixture
def rows(store):
    """Return a function that folds and asks the store."""

    def ask(sql):
        store.fold()
        return store.query(sql).rows()

    return ask
