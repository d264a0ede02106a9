"""Retries of a run: ``runs`` says which there are, ``compare`` that it has one before it."""

import json
from pathlib import Path

import pytest

LOGS = Path(__file__).parents[1] / "fixtures" / "inspect"


@pytest.fixture
def retried(evalstore):
    """A store with a run that broke off and its retry; returns their ids."""
    assert evalstore("init").code == 0
    names = ("retried_first.json", "retried_second.json")
    assert evalstore("ingest", *(LOGS / name for name in names)).code == 0
    return [row["run_id"] for row in json.loads(evalstore("runs", "--json").out)]


def test_runs_show_what_a_run_retries(evalstore, retried):
    """Both are of one task; there is no eval set, and so no column of it."""
    first, second = retried
    found = json.loads(evalstore("runs", "--json").out)
    header, *rows = evalstore("runs").out.splitlines()

    assert [None, first] == [row["retry_of"] for row in found]
    assert 1 == len({row["task_id"] for row in found})
    assert ["task_id", "retry_of"] == header.split()[-2:]
    assert rows[1].startswith(second)
    assert rows[1].endswith(first)


@pytest.mark.sweep
def test_runs_of_no_task_have_no_columns_for_it(evalstore, folder):
    """The table is as narrow as it was."""
    line = {"kind": "run_started", "run_id": "r1", "payload": {"suite": "s"}}
    (folder / "events.ndjson").write_text(json.dumps(line), encoding="utf-8")
    evalstore("init")
    evalstore("ingest", "events.ndjson")

    assert "event_count" == evalstore("runs").out.split("\n")[0].split()[-1]


@pytest.mark.sweep
def test_a_comparison_with_a_retry_says_so(evalstore, retried):
    """In whichever order they are named."""
    first, second = retried
    said = f"note: run {second} is a retry of run {first}, so some answers may be copies"

    for order in ((first, second), (second, first)):
        assert said in evalstore("compare", *order).out


@pytest.mark.sweep
def test_a_scale_is_declared_for_ingest(evalstore, folder):
    """In evalstore.toml, or the file named in its place."""
    (folder / "other.toml").write_text('[scales]\nletters = "measurement"\n', encoding="utf-8")
    evalstore("init")
    evalstore("ingest", LOGS / "scored_once.json", "--config", "other.toml")
    found = evalstore("query", "select distinct outcome from facts.verdicts", "--format=csv")

    assert ["outcome", "measured"] == found.out.split()
