"""What recovery holds against the record before it takes anything in."""

import pytest

from evalstore.errors import CorruptStoreError
from evalstore.store import connections
from evalstore.store.log import segment

NINTH = "000000000008-000000000008.parquet"


def test_a_segment_that_does_not_give_its_root_is_not_loaded(small, lines):
    """A leaf altered while the database lacked its segment stops the fold; nothing is taken in."""
    before = small.layout.database.read_bytes()
    small.add(lines.case("c9"))
    path = small.layout.segments / NINTH
    with connections.connect() as connection:
        footer = segment.read_footer(connection, path).to_json()
        connection.execute(
            "create table t as select * replace (unhex(repeat('00', 32)) as leaf_hash) "
            f"from '{path}'"
        )
        connection.execute(
            f"copy t to '{path}' (format parquet, kv_metadata {{evalstore: $footer}})",
            {"footer": footer},
        )
    small.layout.database.write_bytes(before)
    with pytest.raises(CorruptStoreError, match="does not match the root in its footer"):
        small.fold()

    assert 8 == small.query("select count(*) as n from log.events")[0]["n"]


def test_one_lost_event_is_a_loss(small, lines):
    """A log one event shorter than its longest checkpoint is refused, and one as long is not."""
    before = small.layout.database.read_bytes()
    small.add(lines.case("c9"))
    (small.layout.segments / NINTH).unlink()
    small.layout.database.write_bytes(before)
    with pytest.raises(
        CorruptStoreError, match="covers 9 events, but segments and database end at 8"
    ):
        small.fold()
    (small.layout.checkpoints / "9.json").unlink()

    assert 8 == small.fold().tree_size
