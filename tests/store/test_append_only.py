"""What was appended cannot be changed with SQL, and what gets past that is found."""

import duckdb
import pytest

from evalstore.store.verify.verify import verify

# Every form of statement that would change or take away a row of a table.
CHANGES = [
    "update {table} set batch_id = 0",
    "update {table} set batch_id = 0 where false",
    "update {table} set batch_id = one.x from (select 1 as x) as one",
    "delete from {table}",
    "delete from {table} where false",
    "delete from {table} using (select 1) as one",
    "delete from {table} returning *",
    "truncate {table}",
    (
        "merge into {table} using (select 0::bigint as batch_id) as other using (batch_id) "
        "when matched then delete"
    ),
    (
        "merge into {table} using (select 0::bigint as batch_id) as other using (batch_id) "
        "when matched then update set batch_id = 1"
    ),
    "insert or replace into {table} from {table}",
    "insert or ignore into {table} from {table}",
    "insert into {table} from {table} on conflict do nothing",
    "with gone as (delete from {table} returning *) select count(*) from gone",
    "with set_to as (update {table} set batch_id = 9 returning *) from set_to",
    "explain analyze delete from {table}",
    "prepare changing as delete from {table}; execute changing",
]
# By the trigger, by DuckDB because of the trigger, or for want of a key to conflict on.
REFUSALS = "append-only|tables with triggers|no UNIQUE/PRIMARY KEY"
BYPASSES = {
    "drop trigger events_no_delete on log.events": "trigger missing",
    "drop trigger batches_no_update on log.batches": "trigger missing",
    "create trigger also before insert on log.events for each statement "
    "insert into log.refusals select 'x' where false": "trigger unknown",
    "drop table log.refusals cascade": "trigger missing",
    "create or replace view metrics.accuracy as select 'r1' as run_id, 1.0 as accuracy":
        "view changed",
    "drop view metrics.accuracy": "view missing",
    "create view metrics.precision_at_noon as select 1 as answer": "view unknown",
    "create or replace view facts.sliced as select 1 as answer": "view changed",
    "create or replace view log.current_events as from log.events": "view changed",
    "create or replace macro macros.wilson_low(a, b) as 1.0": "macro",
    "drop table facts.gates": "table missing",
    "create table facts.more as select 1 as answer": "table unknown",
    "alter table facts.runs add column note varchar": "table changed",
    "update facts.scored set is_right = true": "facts altered",
    "delete from facts.verdicts": "facts altered",
    "insert into facts.runs from facts.runs": "facts altered",
    "delete from log.withdrawn_events": "facts altered",
    "insert into facts.runs select * replace ('r0' as run_id) from facts.runs": "facts altered",
    "insert into facts.runs select * replace ('' as run_id) from facts.runs": "facts altered",
    "insert into facts.answer_sums select * replace ('' as run_id) from facts.answer_sums":
        "facts altered",
    "insert into facts.answer_sums select * replace ('r0' as run_id) from facts.answer_sums":
        "facts altered",
}  # fmt: skip
# The table made again without its triggers, changed, and the triggers put back.
UNGUARDED = (
    "drop trigger events_no_update on log.events; drop trigger events_no_delete on log.events; "
    "drop trigger batches_no_update on log.batches; "
    "drop trigger batches_no_delete on log.batches; "
)
# What is changed behind the triggers' back, and the position that verify has to name.
REWRITES = {
    'update log.events set payload = \'{"case_id": "c2"}\' where position = 5': 5,
    "update log.events set payload = null where position = 5": 5,
    "update log.events set subject = 'c3' where position = 2": 2,
    "update log.events set revision = 3 where position = 6": 6,
    "update log.events set recorded_at = recorded_at + interval 1 second where position = 0": 0,
    "update log.events set occurred_at = '2026-01-01' where position = 1": 1,
    "update log.events set source = 'elsewhere' where position = 4": 4,
    "update log.events set payload_hash = leaf_hash where position = 7": 7,
    "update log.events set leaf_hash = payload_hash where position = 7": 7,
    "update log.events set leaf_hash = 'short'::blob where position = 7": 7,
    "update log.events set event_id = uuid() where position = 3": 3,
    "update log.events set batch_id = 1 where position = 0": 0,
    "update log.events set position = 9 - position where position in (4, 5)": 4,
    "update log.events set position = -1 where position = 6": -1,
    "update log.events set position = 900000 where position = 7": 900000,
    "delete from log.events where position = 3": 3,
    "delete from log.events where position >= 6": 6,
    "truncate log.events": 0,
    "insert into log.events from log.events where position = 4": 4,
    "insert into log.events select * replace (8 as position) from log.events limit 1": 8,
    "update log.batches set root = segment_sha256 where batch_id = 1": 3,
    "update log.batches set tree_size = 7 where batch_id = 2": 6,
    "update log.batches set counts = '{}' where batch_id = 0": 0,
    "update log.batches set sources = '[]' where batch_id = 0": 0,
    "update log.batches set segment_sha256 = root where batch_id = 1": 3,
    "update log.batches set segment = 'other.parquet' where batch_id = 1": 3,
    "delete from log.batches where batch_id = 2": 6,
    "insert into log.batches from log.batches where batch_id = 1": 3,
}


def triggers(warehouse):
    with warehouse.stranger() as connection:
        return [sql for (sql,) in connection.execute(
            "select sql from duckdb_triggers() order by trigger_name"
        ).fetchall()]  # fmt: skip


def run(warehouse, *statements):
    with warehouse.stranger() as connection:
        for statement in statements:
            connection.execute(statement).fetchall()


@pytest.fixture(scope="module")
def unchanged(new_warehouse, lines):
    """A store that nothing in this file manages to change."""
    warehouse = new_warehouse()
    warehouse.add(lines.run_started(), lines.case())
    return warehouse


@pytest.mark.thinned(18)
@pytest.mark.parametrize("table", ["log.events", "log.batches"])
@pytest.mark.parametrize("change", CHANGES)
def test_every_change_is_refused(unchanged, table, change):
    """Any DuckDB client that opens the file is refused whatever would change a row."""
    before = unchanged.query(f"from {table} order by all")
    with pytest.raises(duckdb.Error, match=REFUSALS):
        run(unchanged, change.format(table=table))

    assert before == unchanged.query(f"from {table} order by all")


def test_the_refusal_says_what_to_do(unchanged):
    """Who is refused reads what to do in place of it."""
    with pytest.raises(duckdb.Error, match="append a revision or a retraction instead"):
        run(unchanged, "delete from log.events")

    assert [] == unchanged.query("from log.refusals")


@pytest.mark.thinned(36)
@pytest.mark.parametrize("statement", BYPASSES)
def test_what_triggers_do_not_stop_is_found(small, statement):
    """Changes of tables, views, macros, triggers and facts are named."""
    run(small, statement)
    verified = verify(small.layout)

    assert not verified.holds
    assert any(BYPASSES[statement] in found.what for found in verified.findings)


@pytest.mark.sweep
@pytest.mark.parametrize("statement", REWRITES)
def test_a_rewrite_behind_the_triggers_is_located(small, statement):
    """Rows changed while the triggers were away are found, and where they are is said."""
    guards = triggers(small)
    run(small, UNGUARDED, statement, *guards)
    verified = verify(small.layout)

    assert guards == triggers(small)
    assert not verified.holds
    assert REWRITES[statement] in [found.position for found in verified.findings]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("alter table log.events alter payload type varchar using '{}'", "table changed"),
        ("create or replace table log.events as from log.events", "trigger missing"),
        (("create table log.spare as from log.events; drop table log.events; "
         "alter table log.spare rename to events"), "trigger missing"),
        ("alter table log.events rename to old_events", "table missing"),
        ("alter table log.events rename column source to origin", "table changed"),
        ("alter table log.events add column note varchar", "table changed"),
        ("alter table log.events drop column payload_salt", "table changed"),
        ("drop table log.events", "table missing"),
        ("drop table log.batches", "table missing"),
        ("drop schema facts cascade", "table missing"),
    ],
)  # fmt: skip
def test_another_table_in_its_place_is_found(small, statement, what):
    """A log made again, renamed or retyped is not the log, whatever its rows say."""
    run(small, UNGUARDED, statement)
    verified = verify(small.layout)

    assert not verified.holds
    assert what in [found.what for found in verified.findings]


@pytest.mark.sweep
def test_a_clean_store_holds(small):
    """Nothing is found where nothing was done."""
    verified = verify(small.layout)

    assert [] == verified.findings
    assert (8, 3) == (verified.tree_size, verified.segment_count)


@pytest.mark.sweep
def test_an_altered_fingerprint_is_found(warehouse, lines):
    """What the database says of its own views is held against this installation's."""
    warehouse.add(lines.case())
    with duckdb.connect(str(warehouse.layout.database)) as connection:
        connection.execute("update log.fingerprint set views_sha256 = 'x'")

    assert ["another version"] == [finding.what for finding in verify(warehouse.layout).findings]
