"""An explanation, a reading as of a size and a difference say which log they speak of."""

import pytest

import evalstore
from evalstore.errors import StoreError, UsageError
from evalstore.scale.remotes.pull import RemotePart, pull
from evalstore.store.explanation import at_size, kept_databases
from evalstore.store.layout import Layout
from tests.scale.remotes.test_partial import partial, pushed  # noqa: F401 - fixtures


@pytest.fixture(autouse=True)
def secret(monkeypatch, tmp_path):
    """Keep the secret of this user below the test's folder."""
    monkeypatch.setenv(kept_databases.STATE_VARIABLE, str(tmp_path / "state"))


@pytest.fixture
def whole(pushed, tmp_path):  # noqa: F811
    """Return a replica with all events."""
    layout = Layout(tmp_path / "whole")
    pull(layout, pushed, RemotePart())
    return evalstore.open(layout.root)


def test_a_partial_replica_speaks_of_the_log_of_its_remote(partial, whole):  # noqa: F811
    """Size and root are those of the whole log; a run that lacks events is refused by name."""
    part = evalstore.open(partial.root)
    size, root = (whole.explain("accuracy", run="r3").record.tree_size,
                  whole.explain("accuracy", run="r3").record.root)  # fmt: skip
    explained = part.explain("accuracy", run="r3")

    assert (explained.record.tree_size, explained.record.root) == (size, root)
    assert explained.is_equal
    for ask in (
        lambda: part.explain("accuracy", run="r1"),
        lambda: part.query("select 1", at=size, at_runs="r1"),
    ):
        with pytest.raises(UsageError, match=r"partial replica of .* and lacks events of run r1"):
            ask()


def test_runs_that_lack_events_are_left_out(partial, whole):  # noqa: F811
    """They are counted beside the rows, and named in a difference."""
    part = evalstore.open(partial.root)
    sizes = [
        size for (size,) in whole.query("select tree_size from log.batches order by 1").rows()
    ]
    with at_size.sized(part.layout, sizes[-1]) as found:
        assert found.reader.table("select run_id from facts.runs")[1] == [("r3",)]
        assert "a partial replica, which lacks events of 2 runs" in str(found)
    sql = "from metrics.accuracy where run_id = 'r3' order by all"
    assert part.query(sql, at=sizes[-1]).rows() == whole.query(sql).rows()
    found = part.diff(sizes[0])
    assert (found.new, found.compared, found.left_out) == (["r3"], [], ["r2"])
    assert (whole.diff(sizes[0]).new, found.after.root) == (
        ["r2", "r3"], whole.diff(sizes[0]).after.root,
    )  # fmt: skip


@pytest.mark.parametrize("place", ["s3://bucket/team", "https://host/team", "lake", "remote"])
def test_a_place_that_is_no_store(place, whole, tmp_path):
    """A remote and a lake have no log that can be asked here; the message says what has one."""
    path = tmp_path / place if "://" not in place else place
    if place == "lake":
        whole.publish(str(path))
    elif place == "remote":
        path = tmp_path / "remote"
    store = evalstore.Store(Layout(type(tmp_path)(path)))
    for ask in (
        lambda: store.explain("accuracy", run="r1"),
        lambda: store.query("select 1", at=5),
        lambda: store.diff(5),
    ):
        with pytest.raises(StoreError, match=r"is a (remote|lake).*run `evalstore pull"):
            ask()
