"""Own and foreign: what evalstore decided itself, and what others say that it did."""

import json
import shutil
from functools import partial

import pytest

import evalstore
from evalstore.cli import call_command
from evalstore.errors import CorruptStoreError, StoreBusyError
from evalstore.harnesses import append
from evalstore.store import connections
from evalstore.store.facts.rebuild import rebuild
from evalstore.store.log import inbox
from evalstore.store.verify.verify import verify

SOURCES = "select distinct source from log.events where kind = 'gate_evaluated' order by source"


def decision(lines, answer="pass", run_id="r1", gate_id="g", source="evalstore:gate", **fields):
    payload = {"gate_id": gate_id, "metric": "accuracy", "decision": answer, "reason": "told"}
    return lines.line("gate_evaluated", payload | fields, run_id) | {"source": source}


def event_of(line):
    return {
        "kind": line["kind"],
        "run_id": line["run_id"],
        "payload": json.loads(line["payload"]),
        "source": line["source"],
    }


@pytest.mark.thinned(3)
@pytest.mark.parametrize("way", ["inbox file", "Python", "event lines"])
def test_what_others_say_evalstore_decided_is_foreign(warehouse, lines, tmp_path, way):
    """The reserved source is believed of nobody but the process that folds its own file."""
    told = decision(lines)
    if way == "inbox file":
        warehouse.add(told)
    elif way == "Python":
        evalstore.open(warehouse.layout.root).append([event_of(told)])
    else:
        path = tmp_path / "told.ndjson"
        path.write_text(json.dumps(event_of(told)), encoding="utf-8")
        evalstore.open(warehouse.layout.root).ingest(str(path))

    assert ["foreign:evalstore:gate"] == warehouse.column(SOURCES)
    assert [True] == warehouse.column("select is_foreign from facts.gates")
    assert [] == verify(warehouse.layout).findings


@pytest.mark.sweep
def test_own_is_recorded_inside_the_tree(warehouse, lines):
    """What a command records has its name as source, in the leaf, also after a rebuild."""
    event = event_of(decision(lines)) | {"source": "x"}
    del event["source"]
    counts = append.record_own(warehouse.layout, [event], command="gate")
    before = warehouse.derived()
    rebuild(warehouse.layout)

    assert (1, 0) == (counts.new, counts.revised)
    assert ["evalstore:gate"] == warehouse.column(SOURCES)
    assert [False] == warehouse.column("select is_foreign from facts.gates")
    assert before == warehouse.derived()


@pytest.mark.thinned(2)
@pytest.mark.parametrize("is_own_first", [True, False])
def test_a_foreign_decision_takes_the_place_of_no_own_one(warehouse, lines, is_own_first):
    """Other content, and a retraction, leave an own failure standing: last-green reads it."""
    own = event_of(decision(lines, "fail"))
    del own["source"]
    if is_own_first:
        append.record_own(warehouse.layout, [own], command="gate")
    warehouse.add(decision(lines, "pass"))
    if not is_own_first:
        append.record_own(warehouse.layout, [own], command="gate")
    [own_id] = warehouse.column("select event_id from facts.gates where not is_foreign")
    warehouse.add(lines.retracted(own_id), lines.retracted(own_id) | {"source": "evalstore:x"})
    found = "select decision, is_foreign from facts.gates order by all"

    assert [("fail", False), ("pass", True)] == [
        tuple(row.values()) for row in warehouse.query(found)
    ]


def test_nothing_waits_where_an_own_decision_cannot_be_folded(warehouse, lines, monkeypatch):
    """A busy store, or a file there that nobody can fold: nothing is left for others to fold."""
    own = event_of(decision(lines))
    monkeypatch.setattr(append, "exclusive", partial(connections.exclusive, wait_seconds=0))
    with connections.exclusive(warehouse.layout), pytest.raises(StoreBusyError):
        append.record_own(warehouse.layout, [own], command="gate")
    (warehouse.layout.inbox / "0.parquet").write_bytes(b"no Parquet")
    with pytest.raises(CorruptStoreError, match=r"0\.parquet"):
        append.record_own(warehouse.layout, [own], command="gate")

    assert ["0.parquet"] == inbox.names(warehouse.layout)
    assert [] == warehouse.column(SOURCES)


def green_store(folder):
    """A store with a run that passed its gate, decided by the command."""
    store = evalstore.open(folder / "warehouse", create=True)
    about = {"case_id": "c", "system_id": "a"}
    events = [
        ("run_started", {"suite": "s", "suite_version": "1", "systems": ["a"]}),
        ("case_generated", {"case_id": "c", "domain": "d", "validators": ["factual"]}),
        ("response_recorded", about | {"status": "ok"}),
        ("verdict_recorded",
         about | {"validator_id": "factual", "outcome": "right", "reason": "so"}),
        ("run_finished", {"status": "completed"}),
    ]  # fmt: skip
    store.append(
        {"kind": kind, "run_id": "r1", "occurred_at": "2026-01-01T00:00:00Z", "payload": payload}
        for kind, payload in events
    )
    gates = folder / "gates.toml"
    gates.write_text('[[gate]]\nid = "g"\nmetric = "accuracy"\nmin = 0.5\n', encoding="utf-8")
    call_command(["gate", "--store", str(store.layout.root), "--config", str(gates)])
    return store


@pytest.mark.sweep
@pytest.mark.parametrize("damage", ["none", "no checkpoint", "older", "other root"])
def test_decisions_of_a_store_that_was_taken_over(tmp_path, warehouse, damage, capsys):
    """They stay evalstore's own where its newest checkpoint vouches for what was read."""
    there = green_store(tmp_path)
    checkpoints = sorted(there.layout.checkpoints.iterdir(), key=lambda path: int(path.stem))
    if damage == "no checkpoint":
        shutil.rmtree(there.layout.checkpoints)
    elif damage == "older":
        checkpoints[-1].unlink()
    elif damage == "other root":
        text = checkpoints[-1].read_text(encoding="utf-8")
        root = json.loads(text)["root"]
        checkpoints[-1].write_text(text.replace(root, root[::-1]), encoding="utf-8")
    ingested = evalstore.open(warehouse.layout.root).ingest(str(there.layout.root))
    [file] = ingested.files

    assert ["evalstore:gate" if damage == "none" else "foreign:evalstore:gate"] == (
        warehouse.column(SOURCES)
    )
    assert [damage != "none"] == warehouse.column("select is_foreign from facts.gates")
    assert (damage != "none") == any("kept as foreign" in text for text in file.warnings)
    assert [] == verify(warehouse.layout).findings


@pytest.mark.sweep
def test_many_segments_are_taken_over_in_their_order(new_warehouse, lines):
    """The rows of a fold keep the order of their files, also where a late one is large."""
    there, here = new_warehouse(), new_warehouse()
    for number in range(6):
        there.add(lines.case(f"c{number}"))
    there.add(*(lines.case(f"d{number}") for number in range(3000)))
    evalstore.open(here.layout.root).ingest(str(there.layout.root))
    sql = "select event_id from log.events where kind = 'case_generated' order by position"

    assert there.query(sql) == here.query(sql)
