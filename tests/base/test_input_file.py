"""What is no regular file is refused by its kind, in place of waiting or reading without end."""

import os
from pathlib import Path

import pytest

from evalstore.base import input_file
from evalstore.errors import EvalstoreError, UnreadableInputError
from evalstore.gates import config
from evalstore.harnesses import prices
from evalstore.harnesses.ingest import ingest
from evalstore.scale.remotes.objects import open_objects
from evalstore.store.layout import Layout


@pytest.fixture
def stores(tmp_path):
    """Return two empty stores."""
    layouts = [Layout(tmp_path / "store"), Layout(tmp_path / "other")]
    for layout in layouts:
        layout.create()
    return layouts


@pytest.fixture(params=["a named pipe", "a device"])
def endless(request, tmp_path):
    """Return a path that gives no end, and its kind in words."""
    path = tmp_path / "endless.eval"
    if request.param == "a device":
        path.symlink_to("/dev/zero")
    else:
        os.mkfifo(path)
    return path, request.param


def test_each_function_refuses_it_by_its_kind(endless):
    """None of them waits for a writer, or reads."""
    path, kind = endless

    for function in (
        input_file.open_bytes,
        input_file.open_text,
        input_file.read_bytes,
        input_file.read_text,
        input_file.require_regular,
    ):
        with pytest.raises(input_file.NotRegularError) as raised:
            function(path)
        assert str(raised.value).startswith(f"it is {kind}, expected a regular file")
        assert raised.value.filename == str(path)


def test_regular_files_are_read_as_ever(tmp_path):
    """Also through a link; a folder and a missing file raise what ``open`` raises."""
    (tmp_path / "a").write_text("é\n", encoding="utf-8")
    (tmp_path / "b").symlink_to(tmp_path / "a")

    assert "é\n" == input_file.read_text(tmp_path / "b")
    assert "é\n".encode() == input_file.read_bytes(tmp_path / "b")
    with pytest.raises(IsADirectoryError):
        input_file.read_bytes(tmp_path)
    with pytest.raises(FileNotFoundError):
        input_file.read_bytes(tmp_path / "c")


def test_commands_refuse_it(endless, stores, tmp_path):
    """As results, prices and gates, as a segment of another store, as an object of a remote."""
    path, kind = endless
    layout, other = stores
    (tmp_path / "remote").mkdir()
    (tmp_path / "remote" / "segment").symlink_to(path)
    remote = open_objects(str(tmp_path / "remote"), is_made=False)
    (other.segments / "000000000000-000000000001.parquet").symlink_to(path)

    with pytest.raises(
        UnreadableInputError, match=f"{kind}, expected a regular file; .*use `-` to read stdin"
    ):
        ingest(layout, [str(path)])
    for refused in (
        lambda: prices.read(path),
        lambda: config.read(path),
        lambda: remote.read("segment"),
        lambda: remote.download("segment", tmp_path / "segment", lambda _: None),
        lambda: ingest(layout, [str(other.root)]),
    ):
        with pytest.raises(EvalstoreError, match=f"{kind}, expected a regular file"):
            refused()


def test_a_stated_stream_is_read(stores):
    """As bash writes ``<(a command)``: the pipe /dev/fd/63 is read to its end."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(b'{"kind": "run_started", "run_id": "r9", "payload": {"suite": "s"}}\n')
    try:
        found = ingest(stores[0], [str(Path("/dev/fd") / str(reading))])
    finally:
        os.close(reading)

    assert [1] == [file.new for file in found.files]
