"""Ingest: what goes in, twice, half, edited, and what is refused."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import evalstore
from evalstore.cli import call_command
from evalstore.errors import SkippedRecordsError, UnreadableInputError, UsageError
from evalstore.harnesses.ingest import IngestOptions, ingest
from evalstore.harnesses.result import Ingested

LOGS = Path(evalstore.__file__).parent / "running" / "demo" / "logs"


def response(number: int, **payload: Any) -> dict[str, Any]:
    return {
        "kind": "response_recorded",
        "run_id": "r1",
        "payload": {"case_id": f"c{number}", "system_id": "s", "status": "ok", **payload},
    }


def lines(*events: Any) -> str:
    return "".join(
        (event if isinstance(event, str) else json.dumps(event)) + "\n" for event in events
    )


@pytest.fixture
def store(a_store: evalstore.Store) -> evalstore.Store:
    return a_store


def taken(store: evalstore.Store, *paths: Path, **options: Any) -> Ingested:
    return ingest(store.layout, [str(path) for path in paths], IngestOptions(**options))


def counts(ingested: Ingested) -> tuple[int | None, ...]:
    """Read, new, duplicate, revised and skipped."""
    names = ("read", "new", "duplicate", "revised")
    return (*(ingested.total(name) for name in names), ingested.skipped.total())


def test_a_file_twice_is_new_once(store: evalstore.Store, tmp_path: Path) -> None:
    """The second time every event is a duplicate and the log is as long as before."""
    path = tmp_path / "events.ndjson"
    path.write_text(lines(*map(response, range(5))))
    first, second = taken(store, path), taken(store, path)

    assert ((5, 5, 0, 0, 0), (5, 0, 5, 0, 0)) == (counts(first), counts(second))
    assert first.root == second.root


@pytest.mark.sweep
def test_a_file_that_grew_brings_only_what_is_new(store: evalstore.Store, tmp_path: Path) -> None:
    """Half-overlapping files meet in the middle."""
    path, longer = tmp_path / "a.ndjson", tmp_path / "b.ndjson"
    path.write_text(lines(*map(response, range(6))))
    longer.write_text(lines(*map(response, range(3, 9))))
    taken(store, path)

    assert (6, 3, 3, 0, 0) == counts(taken(store, longer))


@pytest.mark.sweep
def test_an_edited_event_is_a_revision_and_the_old_file_brings_nothing_back(
    store: evalstore.Store, tmp_path: Path
) -> None:
    """The newest content counts, also after the older file came once more."""
    old, new = tmp_path / "old.ndjson", tmp_path / "new.ndjson"
    old.write_text(lines(response(1, answer="4")))
    new.write_text(lines(response(1, answer="5")))
    taken(store, old)
    edited, again = taken(store, new), taken(store, old)

    assert ((1, 0, 0, 1, 0), (1, 0, 1, 0, 0)) == (counts(edited), counts(again))
    assert [("5",)] == store.query("select answer from facts.responses").rows()


@pytest.mark.sweep
def test_every_bad_line_is_counted_by_reason_and_named_by_line(
    store: evalstore.Store, tmp_path: Path
) -> None:
    """The good lines go in, and no line is dropped in silence."""
    path = tmp_path / "events.ndjson"
    path.write_bytes(
        lines(response(1), "", "{not json", {"kind": "response_recorded", "run_id": "r1"}).encode()
        + b'{"kind": "\xff"}\n'
        + b"\x00\n"
        + lines(response(2)).encode().rstrip(b"\n")
    )
    ingested = taken(store, path)

    assert (6, 2, 0, 0, 4) == counts(ingested)
    assert {"line 3", "line 4", "line 5", "line 6"} == {
        skip.location for skip in ingested.files[0].skips
    }


def test_strict_appends_nothing_of_the_call(store: evalstore.Store, tmp_path: Path) -> None:
    """Not even the files without a fault."""
    good, bad = tmp_path / "good.ndjson", tmp_path / "bad.ndjson"
    good.write_text(lines(response(1)))
    bad.write_text(lines(response(2), {**response(3), "kind": "nope"}))
    with pytest.raises(SkippedRecordsError, match="line 2"):
        taken(store, good, bad, is_strict=True)

    assert [] == list(store.layout.inbox.iterdir())
    assert 0 == store.fold().tree_size


@pytest.mark.sweep
def test_strict_exits_with_five(store: evalstore.Store, tmp_path: Path) -> None:
    """And without --strict the same file is fine."""
    path = tmp_path / "bad.ndjson"
    path.write_text(lines(response(1), '{"kind":"nope","run_id":"r1","payload":{}}'))
    arguments = ["ingest", str(path), "--store", str(store.layout.root)]

    assert [5, 0] == [call_command([*arguments, "--strict"]), call_command(arguments)]


@pytest.mark.sweep
def test_a_known_file_with_skips_names_them_again(store: evalstore.Store, tmp_path: Path) -> None:
    """The shortcut for files seen before must not hide what was left out."""
    path = tmp_path / "events.ndjson"
    path.write_text(lines(response(1), '{"kind":"nope","run_id":"r1","payload":{}}'))
    first, second = taken(store, path), taken(store, path)

    assert ((2, 1, 0, 0, 1), (2, 0, 1, 0, 1)) == (counts(first), counts(second))


@pytest.mark.sweep
def test_a_folder_gives_what_is_recognised_and_names_the_rest(
    store: evalstore.Store, tmp_path: Path
) -> None:
    """Logs of Inspect and event lines side by side; a stray text is named."""
    folder = tmp_path / "results" / "deeper"
    folder.mkdir(parents=True)
    (folder / "bold.eval").write_bytes((LOGS / "history-quiz-bold.eval").read_bytes())
    (folder / "events.jsonl").write_text(lines(response(1)))
    (folder / "notes.txt").write_text("nothing of interest")
    ingested = taken(store, tmp_path / "results")

    assert ["inspect_eval", "event_lines"] == [file.format for file in ingested.files]
    assert [str(folder / "notes.txt")] == ingested.unrecognised
    assert [] == ingested.damaged


def test_nothing_recognised_is_an_error(store: evalstore.Store, tmp_path: Path) -> None:
    """A named file nobody can read is said to be so, with where the formats are listed."""
    folder = tmp_path / "notes"
    folder.mkdir()
    path = folder / "notes.txt"
    path.write_text("nothing of interest")
    with pytest.raises(
        UnreadableInputError, match=r"no format recognised; run `evalstore list formats`"
    ):
        taken(store, path)
    (folder / "README").write_text("nor here")
    with pytest.raises(UnreadableInputError, match=r"found 2 files: 1 \.txt, 1 without an ending"):
        taken(store, folder)
    with pytest.raises(UsageError, match="does not exist"):
        taken(store, tmp_path / "absent")


def test_stdin(
    store: evalstore.Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A dash reads event lines from another program."""
    text = io.TextIOWrapper(io.BytesIO(lines(response(1), response(2)).encode()))
    monkeypatch.setattr(sys, "stdin", text)
    code = call_command(["ingest", "-", "--json", "--store", str(store.layout.root)])
    said = json.loads(capsys.readouterr().out)

    assert (0, 2, 2) == (code, said["read"], said["new"])


def test_secrets_are_gone_before_anything_is_stored(
    store: evalstore.Store, tmp_path: Path
) -> None:
    """No file of the store holds the key; the event says which rule took it out."""
    key = "sk-proj-" + "Ab3dEf6hIj9kLm2nOp5q" * 2
    path = tmp_path / "events.ndjson"
    path.write_text(lines(response(1, text=f"my key is {key}, keep it")))
    ingested = taken(store, path)
    stored = b"".join(file.read_bytes() for file in store.layout.root.rglob("*") if file.is_file())
    [(payload,)] = store.query("select payload::varchar from log.events where run_id <> ''").rows()

    assert 1 == ingested.files[0].redactions.total()
    assert key.encode() not in stored
    assert "[redacted:openai_key]" in payload
    assert "openai_key" == json.loads(payload)["redactions"][0]["rule"]


def test_salted_payloads_still_find_their_duplicates(
    store: evalstore.Store, tmp_path: Path
) -> None:
    """The hash is salted, so it cannot be guessed; the content is compared all the same."""
    path, other = tmp_path / "a.ndjson", tmp_path / "b.ndjson"
    path.write_text(lines(*map(response, range(3))))
    other.write_text(lines(*map(response, range(4))))
    taken(store, path, is_salted=True)
    second = taken(store, other, is_salted=True)
    [(salts,)] = store.query("select count(distinct payload_salt) from log.events").rows()

    assert (4, 1, 3, 0, 0) == counts(second)
    assert 4 == salts
    assert 0 == call_command(["verify", "--store", str(store.layout.root)])


@pytest.mark.sweep
def test_a_run_id_of_our_own(store: evalstore.Store, tmp_path: Path) -> None:
    """Everything is recorded under the run that was named."""
    path = tmp_path / "events.ndjson"
    path.write_text(lines(response(1)))
    taken(store, path, run_id="nightly")

    assert [("nightly",)] == store.query("select run_id from facts.responses").rows()


def test_another_store_keeps_ids_and_times(store: evalstore.Store, tmp_path: Path) -> None:
    """A shard's events come over once, with the leaf hashes they had there."""
    shard = evalstore.open(tmp_path / "shard", create=True)
    shard.append([response(1), response(2)])
    first, second = taken(store, shard.layout.root), taken(store, shard.layout.root)
    sql = "select event_id, recorded_at, leaf_hash from log.events order by event_id"

    # Two responses, and what the shard recorded of where they are from.
    assert ((3, 3, 0, 0, 0), (3, 0, 3, 0, 0)) == (counts(first), counts(second))
    assert shard.query(sql).rows() == store.query(sql).rows()


def test_a_log_of_inspect_gives_the_accuracy_inspect_printed(
    store: evalstore.Store,
) -> None:
    """The share of C among the samples that were scored, as an independent reading counts it."""
    taken(store, LOGS / "history-quiz-bold.eval")
    [(value, count, errors)] = store.query(
        "select accuracy, scored_count, error_count from metrics.accuracy "
        "where slice_name = 'all' and validator_id = 'factual'"
    ).rows()

    assert (29 / 56, 56, 1) == (pytest.approx(value, abs=1e-12), count, errors)


@pytest.mark.sweep
def test_more_events_than_one_inbox_file_holds(
    store: evalstore.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file cut into many pieces and inbox files keeps its order and its counts."""
    from evalstore.harnesses import event_lines, outbox, pipeline

    monkeypatch.setattr(event_lines, "BLOCK_BYTES", 3000)
    monkeypatch.setattr(pipeline, "PIECE_BYTES", 5000)
    monkeypatch.setattr(outbox, "EVENTS_GATHERED_MAX", 20)
    monkeypatch.setattr(outbox, "EVENTS_IN_FILE_MAX", 60)
    path = tmp_path / "events.ndjson"
    path.write_text(lines(*(response(number) for number in range(500)), response(7, answer="x")))
    ingested = taken(store, path)
    first = store.query(
        "select subject from log.events where revision = 1 order by position limit 2"
    ).rows()

    assert (501, 500, 0, 1, 0) == counts(ingested)
    assert len(ingested.files[0].inbox_names) > 2
    assert [("c0/s/1",), ("c1/s/1",)] == first
