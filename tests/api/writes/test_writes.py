"""Each method that writes or acts does what the command of its name does."""

import json
from pathlib import Path

import pytest

import evalstore
from evalstore.api.writes.gate_outputs import GateOutputs
from evalstore.errors import StoreBusyError, UnreadableInputError, UsageError
from evalstore.harnesses import requirements
from evalstore.store.connections import exclusive
from tests.api.reads.test_reads import GATES, events_of
from tests.kept_stores import store_of

TABLE = "id,question,answer,right answer,correct\nq1,2 + 2?,4,4,true\n"


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A store with two runs, beside nothing else in the working folder."""
    monkeypatch.chdir(tmp_path)
    return store_of(events_of("before", 2) + events_of("now", 10), tmp_path / "warehouse")


@pytest.fixture
def gates(tmp_path):
    """A file with one gate."""
    path = tmp_path / "gates.toml"
    path.write_text(GATES, encoding="utf-8")
    return path


def test_one_gate_is_explained(store, gates):
    """Its sentences are those of the command, and nothing is recorded."""
    decision = store.gate(gates, run="before", explain="right")

    assert (1, False) == (decision.exit_code, decision.recorded)
    assert decision.explanation().startswith("Gate right: fail (exit code 1).")
    assert 0 == len(store.query("from facts.gates"))
    with pytest.raises(UsageError, match="no gate 'wrong' to explain"):
        store.gate(gates, explain="wrong")


def test_a_decision_is_recorded_later(store, gates):
    """A busy store does not cost the decision: it is there to be recorded again."""
    decision = store.gate(gates, run="now", record=False)
    with exclusive(store.layout), pytest.raises(StoreBusyError):
        store.record_gate(decision)
    assert not decision.recorded

    store.record_gate(decision)
    assert decision.to_dict()["recorded"]


def test_outputs_of_a_gate(store, gates, tmp_path):
    """Files are written on request, also of a gate that cannot be decided."""
    outputs = GateOutputs(comment=tmp_path / "comment.md", badge=tmp_path / "badge.json")
    assert store.write_outputs(store.gate(gates, run="now", record=False), outputs)
    assert "now" in outputs.comment.read_text(encoding="utf-8")

    with pytest.raises(UsageError, match="no run 'then'"):
        store.gate(gates, run="then", outputs=outputs)
    assert "broken" in outputs.badge.read_text(encoding="utf-8")
    with pytest.raises(UsageError, match="is inside the store"):
        store.gate(gates, outputs=GateOutputs(junit=store.folder / "gate.xml"))


def test_a_table_is_sketched_and_ingested(store, tmp_path):
    """A dry run appends nothing; the map is one of the file."""
    table = tmp_path / "table.csv"
    table.write_text(TABLE, encoding="utf-8")
    with pytest.raises(UsageError, match="found 2 files, expected one"):
        store.sketch(table, table)
    (tmp_path / "map.sql").write_text(store.sketch(table).text, encoding="utf-8")
    seen = []

    ingested = store.ingest(
        table, map="map.sql", dry_run=True, on_progress=lambda *read: seen.append(read)
    )
    assert ingested.preview.counts
    assert (str(table), 0) in seen
    assert 2 == len(store.runs())


def test_a_remark_precedes_a_sketch_that_fails(store, tmp_path, monkeypatch):
    """It may be the reason why the file is no table."""
    monkeypatch.setattr(requirements, "require_for_map", lambda *_: "a leaderboard")
    (tmp_path / "table.bin").write_bytes(b"\x00")
    notes = []
    with pytest.raises(UnreadableInputError):
        store.sketch(tmp_path / "table.bin", on_note=notes.append)

    assert ["warning: a leaderboard"] == notes


def test_prices_that_apply_to_no_file_are_reported(store, tmp_path):
    """As the command warns."""
    lines = tmp_path / "more.ndjson"
    lines.write_text("\n".join(map(json.dumps, events_of("more", 1))), encoding="utf-8")

    [warning] = store.ingest(lines, prices="shipped").all_warnings
    assert warning.startswith("--prices applies only to logs of Inspect")


def test_a_suite_is_planned_and_run(store):
    """A plan writes nothing; a run that exists can be resumed by its id alone."""
    planned = store.plan("hallucination", systems=["simulated"], seed="s", cases=5, run_id="r")
    assert 2 == len(store.runs())
    result = store.run_plan(planned)

    assert ("r", "completed") == (result.run_id, result.to_dict()["status"])
    resumed = store.plan_rest("r")
    assert resumed.plan.seed == planned.plan.seed
    assert len(resumed.recorded.answered) == sum(result.statuses.values())
    assert store.calibration_check("r")
    with pytest.raises(UsageError, match="named twice"):
        store.plan("hallucination", systems=["echo", "echo"])
    with pytest.raises(UsageError, match="attempts is 0, expected 1 to"):
        store.plan("hallucination", systems=["echo"], attempts=0)


def test_verdicts_are_rows_with_details(store, tmp_path):
    """The rows are those of before; a configuration may set the validators."""
    judged = store.judge("now", "factual", dry_run=True, config=tmp_path / "evalstore.toml")

    assert 12 == sum(row["verdict_count"] for row in judged.to_dicts())
    assert judged.to_dict()["validators"][0]["validator_id"] == "factual"
    assert ["validator_id", "outcome_before", "outcome", "verdict_count"] == judged.columns


@pytest.mark.thinned(4)
@pytest.mark.parametrize(
    ("validators", "options", "message"),
    [
        ((), {}, "no validator is named"),
        ((), {"config": "none.toml", "assigned": {"k": 1}}, "no validator is named"),
        (("factual",), {"config": "none.toml", "settings": {"factual": {}}}, "expected one"),
        (("factual",), {"assigned": {"k": 1}}, "found assigned without config"),
    ],
)
def test_settings_that_would_not_be_used_are_refused(store, validators, options, message):
    """A configuration is set by ``assigned``, validators without one by ``settings``."""
    with pytest.raises(UsageError, match=message):
        store.judge("now", *validators, **options)


def test_a_sheet_for_people(store, tmp_path):
    """It is not written over, and says how many of each it has."""
    sheet = store.label("now", tmp_path / "labels.csv", sample=3, name="kim")

    assert (("system_id", "reply_count", "drawn_count"), [("maia", 12, 3)], "") == (
        sheet.columns, sheet.rows, sheet.warning
    )  # fmt: skip
    assert store.label("now", tmp_path / "labels.csv", keep=True) is None
    with pytest.raises(UsageError, match="may contain labels"):
        store.label("now", tmp_path / "labels.csv")


def test_a_review_needs_a_chat_model(store):
    """Nothing is asked of a system of another kind."""
    with pytest.raises(UsageError, match="'simulated' is of the kind simulated; name a system of"):
        store.review("now", "simulated")


def test_a_store_is_kept(store, tmp_path):
    """What the commands of its keeper print is in the results."""
    assert store.exists()
    assert store.create().tree_size == store.verify().tree_size
    assert store.verify().holds
    assert {"lock", "inbox"} <= {check.what for check in store.doctor()}
    assert store.rebuild().tree_size == store.verify().tree_size
    assert store.snapshot(tmp_path / "copy.duckdb").stat().st_size
    with pytest.raises(UsageError, match="expected both or neither"):
        store.rebuild(at=3)


def test_notes_are_given_to_the_caller(store):
    """An event that waits in the inbox is no part of a dry run, which says so."""
    store.append(events_of("later", 1), fold=False)
    notes = []
    store.judge("now", "factual", dry_run=True, on_note=notes.append)

    assert ["38 events accepted, not folded yet; run `evalstore fold` to include them"] == notes


def test_a_replica_of_a_remote(store, tmp_path):
    """Sent to a folder and received in another store."""
    pushed = store.push(str(tmp_path / "team"), create=True)
    replica = evalstore.open(tmp_path / "replica", create=True)
    pulled = replica.pull(str(tmp_path / "team"), exact=True)

    assert (pushed.tree_size, pushed.root) == (pulled.tree_size, pulled.root)
    assert [row["run_id"] for row in replica.runs().to_dicts()] == ["before", "now"]


def test_a_configuration_may_be_text(store, tmp_path):
    """Without one, ``push`` reads evalstore.toml."""
    url = tmp_path / "team"
    (tmp_path / "evalstore.toml").write_text(f'[remote]\nurl = "{url}"\n', encoding="utf-8")

    with pytest.raises(UsageError, match="--create"):
        store.push()
    assert str(url) == store.push(create=True).url == store.push(config="evalstore.toml").url
    assert store.judge("now", "factual", dry_run=True, config="evalstore.toml").details.judged
    with pytest.raises(UnreadableInputError):
        store.verify(against="none.json")


def test_tables_of_a_lake(store, tmp_path):
    """Each is reported when it is written."""
    names = []
    published = store.publish(
        str(tmp_path / "lake"), on_table=lambda table: names.append(table.name)
    )

    assert names == [table.name for table in published.tables]
    assert published.to_dict()["event_count"] == store.verify().tree_size
    assert Path(published.uri).is_dir()


def test_tables_of_another_format_are_refused(store, tmp_path):
    """Nothing is written."""
    with pytest.raises(UsageError, match="format is 'iceberg', expected 'delta'"):
        store.publish(str(tmp_path / "lake"), format="iceberg")

    assert not (tmp_path / "lake").exists()
