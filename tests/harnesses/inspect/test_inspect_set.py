"""Listings of an eval set's folder: known, without events, and what they tell that no log does."""

import json
import shutil

import pytest

import evalstore
from evalstore.errors import UnreadableInputError
from evalstore.harnesses.ingest import ingest

LOG = "2026-11-24T04-04-49-00-00_sums_bpvG9k9SnYmfPc7FQnonSV.json"


def listed_task(task_id="bpvG9k9SnYmfPc7FQnonSV", name="sums"):
    return {"name": name, "task_id": task_id, "task_args": {}, "model": "mockllm/model"}


@pytest.fixture
def taken(tmp_path, log_path):
    """Ingest a folder with one log and these listings."""

    def take(log_name=LOG, **listings):
        folder = tmp_path / "logs"
        folder.mkdir()
        shutil.copy(log_path("set_2.json"), folder / log_name)
        for stem, content in listings.items():
            text = content if isinstance(content, str) else json.dumps(content)
            (folder / f"{stem.replace('_', '-')}.json").write_text(text)
        store = evalstore.open(tmp_path / "warehouse", create=True)
        return ingest(store.layout, [str(folder)])

    return take


HEAD = {"version": 2, "status": "success", "eval": {"task_id": "x", "task": "t", "model": "m"}}


@pytest.mark.sweep
def test_the_folder_of_a_set_is_read_without_remarks(taken):
    """Inspect 0.3.285 writes both listings beside the logs."""
    found = taken(
        eval_set={"eval_set_id": "5vKk", "tasks": [listed_task()]},
        logs={LOG: HEAD, "b.eval": HEAD},
    )

    assert [] == found.unrecognised
    assert {"inspect_json": 1, "inspect_set": 2} == {
        name: sum(file.format == name for file in found.files)
        for name in ("inspect_json", "inspect_set")
    }
    assert [] == [warning for file in found.files for warning in file.warnings]


@pytest.mark.thinned(4)
@pytest.mark.parametrize(
    ("log_name", "tasks", "warned"),
    [
        (LOG, [listed_task(), listed_task("AQGP4hJw8XTPeXrjDqMJz6", "products")], True),
        # Named by another pattern, the files do not tell.
        ("a.json", [listed_task(), listed_task("AQGP4hJw8XTPeXrjDqMJz6", "products")], False),
        (LOG, [None, {}, {"task_id": 3}, listed_task()], False),
        (LOG, "tasks", False),
    ],
)
def test_a_task_that_never_began_is_warned_of(taken, log_name, tasks, warned):
    """It has no log that could say so."""
    found = taken(log_name, eval_set={"eval_set_id": "5vKk", "tasks": tasks})
    said = [warning for file in found.files for warning in file.warnings]

    assert warned == any("1 task of the eval set" in one and "products" in one for one in said)
    assert not any("sums" in one for one in said)


@pytest.mark.sweep
def test_a_listing_cut_short_is_left_out_with_the_reason(taken):
    """The logs beside it are read."""
    found = taken(eval_set='{"eval_set_id": "5vKk", "tasks": [{"name": "su')

    assert 1 == len(found.files)
    assert "not a complete listing" in found.damaged[0]


def test_a_listing_named_by_itself_is_an_error_where_it_is_cut(tmp_path):
    """And nothing is appended."""
    path = tmp_path / "eval-set.json"
    path.write_text('{"eval_set_id": "5vKk", "tasks": [{"name": "su')
    store = evalstore.open(tmp_path / "warehouse", create=True)

    with pytest.raises(UnreadableInputError, match="not a complete listing"):
        ingest(store.layout, [str(path)])
