"""A small picture, and stores of events that hold it."""

import json
import struct
import zlib

import pytest

from evalstore.plugins.image import image_of


def _chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(shade):
    """Return a PNG of one grey pixel."""
    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(bytes((0, shade))))
        + _chunk(b"IEND", b"")
    )


@pytest.fixture(scope="session")
def dark():
    """Return a dark picture."""
    return image_of(png(10))


@pytest.fixture(scope="session")
def light():
    """Return a light one."""
    return image_of(png(240))


@pytest.fixture
def events(tmp_path):
    """Return a function that writes events of run r, and returns their file."""

    def write(*pairs, name="events.ndjson"):
        started = ("run_started", {"suite": "dreams"})
        path = tmp_path / name
        path.write_text(
            "".join(
                json.dumps({"kind": kind, "run_id": "r", "payload": payload}) + "\n"
                for kind, payload in (started, *pairs)
            ),
            encoding="utf-8",
        )
        return path

    return write
