"""A metric's statement needs nothing but tables, and says what the metric says."""

import os
import subprocess
import sys
import tomllib
from functools import partial

import pytest
import sqlglot
from sqlglot import exp

from benchmarks.parity.difference import difference
from benchmarks.parity.history import build
from evalstore.cli import call_command
from evalstore.errors import UsageError
from evalstore.scale.dialects import transpiling
from evalstore.scale.dialects.computing import computation
from evalstore.scale.dialects.expansion import expansion
from evalstore.scale.dialects.macros import expanded
from evalstore.scale.lake.publish import FACT_TABLES
from evalstore.store.connections import attached_for_reading, without_database
from evalstore.store.layout import Layout
from tests.kept_stores import copy


@pytest.fixture(scope="module")
def layout(tmp_path_factory):
    """Return a store with odd names, attempts, revisions, retractions and payloads taken out."""
    folder = tmp_path_factory.mktemp("dialects") / "store"
    copy("a small history", partial(build, is_small=True), folder)
    return Layout(folder)


@pytest.mark.thinned(36)
@pytest.mark.parametrize("relation", transpiling.offered())
def test_a_statement_says_what_the_relation_says(layout, relation):
    """Expanded and without a view or a macro, it gives the same rows; a table's, from the log."""
    with attached_for_reading(layout) as connection:
        connection.execute(f"create or replace temp table expected as from {relation}")
        text = transpiling.transpiled(relation, "duckdb").strip().removesuffix(";")
        connection.execute(f"create or replace temp table found as {text}")

        assert difference(connection, relation) is None


def require_equal(layout, relations, steps):
    """Compute steps one after the other, as a job does, and compare these relations."""
    with attached_for_reading(layout) as connection:
        for name, text in steps:
            connection.execute(f"create or replace temp table {name} as {text}")
        for relation in relations:
            connection.execute(f"create or replace temp table expected as from {relation}")
            name = relation.replace(".", "_")
            connection.execute(f"create or replace temp view found as from temp.{name}")
            assert difference(connection, relation) is None, relation


@pytest.mark.sweep
@pytest.mark.parametrize("relation", ["metrics.accuracy_corrected", "metrics.judge_agreement"])
def test_a_metric_in_parts_says_what_it_says(layout, relation):
    """What its statement reads several times is computed once, and comes to the same."""
    stored = transpiling.stored_for(relation)
    steps = transpiling.statements_of(relation, "duckdb", stored)

    assert len(steps) > 1
    require_equal(layout, [relation], steps)


@pytest.mark.sweep
def test_tables_of_facts_in_parts_say_what_they_say(layout):
    """So are the tables of facts, each from those before it."""
    steps = [(step.name, step.sql) for step in computation("duckdb")]

    assert "steps_case_validators__rule_verdicts" in dict(steps)
    require_equal(layout, FACT_TABLES, steps)


@pytest.mark.thinned(36)
@pytest.mark.parametrize("relation", transpiling.offered())
def test_nothing_of_ours_is_left(relation):
    """A statement reads stored tables alone, and calls none of our macros."""
    tree = expansion(relation, transpiling.stored_for(relation))

    assert set(transpiling.tables_of(relation)) >= {
        f"{table.db}.{table.name}" for table in tree.find_all(exp.Table) if table.db
    }
    assert not [one for one in tree.find_all(exp.Dot) if one.this.name == "macros"]
    names = [part.alias for part in tree.find_all(exp.CTE)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("dialect", transpiling.names())
def test_no_sum_has_an_order(dialect):
    """Engines refuse it; texts and lists keep theirs."""
    text = transpiling.transpiled("metrics.accuracy_these_cases", dialect)
    tree = sqlglot.parse_one(text, dialect=dialect)
    aggregates = [one for one in tree.find_all(exp.AggFunc) if isinstance(one.this, exp.Order)]

    assert aggregates == []


@pytest.mark.sweep
def test_a_statement_is_the_same_each_time():
    """Its parts stand in one order, so that files of statements can be compared."""
    command = [sys.executable, "-m", "evalstore", "sql", "facts.regressions", "--dialect", "spark"]
    found = [
        subprocess.run(
            command, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]

    assert found[0] == found[1]
    assert found[0].startswith(b"-- facts.regressions, for spark")


@pytest.mark.parametrize("dialect", transpiling.names())
def test_a_dialect_reads_what_is_written_in_it(dialect):
    """Each dialect's own parser takes its statement."""
    text = transpiling.transpiled("metrics.accuracy", dialect)

    [tree] = [one for one in sqlglot.parse(text, dialect=dialect) if one is not None]
    assert isinstance(tree, exp.Select)
    assert ("Not tested on an engine" in text) == (dialect in transpiling.UNTRIED)


def test_the_first_steps_alone_read_the_log():
    """A job shows the events of the changed runs to them, and to no other."""
    reading = {
        step.relation
        for step in computation("spark")
        for table in sqlglot.parse_one(step.sql, dialect="spark").find_all(exp.Table)
        if table.db
    }

    assert {"steps.touched_events", "steps.all_retractions"} == reading


def test_refusals():
    """Each names a relation that there is, a dialect that there is, and why."""
    path = transpiling.HERE / "refusals.toml"
    listed = tomllib.loads(path.read_text(encoding="utf-8"))

    assert listed.keys() <= set(transpiling.names())
    for dialect, reasons in listed.items():
        assert reasons.keys() <= set(transpiling.offered())
        assert all(reasons.values())
        for relation in list(reasons)[::12]:
            with pytest.raises(
                UsageError, match=f"{relation} (is not available in|cannot be translated to) "
            ):
                transpiling.transpiled(relation, dialect)


@pytest.mark.thinned(72)
@pytest.mark.parametrize("dialect", transpiling.UNTRIED)
@pytest.mark.parametrize("relation", transpiling.offered())
def test_what_is_not_refused_is_written(dialect, relation):
    """What no engine has run is read back by the parser of its dialect, or refused by the list."""
    if relation in transpiling.refusals(dialect):
        return
    text = transpiling.transpiled(relation, dialect)

    [tree] = [one for one in sqlglot.parse(text, dialect=dialect) if one is not None]
    assert isinstance(tree, exp.Select)


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ("macros.wilson_low(3, 4)", 0.300641842582402),
        ("macros.student_quantile_975(4)", 2.7764451051977987),
        ("macros.horner([2.0, 3.0, 4.0], 5.0)", 69.0),
        ("macros.change(true, false)", "became wrong"),
    ],
)
def test_macros(call, value):
    """What is put in a call's place has the call's value; published ones of Wilson and Student."""
    tree = expanded(sqlglot.parse_one(f"select {call}", dialect="duckdb"))

    with without_database() as connection:
        [(found,)] = connection.execute(tree.sql(dialect="duckdb")).fetchall()
    assert found == (pytest.approx(value, rel=1e-9) if isinstance(value, float) else value)


def test_command(capfd):
    """One statement is printed; a wrong name or option is told."""
    assert call_command(["sql", "accuracy", "--dialect", "spark"]) == 0
    assert capfd.readouterr().out == transpiling.transpiled("metrics.accuracy", "spark")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["accuracy", "--all"], "expected either METRIC, or --all with -o FOLDER"),
        (["accuracy", "--dialect", "latin"], "latin"),
        (["acuracy"], "accuracy"),
        (["facts.failures", "--dialect", "trino"], "facts.failures is not available in trino"),
    ],
)
def test_wrong_arguments(capfd, arguments, said):
    """Each ends with 2 and the way out, and prints nothing."""
    assert call_command(["sql", *arguments]) == 2
    out, error = capfd.readouterr()
    assert out == ""
    assert said in error


def test_times_keep_their_microseconds(capfd):
    """A time of ClickHouse has whole seconds, unless its type says otherwise."""
    assert 0 == call_command(["sql", "facts.runs", "--dialect", "clickhouse"])
    sql = capfd.readouterr().out

    assert "AS Nullable(DateTime64(6, 'UTC'))) AS started_at" in sql
    assert "Nullable(DateTime)" not in sql
