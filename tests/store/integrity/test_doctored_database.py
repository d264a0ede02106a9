"""What any client can do to the database: a verification finds it, and a gate refuses."""

from collections.abc import Callable

import duckdb
import pytest

from evalstore.base import sql_files
from evalstore.cli import call_command
from evalstore.errors import CorruptStoreError
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading
from evalstore.store.verify import integrity
from evalstore.store.verify.verify import verify

UNTRIGGERED = "drop trigger events_no_update on log.events; "
TRIGGERED = sql_files.read("sql/log/triggers/events_no_update")
SOURCES_TRIGGERED = sql_files.read("sql/log/triggers/batches_no_update")
RIGHT = "replace(payload::varchar, '\"wrong\"', '\"right\"')::json"
SCORED_RIGHT = (
    "update facts.scored set is_right = true, outcome = 'right', case_correctness = 1; "
    "update facts.verdicts set outcome = 'right'; "
)

# Each of these could change a number, and is done so that it would.
REFUSED = {
    "a metric": "create or replace view metrics.accuracy as "
    "select run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator, "
    "1 as scored_count, 0 as missing_count, 0 as error_count, 0 as unscored_count, "
    "1 as attempt_count, 0 as left_out_attempt_count, 1e0 as accuracy, 1e0 as ci_low, "
    "1e0 as ci_high from facts.answer_sums",
    "a metric dropped": "drop view metrics.accuracy",
    "the union of metrics": "create or replace view metrics.all_metrics as "
    "select 'accuracy' as metric",
    "a view of facts": "create or replace view facts.computed_answer_sums as "
    "select *, 1 as one from facts.sliced_answers",
    "a view of the log": "create or replace view log.current_events as from log.events",
    "a macro": "create or replace macro macros.share_low(a, b, c, d) as 1e0",
    "the type of a macro's parameter": "create or replace macro macros.verdict_number("
    "outcome, score integer, value) as case when outcome = 'right' then score else 0 end",
    "a word of a view": None,
    "a macro dropped": "drop macro macros.share_low",
    "a macro added to ours": "create macro macros.sum(x) as count(x)",
    "sum of main": "create macro main.sum(x) as count(x)",
    "count of main": "create macro main.count(x) as 6",
    "avg of metrics": "create macro metrics.avg(x) as 1e0",
    "max of facts": "create macro facts.max(x) as 1",
    "coalesce's kin of log": "create macro log.ifnull(a, b) as b",
    "the parser of JSON": "create macro main.json_extract_string(a, b) as 'right'",
    "the hash": "create macro main.sha256(x) as 'abc'",
    "the list of views": "create macro main.duckdb_views() as table select 1 where false",
    "the list of functions": "create macro main.duckdb_functions() as table select 1 where false",
    "a type": "create type metrics.json as varchar",
    "verdicts of facts": "update facts.scored set is_right = true",
    "everything of facts": SCORED_RIGHT,
    "wrong answers gone": "delete from facts.scored where not is_right",
    "right answers twice": "insert into facts.scored from facts.scored where is_right",
    "confidence": "update facts.responses set confidence = 1",
    "domains": "update facts.cases set domain = 'even'",
    "the suite": "update facts.runs set suite = 'other' where run_id = 'r2'",
    "the newest run without a suite": "update facts.runs set suite = null where run_id = 'r2'",
    "the newest run made old":
        "update facts.runs set started_at = '2020-01-01' where run_id = 'r2'",
    "the newest run gone": "delete from facts.runs where run_id = 'r2'",
    "a decision": "update facts.gates set decision = 'fail'",
    "a weight": "update facts.scored set weight = 0 where not is_right",
    "a default": "alter table facts.scored alter is_right set default true",
    "a column": "alter table facts.scored add column note varchar",
    "a trigger of facts": "create trigger doubling after insert on facts.verdicts "
    "for each statement insert into facts.verdict_scores from facts.verdict_scores",
    "a trigger gone": UNTRIGGERED,
    "log and facts alike": f"{UNTRIGGERED}update log.events set payload = {RIGHT} "
    f"where kind = 'verdict_recorded'; {TRIGGERED}; {SCORED_RIGHT}",
    "the newest run, in the log, too": f"{UNTRIGGERED}update log.events "
    f"set kind = 'case_generated' where run_id = 'r2' and kind = 'run_started'; {TRIGGERED}; "
    "update facts.runs set suite = null where run_id = 'r2'",
    "a source that was not read": "drop trigger batches_no_update on log.batches; "
    f"update log.batches set sources = '[]'; {SOURCES_TRIGGERED}",
    "wrong answers to another run": f"{UNTRIGGERED}update log.events set run_id = 'x' "
    f"where payload::varchar like '%wrong%'; {TRIGGERED}; delete from facts.scored "
    "where outcome = 'wrong'; delete from facts.verdicts where outcome = 'wrong'",
}  # fmt: skip
# These change no number: a verification finds them, and a gate decides all the same.
FOUND_ONLY = {
    "a view of one's own": "create view main.answers as from facts.scored",
    "a table of one's own": "create table main.notes (note varchar)",
    "a schema of one's own": "create schema notes",
    "a sequence": "create sequence main.numbers",
    "an index": "create index by_run on facts.cases (run_id)",
    "the log alone": f"{UNTRIGGERED}update log.events set payload = {RIGHT} "
    f"where kind = 'verdict_recorded'; {TRIGGERED}",
}


def doctor(layout: Layout, statements: str) -> None:
    with duckdb.connect(str(layout.database)) as connection:
        connection.execute(statements)


def with_another_word(layout: Layout) -> str:
    """Name the database inside a literal of a view, where its own name stands before relations."""
    with duckdb.connect(str(layout.database)) as connection:
        [(text,)] = connection.execute(
            "select sql from duckdb_views() where schema_name = 'facts' and view_name = 'sliced'"
        ).fetchall()
    assert "'all'" in text
    return text.replace("CREATE VIEW", "CREATE OR REPLACE VIEW").replace(
        "'all'", "'evalstore.all'"
    )


@pytest.mark.thinned(50)
@pytest.mark.parametrize("name", REFUSED)
def test_a_number_that_could_be_another_stops_the_gate(
    copied: Layout, name: str, gate_says: Callable[[Layout], tuple[int, str]]
) -> None:
    """A verification finds what was done, and a gate is broken and says what it found."""
    doctor(copied, REFUSED[name] or with_another_word(copied))

    assert verify(copied).findings
    code, said = gate_says(copied)
    assert 4 == code, said
    assert "evalstore rebuild" in said


@pytest.mark.thinned(50)
@pytest.mark.parametrize("name", FOUND_ONLY)
def test_what_changes_no_number_is_found(
    copied: Layout, name: str, gate_says: Callable[[Layout], tuple[int, str]]
) -> None:
    """An object of somebody's own is a finding, and a gate decides all the same."""
    doctor(copied, FOUND_ONLY[name])

    assert verify(copied).findings
    assert 0 == gate_says(copied)[0]


@pytest.mark.sweep
@pytest.mark.parametrize(
    "statement",
    [
        "update facts.gates set is_foreign = true where run_id = 'r1'",
        "update facts.gates set decision = 'fail' where run_id = 'r1'",
        "delete from facts.gates where run_id = 'r1'",
        "update facts.runs set run_status = 'cancelled' where run_id = 'r1'",
        "delete from facts.responses where run_id = 'r1' and case_id = 'c1'",
        f"{UNTRIGGERED}update log.events set payload = null where run_id = 'r1'; {TRIGGERED}",
    ],
)
def test_a_baseline_cannot_be_steered(
    copied: Layout, statement: str, gate_says: Callable[[Layout], tuple[int, str]]
) -> None:
    """A run that was made to look unfit as a baseline is checked as well."""
    gates = copied.root.parent / "gates.toml"
    gates.write_text('[[gate]]\nmetric = "accuracy"\nmax_drop = 0.5\n', encoding="utf-8")
    before, _ = gate_says(copied)
    doctor(copied, statement)
    code, said = gate_says(copied)

    assert (0, 4) == (before, code), said
    assert "evalstore rebuild" in said


@pytest.mark.sweep
def test_nothing_is_recorded_of_altered_facts(copied: Layout) -> None:
    """An interval of facts that are not what the segments give would stand as evalstore's own."""
    segments = sorted(copied.segments.iterdir())
    doctor(copied, SCORED_RIGHT)
    code = call_command(
        ["bootstrap", "accuracy", "--run", "r2", "--record", "--store", str(copied.root)]
    )

    assert 4 == code
    assert segments == sorted(copied.segments.iterdir())


def test_nothing_leaves_a_block_that_reads_altered_facts(copied: Layout) -> None:
    """Facts are checked while a report reads them, and come before whatever failed of them."""
    doctor(copied, SCORED_RIGHT)
    refused = pytest.raises(CorruptStoreError, match="does not match the segments")
    with reading(copied) as reader, refused, integrity.facts_required(reader, ["r2"]):
        pass
    with reading(copied) as reader, refused, integrity.facts_required(reader, ["r2"]):
        raise ArithmeticError


@pytest.mark.sweep
def test_a_report_of_altered_facts_is_refused(copied: Layout) -> None:
    """Neither page nor text is written of facts that are not what the segments give."""
    doctor(copied, SCORED_RIGHT)
    page = copied.root.parent / "page.html"
    code = call_command(["report", "--store", str(copied.root), "-o", str(page)])

    assert 4 == code
    assert not page.exists()
