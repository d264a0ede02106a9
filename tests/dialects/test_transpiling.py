"""A metric's statement needs nothing but tables, and says what the metric says."""

import tomllib

import pytest
import sqlglot
from sqlglot import exp

from benchmarks.dialects import difference, plain
from evalstore.cli import call_command
from evalstore.dialects import relations, transpiling
from evalstore.dialects.expansion import expansion
from evalstore.dialects.macros import expanded
from evalstore.errors import UsageError
from evalstore.ingest.append import append_events
from evalstore.metrics.catalog import catalog
from evalstore.store.connections import without_database
from evalstore.store.fold import fold
from evalstore.store.layout import Layout
from evalstore.store.reader import reading


@pytest.fixture(scope="module")
def layout(tmp_path_factory):
    """Return a store with answers of two systems, attempts, confidences, labels and slices."""
    layout = Layout(tmp_path_factory.mktemp("dialects") / "store")
    layout.create()
    outcomes = ("right", "wrong", "abstained", "right", "error", "right")

    def events():
        systems = ["m", "n"]
        yield {"kind": "run_started", "payload": {"suite": "s", "systems": systems}}
        for number in range(12):
            case = f"c{number}"
            yield {
                "kind": "case_generated",
                "payload": {
                    "case_id": case, "prompt": "?", "domain": f"d{number % 2}",
                    "attributes": {"level": number % 3}, "severity": "high",
                },
            }  # fmt: skip
            for place, system in enumerate(systems):
                for attempt in (1, 2):
                    outcome = outcomes[(number + place * attempt) % len(outcomes)]
                    answer = {"case_id": case, "system_id": system, "attempt": attempt}
                    confidence = (number * 7 + place) % 10 / 10
                    yield {
                        "kind": "response_recorded",
                        "payload": {
                            **answer, "status": "ok", "text": outcome,
                            "confidence": confidence, "latency_ms": 10.0 * number,
                        },
                    }  # fmt: skip
                    yield {
                        "kind": "verdict_recorded",
                        "payload": {**answer, "validator_id": "v", "outcome": outcome},
                    }

    append_events(layout, [{**one, "run_id": "r"} for one in events()], source="test")
    fold(layout)
    return layout


@pytest.mark.thinned(6)
@pytest.mark.parametrize("name", sorted(catalog()))
def test_a_statement_says_what_the_view_says(layout, name):
    """Expanded and without a view or a macro, it gives the same rows."""
    with reading(layout) as reader:
        own = reader.rows(f"from metrics.{name}")
        found = reader.rows(transpiling.transpiled(f"metrics.{name}", "duckdb"))

    assert difference(*([by_column(row) for row in rows] for rows in (found, own))) is None


def by_column(row):
    return tuple(plain(value) for _, value in sorted(row.items()))


@pytest.mark.thinned(12)
@pytest.mark.parametrize("relation", sorted(relations.view_files()))
def test_nothing_of_ours_is_left(relation):
    """A statement reads stored tables alone, and calls none of our macros."""
    tree = expansion(relation)

    assert set(relations.tables_of(relation)) >= {
        f"{table.db}.{table.name}" for table in tree.find_all(exp.Table) if table.db
    }
    assert not [one for one in tree.find_all(exp.Dot) if one.this.name == "macros"]
    names = [part.alias for part in tree.find_all(exp.CTE)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("dialect", transpiling.names())
def test_a_dialect_reads_what_is_written_in_it(dialect):
    """Each dialect's own parser takes its statement."""
    text = transpiling.transpiled("metrics.accuracy", dialect)

    [tree] = [one for one in sqlglot.parse(text, dialect=dialect) if one is not None]
    assert isinstance(tree, exp.Select)
    assert ("Not run on any engine" in text) == (dialect in transpiling.UNTRIED)


def test_refusals():
    """Each names a relation that there is, a dialect that there is, and why."""
    path = transpiling.HERE / "refusals.toml"
    listed = tomllib.loads(path.read_text(encoding="utf-8"))

    assert listed.keys() <= set(transpiling.names())
    for dialect, reasons in listed.items():
        assert reasons.keys() <= relations.view_files().keys()
        relation, reason = next(iter(reasons.items()))
        with pytest.raises(UsageError, match=rf"{relation} is not offered in {dialect}: "):
            transpiling.transpiled(relation, dialect)
        assert reason


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
        (["accuracy", "--all"], "name a metric, or give --all"),
        (["accuracy", "--dialect", "latin"], "latin"),
        (["acuracy"], "accuracy"),
        (["facts.answers", "--dialect", "spark"], "facts.answers is not offered in spark"),
    ],
)
def test_wrong_arguments(capfd, arguments, said):
    """Each ends with 2 and the way out, and prints nothing."""
    assert call_command(["sql", *arguments]) == 2
    out, error = capfd.readouterr()
    assert out == ""
    assert said in error
