"""Files of outputs: whole or as they were, and lines after those of others."""

from pathlib import Path

import pytest

from evalstore.reviews.outputs.writing import append, write_whole


def test_a_file_is_replaced_whole(tmp_path):
    """Its folder is made, a link stays one, and nothing is left beside it."""
    path, link = tmp_path / "a" / "b.txt", tmp_path / "link"
    write_whole(path, "one")
    link.symlink_to(path)
    write_whole(link, "two")

    assert link.is_symlink()
    assert "two\n" == path.read_text(encoding="utf-8")
    assert [path] == list(path.parent.iterdir())


def test_what_was_there_stays_where_nothing_can_be_written(tmp_path):
    """A text that is no UTF-8 leaves the old file, and no half of a new one."""
    path = tmp_path / "a.txt"
    write_whole(path, "old")

    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new\ud800")

    assert "old\n" == path.read_text(encoding="utf-8")
    assert [path] == list(tmp_path.iterdir())


def test_a_device_is_written_to(capfd):
    """What is no file is not replaced by one."""
    write_whole(Path("/dev/null"), "nothing")
    write_whole(Path("/dev/stdout"), "said\n")

    assert not Path("/dev/null").is_file()
    assert "said\n" == capfd.readouterr().out


def test_appending_stops_at_the_limit(tmp_path):
    """A file that would grow beyond it keeps what it has."""
    path = tmp_path / "summary"

    assert append(path, "1234", size_limit_bytes=10)
    assert append(path, "6789\n", size_limit_bytes=10)
    assert not append(path, "", size_limit_bytes=10)
    assert "1234\n6789\n" == path.read_text(encoding="utf-8")
