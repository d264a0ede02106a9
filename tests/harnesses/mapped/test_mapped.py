"""Tables by a map: what becomes of rows, values and files, and what a map may not do."""

import gzip
import json

import pyarrow
import pyarrow.parquet
import pytest

from evalstore.errors import SkippedRecordsError, UnreadableInputError, UsageError
from evalstore.harnesses.ingest import IngestOptions, ingest
from evalstore.harnesses.mapped.event_map import EventMap

MARKS = "id,mark\nc1,ok\nc2,no\nc3,\n"
OUTCOMES = [("c1", "right"), ("c2", "wrong"), ("c3", "unscored")]
ASKED = "select case_id, outcome from facts.verdicts order by all"
OBJECTS = [{"id": "c1", "mark": "ok"}, {"id": "c2", "mark": "no"}, {"id": "c3", "mark": None}]


def lines_of(objects):
    return "".join(json.dumps(one) + "\n" for one in objects)


@pytest.mark.thinned(9)
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", MARKS),
        ("a.tsv", MARKS.replace(",", "\t")),
        ("semicolons.csv", MARKS.replace(",", ";")),
        ("mark.csv", b"\xef\xbb\xbf" + MARKS.replace("\n", "\r\n").encode()),
        ("wide.csv", b"\xff\xfe" + MARKS.encode("utf-16-le")),
        ("a.csv.gz", gzip.compress(MARKS.encode(), mtime=0)),
        ("no ending", MARKS),
        ("a.jsonl", lines_of(OBJECTS)),
        ("a.json", json.dumps(OBJECTS, indent=1)),
    ],
)
def test_tables_in_every_form(store, name, content):
    """The same three verdicts."""
    taken = store(content, name=name, is_strict=True)

    assert 3 == taken.files[0].new
    assert store.rows(ASKED) == OUTCOMES


@pytest.mark.sweep
def test_parquet(store, tmp_path):
    """With its own types."""
    path = tmp_path / "made.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(OBJECTS), path)

    store(path.read_bytes(), name="a.parquet")

    assert store.rows(ASKED) == OUTCOMES


@pytest.mark.sweep
def test_values_stay_what_they_are(store):
    """Cells are text; a text of JSON that looks like a date or a number is none; nulls are out."""
    sql = """
        select 'case_generated' as kind, 'r1' as run_id,
            {'case_id': id, 'expected': expected, 'prompt': null, 'tags': [kind]} as payload
        from records
    """
    store("id,expected,kind\n007,1e3,2026-01-02\n", sql)
    store(lines_of([{"id": "008", "expected": "2026-01-02", "kind": "7"}]), sql, name="b.jsonl")

    assert [
        {"case_id": "007", "expected": "1e3", "tags": ["2026-01-02"]},
        {"case_id": "008", "expected": "2026-01-02", "tags": ["7"]},
    ] == [
        json.loads(text)
        for (text,) in store.rows(
            "select payload::varchar from log.events where run_id = 'r1' order by 1"
        )
    ]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("at", "seen"),
    [
        ("timestamp '2026-01-02 03:04:05'", "03:04:05"),
        ("timestamptz '2026-01-02 03:04:05.5+01'", "02:04:05.5"),
        ("'2026-01-02T03:04:05+01:00'", "02:04:05"),
    ],
)
def test_times_in_every_form(store, at, seen):
    """With a zone and without, which is UTC, and as text."""
    store("id\n1\n", "select 'run_finished' as kind, 'r1' as run_id, "
          f"{at} as occurred_at, {{'status': 'failed'}} as payload")  # fmt: skip

    assert [(seen,)] == store.rows(
        "select occurred_at::time::varchar from log.events where kind = 'run_finished'"
    )


@pytest.mark.sweep
def test_payloads_in_every_form(store):
    """A struct as JSON, JSON, and JSON as text."""
    store(
        "id\n1\n",
        """
        select 'run_finished' as kind, 'a' as run_id, {'status': 'failed'}::json as payload
        union all
        select 'run_finished', 'b', json_object('status', 'failed', 'error', null)
        union all
        select 'run_finished', 'c', '{"status": "failed"}'
        """,
    )

    assert [('{"status":"failed"}', 3)] == store.rows(
        "select payload::varchar, count(*) from log.events where kind = 'run_finished' group by 1"
    )


@pytest.mark.sweep
def test_rows_that_do_not_fit_are_named(store):
    """By their numbers in the file; with --strict nothing is appended."""
    content = 'id,mark\n"c\n1",ok\nc2,no,or,so\nc3\nc4,ok\n'

    [file] = store(content).files

    assert [
        ("record 2", "too many columns"),
        ("record 3", "missing columns"),
    ] == [(skip.location, skip.reason) for skip in file.skips]
    assert [("c\n1", "right"), ("c4", "right")] == store.rows(ASKED)
    with pytest.raises(SkippedRecordsError, match="record 2: too many columns"):
        store(content, is_strict=True)


@pytest.mark.sweep
def test_lines_that_are_no_objects_are_named(store):
    """By their lines; NaN becomes null and half a surrogate pair U+FFFD, as everywhere."""
    content = (
        '{"id": "c1", "mark": "ok", "score": NaN}\n[1]\nnone\n\n{"id": "\\ud800", "mark": "no"}\n'
    )

    [file] = store(content, name="a.jsonl").files

    assert ["line 2", "line 3"] == [skip.location for skip in file.skips]
    assert [("c1", "right"), ("\ufffd", "wrong")] == store.rows(ASKED)


@pytest.mark.sweep
def test_events_that_do_not_fit_are_named_by_their_records(store):
    """Where the map says record_number."""
    sql = """
        select mark as kind, 'r1' as run_id, record_number, {'case_id': id} as payload from records
    """
    [file] = store("id,mark\nc1,case_generated\nc2,case\n", sql).files

    assert ["record 2"] == [skip.location for skip in file.skips]
    assert "case" in file.skips[0].detail


@pytest.mark.sweep
def test_a_changed_map_takes_the_place_of_the_last(store):
    """The same map changes nothing; what another no longer gives is withdrawn with its reason."""
    store(MARKS)
    assert (0, 3) == (store(MARKS).files[0].new, store(MARKS).files[0].duplicate)

    taken = store(MARKS, store.verdicts.replace("'human'", "'reader'"))

    assert {"the reader of mapped no longer reads this from " + taken.files[0].name: 3} == (
        taken.settled.withdrawn
    )
    assert [("reader", 3)] == store.rows(
        "select validator_id, count(*) from facts.verdicts group by all"
    )


@pytest.mark.sweep
def test_the_run_of_the_caller(store):
    """--run-id makes a column run_id unnecessary."""
    store(MARKS, store.verdicts.replace("'r1' as run_id,", ""), run_id="r7")

    assert [("r7",)] == store.rows("select distinct run_id from facts.verdicts")


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("", "0 statements, expected one SELECT"),
        ("select 1; select 2", "2 statements"),
        ("drop table records", "found a DROP statement, expected one SELECT"),
        ("selec 1", 'syntax error at or near "selec" .line 1'),
        ("select 1 as kind, 2 as run_id", "found the columns kind, run_id; payload missing"),
        ("select 1 as knd", "no column 'knd' of an event in .*did you mean 'kind'"),
        ("select idd from records", '"idd" not found.*Candidate bindings: "id"'),
        ("from read_csv('/etc/passwd')", "Cannot access file.*a map can read only `records`"),
        ("from glob('/*')", "a map can read only `records`"),
        ("from elsewhere", "elsewhere does not exist"),
        ("from query('drop table records')", "map.sql: "),
    ],
)
def test_maps_that_cannot_be_carried_out(store, sql, said):
    """Are errors of usage that say what is wrong; the store is as it was."""
    with pytest.raises(UsageError, match=said):
        store(MARKS, sql)
    assert list(store.layout.inbox.iterdir()) == []


def test_a_value_that_does_not_become_what_the_map_says(store):
    """Is an error of the file, with the way out."""
    with pytest.raises(UnreadableInputError, match=r"marks\.csv, read by .*'ok'.*try_cast"):
        store(MARKS, store.verdicts.replace("record_number", "mark::integer as record_number"))
    assert list(store.layout.inbox.iterdir()) == []


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    "content",
    [b"", b"PK\x03\x04" + b"x" * 99, b"PAR1 and no more", b"id,mark\nc1,\xff\n", b"\x00\x01\x02",
     b"[1, 2]", b'[{"id": ', '[{"id": 1}]'.encode("utf-16"), b"{" * 9000,
     gzip.compress(MARKS.encode() * 99, mtime=0)[:60]],
)  # fmt: skip
def test_files_that_are_no_tables(store, content):
    """A spreadsheet, a damaged file, another encoding: named, and the store is as it was."""
    with pytest.raises(UnreadableInputError, match=r"marks\.csv"):
        store(content)
    assert list(store.layout.inbox.iterdir()) == []


@pytest.mark.sweep
def test_a_name_with_the_marks_of_a_pattern_is_that_file_alone(store):
    """DuckDB would read marks1.csv in the place of marks[1].csv."""
    store("id,mark\na,ok\n", name="marks1.csv")
    store("id,mark\nb,ok\n", name="marks[1].csv")

    assert [("b",)] == store.rows(
        "select payload->>'case_id' from log.events where source like 'mapped:%[1].csv%'"
    )


def test_a_folder_of_tables(store, tmp_path):
    """Each is read by itself, file_name tells which, and what is no table is left out."""
    folder = tmp_path / "all"
    folder.mkdir()
    for name in ("one.csv", "two.csv"):
        (folder / name).write_text("id,mark\nc1,ok\n", encoding="utf-8")
    (folder / "map.sql").write_text(
        store.verdicts.replace("'r1'", "parse_filename(file_name, true)"), encoding="utf-8"
    )

    event_map = EventMap.read(folder / "map.sql")
    taken = ingest(store.layout, [str(folder)], IngestOptions(event_map=event_map))

    assert [str(folder / "map.sql")] == taken.unrecognised
    assert [("one",), ("two",)] == store.rows("select run_id from facts.verdicts order by 1")


@pytest.mark.sweep
def test_columns_of_our_names_are_the_files(store):
    """A file may have a record_number and a file_name of its own."""
    sql = store.verdicts.replace("'r1'", "file_name")
    [file] = store("id,mark,record_number,file_name\nc1,ok,77,theirs\n", sql).files

    assert [("theirs",)] == store.rows("select run_id from facts.verdicts")
    assert not file.skips


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["record_order", "text_rows", "rowid"])
def test_no_row_is_lost_by_what_a_column_is_called(store, name):
    """Names that the reading of a file uses itself are free for its columns."""
    taken = store(f"id,mark,{name}\nc1,ok,9\nc2,no,8\nc3\n", store.verdicts)

    assert (2, 1) == (taken.files[0].new, taken.files[0].skipped.total())


def test_without_a_map(store, tmp_path):
    """The format needs one, and a map needs no other format."""
    with pytest.raises(UsageError, match="--format mapped needs a map"):
        ingest(store.layout, [str(tmp_path)], IngestOptions(format_name="mapped"))
    with pytest.raises(UsageError, match="--map cannot be used with --format"):
        store(MARKS, format_name="junit")
    path = tmp_path / "m.sql"
    path.write_text(store.verdicts, encoding="utf-8")
    with pytest.raises(UsageError, match="--map applies to files"):
        ingest(
            store.layout,
            [str(store.layout.root)],
            IngestOptions(event_map=EventMap.read(path)),
        )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{\n  "results": [\n {"id": 1}\n]}', "one JSON object over several lines"),
        (
            "sep=;\nid;mark\nc1;ok\n",
            "'sep=;', is an instruction for spreadsheet programs; remove it",
        ),
    ],
)
def test_tables_laid_out_otherwise(store, content, said):
    """They say what to change."""
    with pytest.raises(UnreadableInputError, match=said):
        store(content)


@pytest.mark.sweep
def test_another_encoding_says_so(store):
    """A row that is no UTF-8 is named with the way out."""
    [file] = store(b"id,mark\nc1,ok\nZ\xfcrich,no\n").files

    assert [("c1", "right")] == store.rows(ASKED)
    assert file.skips[0].detail.endswith("save the file as UTF-8")
