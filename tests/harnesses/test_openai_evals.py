"""Records of openai/evals: what becomes of samples, matches and metrics."""

import json
import os
from pathlib import Path

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.held_lines import HELD_LENGTH_MAX, HeldLines
from evalstore.harnesses.ingest import IngestOptions, ingest
from evalstore.harnesses.openai_evals import openai_evals
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading

FIXTURES = Path(__file__).parents[1] / "fixtures/openai_evals"
SPECIFICATION = {
    "completion_fns": ["maia-2"],
    "eval_name": "sums.dev.v0",
    "run_id": "r1",
    "created_at": "2026-11-01 10:00:00.5",
}


def reader_of(folder):
    """Return a function that reads records into an empty store, which is its ``layout``."""
    layout = Layout(folder / "store")
    layout.create()

    def read(*lines, name="records.jsonl", **options):
        path = folder / name
        path.write_bytes(b"\n".join(map(text_of, lines)))
        return ingest(layout, [str(path)], IngestOptions(**options))

    read.layout = layout
    return read


@pytest.fixture
def store(tmp_path):
    """Return an empty store, and a function that reads records into it."""
    return reader_of(tmp_path)


def text_of(line):
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line)).encode()


def event(number, sample, kind, **data):
    return {"run_id": "r1", "event_id": number, "sample_id": sample, "type": kind, "data": data}


SPEC = {"spec": SPECIFICATION}
REPORT = {"final_report": {"accuracy": 1.0}, "run_id": "r1"}
SAMPLING = event(0, "sums.dev.0", "sampling", prompt="1 + 1?", sampled=["2"])
MATCH = event(1, "sums.dev.0", "match", correct=True, expected="2", picked="2")


def rows(layout, sql):
    with reading(layout) as reader:
        return [tuple(row.values()) for row in reader.rows(sql)]


@pytest.mark.sweep
def test_what_the_harness_wrote(store):
    """Four evaluations of oaieval; all agrees but the mean that takes an unread choice for 0."""
    taken = ingest(store.layout, [str(FIXTURES)], IngestOptions(is_strict=True))

    assert str(taken.compared) == "5 agree, 1 differs, 16 not comparable"
    assert [
        ("capitals-fuzzy.test", "accuracy", 0.4, 5),
        ("capitals-fuzzy.test", "f1_score", 0.4, 5),
        ("capitals-fuzzy.test", "match", 0.4, 5),
        ("capitals-judged.test", "score", 2 / 3, 3),
        ("capitals-tries.test", "match", 0.5, 3),
        ("capitals-tries.test", "polite", 1.0, 3),
        ("capitals.test", "match", 0.4, 5),
    ] == rows(
        store.layout,
        "select suite, validator_id, accuracy, scored_count from metrics.accuracy "
        "inner join facts.runs using (run_id) "
        "where slice_name = 'all' and accuracy is not null order by all",
    )


@pytest.mark.sweep
def test_a_model_that_judged_is_not_the_system(store):
    """Its replies are left out, its score names it, and what it chose stands beside the score."""
    store((FIXTURES / "capitals-judged.jsonl").read_bytes())

    assert [("", 7), ("Accra", 7), ("Cusco", 7), ("I do not know", 7), ("Tirana", 7)] == rows(
        store.layout, "select text, tokens_in from facts.responses order by all"
    )
    assert [("judge", "N", 0.0), ("judge", "Y", 1.0), ("judge", "__invalid__", None)] == rows(
        store.layout,
        "select distinct payload ->> '$.judge.model', payload ->> '$.choice', "
        "(payload ->> '$.score')::double from log.events where kind = 'verdict_recorded' "
        "and payload ->> '$.validator_id' = 'score' order by all",
    )


def test_matches_of_one_sample_are_attempts(store):
    """Each with the reply before it; errors are no wrong answers; NaN and text are unscored."""
    store((FIXTURES / "capitals-tries.jsonl").read_bytes())

    assert [(1, "wrong"), (2, "right")] == rows(
        store.layout,
        "select attempt, outcome from facts.verdicts "
        "where case_id = 'capitals-tries.test.0' and validator_id = 'match' order by all",
    )
    assert [("ValueError: no such country", "error"), (None, "ok")] == rows(
        store.layout, "select distinct error, status from facts.responses order by all nulls last"
    )
    assert [("polite", "right"), ("spread", "unscored"), ("turns", "measured")] == rows(
        store.layout,
        "select distinct validator_id, outcome from facts.verdicts "
        "where validator_id != 'match' order by all",
    )
    assert [("NaN", '{"extra":1}')] == rows(
        store.layout,
        "select distinct payload ->> '$.repairs[0].was', payload ->> '$.events_beside' "
        "from log.events where kind = 'response_recorded' and payload ->> '$.attempt' = '1' "
        "and payload ->> '$.status' = 'ok'",
    )


@pytest.mark.sweep
def test_a_run_that_was_killed_has_no_end(store):
    """Its last line is cut: it is named, the others are read, and no figure is compared."""
    taken = store(SPEC, REPORT, SAMPLING, MATCH, b'{"run_id": "r1", "event')

    [file] = taken.files
    assert {"no JSON": 1} == dict(file.skipped)
    assert "incomplete if the run was killed" in file.skips[0].detail
    assert [
        ("case_generated",),
        ("response_recorded",),
        ("run_started",),
        ("verdict_recorded",),
    ] == (
        rows(store.layout, "select distinct kind from log.events where run_id = 'r1' order by all")
    )


@pytest.mark.sweep
def test_events_that_are_missing_are_told(store):
    """They are numbered: a gap is a warning, and the run has no end."""
    taken = store(SPEC, REPORT, SAMPLING, {**MATCH, "event_id": 5})

    assert "4 events of run r1 are missing in the file" in taken.files[0].warnings[0]
    assert [] == rows(store.layout, "select 1 from facts.reported_scores")


@pytest.mark.sweep
def test_several_runs_in_one_file(store):
    """Files put together: each event belongs to the run it names, a report to the last."""
    other = {"run_id": "r2"}
    store(
        SPEC,
        SAMPLING,
        MATCH,
        {"spec": {**SPECIFICATION, **other}},
        {"final_report": {"accuracy": 0}},
        {**SAMPLING, **other},
        {**event(1, "sums.dev.0", "match", correct=False), **other},
    )

    assert [("r1", 1.0), ("r2", 0.0)] == rows(
        store.layout,
        "select run_id, accuracy from metrics.accuracy where slice_name = 'all' order by all",
    )
    assert [("r2", "agrees")] == rows(
        store.layout, "select run_id, verdict from facts.reported_scores"
    )


@pytest.mark.sweep
def test_without_a_specification(store):
    """The end of a file is read, and its system has no name."""
    taken = store(SAMPLING, MATCH)

    assert "has no specification" in taken.files[0].warnings[0]
    assert [("unnamed", "openai_evals")] == rows(
        store.layout,
        "select system_id, suite from facts.responses inner join facts.runs using (run_id)",
    )


@pytest.mark.sweep
def test_the_same_file_again_and_one_that_grew(store):
    """Nothing new; then what is new."""
    store(SPEC, SAMPLING, MATCH)
    assert 0 == store(SPEC, SAMPLING, MATCH).files[0].new
    more = [
        {**one, "sample_id": "sums.dev.1", "event_id": one["event_id"] + 2}
        for one in (SAMPLING, MATCH)
    ]

    taken = store(SPEC, SAMPLING, MATCH, *more)

    assert (3, 0) == (taken.files[0].new, taken.files[0].revised)


@pytest.mark.parametrize("text", ["", "[]", '{"spec": 3}', '{"spec": {"eval_name": "a"}}'])
def test_files_without_records(store, text):
    """They are refused by name, and the store is as it was."""
    with pytest.raises(UnreadableInputError, match=r"records\.jsonl: "):
        store(text, format_name="openai_evals")
    assert list(store.layout.inbox.iterdir()) == []


def test_only_records_are_recognised(tmp_path):
    """Neither event lines nor other JSON Lines are taken for them."""
    for text in ('{"spec": {}}', '{"run_id": "a", "kind": "b", "payload": {}}', "", "{"):
        assert not openai_evals.recognises(tmp_path, text.encode())
    for line in (SPEC, SAMPLING):
        assert openai_evals.recognises(tmp_path, json.dumps(line).encode())


def test_held_lines_come_back():
    """From memory and from the file they were moved to."""
    lines = [bytes([65 + at]) * (HELD_LENGTH_MAX // 3) for at in range(7)]
    with HeldLines() as held:
        places = [held.add(line) for line in lines]

        assert all(held.line(places[at]) == lines[at] for at in (6, 0, 3, 5, 1, 2, 4))


@pytest.mark.real_data
@pytest.mark.skipif(
    "EVALSTORE_REAL_DATA" not in os.environ, reason="EVALSTORE_REAL_DATA names no folder"
)
def test_a_file_of_others(store):
    """Its 100 samples are read, and its one figure agrees."""
    folder = Path(os.environ["EVALSTORE_REAL_DATA"]) / "openai_evals"

    taken = ingest(store.layout, [str(path) for path in folder.glob("*.jsonl")])

    assert str(taken.compared).startswith("1 agrees, 0 differ, 0 not")
    assert [(100, 37)] == rows(
        store.layout,
        "select count(*), count(*) filter (where outcome = 'right') from facts.verdicts",
    )
