"""Event lines that are packed, whole or cut short."""

import gzip
from pathlib import Path
from typing import Any

import pytest
import zstandard

import evalstore
from tests.harnesses.test_ingest import counts, lines, response, taken


@pytest.fixture
def store(a_store: evalstore.Store) -> evalstore.Store:
    return a_store


@pytest.mark.thinned(2)
@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_packed_files_are_the_same_events(
    store: evalstore.Store, tmp_path: Path, pack: Any
) -> None:
    """gzip and zstd are told by their first bytes, whatever the name."""
    plain, packed = tmp_path / "a.ndjson", tmp_path / "packed"
    plain.write_text(lines(*map(response, range(5))))
    packed.write_bytes(pack(plain.read_bytes()))
    taken(store, plain)

    assert (5, 0, 5, 0, 0) == counts(taken(store, packed))


@pytest.mark.sweep
@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_a_packed_file_cut_short_gives_what_was_whole(
    store: evalstore.Store, tmp_path: Path, pack: Any
) -> None:
    """What can be unpacked is read; the rest is one skip that says so."""
    path = tmp_path / "cut"
    noise = [response(number, text=str(hash((number, "x")) ** 9)) for number in range(20000)]
    packed = pack(lines(*noise).encode())
    path.write_bytes(packed[: len(packed) // 2])
    ingested = taken(store, path, format_name="event_lines")

    assert 1 == ingested.skipped["cut short"]
    assert 0 < (ingested.total("new") or 0) < 20000
