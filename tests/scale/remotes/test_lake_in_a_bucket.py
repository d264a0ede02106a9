"""A lake in object storage, of a server of this process."""

import polars
import pytest
from deltalake import DeltaTable

from evalstore.scale.lake.publish import publish
from tests.scale.remotes.places import event_ids, with_run


@pytest.mark.sweep
def test_a_lake_in_a_bucket(bucket, tmp_path):
    """Each event is there once, after what is new as after nothing; its own part is read back."""
    layout = with_run(tmp_path / "store", "r1")
    first = {one.name: one.row_count for one in publish(layout, f"{bucket}/lake")}
    again = {one.name: one.row_count for one in publish(layout, f"{bucket}/lake")}
    with_run(layout.root, "r2")
    later = {one.name: one.row_count for one in publish(layout, f"{bucket}/lake")}

    assert (9, 0, 9) == (first["log.events"], sum(again.values()), later["log.events"])
    events = polars.read_delta(DeltaTable(f"{bucket}/lake/log/events"))
    assert event_ids(layout) == sorted(events["event_id"].to_list())
