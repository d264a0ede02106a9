"""What somebody can do who extends the log with digests of facts, and what finds it."""

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import evalstore
from evalstore.base import sql_files
from evalstore.cli import call_command
from evalstore.errors import EvalstoreError
from evalstore.store import connections
from evalstore.store.facts import facts, facts_digest, sums
from evalstore.store.layout import Layout
from evalstore.store.log import inbox, recorded_facts, segment
from evalstore.store.log.fold import fold_locked
from evalstore.store.query.reader import reading
from evalstore.store.verify import attested, recorded
from evalstore.store.verify.verify import verify
from tests.kept_stores import copy
from tests.store.integrity.conftest import decided_runs, events_of
from tests.store.integrity.test_doctored_database import (
    SOURCES_TRIGGERED,
    TRIGGERED,
    UNTRIGGERED,
    doctor,
)
from tests.store.integrity.test_doctored_record import (
    last_checkpoint,
    newest,
    replaced,
    rewrite,
)

LATE = {"kind": "case_generated", "run_id": "r2", "payload": {"case_id": "c9", "domain": "odd"}}
RIGHT = (
    "update facts.verdicts set outcome = 'right' where run_id = 'r2'; "
    "update facts.scored set outcome = 'right', is_right = true, case_correctness = 1 "
    "where run_id = 'r2'; "
)
SHA_OF_FILE = (
    "drop trigger batches_no_update on log.batches; update log.batches "
    "set segment_sha256 = '{digest}'::blob where segment = '{name}'; "
)


@pytest.fixture(autouse=True, scope="module")
def digests_of_small_runs() -> Iterator[None]:
    """Let folds record digests of the few events of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorded_facts, "EVENTS_MIN", 1)
        yield


@pytest.fixture(scope="module")
def decided_store(tmp_path_factory: pytest.TempPathFactory, digests_of_small_runs: None) -> Layout:
    """Return a store of two decided runs with digests, in place of the one of other tests."""
    folder = tmp_path_factory.mktemp("attested")
    copy("two decided runs with digests", decided_runs, folder)
    return Layout(folder / "warehouse")


def made_right(layout: Layout) -> None:
    """Make every answer of r2 right in the database, sums and all."""
    doctor(layout, RIGHT)
    with connections.exclusive(layout), connections.attached_for_writing(layout) as connection:
        facts.touch(connection, ["r2"])
        sums.store(connection, are_stored=True)


def of_stored(layout: Layout, run_id: str = "r2") -> dict[str, str]:
    """Return the digests of what the database has of a run."""
    with reading(layout) as reader:
        index = recorded.index_of(reader.connection, layout, None)
        attested.counting_digests(reader.connection, index, [run_id])
        return facts_digest.of_stored(reader.connection, [run_id], has_texts=True)[run_id]


def genuine(layout: Layout, run_id: str = "r2") -> dict[str, Any]:
    """Return the payload of the event with the digests of a run."""
    with reading(layout) as reader:
        rows = reader.rows(
            "select payload::varchar as payload from log.events where kind = 'facts_computed'"
        )
    payloads = [json.loads(str(row["payload"])) for row in rows]
    [*_, payload] = [payload for payload in payloads if run_id in payload["runs"]]
    return dict(payload)


def append_digest(layout: Layout, payload: Mapping[str, object], *, is_own: bool = True) -> None:
    """Fold a forged digest alone, at the end of a log that a kept checkpoint still covers."""
    writer = inbox.InboxWriter(layout)
    with connections.connect() as connection:
        connection.execute(
            "create temp table outgoing as select 0 as place, 'facts_computed' as kind, "
            "'' as run_id, $subject as subject, null as supersedes, 1 as schema_version, "
            "null as occurred_at, null as recorded_at, 'evalstore:fold' as source, "
            "$payload as payload, null as payload_salt, null as payload_hash",
            {"subject": str(payload["first_position"]), "payload": json.dumps(payload)},
        )
        name = writer.write(connection, {"source": "forged"})
    with connections.exclusive(layout):
        writer.publish()
        fold_locked(layout, own_files=[name] if is_own else [])


@contextmanager
def folding_forged(digests: dict[str, str]) -> Iterator[None]:
    """Let folds record these digests of r2 in place of what they computed."""
    genuine_payload = recorded_facts.payload

    def payload(first_position: int, of_runs: Any, *, has_texts: bool) -> dict[str, object]:
        return genuine_payload(first_position, {**of_runs, "r2": digests}, has_texts=has_texts)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorded_facts, "payload", payload)
        yield


def next_position(layout: Layout) -> int:
    return int(last_checkpoint(layout).stem)


def _forged_behind(layout: Layout, **fields: object) -> None:
    made_right(layout)
    content = genuine(layout) | {"runs": {"r2": of_stored(layout)}}
    append_digest(layout, content | {"first_position": next_position(layout)} | fields)


def _foreign(layout: Layout) -> None:
    made_right(layout)
    content = genuine(layout) | {"runs": {"r2": of_stored(layout)}}
    append_digest(layout, content, is_own=False)


def _replayed(layout: Layout) -> None:
    """Put back the facts of before a late verdict, and the digest they had."""
    before = genuine(layout)
    kept = layout.root.parent / "kept.duckdb"
    shutil.copy(layout.database, kept)
    late = {**LATE, "kind": "verdict_recorded", "payload": {
        "case_id": "c0", "system_id": "s", "validator_id": "factual", "reason": "late",
        "outcome": "wrong",
    }}  # fmt: skip
    evalstore.open(layout.root).append([late])
    tables = [f"{schema}.{table}" for schema, table in (*facts.TABLES, *sums.TABLES)]
    doctor(
        layout,
        f"attach '{kept}' as kept; "
        + "; ".join(
            f"delete from {table} where run_id = 'r2'; "
            f"insert into {table} from kept.{table} where run_id = 'r2'"
            for table in tables
        ),
    )
    append_digest(layout, before | {"first_position": next_position(layout)})


def _of_other_run(layout: Layout) -> None:
    made_right(layout)
    content = genuine(layout) | {"runs": {"r1": of_stored(layout), "r2": of_stored(layout)}}
    append_digest(layout, content | {"first_position": next_position(layout)})


def _twice(layout: Layout) -> None:
    """Fold a late event of the run together with a forged digest of that fold."""
    made_right(layout)
    content = genuine(layout) | {"runs": {"r2": of_stored(layout)}}
    evalstore.open(layout.root).append([LATE], fold=False)
    append_digest(layout, content | {"first_position": next_position(layout)})
    made_right(layout)


def _merged(layout: Layout) -> None:
    """Merge a store whose fold recorded forged digests of the same run."""
    other = evalstore.open(layout.root.parent / "other", create=True)
    made_right(layout)
    with folding_forged(of_stored(layout)):
        other.append(events_of("r2", 1))
    evalstore.open(layout.root).ingest(str(other.folder))


def _in_segment(*, is_hashed: bool, is_recorded: bool, is_left_out: bool = False) -> Any:
    """Alter the digest in the segment of the run, its hashes, and what the database says of it."""

    def alter(layout: Layout) -> None:
        made_right(layout)
        path, old, new = newest(layout), genuine(layout)["runs"]["r2"], of_stored(layout)
        payload = "payload"
        for table in old:
            payload = f"replace({payload}, '{old[table]}', '{new[table]}')"
        select = replaced("payload", payload)
        if is_left_out:
            select = "from old_rows where kind <> 'facts_computed' order by position"
        rewrite(path, select, is_hashed=is_hashed)
        if is_recorded:
            digest = "".join(f"\\x{byte:02X}" for byte in segment.sha256_of(path))
            doctor(layout, SHA_OF_FILE.format(digest=digest, name=path.name) + SOURCES_TRIGGERED)

    return alter


def _log_altered_before_a_late_event(layout: Layout) -> None:
    made_right(layout)
    doctor(
        layout,
        f"{UNTRIGGERED}update log.events set payload = "
        "replace(payload::varchar, '\"wrong\"', '\"right\"')::json "
        f"where kind = 'verdict_recorded' and run_id = 'r2'; {TRIGGERED}",
    )
    evalstore.open(layout.root).append([LATE])


def _retraction_in_the_log_alone(layout: Layout) -> None:
    """Plant a retraction of a wrong verdict in the database before the fold of a late event."""
    doctor(
        layout,
        "insert into log.events select * replace (9999 as position, uuid() as event_id, "
        "'retracted' as kind, '' as subject, json_object('event_id', event_id::varchar, "
        "'reason', 'x') as payload) from log.events where kind = 'verdict_recorded' "
        "and run_id = 'r2' and payload::varchar like '%wrong%' limit 1",
    )
    evalstore.open(layout.root).append([LATE])


def _retraction_undone(layout: Layout) -> None:
    """Retract a right verdict of the run, then put back facts and digests of before."""
    kept = layout.root.parent / "kept.duckdb"
    shutil.copy(layout.database, kept)
    with reading(layout) as reader:
        [row] = reader.rows(
            "select event_id::varchar as event_id from log.events where run_id = 'r2' and "
            "kind = 'verdict_recorded' and payload::varchar like '%right%' limit 1"
        )
    payload = {"event_id": row["event_id"], "reason": "by another run"}
    evalstore.open(layout.root).append([{"kind": "retracted", "run_id": "r7", "payload": payload}])
    tables = [f"{schema}.{table}" for schema, table in (*facts.TABLES, *sums.TABLES)]
    doctor(
        layout,
        f"attach '{kept}' as kept; "
        + "; ".join(
            f"delete from {table} where run_id = 'r2'; "
            f"insert into {table} from kept.{table} where run_id = 'r2'"
            for table in tables
        ),
    )


def _behind_the_log(layout: Layout) -> None:
    """Plant other verdicts of a new run behind the log's end until its fold has computed facts."""
    right = "replace(payload::varchar, '\"wrong\"', '\"right\"')::json"
    doctor(
        layout,
        "insert into log.events select * replace (9999 + position as position, 'r3' as run_id, "
        f"uuid() as event_id, 2 as revision, {right} as payload) from log.events "
        "where kind = 'verdict_recorded' and run_id = 'r2'",
    )
    evalstore.open(layout.root).append(events_of("r3", 2))
    doctor(
        layout,
        "drop trigger events_no_delete on log.events; delete from log.events where "
        f"position >= 9999; {sql_files.read('sql/log/triggers/events_no_delete')}",
    )


def _in_the_log_alone(layout: Layout) -> None:
    made_right(layout)
    old, new = genuine(layout)["runs"]["r2"], of_stored(layout)
    payload = "payload::varchar"
    for table in old:
        payload = f"replace({payload}, '{old[table]}', '{new[table]}')"
    doctor(
        layout,
        f"{UNTRIGGERED}update log.events set payload = ({payload})::json "
        f"where kind = 'facts_computed'; {TRIGGERED}",
    )


# A gate refuses each of these, and a verification finds it.
REFUSED: dict[str, Callable[[Layout], object]] = {
    "facts and sums": made_right,
    "sums alone": lambda at: doctor(at, "update facts.answer_sums set correctness_sum = 6"),
    "a run": lambda at: doctor(at, "update facts.runs set suite = 'x' where run_id = 'r2'"),
    "a decision": lambda at: doctor(at, "update facts.gates set value = 1 where run_id = 'r2'"),
    "a decision added": lambda at: doctor(
        at, "insert into facts.gates select * replace ('x' as gate_id) from facts.gates "
        "where run_id = 'r2' limit 1"),
    "an event withdrawn": lambda at: doctor(
        at, "insert into log.withdrawn_events select event_id, run_id, 'retracted' "
        "from log.events where run_id = 'r2' and kind = 'response_recorded' limit 1"),
    "a digest behind the log": _forged_behind,
    "one that names the run's own fold": lambda at: _forged_behind(
        at, first_position=genuine(at)["first_position"]),
    "one of other definitions": lambda at: _forged_behind(at, definition="0" * 64),
    "one without texts": lambda at: _forged_behind(at, has_texts=False),
    "one of another source": _foreign,
    "one of an earlier state": _replayed,
    "one of another run, too": _of_other_run,
    "a second one of the fold": _twice,
    "one of another store": _merged,
    "the log's row of it": _in_the_log_alone,
    "it in the segment": _in_segment(is_hashed=False, is_recorded=False),
    "it in the segment, hashes, too": _in_segment(is_hashed=True, is_recorded=False),
    "it in the segment, the file recorded": _in_segment(is_hashed=False, is_recorded=True),
    "it left out, the file recorded": _in_segment(
        is_hashed=False, is_recorded=True, is_left_out=True),
    "the log before a late event": _log_altered_before_a_late_event,
    "a retraction in the log alone": _retraction_in_the_log_alone,
    "a retraction undone": _retraction_undone,
    "rows behind the log, gone after the fold": _behind_the_log,
}  # fmt: skip


@pytest.mark.thinned(24)
@pytest.mark.parametrize("name", REFUSED)
def test_a_gate_refuses(
    copied: Layout, name: str, gate_says: Callable[[Layout], tuple[int, str]]
) -> None:
    """No digest but that of the fold of the run's last event makes altered facts right."""
    REFUSED[name](copied)
    code, said = gate_says(copied)

    assert verify(copied).findings
    assert 4 == code, said


def _forged_fold(layout: Layout) -> None:
    """Fold an event of the run, with digests of the facts as they are altered afterwards."""
    elsewhere = Layout(Path(shutil.copytree(layout.root, layout.root.parent / "elsewhere")))
    evalstore.open(elsewhere.root).append([LATE])
    made_right(elsewhere)
    with folding_forged(of_stored(elsewhere)):
        evalstore.open(layout.root).append([LATE])
    made_right(layout)


def _in_a_rehashed_segment(layout: Layout) -> None:
    _in_segment(is_hashed=True, is_recorded=True)(layout)


# A gate relies on these: whoever writes them can write events of the run as well.
FOUND_BY_VERIFY: dict[str, Callable[[Layout], object]] = {
    "an event of the run and its digest": _forged_fold,
    "the digest in its segment, all hashes of it, too": _in_a_rehashed_segment,
}


@pytest.mark.thinned(2)
@pytest.mark.parametrize("name", FOUND_BY_VERIFY)
def test_a_recheck_and_a_verification_find(
    copied: Layout, name: str, gate_says: Callable[[Layout], tuple[int, str]]
) -> None:
    """What a gate takes for right is computed from the segments with --recheck."""
    FOUND_BY_VERIFY[name](copied)
    code, said = gate_says(copied)
    gates = str(copied.root.parent / "gates.toml")
    arguments = ["gate", "--store", str(copied.root), "--config", gates, "--no-record"]

    assert verify(copied).findings
    assert 0 == code, said
    assert 4 == call_command([*arguments, "--recheck"])


def test_a_log_made_anew_needs_a_checkpoint_kept_elsewhere(
    copied: Layout, tmp_path: Path, gate_says: Callable[[Layout], tuple[int, str]]
) -> None:
    """Another log of the same runs, with digests of its own, is found by its root alone."""
    kept = Path(shutil.copy(last_checkpoint(copied), tmp_path / "kept.json"))
    shutil.rmtree(copied.root)
    store = evalstore.open(copied.root, create=True)
    for hour, run_id in enumerate(("r1", "r2")):
        events = events_of(run_id, hour)
        for event in events:
            if event["kind"] == "verdict_recorded":
                event["payload"]["outcome"] = "right"
        store.append(events)

    assert 0 == gate_says(copied)[0]
    assert not verify(copied).findings
    assert verify(copied, against=kept).findings


def test_a_digest_as_an_event_line_is_refused(copied: Layout, tmp_path: Path) -> None:
    """Only a fold writes it."""
    line = {"kind": "facts_computed", "run_id": "r2", "payload": genuine(copied)}
    path = tmp_path / "events.ndjson"
    path.write_text(json.dumps(line) + "\n", encoding="utf-8")

    with pytest.raises(EvalstoreError, match="the fold writes events of this kind itself"):
        evalstore.open(copied.root).ingest(str(path))
