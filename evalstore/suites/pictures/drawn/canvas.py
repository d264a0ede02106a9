"""
A small canvas of few colours, and its PNG.

The PNG is not compressed, since compressors differ from version to version, and a case's id
depends on the bytes.
"""

import struct
import zlib
from collections.abc import Sequence

WIDTH, HEIGHT = 160, 120
Colour = tuple[int, int, int]
Point = tuple[float, float]
SIGNATURE = b"\x89PNG\r\n\x1a\n"
_INDEXED, _BITS = 3, 8
_STORED_MAX = 65_535


class Canvas:
    """Pixels of 160 by 120, from the top left; each is the index of a colour."""

    def __init__(self, colours: Sequence[Colour]) -> None:
        self._colours = tuple(colours)
        self._rows = [bytearray(WIDTH) for _ in range(HEIGHT)]

    def rectangle(self, left: float, top: float, right: float, bottom: float, colour: int) -> None:
        """Fill the pixels from left and top up to right and bottom, which are excluded."""
        first, last = (min(WIDTH, max(0, round(edge))) for edge in (left, right))
        for row in self._rows[max(0, round(top)) : max(0, round(bottom))]:
            row[first:last] = bytes([colour]) * max(0, last - first)

    def disc(self, x: float, y: float, radius: float, colour: int) -> None:
        """Fill a disc around a point."""
        for place in range(max(0, round(y - radius)), min(HEIGHT, round(y + radius) + 1)):
            half = max(0.0, radius**2 - (place - y) ** 2) ** 0.5
            self.rectangle(x - half, place, x + half, place + 1, colour)

    def polygon(self, points: Sequence[Point], colour: int) -> None:
        """Fill a convex polygon."""
        edges = list(zip(points, (*points[1:], points[0]), strict=True))
        for place in range(HEIGHT):
            crossings = [
                start[0] + (place - start[1]) / (end[1] - start[1]) * (end[0] - start[0])
                for start, end in edges
                if min(start[1], end[1]) <= place < max(start[1], end[1])
            ]
            if crossings:
                self.rectangle(min(crossings), place, max(crossings), place + 1, colour)

    def png(self) -> bytes:
        """Return the picture as PNG."""
        header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, _BITS, _INDEXED, 0, 0, 0)
        palette = b"".join(bytes(colour) for colour in self._colours)
        pixels = b"".join(b"\0" + bytes(row) for row in self._rows)
        return SIGNATURE + b"".join(
            (
                _chunk(b"IHDR", header),
                _chunk(b"PLTE", palette),
                _chunk(b"IDAT", _stored(pixels)),
                _chunk(b"IEND", b""),
            )
        )


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _stored(data: bytes) -> bytes:
    """Return a zlib stream of one block that is not compressed (RFC 1950 and 1951)."""
    if len(data) > _STORED_MAX:
        raise ValueError(f"found {len(data)} bytes, more than fit into one block")
    length = len(data)
    block = struct.pack("<BHH", 1, length, length ^ 0xFFFF) + data
    return b"\x78\x01" + block + struct.pack(">I", zlib.adler32(data))
