"""``show --all``: every metric of one run as one file."""

import csv
import io
import json

import polars
import pytest

from evalstore.metrics.catalog import catalog


@pytest.mark.sweep
def test_one_file_has_every_metric(store, folder, evalstore):
    """With the run, the log, and why a metric has no value; each row as ``show`` prints it."""
    assert 0 == evalstore("show", "--all", "--run", "r1", "-o", "metrics.json").code
    found = json.loads((folder / "metrics.json").read_text(encoding="utf-8"))
    [row] = json.loads(evalstore("show", "accuracy", "--run", "r1", "--json").out)
    first = found["metrics"]["accuracy"]["rows"][0]

    assert ("r1", "arithmetic", "completed") == (found["run"], found["suite"], found["run_status"])
    assert 64 == len(found["root"])
    assert sorted(catalog()) == sorted(found["metrics"])
    assert row["accuracy"] == first["value"]
    assert {name: row[name] for name in first if name != "value"} == {
        name: value for name, value in first.items() if name != "value"
    }
    assert {"all", "domain", "canary"} == {
        row["slice_name"] for row in found["metrics"]["accuracy"]["rows"]
    }
    unexplained = [
        name for name, item in found["metrics"].items() if not item["rows"] and not item["reason"]
    ]
    assert [] == unexplained
    assert "none of 2 cases is labelled" in found["metrics"]["cvrr"]["reason"]


@pytest.mark.sweep
def test_rows_are_those_of_all_metrics(store, folder, evalstore):
    """As CSV and Parquet, narrowed by the slice, in typed columns."""
    text = evalstore("show", "--all", "--slice", "all", "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(text)))
    sql = "select metric, value from metrics.all_metrics where slice_name = 'all' order by all"
    expected = json.loads(evalstore("query", sql, "--json").out)
    evalstore("show", "--all", "--run", "r1", "--slice", "all", "-o", "metrics.parquet")
    frame = polars.read_parquet(folder / "metrics.parquet")

    assert [row["metric"] for row in expected] == sorted(row["metric"] for row in rows)
    assert {(row["metric"], row["value"]) for row in expected} == set(
        frame.select("metric", "value").rows()
    )
    assert len(rows) == frame.height
    assert polars.Float64 == frame.schema["ci_low"]


@pytest.mark.sweep
def test_what_contradicts_itself_is_refused(store, evalstore):
    """A metric and --all, neither of them, and names that are not there."""
    said = {
        arguments: evalstore("show", *arguments.split()).err
        for arguments in (
            "",
            "accuracy --all",
            "--all --sql",
            "--all --slice domian",
            "--all --run r2",
        )
    }

    assert "expected either METRIC or --all; name one of" in said[""]
    assert said[""] == said["accuracy --all"]
    assert "cannot be combined with --counted, --sql, --cluster or --set" in said["--all --sql"]
    assert "did you mean 'domain'" in said["--all --slice domian"]
    assert "no run 'r2'" in said["--all --run r2"]
