"""
The growing Merkle tree over all leaf hashes, as RFC 6962 section 2.1 defines it.

Only the frontier is kept: the roots of the perfect subtrees that a tree of that size consists of,
one for each bit set in the size. It suffices to append and to compute the root.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Self

HASH_BYTES = 32


@dataclass(frozen=True, slots=True)
class Frontier:
    """
    A tree's size and the roots of its perfect subtrees, the largest first.

    >>> Frontier.empty().root.hex()[:16]
    'e3b0c44298fc1c14'
    """

    tree_size: int
    peaks: bytes

    @classmethod
    def empty(cls) -> Self:
        """Return the frontier of no leaves."""
        return cls(0, b"")

    def extended(self, leaves: bytes) -> "Frontier":
        """
        Return the frontier after these leaf hashes, 32 bytes each, back to back.

        Raises ValueError if their length is not a multiple of 32.
        """
        if len(leaves) % HASH_BYTES:
            raise ValueError(f"{len(leaves)} bytes are not a whole number of leaf hashes")
        peaks = self._by_level()
        tree_size = self.tree_size + len(leaves) // HASH_BYTES
        nodes = leaves
        level = 0
        while nodes:
            nodes = peaks.pop(level, b"") + nodes
            node_count = len(nodes) // HASH_BYTES
            if node_count % 2:
                peaks[level] = nodes[-HASH_BYTES:]
            nodes = _parents(nodes, node_count // 2)
            level += 1
        ordered = b"".join(peaks[level] for level in sorted(peaks, reverse=True))
        return Frontier(tree_size, ordered)

    @property
    def root(self) -> bytes:
        """Return the Merkle tree hash; without leaves, the SHA-256 of no bytes."""
        if not self.peaks:
            return sha256(b"").digest()
        peaks = [
            self.peaks[start : start + HASH_BYTES]
            for start in range(0, len(self.peaks), HASH_BYTES)
        ]
        root = peaks.pop()
        while peaks:
            root = sha256(b"\x01" + peaks.pop() + root).digest()
        return root

    def _by_level(self) -> dict[int, bytes]:
        levels = [
            level for level in range(self.tree_size.bit_length()) if self.tree_size >> level & 1
        ]
        if len(self.peaks) != len(levels) * HASH_BYTES:
            raise ValueError(
                f"a tree of {self.tree_size} leaves has {len(levels)} peaks, found "
                f"{len(self.peaks) / HASH_BYTES:g}"
            )
        return {
            level: self.peaks[place * HASH_BYTES : (place + 1) * HASH_BYTES]
            for place, level in enumerate(reversed(levels))
        }


def _parents(nodes: bytes, pair_count: int) -> bytes:
    """Hash each pair of neighbours."""
    return b"".join(
        [
            sha256(b"\x01" + nodes[start : start + 2 * HASH_BYTES]).digest()
            for start in range(0, pair_count * 2 * HASH_BYTES, 2 * HASH_BYTES)
        ]
    )
