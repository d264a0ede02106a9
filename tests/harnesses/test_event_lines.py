"""Lines too long to read are left out and named; those just short enough are not."""

import pytest

from evalstore.harnesses import event_lines


@pytest.mark.parametrize("block_bytes", [7, 4096])
def test_the_longest_line_is_read_and_a_longer_one_is_named(tmp_path, monkeypatch, block_bytes):
    """A line of just the limit is read, one byte more is not, wherever in the file it stands."""
    monkeypatch.setattr(event_lines, "LINE_BYTES_MAX", 10)
    monkeypatch.setattr(event_lines, "BLOCK_BYTES", block_bytes)
    # Of the first one only so much is held as shows that it is too long, and it ends just there.
    lines = [b"f" * 21, b"a" * 10, b"b" * 11, b"", b"c" * 35, b"d" * 10, b"e" * 11]
    path = tmp_path / "lines"
    path.write_bytes(b"\n".join(lines))
    kept, skips = b"", []
    for piece in event_lines.pieces(path, 1000):
        kept += piece.path.read_bytes()
        skips += piece.skips

    assert [b"", b"a" * 10, b"", b"", b"", b"d" * 10, b""] == kept.split(b"\n")
    assert ["line 1", "line 3", "line 5", "line 7"] == [skip.location for skip in skips]
    assert {"line too long"} == {skip.reason for skip in skips}


def test_pieces_are_as_long_as_asked(tmp_path, monkeypatch):
    """Blocks fill a piece until it is long enough; each knows its first line, one is the last."""
    monkeypatch.setattr(event_lines, "BLOCK_BYTES", 10)
    path = tmp_path / "lines"
    path.write_bytes(b"123456789\n" * 10)
    found = [
        (len(piece.path.read_bytes()), piece.first_line_number, piece.is_last)
        for piece in event_lines.pieces(path, 30)
    ]

    assert [(30, 1, False), (30, 4, False), (30, 7, False), (10, 10, True)] == found


def test_a_case_that_comes_again_with_another_prompt_is_a_revision(written, take, counted):
    """That is what event lines mean by it, and it is counted."""
    cases = [
        {"kind": "case_generated", "run_id": "r1", "payload": {"case_id": "q", "prompt": prompt}}
        for prompt in ("one", "two")
    ]

    assert (1, 0, 1, 0) == counted(take(written("lines.ndjson", *cases)))
