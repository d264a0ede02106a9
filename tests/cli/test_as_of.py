"""What the commands say of a store as of an earlier size of its log."""

import json

import pytest


@pytest.fixture
def sizes(store, evalstore, write_lines, monkeypatch, tmp_path):
    """Add a second run; return the two sizes of the log."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    evalstore("ingest", write_lines("second.ndjson", run_id="r2", answers=("4", "4")))
    found = evalstore("query", "select tree_size from log.batches order by all", "--json")
    return [row["tree_size"] for row in json.loads(found.out)]


def test_a_query_says_which_log_it_reads(sizes, evalstore):
    """Rows on stdout, and on stderr size and root of the log, and how many runs."""
    asked = ("query", "from facts.runs select run_id")
    found = evalstore(*asked, "--at", sizes[0], "--json")

    assert json.loads(found.out) == [{"run_id": "r1"}]
    assert found.err.startswith(f"as of {sizes[0]} events, root ")
    assert found.err.rstrip().endswith(": 1 run")
    assert evalstore(*asked, "--at", sizes[1] + 1).code == 2
    assert "name the size with --at" in evalstore(*asked, "--run", "r1").err
    assert "no run 'r2' among the first" in evalstore(*asked, "--at", sizes[0], "--run", "r2").err


def test_a_difference_names_number_and_reason(sizes, evalstore, folder):
    """A revised verdict, as a table and as JSON; nothing differs without one."""
    assert "0 numbers differ" in evalstore("diff", sizes[0]).out
    event = {
        "kind": "verdict_recorded", "run_id": "r1",
        "payload": {"case_id": "c2", "system_id": "maia", "validator_id": "factual",
                    "outcome": "right", "reason": "read again"},
    }  # fmt: skip
    line = f"{json.dumps(event)}\n"
    (folder / "later.ndjson").write_text(line)
    assert evalstore("ingest", "later.ndjson").code == 0
    found = evalstore("diff", sizes[0], "--metric", "accuracy")

    assert found.code == 0
    assert "r2: new" in found.out
    assert "by event_lines:later.ndjson" in found.out
    document = json.loads(evalstore("diff", sizes[1], "--json").out)
    assert {item["run_id"] for item in document["numbers"]} == {"r1"}
    assert evalstore("diff", 3).code == evalstore("diff", sizes[1], sizes[0]).code == 2
