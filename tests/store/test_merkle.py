"""The growing tree has the roots that RFC 6962 gives, however it grew."""

import base64
import hashlib
import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalstore.store.log.merkle import Frontier

EMPTY_ROOT = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.fixture(scope="module")
def vectors():
    folder = os.environ.get("EVALSTORE_REAL_DATA")
    if folder is None:
        pytest.skip("EVALSTORE_REAL_DATA names no folder")
    return Path(folder) / "merkle"


def leaf(data):
    return hashlib.sha256(b"\x00" + data).digest()


def leaves(count):
    return [leaf(str(number).encode()) for number in range(count)]


def grown(batches):
    tree = Frontier.empty()
    for batch in batches:
        tree = tree.extended(b"".join(batch))
    return tree


def test_roots_are_those_of_the_definition(reference):
    """For every size up to 130 the root is what the RFC's recursion gives."""
    all_leaves = leaves(130)
    expected = [reference.root(all_leaves[:size]) for size in range(131)]

    assert expected == [grown([all_leaves[:size]]).root for size in range(131)]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, 70), max_size=8))
def test_any_split_into_batches_gives_the_same_root(reference, sizes):
    """Size, root and frontier do not tell how the leaves were grouped."""
    all_leaves = leaves(sum(sizes))
    rest = iter(all_leaves)
    batches = [[next(rest) for _ in range(size)] for size in sizes]
    tree = grown(batches)

    assert grown([all_leaves]) == tree
    assert (len(all_leaves), reference.root(all_leaves)) == (tree.tree_size, tree.root)


def test_the_frontier_has_one_peak_for_each_bit():
    """A tree of 13 leaves (1101) is three perfect subtrees: 8, 4 and 1."""
    all_leaves = leaves(13)
    peaks = [grown([part]).root for part in (all_leaves[:8], all_leaves[8:12], all_leaves[12:])]

    assert b"".join(peaks) == grown([all_leaves]).peaks


def test_a_leaf_is_no_inner_node():
    """Two leaves and one leaf made of their parent's text have different roots."""
    pair = leaves(2)

    assert grown([pair]).root != leaf(b"".join(pair))


def test_half_a_leaf_is_refused():
    """Leaf hashes come in whole 32 bytes."""
    with pytest.raises(ValueError, match="33 bytes"):
        Frontier.empty().extended(bytes(33))


def test_a_frontier_that_does_not_fit_its_size_is_refused():
    """Three leaves have two peaks; one peak alone cannot be extended."""
    with pytest.raises(ValueError, match="3 leaves has 2 peaks, found 1"):
        Frontier(3, bytes(32)).extended(bytes(32))


@pytest.mark.real_data
def test_roots_are_those_of_certificate_transparency(vectors):
    """The trees of 0 to 8 known leaves have the roots that CT implementations agree on."""
    known = json.loads((vectors / "transparency-dev" / "known_hashes.json").read_text())
    all_leaves = [leaf(bytes.fromhex(text)) for text in known["leaf_inputs"]]

    assert EMPTY_ROOT == known["root_hashes"][0]
    assert known["root_hashes"] == [
        grown([all_leaves[:size]]).root.hex() for size in range(len(all_leaves) + 1)
    ]


@pytest.mark.real_data
def test_roots_are_those_of_a_tile_log(vectors):
    """The checkpoints of a log that another program wrote are the roots of its tiles."""
    log = vectors / "tessera" / "testdata" / "log"
    expected = {}
    for size in range(16):
        lines = (log / f"checkpoint.{size}").read_text().splitlines()
        expected[int(lines[1])] = base64.b64decode(lines[2])
    tile = (log / "tile" / "0" / "000.p" / "15").read_bytes()

    assert expected == {
        size: Frontier.empty().extended(tile[: 32 * size]).root for size in range(16)
    }
