"""Context cards and results, small and made here, and a store to take them."""

import json
import shutil
from typing import Any

import pytest

import evalstore
from evalstore.harnesses.ingest import IngestOptions, ingest
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading

CLAIM = {"subj": "x:ash", "pred": "x:flows_into", "obj": "x:elm"}


def card_of(case_id: str, gold: str = "YES", label: str | None = "E", **fields: Any) -> dict:
    return {
        "id": case_id,
        "facts": ["Ash flows into Elm", "Elm is a lake"],
        "question": "Does Ash flow into Elm?",
        "gold": gold,
        "label": label,
        "claim": CLAIM,
    } | fields


def result_of(
    case_id: str, pred: Any = "YES", gold: str = "YES", system: str = "kg", **fields: Any
) -> dict:
    label = {"YES": "E", "NO": "C", "UNKNOWN": "U"}[gold.strip().upper()]
    passes = pred == gold
    return {
        "id": case_id,
        "gold": gold,
        "pred": pred,
        "pass": passes,
        "system": system,
        "label": label,
    } | fields


@pytest.fixture(name="card")
def card_fixture():
    """Return a card of this id, with these fields."""
    return card_of


@pytest.fixture(name="result")
def result_fixture():
    """Return a result of this id and answer, with these fields."""
    return result_of


@pytest.fixture(scope="session", name="empty_store")
def empty_store_fixture(tmp_path_factory):
    """The folder of an empty store, to copy: making its views takes a second."""
    return evalstore.open(tmp_path_factory.mktemp("empty") / "warehouse", create=True).layout.root


@pytest.fixture(name="a_store")
def store_fixture(empty_store, tmp_path):
    """An empty store."""
    return evalstore.open(shutil.copytree(empty_store, tmp_path / "warehouse"), create=True)


@pytest.fixture
def written(tmp_path):
    """Write lines, given as objects or text, to a file; return its path."""

    def write(name, *lines):
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        path = tmp_path / name
        path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        return path

    return write


@pytest.fixture
def store_for(tmp_path):
    """Return a function that makes an empty store: called with a file's content, it reads it."""

    def made(file_name=None):
        layout = Layout(tmp_path / "store")
        layout.create()

        def read(content, name=file_name, **options):
            path = tmp_path / name
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
            return ingest(layout, [str(path)], IngestOptions(**options))

        def rows(sql):
            with reading(layout) as reader:
                return [tuple(row.values()) for row in reader.rows(sql)]

        read.layout, read.rows = layout, rows
        return read

    return made


@pytest.fixture
def take(a_store):
    """Ingest files; return what became of their records."""

    def taken(*paths, **options):
        return ingest(a_store.layout, [str(path) for path in paths], IngestOptions(**options))

    return taken


@pytest.fixture
def counted():
    """Return how many records were new, duplicate, revised and skipped."""
    names = ("new", "duplicate", "revised")
    return lambda taken: (*(taken.total(name) for name in names), taken.skipped.total())


@pytest.fixture
def payloads(a_store):
    """Return the newest payloads of a kind, in the order of their positions."""

    def of_kind(kind):
        rows = a_store.query(
            "select payload::varchar as payload from log.current_events where kind = $kind "
            "order by position",
            kind=kind,
        )
        return [json.loads(text) for (text,) in rows]

    return of_kind
