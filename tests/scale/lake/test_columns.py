"""Tables of a lake whose columns are not those of this evalstore."""

import pyarrow
import pytest
from deltalake import write_deltalake

from evalstore.errors import UsageError
from evalstore.scale.lake import publish as publishing
from tests.scale.lake.test_publish import brought, in_lake, maker_of, table


@pytest.fixture
def made(tmp_path):
    """Return a function that makes a store, or adds a run to one."""
    return maker_of(tmp_path)


@pytest.mark.sweep
def test_columns_that_came_later(made, tmp_path, monkeypatch):
    """A table of an older evalstore gets the new columns; its rows are written anew."""
    layout, lake = made("r1", {"a": "right"}), tmp_path / "lake"
    brought(layout, lake)
    old = table(lake, "facts.scored").to_pyarrow_table().drop_columns(["outcome"])
    write_deltalake(table(lake, "facts.scored"), old, mode="overwrite", schema_mode="overwrite")
    monkeypatch.setattr(publishing, "APPLICATION", "evalstore of another definition")
    brought(layout, lake)

    assert [("r1", "right")] == in_lake(lake, "facts.scored", "run_id", "outcome")


@pytest.mark.sweep
def test_columns_of_other_types(made, tmp_path):
    """A table whose column has become another type is refused by name."""
    layout, lake = made("r1", {"a": "right"}), tmp_path / "lake"
    brought(layout, lake)
    other = pyarrow.table({"run_id": ["r1"], "case_id": [True], "month": ["2026-01"]})
    write_deltalake(table(lake, "facts.cases"), other, mode="overwrite", schema_mode="overwrite")
    with pytest.raises(
        UsageError, match=r"facts/cases: found .*boolean.* in the column case_id, expected "
    ):
        brought(made("r2", {"a": "right"}), lake)
