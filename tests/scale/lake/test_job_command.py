"""The job as a command: what it prints, and what it cannot do."""

import builtins
import json

import pytest
from deltalake import write_deltalake

from evalstore.scale.lake import spark_job
from evalstore.scale.lake.job.job_lake import JobLake
from tests.scale.lake.test_job import lake_of


@pytest.fixture
def lake(tmp_path, monkeypatch):
    """Return a lake with the log of a store of one run, and a function that adds a run to both."""
    return lake_of(tmp_path, monkeypatch)


def called(capfd, *arguments):
    code = spark_job.call([str(one) for one in arguments])
    found = capfd.readouterr()
    return code, found.out, found.err


@pytest.fixture
def installed(monkeypatch):
    """Let the job be called where there is no Spark."""
    monkeypatch.setattr(spark_job, "require_installed", lambda: None)


@pytest.mark.sweep
@pytest.mark.usefixtures("installed")
def test_the_command(lake, capfd):
    """What was written is printed by table, then that nothing is new."""
    place, _ = lake
    code, out, _ = called(capfd, place, "--metric", "accuracy")
    assert (0, "metrics.accuracy: 3 rows of all runs written") == (code, out.splitlines()[-2])
    assert (0, f"{place} has 9 events, nothing new to compute\n", "") == called(
        capfd, place, "--metric", "accuracy"
    )
    code, out, _ = called(capfd, place, "--json")
    found = json.loads(out)
    assert (9, None) == (found["event_count"], found["tables"][0]["first_position"])
    assert "metrics.brier" in {one["name"] for one in found["tables"]}


@pytest.mark.sweep
@pytest.mark.usefixtures("installed")
def test_what_cannot_be_done(lake, tmp_path, capfd):
    """Each error is a sentence with the way out."""
    place, _ = lake
    gates = tmp_path / "gates.toml"
    gates.write_text('[[gate]]\nmetric = "acuracy"\nmin = 1\n')
    other = tmp_path / "other"
    write_deltalake(
        str(other / "log" / "events"), JobLake(str(place)).events.table.to_pyarrow_table()
    )
    for arguments, words in (
        ([tmp_path / "none"], "has no log of evalstore"),
        ([other], "has no log of evalstore"),
        ([place, "--metric", "acuracy"], "no metric 'acuracy'"),
        ([place, "--gates", gates], "acuracy"),
        ([place, "--gates", tmp_path / "none"], "does not exist"),
        ([], "Missing argument"),
    ):
        code, _, err = called(capfd, *arguments)
        assert code == 2
        assert words in err


def test_what_is_not_installed(lake, monkeypatch, capfd):
    """Without pyspark it is said what to install."""
    place, _ = lake
    imported = builtins.__import__

    def without(name, *rest, **others):
        if name == "pyspark":
            raise ImportError("No module named 'pyspark'")
        return imported(name, *rest, **others)

    monkeypatch.setattr(builtins, "__import__", without)
    code, _, err = called(capfd, place)

    assert code == 2
    assert "pip install 'evalstore[spark]'" in err
