"""No list on the disk makes a decision evalstore's own."""

import pytest

from evalstore.errors import CorruptStoreError
from evalstore.harnesses.append import append_events
from evalstore.scale.remotes import pull as pulling
from evalstore.scale.remotes.pull import RemotePart, pull
from evalstore.scale.remotes.push import push
from evalstore.store.facts.rebuild import rebuild
from evalstore.store.log import inbox, json_file
from evalstore.store.log.fold import fold
from evalstore.store.verify.verify import verify
from tests.scale.remotes.places import asked, with_run
from tests.scale.remotes.test_push_and_pull import decided

FORGED = {
    "kind": "gate_evaluated",
    "run_id": "r1",
    "payload": {"gate_id": "g", "metric": "accuracy", "decision": "pass", "reason": "said so"},
}


def are_foreign(layout):
    return asked(layout, "select gate_id, is_foreign from facts.gates order by all")


def test_a_list_of_own_files_is_not_believed(tmp_path):
    """The list of an earlier version vouches for no inbox file."""
    layout = with_run(tmp_path / "own", "r1")
    append_events(layout, [FORGED], source="evalstore:gate")
    names = inbox.names(layout)
    json_file.write(layout.remote / "own_files.json", "evalstore_own_files", {"names": names})
    fold(layout)

    assert [("g", True)] == are_foreign(layout)


def test_a_plan_that_waits_is_carried_out_by_no_fold(tmp_path):
    """Segments that lie ready beside a plan take no store's place; verify finds the plan."""
    layout = with_run(tmp_path / "own", "r1")
    plan = {"segments": [], "is_partial": False}
    json_file.write(layout.remote / "replace.json", "evalstore_replace", plan)

    for refused in (fold, rebuild):
        with pytest.raises(CorruptStoreError, match="left by a pull that was interrupted"):
            refused(layout)
    assert ["pull broken off"] == [one.what for one in verify(layout).findings]


@pytest.mark.sweep
def test_a_pull_that_broke_off_vouches_for_nothing(folder, tmp_path, monkeypatch):
    """What it had put into the inbox and another process folds is foreign; the events are kept."""
    push(with_run(tmp_path / "one", "r1"), folder)
    layout = with_run(tmp_path / "own", "r2")
    decided(layout, "r2")
    expected = asked(layout, "select count(*) from log.events")

    def killed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(pulling, "_fold_behind", killed)
    with pytest.raises(KeyboardInterrupt):
        pull(layout, folder, RemotePart())
    monkeypatch.undo()
    fold(layout)

    assert [("accuracy", True)] == are_foreign(layout)
    assert expected == asked(
        layout, "select count(*) from log.events where recorded_at is not null and batch_id > 0"
    )


@pytest.mark.sweep
def test_what_cannot_be_folded_waits(folder, tmp_path):
    """A partial replica lacks the run that events of the old log belong to: the pull says so."""
    push(with_run(tmp_path / "one", "r1"), folder)
    push(with_run(tmp_path / "two", "r2"), folder)
    layout = with_run(tmp_path / "own", "r1", {"c": "right"})
    pulled = pull(layout, folder, RemotePart(run_ids=["r2"]))

    assert pulled.behind_count == 0
    assert pulled.waiting_count > 0
    assert "lacks earlier events of runs that have new ones: r1;" in pulled.why_waiting
    assert 1 == len(inbox.names(layout))
