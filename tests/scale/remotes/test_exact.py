"""``pull --exact`` leaves nothing in a store but the remote's events, or changes nothing."""

import pytest

from evalstore.cli import call_command
from evalstore.harnesses.append import append_events
from evalstore.scale.remotes.push import push
from evalstore.store.layout import Layout
from evalstore.store.log.inbox import names
from evalstore.store.verify.verify import verify
from tests.scale.remotes.places import accuracies, event_ids, events_of, with_run


@pytest.fixture
def pushed(folder, tmp_path):
    """Return a store whose run was pushed to the folder."""
    layout = with_run(tmp_path / "own", "r1")
    push(layout, folder)
    return layout


def pull_exactly(layout, folder):
    return call_command(["pull", folder.url, "--exact", "--store", str(layout.root)])


def test_a_store_with_events_of_its_own_is_refused(pushed, folder, capsys):
    """Verdicts that somebody added are in no number afterwards: the store stays as it was."""
    with_run(pushed.root, "r1", {"b": "right"})
    before = event_ids(pushed), verify(pushed).root
    code = pull_exactly(pushed, folder)

    assert 4 == code
    assert "events that the remote lacks" in capsys.readouterr().err
    assert before == (event_ids(pushed), verify(pushed).root)
    assert [] == names(pushed)


def test_events_that_wait_are_refused(pushed, folder, capsys):
    """A later fold would put them behind the remote's."""
    append_events(pushed, events_of("r1", {"b": "right"}), source="elsewhere")
    code = pull_exactly(pushed, folder)

    assert 4 == code
    assert "waiting in its inbox" in capsys.readouterr().err
    assert 1 == len(names(pushed))


def test_a_replica_and_a_new_folder_are_exact(pushed, folder, tmp_path, capsys):
    """What has no other events is pulled as without the option."""
    new = Layout(tmp_path / "new")
    assert [0, 0] == [pull_exactly(new, folder), pull_exactly(pushed, folder)], capsys.readouterr()
    assert event_ids(new) == event_ids(pushed)
    assert {"r1": 0.5} == accuracies(new)
