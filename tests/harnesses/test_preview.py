"""A dry run: everything is read and judged, and nothing appended."""

import json

from click.testing import CliRunner

from evalstore.cli import cli
from evalstore.errors import SkippedRecordsError, UsageError

LINES = "".join(
    json.dumps({"kind": "case_generated", "run_id": "r1", "payload": {"case_id": f"c{number}"}})
    + "\n"
    for number in range(12)
)


def asked(*arguments):
    return CliRunner().invoke(cli, [str(part) for part in arguments])


def test_a_dry_run_appends_nothing(tmp_path):
    """It shows ten events, what was left out, and counts by kind; the next ingest is the first."""
    store, file = tmp_path / "store", tmp_path / "events.ndjson"
    file.write_text(LINES + "{\n", encoding="utf-8")
    assert asked("init", "--store", store).exit_code == 0
    before = sorted(path.name for path in store.rglob("*"))

    shown = asked("ingest", file, "--dry-run", "--store", store)

    assert shown.exit_code == 0
    assert 10 == shown.output.count('{"kind": "case_generated"')
    assert "and 2 more events\n" in shown.output
    assert "nothing was appended; would append: case_generated 12\n" in shown.output
    assert "skipped 1" in shown.output
    assert before == sorted(path.name for path in store.rglob("*"))
    assert "new 12, duplicate 0" in asked("ingest", file, "--store", store).output


def test_as_json_and_strict(tmp_path):
    """The same as an object; with --strict a bad line ends it as it would end an ingest."""
    store, file = tmp_path / "store", tmp_path / "events.ndjson"
    file.write_text(LINES, encoding="utf-8")
    asked("init", "--store", store)

    found = json.loads(asked("ingest", file, "--dry-run", "--json", "--store", store).output)

    assert {"case_generated": 12} == found["preview"]["counts"]
    assert 10 == len(found["preview"]["events"])
    assert "c0" == found["preview"]["events"][0]["payload"]["case_id"]
    file.write_text(LINES + "{\n", encoding="utf-8")
    strict = asked("ingest", file, "--dry-run", "--strict", "--store", store)
    assert isinstance(strict.exception, SkippedRecordsError)
    other = asked("ingest", store, "--dry-run", "--store", store)
    assert isinstance(other.exception, UsageError)
    assert "--dry-run applies to files" in str(other.exception)
