"""A program older than a store refuses it by name, and shows nothing of it."""

import json

import pytest

import evalstore
from evalstore.cli import call_command
from evalstore.errors import CorruptStoreError, NewerFormatError
from evalstore.store.connections import connect
from evalstore.store.log import format_mark, json_file, log_entry, segment
from evalstore.store.log.batch import Batch
from evalstore.store.verify.verify import verify

COMMANDS = (
    ["show", "accuracy"],
    ["query", "select 1"],
    ["runs"],
    ["fold"],
    ["verify"],
    ["rebuild"],
    ["init"],
    ["doctor"],
    ["gate", "--config", "gates.toml"],
    ["push", "remote"],
)


@pytest.fixture
def newer(small):
    """Return a store that a program of the next format made."""
    mark = {format_mark.KEY: format_mark.FORMAT_VERSION + 1, "tool_version": "9.0.0"}
    (small.layout.root / format_mark.NAME).write_text(json.dumps(mark))
    return small


def test_every_command_refuses_a_newer_store(newer, tmp_path, monkeypatch, capfd):
    """Exit 4 with both formats and the version to install, whatever else is in the folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gates.toml").write_text('[[gate]]\nmetric = "accuracy"\nmin = 0.1\n')
    (tmp_path / "remote").mkdir()
    before = newer.files()
    for command in COMMANDS:
        assert 4 == call_command([*command, "--store", str(newer.layout.root)]), command
        said = capfd.readouterr()
        assert "has format 2, but this evalstore" in said.err, command
        assert "reads formats up to 1; install evalstore 9.0.0 or later" in said.err, command
        assert "" == said.out, command
    assert before == newer.files()


def test_a_newer_store_of_other_folders_is_no_empty_one(tmp_path):
    """The mark counts, whatever folders a later format has."""
    mark = {format_mark.KEY: format_mark.FORMAT_VERSION + 1}
    (tmp_path / format_mark.NAME).write_text(json.dumps(mark))

    for is_made in (False, True):
        with pytest.raises(NewerFormatError, match="install a later version"):
            evalstore.open(tmp_path, create=is_made)
    assert [format_mark.NAME] == [path.name for path in tmp_path.iterdir()]


def test_a_newer_store_is_not_taken_over(newer, new_warehouse, capfd):
    """Ingesting a newer store appends nothing and names the format."""
    own = new_warehouse().layout.root

    assert 4 == call_command(["ingest", str(newer.layout.root), "--store", str(own)])
    assert "has format 2" in capfd.readouterr().err


@pytest.mark.parametrize("command", COMMANDS[:5], ids=lambda command: command[0])
def test_a_program_from_before_the_mark_fails(small, command):
    """Formats above 1 keep their lock in a folder, which those programs open as a file."""
    (small.layout.root / format_mark.NAME).unlink()
    small.layout.lock.unlink()
    small.layout.lock.mkdir()

    assert 4 == call_command([*command, "--store", str(small.layout.root)])


def test_a_store_without_a_mark_opens(small, lines):
    """Stores from before the mark are of format 1, and stay without one."""
    mark = small.layout.root / format_mark.NAME
    assert format_mark.FORMAT_VERSION == json.loads(mark.read_text())[format_mark.KEY]
    mark.unlink()
    small.add(lines.case("c9"))

    assert [] == verify(small.layout).findings
    small.layout.create()
    assert not mark.exists()


@pytest.mark.parametrize("text", ["", "2", "[]", '{"evalstore_format": "1"}', '{"a": 1}'])
def test_a_damaged_mark_is_named(small, text):
    """What is not a format is told with what was expected."""
    (small.layout.root / format_mark.NAME).write_text(text)

    with pytest.raises(CorruptStoreError, match=r"FORMAT cannot be read.*expected the format"):
        small.layout.require()


def test_parts_of_a_newer_format_are_named(small, tmp_path):
    """Footers of segments, entries of remotes and files in remote/ have numbers of their own."""
    with connect() as connection:
        batch = segment.read_footer(connection, segment.on_disk(small.layout)[0])
    entry = json.loads(log_entry.following(None, batch, "a" * 64, 1).to_bytes())
    file = tmp_path / "file.json"
    json_file.write_bytes(file, b'{"kind": 2}')

    for read in (
        lambda: Batch.from_json(batch.to_json().replace('format_version":1', 'format_version":2')),
        lambda: log_entry.parsed(json.dumps({**entry, "evalstore_entry": 2}).encode(), "log/0"),
        lambda: json_file.read(file, "kind", "put back a good copy"),
    ):
        with pytest.raises(
            NewerFormatError, match=r"format 2, but this evalstore .* reads formats up to 1"
        ):
            read()
