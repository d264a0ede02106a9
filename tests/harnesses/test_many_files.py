"""Many small files: taken together, counted one by one, and known again at once."""

import gzip
import json
import os
import random
import shutil
import subprocess
import sys

import pytest

from evalstore.errors import SkippedRecordsError, UnreadableInputError
from evalstore.events import classify, prefilter, slow_path
from evalstore.harnesses import event_lines, known, outbox, pipeline
from evalstore.harnesses.ingest import IngestOptions, ingest

HEAVY = ("jsonschema", "numpy", "pandas", "polars", "pyarrow", "sqlglot")
# A run's start and end, and for each sample its case, its answer, and a verdict for each part of
# its scores.
EVENT_COUNTS = [2 + 5 * sample_count for sample_count in range(1, 6)]
NOTHING_NEW = f"""
import sys
from evalstore.cli import call_command
call_command(sys.argv[1:])
print(sorted(set({HEAVY}) & sys.modules.keys()))
"""


def sample_of(number, **fields):
    return {
        "id": f"c{number}",
        "epoch": 1,
        "input": f"What is {number} + 1?",
        "target": str(number + 1),
        "output": {"completion": f"It is {number + 1}."},
        "scores": {
            "match": {"value": "C", "metadata": {"confidence": 0.5}},
            "parts": {"value": {"clear": 1, "short": 0.5}},
        },
    } | fields


@pytest.fixture(name="log")
def log_fixture(tmp_path):
    """Write an Inspect log of these samples into the folder of logs; return its path."""

    def write(name, *samples, **fields):
        path = tmp_path / "logs" / f"{name}.json"
        path.parent.mkdir(exist_ok=True)
        spec = {"eval_id": f"run-{name}", "task": "sums", "model": "m", "config": {"epochs": 1}}
        log = {"version": 2, "status": "success", "eval": spec, "samples": samples, **fields}
        path.write_text(json.dumps(log), encoding="utf-8")
        return path

    return write


@pytest.fixture(name="logs")
def logs_fixture(log):
    """Five logs of one to five samples in a folder."""
    paths = [log(f"{count}", *map(sample_of, range(count))) for count in range(1, 6)]
    return paths[0].parent


@pytest.fixture(name="called")
def called_fixture(monkeypatch):
    """Count the calls of functions, named by their modules."""
    calls = {}

    def count(module, name):
        function = getattr(module, name)
        calls[name] = 0

        def counted(*given, **named):
            calls[name] += 1
            return function(*given, **named)

        monkeypatch.setattr(module, name, counted)
        return calls

    return count


def counts(file):
    return (file.read, file.new, file.revised, file.duplicate, file.skipped.total())


def events_of(store):
    """Return what the files gave; the fold's own events belong to no run."""
    return store.query(
        "select kind, run_id, subject, source, payload from log.events where run_id <> '' "
        "order by position"
    ).rows()


@pytest.mark.sweep
def test_small_logs_are_judged_and_written_together(a_store, take, logs, called, monkeypatch):
    """One judging and one inbox file for all; each file's counts are its own."""
    monkeypatch.setattr(prefilter, "FAST_PATH_MIN", 0)
    called(classify, "classify")
    calls = called(slow_path, "accept_candidate")
    ingested = take(logs)

    assert [(count, count, 0, 0, 0) for count in EVENT_COUNTS] == [
        counts(file) for file in ingested.files
    ]
    assert {"classify": 1, "accept_candidate": 0} == calls
    assert 1 == len({name for file in ingested.files for name in file.inbox_names})
    assert [0, 1, 2, 3, 4] == [number for file in ingested.files for _, number in file.inbox_parts]
    sources = json.loads(a_store.query("select sources::varchar from log.batches").item())
    assert [file.name for file in ingested.files] == [part["source"] for part in sources]
    assert 5 == len({part["sha256"] for part in sources})
    assert [file.new for file in ingested.files] == [part["new"] for part in sources]


@pytest.mark.sweep
def test_in_parts_or_together_the_log_is_the_same(a_store, take, logs, monkeypatch):
    """It does not matter how many records are mapped at once, nor what an inbox file holds."""
    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "RECORDS_AT_ONCE", 3)
        patch.setattr(pipeline, "CANDIDATES_JUDGED_MIN", 7)
        patch.setattr(outbox, "EVENTS_GATHERED_MAX", 9)
        patch.setattr(outbox, "EVENTS_IN_FILE_MAX", 9)
        in_parts = take(logs)
    runs = [event[1] for event in events_of(a_store)]
    known_again = take(logs)
    monkeypatch.setattr(known, "reader_fingerprint", lambda _scales: "another")
    together = take(logs)

    assert EVENT_COUNTS == [file.new for file in in_parts.files]
    assert [f"run-{n}" for n, count in enumerate(EVENT_COUNTS, 1) for _ in range(count)] == runs
    assert [True] * 5 == [file.is_known for file in known_again.files]
    assert EVENT_COUNTS == [file.duplicate for file in together.files]
    assert [False] * 5 == [file.is_known for file in together.files]


@pytest.mark.sweep
def test_each_file_has_its_own_skips_changes_and_duplicates(take, log):
    """What is refused, repaired, redacted or there already is counted where it came from."""
    secret = sample_of(1, output={"completion": "the key is AKIAIOSFODNN7EXAMPLE"})
    long_id = sample_of(2, id="x" * 600)
    log("a", sample_of(0), {"no": "id"})
    log("b", secret)
    log("c", sample_of(0), long_id)
    shutil.copy(log("d", sample_of(0)), log("e", sample_of(0)))
    folder = log("f").parent
    files = take(folder).files

    assert [
        # With a sample missing, nobody says that the run ended.
        (7, 6, 0, 0, 1),
        (7, 7, 0, 0, 0),
        # Every event of a case with so long a name is refused.
        (12, 7, 0, 0, 5),
        (7, 7, 0, 0, 0),
        (7, 0, 0, 7, 0),
        (2, 2, 0, 0, 0),
    ] == [counts(file) for file in files]
    assert ["samples[1]"] == [skip.location for skip in files[0].skips]
    assert {"samples[1]"} == {skip.location for skip in files[2].skips}
    assert [{}, {"aws_access_key": 1}, {}] == [dict(file.redactions) for file in files[:3]]
    with pytest.raises(SkippedRecordsError, match=r"a\.json, samples\[1\]: not a sample"):
        take(folder, is_strict=True)


def test_lines_of_many_files_keep_their_numbers_and_sources(a_store, take, tmp_path, called):
    """Formats take turns in the order of names, and a bad line is named by its own file."""
    folder = tmp_path / "lines"
    folder.mkdir()
    for number in range(4):
        event = {"kind": "run_finished", "run_id": f"r{number}", "payload": {"status": "failed"}}
        bad = ["", "{no", *[""] * number, "{none"]
        text = "\n".join([json.dumps(event), *bad, json.dumps(event | {"run_id": "last"})])
        (folder / f"{number}.ndjson").write_text(text, encoding="utf-8")
    calls = called(classify, "classify")
    ingested = take(folder)

    assert {"classify": 1} == calls
    assert [(4, 2, 0, 0, 2)] + [(4, 1, 0, 1, 2)] * 3 == [counts(file) for file in ingested.files]
    assert [["line 3", f"line {4 + number}"] for number in range(4)] == [
        [skip.location for skip in file.skips] for file in ingested.files
    ]
    names = [source.partition("#")[0] for _, _, _, source, _ in events_of(a_store)]
    first = f"event_lines:{folder}/0.ndjson"
    assert [first, first] + [f"event_lines:{folder}/{n}.ndjson" for n in (1, 2, 3)] == names


@pytest.mark.sweep
def test_formats_take_turns_in_order(a_store, take, log, written):
    """A log between two files of lines lies between their events."""
    lines = [
        written(
            f"{name}.ndjson", {"kind": "run_started", "run_id": name, "payload": {"suite": "s"}}
        )
        for name in ("first", "last")
    ]
    take(lines[0], log("a", sample_of(0)), lines[1])

    assert ["first", *["run-a"] * 7, "last"] == [event[1] for event in events_of(a_store)]


@pytest.mark.sweep
@pytest.mark.parametrize("piece_bytes", [10_000, 10_000_000])
def test_a_damaged_file_leaves_nothing_behind(
    a_store, take, log, written, tmp_path, monkeypatch, piece_bytes
):
    """Pieces before the damage are withdrawn, what was read before and after stays."""
    monkeypatch.setattr(event_lines, "BLOCK_BYTES", 1000)
    monkeypatch.setattr(pipeline, "PIECE_BYTES", piece_bytes)
    rng = random.Random(1)
    lines = [
        {
            "kind": "case_generated",
            "run_id": "damaged",
            "payload": {"case_id": f"c{n}", "domain": "d", "prompt": f"{rng.random()}"},
        }
        for n in range(1000)
    ]
    folder = log("a", sample_of(0)).parent
    packed = bytearray(gzip.compress(written("x", *lines).read_bytes()))
    packed[-2000] ^= 0xFF
    (folder / "b.ndjson.gz").write_bytes(packed)
    log("c", sample_of(0))
    ingested = take(folder)

    assert [True, True] == [file.new == 7 for file in ingested.files]
    assert 1 == len(ingested.damaged)
    assert "b.ndjson.gz: the compressed file is damaged" in ingested.damaged[0]
    assert {"run-a", "run-c"} == {event[1] for event in events_of(a_store)}
    with pytest.raises(UnreadableInputError, match="damaged"):
        take(folder / "b.ndjson.gz")


@pytest.mark.sweep
def test_known_files_are_asked_for_once(take, logs, log, called):
    """However many there are; and a new one beside them is read, in the order of names."""
    take(logs)
    log("3a", sample_of(0))
    calls = called(known, "reading")
    ingested = take(logs)

    assert {"reading": 1} == calls
    assert [True, True, True, False, True, True] == [file.is_known for file in ingested.files]
    assert [*EVENT_COUNTS[:3], 0, *EVENT_COUNTS[3:]] == [file.duplicate for file in ingested.files]
    assert 7 == ingested.total("new")


@pytest.mark.sweep
def test_nothing_new_changes_nothing_and_imports_little(a_store, take, logs):
    """No byte of the store is other than before, and no large library was needed."""
    take(logs)
    before = {path: path.read_bytes() for path in a_store.layout.root.rglob("*") if path.is_file()}
    said = subprocess.run(
        [sys.executable, "-c", NOTHING_NEW, "ingest", str(logs),
         "--store", str(a_store.layout.root)],
        capture_output=True, text=True, check=True, env={**os.environ, "NO_COLOR": "1"},
    ).stdout  # fmt: skip
    after = {path: path.read_bytes() for path in a_store.layout.root.rglob("*") if path.is_file()}

    assert "new 0, duplicate 27" in said
    assert "[]" == said.splitlines()[-1]
    assert before == after


@pytest.mark.sweep
def test_another_process_folds_what_many_files_gave(a_store, logs, monkeypatch):
    """Each file hears of its own events, though another process was quicker to the lock."""
    from evalstore.harnesses import ingest as module
    from evalstore.store.log.fold import fold

    def folded_by_another(writer, own_files, **given):
        writer.publish()
        fold(writer.layout)
        return fold(writer.layout, **given)

    monkeypatch.setattr(module, "fold_published", folded_by_another)
    ingested = ingest(a_store.layout, [str(logs)], IngestOptions())

    assert EVENT_COUNTS == [file.new for file in ingested.files]
