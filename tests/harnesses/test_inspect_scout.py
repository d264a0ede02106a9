"""Inspect Scout: a scan made by Scout itself, scans by hand, hostile files."""

import json
import shutil
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.ingest import IngestOptions, ingest
from evalstore.harnesses.inspect_scout import inspect_scout
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading
from tests.harnesses.together import take_together

FIXTURES = Path(__file__).parents[1] / "fixtures/inspect_scout"
ROW = {
    "transcript_source_type": "eval_log", "transcript_source_id": "r", "transcript_task_id": "c",
    "transcript_task_repeat": 1, "transcript_model": "m", "scanner_key": "looks",
    "value": "true", "value_type": "boolean", "label": None, "answer": None,
    "explanation": None, "scan_error": None, "scan_model_usage": "{}",
    "timestamp": "2026-01-02T03:04:05+00:00",
}  # fmt: skip


@pytest.fixture
def store(tmp_path):
    """Return an empty store, a function that reads files into it, and one that asks it."""
    layout = Layout(tmp_path / "store")
    layout.create()

    def read(*paths, **options):
        return ingest(layout, [str(path) for path in paths], IngestOptions(**options))

    def rows(sql):
        with reading(layout) as reader:
            return [tuple(row.values()) for row in reader.rows(sql)]

    read.layout, read.rows = layout, rows
    return read


@pytest.fixture
def scan(tmp_path):
    """Return a function that writes a scan of one scanner with these rows."""

    return lambda *rows: scan_in(tmp_path / "scan", rows)


def scan_in(folder, rows):
    """Write a scan of one scanner with these rows into a folder, and return it."""
    folder.mkdir(exist_ok=True)
    about = {"scan_id": "s1", "scanners": {"looks": {}}, "packages": {}}
    (folder / "_scan.json").write_text(json.dumps(about))
    parquet.write_table(pyarrow.Table.from_pylist(list(rows)), folder / "looks.parquet")
    return folder


# Rows of the scans of the tests below, each of a log of its own.
SCANS = {}


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    """Return what became of each scan."""
    root = tmp_path_factory.mktemp("scans")
    folders = {
        name: scan_in(root / name, [{**row, "transcript_source_id": name} for row in rows])
        for name, rows in SCANS.items()
    }
    return take_together(root, folders)


def test_a_scan_of_a_log(store):
    """What scanners found stands beside the scorers' verdicts on the same attempts."""
    found = store(FIXTURES / "capitals.eval", FIXTURES / "scan")

    assert [
        ("match", "Lima", "right", None),
        ("scan.broken", "Lima", "error", None),
        ("scan.each_message", "Lima", "measured", 0.0),
        ("scan.letters", "Lima", "measured", 4.0),
        ("scan.refuses", "Lima", "measured", 0.0),
        ("scan.several", "Lima", "measured", 1.0),
        ("scan.tone", "Lima", "unscored", None),
    ] == store.rows(
        "select validator_id, text, scored.outcome, scored.value from facts.scored "
        "inner join facts.responses using (run_id, system_id, case_id, attempt) "
        "where case_id = 'peru' and attempt = 1 order by 1"
    )
    assert {file.format: file.read for file in found.files} == {
        "inspect_eval": 14,
        "inspect_scout": 24,
    }


@pytest.mark.sweep
def test_what_scout_counts(store):
    """Its summary's scans, results and errors are those that are read."""
    store(FIXTURES / "capitals.eval", FIXTURES / "scan")
    summary = json.loads((FIXTURES / "scan/_summary.json").read_text("utf-8"))

    assert {name: (of["scans"], of["errors"]) for name, of in summary["scanners"].items()} == {
        name.removeprefix("scan."): (scans, errors)
        for name, scans, errors in store.rows(
            "select validator_id, count(*), count(*) filter (where outcome = 'error') "
            "from facts.verdicts where starts_with(validator_id, 'scan.') group by 1"
        )
    }
    assert [(summary["scanners"]["refuses"]["results"],)] == store.rows(
        "select count(*) from facts.verdicts where validator_id = 'scan.refuses' and value = 1"
    )


@pytest.mark.sweep
def test_a_second_scan(store, scan):
    """A scanner's newer reading of a transcript takes the place of the older one."""
    scanned = scan(ROW)
    store(scanned)
    again = store(scanned)
    assert again.files[0].is_known
    store(scan({**ROW, "value": "false"}))

    assert [(0.0, 2)] == store.rows(
        "select verdicts.value, revision from facts.verdicts "
        "inner join log.events using (event_id)"
    )


@pytest.mark.thinned(9)
@pytest.mark.parametrize(
    ("fields", "outcome", "value", "reason"),
    [
        ({}, "measured", 1.0, "the scanner gave true"),
        ({"value": "0.5", "value_type": "number"}, "measured", 0.5, "the scanner gave 0.5"),
        ({"value": "NaN", "value_type": "number"}, "unscored", None, "the scanner gave NaN"),
        ({"value": "12", "value_type": "string"}, "unscored", None, "the scanner gave 12"),
        ({"value": None, "value_type": "null"}, "unscored", None, "the scanner found nothing"),
        ({"value": "[", "value_type": "array"}, "unscored", None, "the scanner gave ["),
        (
            {"value": "[]", "value_type": "resultset"},
            "unscored",
            None,
            "the scanner found nothing",
        ),
        ({"value": None, "scan_error": "boom"}, "error", None, "boom"),
        ({"explanation": "he said so"}, "measured", 1.0, "he said so"),
    ],
)
def test_values(store, scan, fields, outcome, value, reason):
    """Truth and numbers measure; whatever else a scanner gave judges nothing."""
    store(scan({**ROW, **fields}))

    assert [(outcome, value, reason)] == store.rows(
        "select outcome, value, reason from facts.verdicts"
    )


def asked(task_id, value, answer=None, **more):
    """Return the row of a scanner that asked a model."""
    return {
        **ROW, "transcript_task_id": task_id, "value": value, "answer": answer,
        "scan_model_usage": '{"m": {}}', **more,
    }  # fmt: skip


READ_ANSWERS = "select case_id, outcome, value, reason from facts.verdicts order by 1"


SCANS["answers"] = [
    asked("a", "true", "Yes", explanation="he did"),
    asked("b", "false", "No", explanation="he did not"),
    asked("c", "false", explanation="Hard to tell."),
]


def test_an_answer_that_could_not_be_read_is_no_false(taken):
    """Scout gives false for it, without an answer; where it read one it says No."""

    assert [
        ("a", "measured", 1.0, "he did"),
        ("b", "measured", 0.0, "he did not"),
        ("c", "unscored", None, "the answer could not be read: Hard to tell."),
    ] == taken["answers"].rows(READ_ANSWERS)


SCANS["numbers"] = [
    asked("a", "7", value_type="number"),
    asked("b", "false", explanation="Many."),
]


def test_a_false_among_numbers_is_an_answer_that_could_not_be_read(taken):
    """A scanner that gives numbers has no other use for it."""

    assert [
        ("a", "measured", 7.0, "the scanner gave 7.0"),
        ("b", "unscored", None, "the answer could not be read: Many."),
    ] == taken["numbers"].rows(READ_ANSWERS)


SCANS["no answers"] = [
    {**ROW, "value": "false"},
    asked("d", "false", explanation="nothing of it"),
    asked("e", "true", "a leak"),
]


def test_a_false_that_nobody_answered_for_is_false(taken):
    """A scanner that asks no model, or never says no, means it."""
    rows = taken["no answers"].rows(READ_ANSWERS)

    assert [0.0, 0.0, 1.0] == [value for _, _, value, _ in rows]


SCANS["one id"] = [
    asked("a", "true", transcript_id="t1"),
    asked("a", "false", transcript_id="t2"),
    asked("b", "1", transcript_id="t3"),
    asked("b", "2", transcript_id="t3"),
]


def test_two_samples_of_one_id_are_left_out_by_name(taken):
    """A scan does not say which question each was of; one transcript may have several rows."""
    file, _, rows = taken["one id"]

    assert {"several transcripts of one sample id": 2} == dict(file.skipped)
    assert [("b", 2.0)] == rows("select case_id, value from facts.verdicts")


SCANS["infinite"] = [{**ROW, "value": "Infinity", "value_type": "number"}]


def test_an_infinite_result_is_called_infinite(taken):
    """It is unscored, and the results are counted by scanner."""
    file, _, rows = taken["infinite"]

    assert [("unscored", "the scanner gave Infinity, which is infinite")] == rows(
        "select outcome, reason from facts.verdicts"
    )
    assert ["1 value of looks is infinite, so no mean includes it; it is unscored"] == [
        warning.partition(": ")[2] for warning in file.warnings
    ]


@pytest.mark.sweep
@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
@pytest.mark.parametrize("is_together", [True, False])
def test_the_newest_scan_stands(store, scan, order, is_together):
    """Whichever comes first: folders of scans are named at random."""
    folders = {
        day: scan({**ROW, "value": str(day), "timestamp": f"2026-01-0{day}T03:04:05+00:00"}
                  ).rename(store.layout.root.parent / f"scan{day}")
        for day in (1, 2)
    }  # fmt: skip
    named = [folders[day] for day in order]
    for paths in [named] if is_together else [[one] for one in named]:
        store(*paths)

    assert [(2.0,)] == store.rows("select value from facts.verdicts")


@pytest.mark.sweep
def test_a_resumed_scan(store, scan):
    """It has results of before and new ones; what had failed has a result now."""
    other = {**ROW, "transcript_task_id": "d"}
    store(scan({**ROW, "value": "1"}, {**other, "value": None, "scan_error": "broke"}))
    later = {**other, "value": "3", "timestamp": "2026-01-02T04:00:00+00:00"}

    store(scan({**ROW, "value": "1"}, later))

    assert [("c", 1.0), ("d", 3.0)] == store.rows(
        "select case_id, value from facts.verdicts order by 1"
    )


@pytest.mark.sweep
def test_results_of_one_transcript(store, scan):
    """Of several the greatest counts, an error gives way to a number, and all are kept."""
    several = json.dumps([{"value": 3, "label": "a"}, {"value": 7, "explanation": "most"}])
    store(
        scan(
            {**ROW, "value": "2", "value_type": "number"},
            {**ROW, "value": several, "value_type": "resultset"},
            {**ROW, "value": None, "scan_error": "boom"},
        )
    )

    assert [("measured", 7.0, "most", 4)] == store.rows(
        "select outcome, value, reason, json_array_length(payload, '$.metadata.results') "
        "from facts.verdicts inner join log.events using (event_id)"
    )


@pytest.mark.sweep
def test_a_model_that_scanned(store, scan):
    """The one model that a scanner asked is its judge; of several nobody is named."""
    usage = {"openai/gpt-5": {"input_tokens": 1}}
    store(
        scan(
            {**ROW, "scan_model_usage": json.dumps(usage)},
            {**ROW, "transcript_task_id": "d", "scan_model_usage": json.dumps({**usage, "b": {}})},
        )
    )

    assert [("c", "openai/gpt-5"), ("d", None)] == store.rows(
        "select case_id, json_extract_string(payload, '$.judge.model') "
        "from facts.verdicts inner join log.events using (event_id) order by 1"
    )


@pytest.mark.sweep
def test_rows_that_are_left_out(store, scan):
    """A transcript from elsewhere and one without its place are named."""
    rows = [ROW, {**ROW, "transcript_source_type": "phoenix"}, {**ROW, "transcript_task_id": None}]
    [file] = store(scan(*rows)).files

    assert {"no log of Inspect": 1, "no place": 1} == dict(file.skipped)
    assert file.new == 1


@pytest.mark.parametrize("content", ["", "[]", "{", '{"scan_id": "s1"}'])
def test_files_that_are_no_scan(store, tmp_path, content):
    """They are refused by name, and the store is as it was."""
    (tmp_path / "_scan.json").write_text(content)
    with pytest.raises(UnreadableInputError, match=r"_scan\.json: "):
        store(tmp_path / "_scan.json", format_name="inspect_scout")
    assert list(store.layout.inbox.iterdir()) == []


@pytest.mark.sweep
def test_damaged_files(store, tmp_path):
    """A part alone is told of the whole; Parquet cut short is named, the rest is read."""
    folder = shutil.copytree(FIXTURES / "scan", tmp_path / "copied")
    with pytest.raises(UnreadableInputError, match=r"ingest _scan\.json next to it"):
        store(folder / "tone.parquet")
    whole = (folder / "tone.parquet").read_bytes()
    (folder / "tone.parquet").write_bytes(whole[: len(whole) // 2])
    (folder / "letters.parquet").unlink()
    (folder / "_summary.json").unlink()
    [file] = store(folder).files

    assert {"not readable": 1} == dict(file.skipped)
    assert file.new == 16
    assert "no results of letters" in " ".join(file.warnings)


def test_recognition(tmp_path):
    """By the file that says what the scan is, and what lies beside it."""
    assert inspect_scout.recognises(FIXTURES / "scan/_scan.json", b'{"scan_id": ')
    assert inspect_scout.recognises(FIXTURES / "scan/tone.parquet", b"PAR1")
    assert not inspect_scout.recognises(tmp_path / "tone.parquet", b"PAR1")
    assert not inspect_scout.recognises(tmp_path / "_scan.json", b"{}")
