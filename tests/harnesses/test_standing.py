"""Which of several statements stands: logs scored again, in any order, and files read again."""

import hashlib
import json
from pathlib import Path

import pytest

import evalstore

RUN = "r1"
FIXTURES = Path(__file__).parents[1] / "fixtures" / "inspect"


def log(scores, day, *, case_ids=("1", "2"), figures=(), text="yes"):
    """Return an Inspect log, scored on a day of January, with these values by scorer."""
    return {
        "version": 2,
        "status": "success",
        "eval": {"eval_id": RUN, "task": "t", "model": "m", "created": "2026-01-01T00:00:00Z",
                 "scorers": [{"name": name} for name in scores]},
        "results": {"total_samples": len(case_ids), "completed_samples": len(case_ids),
                    "scores": [*figures]},
        "stats": {"completed_at": "2026-01-01T00:00:00Z"},
        "samples": [
            {
                "id": case_id, "epoch": 1, "input": "?", "target": "yes",
                "output": {"choices": [{"message": {"content": text}}]},
                "scores": {name: {"value": value, "answer": f"{name} read this"}
                           for name, value in scores.items()},
                "events": [{"event": "score", "timestamp": f"2026-01-{day:02}T00:00:00+00:00"}],
            }
            for case_id in case_ids
        ],
    }  # fmt: skip


@pytest.fixture
def take(a_store, tmp_path):
    """Write a log and take it in; return what became of it."""

    def taken(name, content):
        path = tmp_path / name
        path.write_text(json.dumps(content))
        return a_store.ingest(str(path))

    return taken


@pytest.fixture
def verdicts(a_store):
    """Return what each scorer found of each case."""
    return lambda: dict(
        a_store.query(
            "select validator_id, list(outcome order by case_id) as outcomes "
            "from facts.verdicts group by validator_id order by validator_id"
        ).rows()
    )


def reasons(a_store):
    """Return the reasons of the retractions, each once."""
    found = a_store.query(
        "select distinct json_extract_string(payload, '$.reason') as reason "
        "from log.events where kind = 'retracted' order by reason"
    )
    return [reason for (reason,) in found]


ONCE = log({"match": "C"}, 1)
APPENDED = log({"match": "C", "judge": "I"}, 2)
OVERWRITTEN = log({"judge": "I"}, 3)


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    "order",
    [
        ("once", "overwrite"),
        ("append", "overwrite", "once"),
    ],
)
def test_the_newest_log_says_who_judges(take, verdicts, a_store, order):
    """A scorer it no longer has is retired, in whichever order the logs come."""
    logs = {"once": ONCE, "append": APPENDED, "overwrite": OVERWRITTEN}
    for name in order:
        take(f"{name}.json", logs[name])

    assert {"judge": ["wrong", "wrong"]} == verdicts()
    assert [
        "retired: {}, the newest log of this run, has no scorer match".format(
            a_store.layout.root.parent / "overwrite.json"
        )
    ] == reasons(a_store)


@pytest.mark.sweep
def test_logs_of_one_run_in_one_call(a_store, verdicts, tmp_path):
    """Inspect names a log scored again so that it sorts before the one it was made from."""
    for name, content in (("x-scored.json", OVERWRITTEN), ("x.json", ONCE)):
        (tmp_path / name).write_text(json.dumps(content))
    ingested = a_store.ingest(str(tmp_path / "x-scored.json"), str(tmp_path / "x.json"))

    assert {"judge": ["wrong", "wrong"]} == verdicts()
    assert [2] == list(ingested.settled.withdrawn.values())


@pytest.mark.sweep
def test_what_was_retired_can_come_back(take, verdicts):
    """A newer log that has the scorer again, with the very same verdicts, makes them stand."""
    take("once.json", ONCE)
    take("overwrite.json", OVERWRITTEN)
    take("again.json", log({"match": "C"}, 4))

    assert {"match": ["right", "right"]} == verdicts()


@pytest.mark.sweep
def test_a_verdict_can_go_back_and_forth(take, verdicts):
    """The newest log stands, also where it says what the oldest one said."""
    found = []
    for day, value in enumerate("CIC", 1):
        take(f"{day}.json", log({"match": value}, day))
        found.append(verdicts()["match"][0])

    assert ["right", "wrong", "right"] == found


@pytest.mark.sweep
def test_samples_that_a_log_does_not_have_keep_their_verdicts(take, verdicts):
    """A log of one sample says nothing of the others."""
    take("once.json", ONCE)
    take("part.json", log({"judge": "I"}, 3, case_ids=("2",)))

    assert {"judge": ["wrong"], "match": ["right"]} == verdicts()


@pytest.mark.sweep
def test_a_named_run_may_have_many_logs(a_store, verdicts, tmp_path):
    """Under --run-id no log is all there is of the run, so none retires what another says."""
    for name, content in (("a.json", ONCE), ("b.json", OVERWRITTEN)):
        (tmp_path / name).write_text(json.dumps(content))
        a_store.ingest(str(tmp_path / name), run_id="mine")

    assert {"judge": ["wrong", "wrong"], "match": ["right", "right"]} == verdicts()


def line(kind, payload, **fields):
    return {"kind": kind, "run_id": RUN, "payload": payload, **fields}


def verdict(validator_id, outcome, case_id="1", **payload):
    known = {"case_id": case_id, "system_id": "m", "attempt": 1, "validator_id": validator_id,
             "outcome": outcome, "reason": "as read once"}  # fmt: skip
    return line("verdict_recorded", known | payload)


@pytest.fixture
def read_before(a_store, tmp_path):
    """
    Say that a reader of another version once made these events of a log.

    Return the path of the log, which is read as if by a newer version of its reader.
    """

    def said(content, *events, name="log.json"):
        path = tmp_path / name
        path.write_text(json.dumps(content))
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        a_store.append(events, source=f"inspect_json:{path}#sha256={digest}")
        return str(path)

    return said


@pytest.mark.sweep
def test_what_a_reader_no_longer_reads_is_withdrawn(a_store, verdicts, read_before):
    """The log has what both readers made of a file; only what the new one reads counts."""
    path = read_before(
        ONCE,
        verdict("match", "unscored", scores={"a": 1}),
        verdict("match.whole", "right"),
        verdict("match.whole", "right", case_id="2"),
        line("score_reported", {"scorer": "match", "metric": "old", "system_id": "m"}),
    )
    a_store.ingest(path)
    size = a_store.ingest(path).tree_size

    assert {"match": ["right", "right"]} == verdicts()
    assert [f"the reader of inspect_json no longer reads this from {path}"] == reasons(a_store)
    assert 3 == len(a_store.query("select * from log.events where kind = 'retracted'"))
    assert size == a_store.ingest(path).tree_size


@pytest.mark.sweep
def test_a_reader_may_go_back_to_an_older_reading(a_store, take, verdicts, tmp_path):
    """Content that was there before stands again, and what was withdrawn returns."""
    take("log.json", ONCE)
    digest = hashlib.sha256((tmp_path / "log.json").read_bytes()).hexdigest()
    source = f"inspect_json:{tmp_path / 'log.json'}#sha256={digest}"
    first = a_store.query(
        "select event_id::varchar as event_id from log.current_events "
        "where kind = 'verdict_recorded' and subject like '2/%'"
    ).rows()[0][0]
    a_store.append(
        [
            verdict("match", "wrong"),
            line("retracted", {"event_id": first, "reason": "not read"}),
        ],
        source=source,
    )
    between = verdicts()
    # Other bytes around the same log: as a change of the reader's version makes it be read again.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("evalstore.harnesses.known.reader_fingerprint", lambda _scales: "another")
        a_store.ingest(str(tmp_path / "log.json"))

    assert {"match": ["wrong"]} == between
    assert {"match": ["right", "right"]} == verdicts()


@pytest.mark.sweep
@pytest.mark.parametrize("is_taken_back", [False, True])
def test_a_file_read_again_overrules_nobody(a_store, verdicts, read_before, is_taken_back):
    """What somebody corrected or took back since the file was first read stays as it is."""
    path = read_before(
        ONCE, verdict("match", "right", old=True), verdict("match", "right", "2", old=True)
    )
    if is_taken_back:
        first = a_store.query(
            "select event_id::varchar as event_id from log.events where subject like '1/%'"
        ).rows()[0][0]
        a_store.append([line("retracted", {"event_id": first, "reason": "a mistake"})])
    else:
        a_store.append([verdict("match", "wrong", by="a person")], source="review")
    a_store.ingest(path)
    once = verdicts()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("evalstore.harnesses.known.reader_fingerprint", lambda _scales: "another")
        a_store.ingest(path)

    assert {"match": ["right"] if is_taken_back else ["wrong", "right"]} == once == verdicts()


@pytest.mark.sweep
def test_a_newer_log_that_says_the_same_overrules_nobody(a_store, take, verdicts):
    """A scorer added later is no reason to forget a correction of another one's verdict."""
    take("once.json", ONCE)
    a_store.append([verdict("match", "wrong", by="a person")], source="review")
    take("append.json", APPENDED | {"eval": {**ONCE["eval"]}})

    assert {"judge": ["wrong", "wrong"], "match": ["wrong", "right"]} == verdicts()


@pytest.mark.sweep
def test_a_log_read_before_scores_had_parts_counts_as_read_now(a_store, tmp_path):
    """One verdict for a dict, ratings taken for shares: the log has them, and none counts."""
    paths = [FIXTURES / "parts.eval", FIXTURES / "ratings.eval"]
    sources = {
        path.stem: f"inspect_eval:{path}#sha256={hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in paths
    }
    fresh = evalstore.open(tmp_path / "fresh", create=True)
    fresh.ingest(*map(str, paths))
    attempts = fresh.query(
        "select run_id, suite, case_id, system_id, attempt "
        "from facts.responses join facts.runs using (run_id)"
    ).to_dicts()
    old = []
    for attempt in attempts:
        found = {
            "parts": [("aspects", "unscored", None), ("share", "wrong", 0.25)],
            "ratings": [("rating", "right", 1), ("balance", "unscored", None)],
        }[attempt["suite"]]
        old += [
            {
                "kind": "verdict_recorded",
                "run_id": attempt["run_id"],
                "source": sources[attempt["suite"]],
                "payload": {
                    "validator_id": scorer, "outcome": outcome, "score": score, "reason": "old",
                    **{name: attempt[name] for name in ("case_id", "system_id", "attempt")},
                },
            }
            for scorer, outcome, score in found
        ]  # fmt: skip
    a_store.append(old)
    a_store.ingest(*map(str, paths))
    facts = "select * exclude (event_id, judged_revision) from facts.verdicts order by all"

    assert fresh.query(facts).rows() == a_store.query(facts).rows()
    assert len(old) == len(a_store.query("from log.events where payload->>'reason' = 'old'"))
    withdrawn = a_store.query("select validator_id, verdict_count from facts.withdrawn_verdicts")
    assert [("aspects", 16)] == withdrawn.rows()
