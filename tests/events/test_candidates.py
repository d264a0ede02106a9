"""Events mapped from foreign formats pass the same door as event lines."""

import json

import pytest

from evalstore.base import sql_files
from evalstore.events import classify

COLUMNS = {
    "kind": "verdict_recorded",
    "run_id": "r1",
    "subject": None,
    "supersedes": None,
    "schema_version": None,
    "occurred_at": "2026-11-21 20:00:03.5",
    "source": "inspect:a.eval",
    "payload": json.dumps(
        {
            "case_id": "c 1",
            "system_id": "s",
            "validator_id": "v",
            "outcome": "wrong",
            "reason": "it says 1990",
        },
        separators=(",", ":"),
    ),
}


@pytest.fixture
def sorted_out(connection):
    """Send candidates through the door: what is accepted, and why the others are not."""

    def classify_candidates(*candidates):
        rows = [
            {"ordinal": place, "location": f"sample {place}", **COLUMNS, **changed}
            for place, changed in enumerate(candidates)
        ]
        for table in sql_files.names("sql/append/no_lines"):
            connection.execute(sql_files.read(table))
        for row in rows:
            marks = ", ".join("?" for _ in row)
            connection.execute(
                f"insert into candidates (is_clear, {', '.join(row)}) values (true, {marks})",
                list(row.values()),
            )
        changed = classify.classify(connection)
        accepted = connection.execute("select * exclude ordinal from accepted order by ordinal")
        names = [column[0] for column in accepted.description]
        events = [dict(zip(names, row, strict=True)) for row in accepted.fetchall()]
        skipped = connection.execute("select location, reason from skipped order by ordinal")
        return events, skipped.fetchall(), changed

    return classify_candidates


def test_an_event_is_kept_as_it_is(sorted_out):
    """A good candidate is kept, its subject derived, its time in UTC, its payload untouched."""
    [event], skipped, _ = sorted_out({})

    assert [] == skipped
    assert ("c%201/s/1/v", 1, "inspect:a.eval") == (
        event["subject"],
        event["schema_version"],
        event["source"],
    )
    assert "2026-11-21T20:00:03.500000" == event["occurred_at"].isoformat()
    assert COLUMNS["payload"] == event["payload"]


@pytest.mark.parametrize(
    ("column", "value", "reason"),
    [
        ("kind", None, "missing field"),
        ("kind", "nonsense", "unknown kind"),
        ("run_id", None, "missing field"),
        ("run_id", "r\n", "bad form"),
        ("payload", None, "missing field"),
        ("payload", "{", "not JSON"),
        ("payload", "[]", "wrong type"),
        ("schema_version", "2", "newer schema version"),
        ("schema_version", "one", "wrong type"),
        ("supersedes", "x", "bad form"),
        ("occurred_at", "yesterday", "not a time"),
        ("subject", "c", "subject does not match"),
        ("source", "a\tb", "bad form"),
        *(
            (column, f"from AKIA{'IOSFODNN7EXAMPLE'}", "secret in the envelope")
            for column in ("kind", "run_id", "subject", "supersedes", "occurred_at", "source")
        ),
    ],
)
def test_a_bad_column_is_refused(sorted_out, column, value, reason):
    """A candidate with one bad column is refused by name, and the next one is not."""
    events, skipped, _ = sorted_out({column: value}, {})

    assert [("sample 0", reason)] == skipped
    assert 1 == len(events)


def test_secrets_do_not_get_in(sorted_out):
    """Candidates are screened for secrets, since nobody has looked at them before."""
    payload = COLUMNS["payload"].replace("1990", "AKIA" + "IOSFODNN7EXAMPLE")
    [event], _, changed = sorted_out({"file_number": 7, "payload": payload})

    assert "it says [redacted:aws_access_key]" == json.loads(event["payload"])["reason"]
    assert {"aws_access_key": 1} == dict(changed[7].redactions)


def test_the_slow_path_takes_batches(sorted_out, monkeypatch):
    """More candidates than one batch holds are all looked at, each once."""
    monkeypatch.setattr(classify, "BATCH_ROW_COUNT", 2)
    nested = COLUMNS["payload"].replace("{", '{"note":{"a":1},', 1)
    events, skipped, _ = sorted_out(*[{"payload": nested}] * 3, {"kind": "x"}, {"payload": nested})

    assert [nested] * 4 == [event["payload"] for event in events]
    assert [("sample 3", "unknown kind")] == skipped
