"""The fast path never accepts what the slow path would refuse or change."""

import json
from pathlib import Path

import duckdb
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from evalstore.base import sql_files
from evalstore.errors import RefusedEventError
from evalstore.events import classify, schemas, slow_path

UUID = "0190d3a1-7b3c-8def-9abc-0123456789ab"
# For each kind, a payload with every field filled in; tests break one field at a time.
FULL = json.loads(Path(__file__).with_name("payloads.json").read_text(encoding="utf-8"))
ODD_VALUES = st.sampled_from(
    [
        None, True, False, 0, 1, -1, 1.0, 0.5, 1.5, -0.5, 2, 2**31, 2**53, 2**53 + 1, 1e16, 1e-7,
        1e300, float("nan"), float("inf"), "", "x", "ok", "right", "0.5", "1", "null", '"', "\\",
        'a":', ':a"', "{", "[[", "a/b c", "é", "\u2028", "\x00", "\x85", "\ud800", "😀", "x" * 513,
        [], {}, ["x"], [1], [None], ['"', "\\"], [[]], [[["x"]]], {"a": 1}, {"a": {"b": 1}},
        {"a": 0.25}, {"a": 2}, [{"a": 1}],
        [{"role": "user", "content": "x"}, {"role": "b", "content": ["y"]}],
        [{"value_dim": "power"}], [{"value_dim": ""}], [{"weight": 1}],
        [{"value_dim": "p", "weight": -1}], [{"value_dim": "p", "alignment": 0.5}],
        [{"value_dim": "p", "alignment": 0, "x": 1}], [{"value_dim": "p"}, {}],
        [0.1, 0.2], [None, 1], UUID, UUID.upper(), UUID + "\n",
        "2026-01-01", "AKIAIOSFODNN7EXAMPLE", "password='q8Zr4tY1mN7xW2'", {"a\\": 1}, {'a"': 1},
    ]
)  # fmt: skip
ENVELOPE_VALUES = {
    "run_id": ["r1", "", "r\n", "r" * 513, None, 5, "ü", "r\x85", 'r"', "r\\"],
    "subject": [None, "", "c1", "c1/maia/2/power", 3],
    "schema_version": [None, 1, 2, 0, "1", 1.0, True],
    "supersedes": [None, UUID, UUID.upper(), "x", UUID + "\n", 4],
    "occurred_at": [
        None, "2026-11-21T20:00:03Z", "2026-11-21T20:00:03+02:00", "2026-11-21 20:00:03.123456",
        "2026-11-21T20:00:03.1234567Z", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00+01:00",
        "2199-12-31T23:59:59-01:00", "2300-01-01T00:00:00Z", "2026-02-30T00:00:00Z", "now",
        "2026-11-21T24:00:00Z", "2026-11-21T20:00:60Z", "2026-11-21", 5, "20261121T200003Z",
    ],
    "source": [None, "", "s", "s\t", 7],
    "kind": ["nonsense", None, 3, "run_started ", "run_finished"],
    "colour": ["red"],
}  # fmt: skip
# Shrinking twenty lines takes minutes and tells little more than the line that failed.
QUICK = settings(
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
STYLES = st.sampled_from(
    [
        {},
        {"separators": (",", ":")},
        {"ensure_ascii": False},
        {"separators": (" ,\t", "  :  "), "ensure_ascii": False},
    ]
)


@st.composite
def event_lines(draw):
    kind = draw(st.sampled_from(sorted(FULL)))
    payload = dict(FULL[kind])
    required = schemas.schema(kind)["required"]
    optional = sorted(payload.keys() - set(required)) or required
    for name in draw(st.lists(st.sampled_from(optional), max_size=4)):
        payload.pop(name, None)
    changed = st.sampled_from(
        [*sorted(FULL[kind]), "note", "remark", "repairs", "scores", "attributes"]
    )
    for name in draw(st.sampled_from([[], [], st.lists(changed, max_size=2)]).flatmap(_drawn)):
        payload[name] = draw(ODD_VALUES)
    envelope = {"kind": kind, "run_id": "r1", "payload": payload}
    for name in draw(st.lists(st.sampled_from(sorted(ENVELOPE_VALUES)), max_size=1)):
        envelope[name] = draw(st.sampled_from(ENVELOPE_VALUES[name]))
    line = json.dumps(envelope, **draw(STYLES)).encode("utf-8", "surrogatepass")
    text = line.decode("utf-8", "replace")
    return draw(st.sampled_from([text] * 6 + _spoilt(text)))


def _drawn(choice):
    return st.just([]) if choice == [] else choice


def _spoilt(text):
    return [
        text[:-1],
        text[:-1] + ",}",
        text.replace("}}", ",}}"),
        text.replace('"case_id"', '"case_id": "other", "case_id"', 1),
        text.replace('"kind"', '"kind" :"run_started", "kind"', 1),
        text.replace('"reason"', '"note": 1, "note": 2, "reason"', 1),
        text.replace('{"role"', '{"role": "r", "role"', 1),
        text.replace('{"difficulty"', '{"language": "de", "difficulty"', 1),
        text.replace("}", "}}", 1),
        text + "{}",
    ]


@pytest.fixture(scope="module")
def connection():
    with duckdb.connect() as connection:
        connection.execute("set threads = 1")
        classify.prepare(connection)
        connection.execute(
            sql_files.read("sql/append/line_files"),
            {"file_number": [1], "source": ["here"], "line_offset": [1]},
        )
        yield connection


def accepted_fast(connection, lines):
    connection.execute(
        "create or replace temp table lines as select 1 as file_number, unnest($lines) as line",
        {"lines": lines},
    )
    connection.execute(
        f"create or replace temp table candidates as {sql_files.read('ingest/event_lines')}"
    )
    kinds = connection.execute("select distinct kind from candidates").fetchall()
    classify.accept_fast(connection, {kind for (kind,) in kinds}, are_prefiltered=True)
    return connection.execute(
        "select ordinal, kind, run_id, subject, supersedes::varchar, schema_version, occurred_at, "
        "source, payload from accepted"
    ).fetchall()


@pytest.mark.sweep
@settings(QUICK, max_examples=10)
@given(st.lists(event_lines(), min_size=20, max_size=40))
def test_fast_implies_slow(connection, lines):
    """What SQL accepts, the slow path accepts unchanged and the schema library finds valid."""
    for ordinal, *found, payload in accepted_fast(connection, lines):
        event = slow_path.accept_line(lines[ordinal], "here")
        expected = [
            event.kind,
            event.run_id,
            event.subject,
            event.supersedes,
            event.schema_version,
            event.occurred_at,
            event.source,
        ]

        assert expected == found
        assert not event.changes
        assert json.loads(event.payload) == json.loads(payload)
        assert Draft202012Validator(schemas.schema(event.kind)).is_valid(json.loads(payload))


@pytest.mark.thinned(3)
@pytest.mark.parametrize("kind", sorted(FULL))
def test_the_usual_is_fast(connection, kind):
    """A payload with all its fields, or only the required ones, does not need the slow path."""
    required = {name: FULL[kind][name] for name in schemas.schema(kind)["required"]}
    # Few and far between, it is left to the slow path.
    full = {**FULL[kind], **dict.fromkeys({"interval"} & FULL[kind].keys())}
    payloads = [full, required]
    lines = [
        json.dumps({"kind": kind, "run_id": "r1", "payload": payload}) for payload in payloads
    ]

    assert [0, 1] == sorted(row[0] for row in accepted_fast(connection, lines))


@pytest.mark.parametrize(
    ("kind", "field"), [("case_generated", "messages"), ("response_recorded", "turns")]
)
def test_conversations_are_fast(connection, kind, field):
    """A conversation does not need the slow path; a message with a key twice does."""
    messages = [{"role": "user", "content": "Who?"}, {"role": "assistant", "content": "{He}."}]
    payload = {**FULL[kind], field: messages, "note": 1}
    good = json.dumps({"kind": kind, "run_id": "r1", "payload": payload})
    bad = good.replace('"role": "assistant"', '"role": "assistant", "role": "tool"')

    assert [0] == [row[0] for row in accepted_fast(connection, [good, bad])]


def test_unknown_fields_are_fast(connection):
    """Fields nobody knows are kept, and do not cost the slow path."""
    payload = {
        **FULL["drift_detected"],
        "note": "x: {y}",
        "remark": 'say "a":',
        "other": [1, None],
    }
    line = json.dumps({"kind": "drift_detected", "run_id": "r1", "payload": payload})

    assert [payload] == [json.loads(row[-1]) for row in accepted_fast(connection, [line])]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("kind", sorted(FULL))
def test_objects_within_objects_are_fast(connection, kind):
    """A score of parts, kept twice, and metadata do not need the slow path; a key twice does."""
    required = {name: FULL[kind][name] for name in schemas.schema(kind)["required"]}
    inner = {"a": 1, "b": {"c": [{"d": None}], "e": "f"}}
    payload = {**required, "parts": {"a": 1, "b": 0}, "metadata": inner, "edit": {"a": 1}}
    good = json.dumps({"kind": kind, "run_id": "r1", "payload": payload})
    deep = "[" * 30 + '{"a": ' * 30 + "1" + "}" * 30 + "]" * 30
    bad = [
        good.replace('"e": "f"', '"e": "f", "e": "g"'),
        good.replace('{"d": null}', '{"d": null, "d": 1}'),
        good.replace('"edit"', '"metadata"'),
        good.replace('"edit"', '"repairs"'),
        good.replace('"f"', deep),
    ]

    assert [0] == [row[0] for row in accepted_fast(connection, [good, *bad])]


def test_an_empty_list_of_repairs_at_the_end_is_fast(connection):
    """Readers write one; repairs elsewhere, or with entries, need the slow path."""
    payload = FULL["response_recorded"]
    lines = [
        json.dumps({"kind": "response_recorded", "run_id": "r1", "payload": fields})
        for fields in (
            {**payload, "repairs": []},
            {"repairs": [], **payload},
            {**payload, "repairs": [{"path": "text"}]},
        )
    ]
    lines.append(lines[0].replace('"case_id"', '"repairs": [], "case_id"'))
    compact = [line.replace(": ", ":").replace(", ", ",") for line in lines]

    [[ordinal, *_, kept]] = accepted_fast(connection, compact)

    assert (0, slow_path.accept_line(compact[0], "here").payload) == (ordinal, kept)


def fate(line):
    """What the slow path makes of a line: the payload that is kept, or why it is refused."""
    try:
        return json.loads(slow_path.accept_line(line, "here").payload)
    except RefusedEventError as refusal:
        return refusal.reason


@pytest.mark.sweep
@settings(QUICK, max_examples=10)
@given(st.lists(event_lines(), min_size=10, max_size=20))
def test_a_file_meets_the_same_fate(connection, lines):
    """A file of lines is sorted as the slow path alone would sort them."""
    connection.execute(
        "create or replace temp table lines as select 1 as file_number, unnest($lines) as line",
        {"lines": lines},
    )
    connection.execute(
        f"create or replace temp table candidates as {sql_files.read('ingest/event_lines')}"
    )
    classify.classify(connection, are_prefiltered=True)
    kept = dict(connection.execute("select ordinal, payload from accepted").fetchall())
    refused = dict(connection.execute("select ordinal, reason from skipped").fetchall())
    for ordinal, line in enumerate(lines):
        assert fate(line) == (
            refused[ordinal] if ordinal in refused else json.loads(kept[ordinal])
        )

    assert len(lines) == len(kept) + len(refused)


def test_times_are_utc(connection):
    """A time with an offset is kept as UTC."""
    line = json.dumps(
        {
            "kind": "run_started",
            "run_id": "r1",
            "occurred_at": "2026-11-21T20:00:03+02:00",
            "payload": {"suite": "s"},
        }
    )

    assert ["2026-11-21T18:00:03"] == [
        row[6].isoformat() for row in accepted_fast(connection, [line])
    ]
