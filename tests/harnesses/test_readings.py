"""What an older reading of a format made of a file ends where a newer one reads it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from evalstore.cli import call_command
from evalstore.harnesses import detect, known, pending_file, readings
from evalstore.harnesses.ingest import IngestOptions
from evalstore.harnesses.ingest import ingest as ingest_files
from evalstore.harnesses.records import SourceFile, SourceRecord
from evalstore.store.facts.rebuild import rebuild
from evalstore.store.verify.verify import verify

RUN = "r1"


class TableOfAnswers:
    """
    A format whose second reading tells two samples of one id apart, and judges one otherwise.

    Its first reading lost the second of two samples with one id.
    """

    MAPPING = "ingest/mapped"
    HOLDS_WHOLE_RUN = True
    READING = 1

    def recognises(self, path: Path, _head: bytes) -> bool:
        return path.suffix == ".answers"

    def read(self, source: SourceFile) -> Iterator[SourceRecord]:
        content = json.loads(source.path.read_text())
        run_id = content["run"] if self.READING == 1 else content.get("later run", content["run"])
        records = [line(run_id, "run_started", suite="s", systems=["m"])]
        seen: set[str] = set()
        for number, (case_id, is_right) in enumerate(content["samples"]):
            name = f"{case_id}~{number}" if self.READING > 1 and case_id == "q1" else case_id
            if name in seen:
                continue
            seen.add(name)
            records += sample(run_id, name, is_right or (self.READING > 1 and case_id == "q2"))
        records.append(line(run_id, "run_finished", status="completed"))
        return iter(
            SourceRecord(f"record {place}", json.dumps(record))
            for place, record in enumerate(records)
        )


def line(run_id: str, kind: str, **payload: object) -> dict:
    return {"kind": kind, "run_id": run_id, "payload": payload}


def sample(run_id: str, case_id: str, is_right: bool) -> list[dict]:
    of = {"case_id": case_id, "system_id": "m"}
    outcome = "right" if is_right else "wrong"
    return [
        line(run_id, "case_generated", case_id=case_id, domain="d"),
        line(run_id, "response_recorded", **of, status="ok", text="yes"),
        line(run_id, "verdict_recorded", **of, validator_id="v", outcome=outcome, reason="."),
    ]


@pytest.fixture
def table(monkeypatch):
    """The format of this module, among those there are, its reader known by its reading."""
    made = TableOfAnswers()
    monkeypatch.setattr(detect, "formats_of_others", lambda: {"answers": made})
    formats = detect.record_formats()
    monkeypatch.setattr(detect, "format_module", formats.get)
    monkeypatch.setattr(readings, "current", lambda name: getattr(formats.get(name), "READING", 1))
    for module in (known, pending_file):
        monkeypatch.setattr(module, "reader_fingerprint", lambda *_: f"reading {made.READING}")
    return made


@pytest.fixture
def read(a_store, tmp_path):
    """Return a function that writes a file and takes it in; what became of it."""

    def taken(samples, name="log.answers", *, later_run: str | None = None, **options):
        content = {"run": RUN, "samples": samples}
        content |= {} if later_run is None else {"later run": later_run}
        (tmp_path / name).write_text(json.dumps(content))
        result = ingest_files(a_store.layout, [str(tmp_path / name)], IngestOptions(**options))
        return result.files[0]

    return taken


@pytest.fixture
def held(a_store):
    """Return a function that lists a table's case ids, those of one run."""
    return lambda table, run_id=RUN: [
        case_id
        for (case_id,) in a_store.query(
            f"select case_id from facts.{table} where run_id = '{run_id}' order by all"
        ).rows()
    ]


SAMPLES = [["q1", True], ["q1", False], ["q2", False], ["q3", True]]


@pytest.mark.thinned(2)
@pytest.mark.parametrize("holds_whole_run", [True, False])
def test_a_case_with_another_id_is_withdrawn(table, read, held, a_store, holds_whole_run):
    """Two samples of one id: the case of the first reading goes, and all that was said of it."""
    table.HOLDS_WHOLE_RUN = holds_whole_run
    first = read(SAMPLES)
    table.READING = 2
    again = read(SAMPLES)
    reasons = a_store.query(
        "select distinct json_extract_string(payload, '$.reason') as reason "
        "from log.events where kind = 'retracted'"
    ).rows()

    assert (None, 6, 7, 1) == (first.read_anew, again.new, again.duplicate, again.revised)
    # A case, a response and a verdict of it; and the verdict on q2.
    assert 4 == again.read_anew
    for name in ("cases", "responses", "verdicts"):
        assert ["q1~0", "q1~1", "q2", "q3"] == held(name)
    assert [(f"the reader of answers no longer reads this from {again.name}",)] == reasons
    assert [] == verify(a_store.layout).findings


def test_what_a_newer_reading_reads_alike_is_recorded_once(table, read, a_store):
    """Nothing changes but the reading under the root; a rebuilt store knows it too."""
    plain = [["q3", True]]
    read(plain)
    table.READING = 2
    again = read(plain)
    recorded = a_store.query(
        "select revision, payload ->> '$.reading' as reading from log.events "
        "where kind = 'ingest_recorded' order by all"
    ).rows()
    of_files = a_store.query(
        "select run_id, format, source, reading from facts.source_readings"
    ).rows()
    is_known = read(plain).is_known
    rebuild(a_store.layout)

    assert (0, 0) == (again.new, again.read_anew)
    assert [(1, "1"), (2, "2")] == recorded
    assert [(RUN, "answers", again.name, 2)] == of_files
    assert (
        of_files
        == a_store.query(
            "select run_id, format, source, reading from facts.source_readings"
        ).rows()
    )
    assert is_known
    assert [] == verify(a_store.layout).findings


def test_what_the_same_reading_reads_again_adds_nothing(table, read, a_store, monkeypatch):
    """Another version of the reader is no other reading; other bytes were never read before."""
    table.READING = 2
    read(SAMPLES)
    size = len(a_store.query("from log.events"))
    monkeypatch.setattr(known, "reader_fingerprint", lambda *_: "another")
    again = read(SAMPLES)
    other = read(SAMPLES, "other.answers")

    assert (None, None) == (again.read_anew, other.read_anew)
    assert size == len(a_store.query("from log.events"))


@pytest.mark.sweep
@pytest.mark.thinned(2)
@pytest.mark.parametrize("named", ["mine", None])
def test_a_run_that_a_file_no_longer_has_is_withdrawn(table, read, held, a_store, named):
    """The newer reading names the run otherwise; a run that somebody named for it stays."""
    read(SAMPLES, later_run="r2")
    if named is not None:
        read(SAMPLES, later_run="r2", run_id=named)
    table.READING = 2
    again = read(SAMPLES, later_run="r2")
    runs = [
        run_id
        for (run_id,) in a_store.query("select run_id from facts.runs where suite = 's'").rows()
    ]

    # A start, an end, and three cases with a response and a verdict each.
    assert 11 == again.read_anew
    assert {"r2", *([named] if named else [])} == set(runs)
    assert ["q1~0", "q1~1", "q2", "q3"] == held("verdicts", "r2")
    assert (["q1", "q2", "q3"] if named else []) == held("verdicts", "mine")


@pytest.mark.sweep
def test_an_earlier_state_of_a_file_ends_with_it(table, read, held):
    """A log that was written on has the samples of before; only they name the earlier bytes."""
    read(SAMPLES[:2])
    read(SAMPLES)
    table.READING = 2
    again = read(SAMPLES)

    assert ["q1~0", "q1~1", "q2", "q3"] == held("cases")
    assert 4 == again.read_anew


def test_a_case_that_another_file_answers_stays(table, read, held):
    """A case that two files of a run have is withdrawn with neither, while one answers it."""
    table.HOLDS_WHOLE_RUN = False
    read([["q1", True], ["q2", False]])
    read([["q1", False]], "other.answers")
    table.READING = 2
    read([["q1", True], ["q2", False]])

    assert ["q1", "q1~0", "q2"] == held("cases")


def test_the_command_says_what_was_read_anew(table, read, a_store, capsys):
    """One line of words, and a number in JSON; null where no older reading was there."""
    file = read(SAMPLES)
    table.READING = 2
    root = str(a_store.layout.root)
    call_command(["ingest", file.name, "--store", root])
    said = capsys.readouterr().out.splitlines()[0]
    call_command(["ingest", file.name, "--store", root, "--json"])

    assert said.endswith("read 14, new 6, duplicate 7, revised 1, skipped 0, read again: 4")
    assert json.loads(capsys.readouterr().out)["read_anew"] is None
