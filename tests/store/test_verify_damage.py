"""No byte of a store changes unnoticed, and whatever it changes into is never a traceback."""

import random

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.store.facts import schema
from evalstore.store.log import checkpoint, segment
from evalstore.store.verify.verify import verify

DAMAGES = ("flip", "zeros", "other bytes", "cut")


def damaged(content, rng):
    """Return the bytes with one random change that is a change."""
    while True:
        changed = bytearray(content)
        place = rng.randrange(len(content))
        damage = rng.choice(DAMAGES)
        if damage == "flip":
            changed[place] ^= 1 << rng.randrange(8)
        elif damage == "zeros":
            changed[place : place + 64] = bytes(len(changed[place : place + 64]))
        elif damage == "other bytes":
            changed[place : place + 32] = rng.randbytes(len(changed[place : place + 32]))
        else:
            del changed[place:]
        if changed != content:
            return bytes(changed)


@pytest.mark.thinned(15)
@pytest.mark.parametrize("seed", range(14))
def test_damage_to_a_segment_is_found(small, seed):
    """Whatever byte of a segment changes, the file is not the one recorded."""
    rng = random.Random(seed)
    path = rng.choice(segment.on_disk(small.layout))
    path.write_bytes(damaged(path.read_bytes(), rng))
    verified = verify(small.layout)

    assert not verified.holds
    assert int(path.stem[:12]) in [found.position for found in verified.findings]


@pytest.mark.thinned(15)
@pytest.mark.parametrize("seed", range(14))
def test_damage_to_the_database_is_found(small, seed):
    """A changed byte of the database is found, unless it is one that no row is made of."""
    tables = [f"facts.{name}" for name in schema.FACTS] + ["log.events", "log.batches"]
    before = [small.query(f"from {table} order by all") for table in tables]
    content = small.layout.database.read_bytes()
    small.layout.database.write_bytes(damaged(content, random.Random(seed)))
    if not verify(small.layout).holds:
        return
    after = [small.query(f"from {table} order by all") for table in tables]

    assert before == after


def test_some_damage_to_the_database_is_found(small):
    """A database whose every block is damaged never holds."""
    content = bytearray(small.layout.database.read_bytes())
    for place in range(3 * 4096 + 500, len(content), 4096):
        content[place] ^= 0x10
    small.layout.database.write_bytes(content)

    assert not verify(small.layout).holds


def test_any_bit_of_a_checkpoint_counts(small, tmp_path):
    """Of all bits of a checkpoint there is none that can be flipped unnoticed."""
    path = small.layout.checkpoints / "6.json"
    content = path.read_bytes()
    kept = checkpoint.read(path)
    flipped = tmp_path / "6.json"
    unnoticed = []
    for bit in range(len(content) * 8):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        flipped.write_bytes(changed)
        try:
            is_noticed = checkpoint.read(flipped) != kept
        except UnreadableInputError:
            is_noticed = True
        if not is_noticed:
            unnoticed.append(bit)

    assert [] == unnoticed


@pytest.mark.thinned(6)
@pytest.mark.parametrize(
    ("old", "new"),
    [('"tree_size": 6', '"tree_size": 3'), ('"root": "', '"root": "00'), ("{", ""),
     ('"000000000003-', '"000000000004-'), ('.parquet": "', '.parquet": "0'),
     ('"evalstore_checkpoint": 1', '"evalstore_checkpoint": 2')],
)  # fmt: skip
def test_a_changed_checkpoint_is_found(small, old, new):
    """A checkpoint that says something else than the segments is found."""
    path = small.layout.checkpoints / "6.json"
    path.write_text(path.read_text().replace(old, new, 1))

    assert ["checkpoint"] == sorted({found.what for found in verify(small.layout).findings})
