"""Facts of events whose payloads were taken out of the segments."""

import pytest

from evalstore.harnesses.append import record_own
from evalstore.store import connections
from evalstore.store.facts.rebuild import rebuild
from evalstore.store.log import segment
from evalstore.store.verify.verify import verify


def take_out(store, event_ids):
    """Take payloads out of the only segment, and make the database again."""
    [path] = segment.on_disk(store.layout)
    with connections.connect() as connection:
        footer = segment.read_footer(connection, path).to_json()
        connection.execute(
            "create table t as select * replace "
            "(if(list_contains($event_ids, event_id::varchar), null, payload) as payload) "
            f"from '{path}'",
            {"event_ids": [str(event_id) for event_id in event_ids]},
        )
        connection.execute(
            f"copy t to '{path}' (format parquet, kv_metadata {{evalstore: $footer}})",
            {"footer": footer},
        )
    rebuild(store.layout)


@pytest.mark.sweep
def test_a_redacted_answer_keeps_its_place_and_its_verdict(warehouse, lines):
    """Text and prompt are gone, from the facts too; the answer is not taken for missing."""
    warehouse.add(
        lines.run_started(systems=["a/b"]), lines.case("c 1", prompt="secret question"),
        lines.case("c2", prompt="Who?"), lines.case("c3", prompt="Where?"),
        lines.response("c 1", "a/b", attempt=1, text="secret text", answer="secret answer"),
        lines.verdict("right", "c 1", "a/b"),
        lines.response("c2", "a/b"), lines.verdict("right", "c2", "a/b", reason="secret reason"),
        lines.response("c3", "a/b"), lines.verdict("wrong", "c3", "a/b"),
    )  # fmt: skip
    taken = [
        warehouse.event_id("case_generated", subject="c%201"),
        warehouse.event_id("response_recorded", subject="c%201/a%2Fb/1"),
        warehouse.event_id("verdict_recorded", subject="c2/a%2Fb/1/factual"),
    ]
    take_out(warehouse, taken)
    redactions = [
        {
            "kind": "redacted",
            "run_id": "r1",
            "payload": {"event_id": str(event_id), "reason": "a name"},
        }
        for event_id in taken
    ]
    record_own(warehouse.layout, redactions, command="redact")
    columns = "case_id, prompt, text, status, outcome, is_right, reason, judged_by"
    verified = verify(warehouse.layout)

    # The checkpoint was not made again; that the facts follow from the log is no finding.
    assert (["checkpoint"], 3) == (
        [finding.what for finding in verified.findings], verified.redacted_count
    )  # fmt: skip
    assert [
        ("c 1", None, None, "redacted", "right", True, "as judged", "factual"),
        ("c2", "Who?", None, "ok", None, None, "the verdict was redacted", "factual"),
        ("c3", "Where?", None, "ok", "wrong", False, "as judged", "factual"),
    ] == [
        tuple(row.values())
        for row in warehouse.query(f"select {columns} from facts.answers order by case_id")
    ]  # fmt: skip
    assert [] == [name for name, rows in warehouse.derived().items() if "secret" in repr(rows)]


def test_a_redacted_case_is_declared_all_the_same(warehouse, lines):
    """Its id is known, so nobody is warned of a misspelt one."""
    warehouse.add(
        lines.case("c1", prompt="secret"), lines.case("c2"), lines.response("c1"),
        lines.verdict("right", "c1"),
    )  # fmt: skip
    take_out(warehouse, [warehouse.event_id("case_generated", subject="c1")])

    assert ["c1", "c2"] == warehouse.column("select case_id from facts.cases order by case_id")
    assert [] == warehouse.query("from facts.undeclared_cases")


def test_a_redacted_reading_stays_one_of_a_critic(warehouse, lines):
    """The value dimension is part of the key, so a reading does not become an answer."""
    warehouse.add(
        lines.case("p1"), lines.response("p1", value_dim="power", alignment=0.5),
        lines.response("p1", value_dim="security", alignment=0.5),
    )  # fmt: skip
    take_out(warehouse, [warehouse.event_id("response_recorded", subject="p1/a/1/power")])

    assert [("a", "p1", 1, "ok", True)] == [
        tuple(row.values())
        for row in warehouse.query(
            "select system_id, case_id, attempt, status, has_readings_only from facts.responses"
        )
    ]
