"""The faults that `make mutants` makes, and how it counts what became of them."""

import sys

import sqlglot
from cosmic_ray.mutating import mutate_code

from benchmarks.mutants import call_removal, python_mutants, sql_mutants, sql_tests
from benchmarks.mutants.__main__ import _score, _summary
from benchmarks.mutants.mutant import Place, Result
from benchmarks.mutants.sql_operators import changed
from benchmarks.mutants.workplace import _ended

STATEMENT = """
select coalesce(a, b), count(distinct c) filter (where d >= 0), rank() over (partition by e, f)
from t left join u using (g) where h is not null and i = 1 order by j
"""
FAULTS = {
    "coalesce": ["a"],
    "distinct": ["c"],
    "filter": ["COUNT(DISTINCT c)"],
    "comparison": ["d > 0", "i <> 1"],
    "number": ["(0 + 1)", "(1 + 1)"],
    "partition": ["RANK() OVER (PARTITION BY e)"],
    "join": ["INNER JOIN u USING (g)"],
    "and, or": ["NOT h IS NULL OR i = 1"],
    "null test": ["h IS NULL"],
    "condition": ["TRUE", "TRUE", "TRUE"],
    "order": ["j DESC"],
    "aggregate": [],
}


def result(outcome, language="python", killer=None):
    place = Place(language, "evalstore/x.py", 1, (1, 1), "AddNot", 0)
    return Result(place, "if a:  ->  if not a:", outcome, killer, 3, 1.0)


def test_every_kind_of_fault_in_sql():
    """Each operator finds the nodes it is about, and no others."""
    statement = sqlglot.parse_one(STATEMENT, dialect="duckdb")
    found = {
        operator: [other.sql(dialect="duckdb") for _, other in changed(statement, operator)]
        for operator in FAULTS
    }

    assert FAULTS == found


def test_a_fault_in_sql_keeps_the_header(tmp_path):
    """What a file says of itself stays; of its statement one thing is another."""
    (tmp_path / "views").mkdir()
    (tmp_path / "views" / "x.sql").write_text(
        "-- One.\n--\n-- grain: a\n\nselect a where b > 1;\n"
    )
    [place] = [
        place for place in sql_mutants.places(tmp_path, "views/x.sql")
        if place.operator == "comparison"
    ]  # fmt: skip
    made = sql_mutants.mutant(tmp_path, place)

    assert (5, "b > 1  ->  b >= 1") == (place.line, made.change)
    assert made.text.startswith("-- One.\n--\n-- grain: a\n\nSELECT")
    assert "b >= 1" in made.text


def test_a_call_is_left_out():
    """A statement that only calls goes; a call whose value is used stays."""
    source = "def f(a):\n    b = g(a)\n    a.sync(b)\n    return h(b)\n"

    assert source.replace("a.sync(b)", "pass") == mutate_code(source, call_removal.RemoveCall(), 0)
    assert mutate_code(source, call_removal.RemoveCall(), 1) is None


def test_annotations_are_no_code(tmp_path):
    """Types are not tried, and the star before named parameters is no product."""
    source = "def f(a: int | None, *, b: int = 1) -> int | None:\n    return a * b\n"
    (tmp_path / "x.py").write_text(source)
    made = [
        python_mutants.mutant(tmp_path, place) for place in python_mutants.places(tmp_path, "x.py")
    ]

    assert {"return a / b", "def f(a: int | None, *, b: int = 2) -> int | None:",
            "def f(a: int | None, *, b: int = 0) -> int | None:"} == {
        mutant.change.partition("  ->  ")[2] for mutant in made if mutant
    }  # fmt: skip


def test_only_a_kill_counts_as_one():
    """Out of time is no kill, nor is a test that fails without the fault; both are named."""
    results = [result("killed", killer="t")] * 2 + [result("out of time"), result("no test")]
    taken_back = result("killed", killer="always red").without_kill()
    said = "\n".join(_summary([*results, taken_back], 7))

    assert 0.5 == _score(results)
    assert "python              2           1           1           1           0   40.0%" in said
    assert "always red fails without the fault, too" in said
    assert "equivalent or untested" in said


def test_what_takes_too_long_is_ended(tmp_path):
    """A program that only computes is ended, and what it came to is not an exit code."""
    loop = [sys.executable, "-c", "while True: pass"]

    assert (None, "") == _ended(loop, tmp_path, {}, 1)
    assert (3, "so\n") == _ended([sys.executable, "-c", "print('so'); exit(3)"], tmp_path, {}, 20)


def test_a_fault_that_was_judged_is_told_apart():
    """What a person found to change nothing is counted both ways, with the reason."""
    place = Place("sql", "sql/facts/views/sliced.sql", 60, (1, 70), "condition", 0)
    change = "attribute_slices.slice_name <> 'all'  ->  TRUE"
    judged = Result(place, change, "lived", None, 3, 1.0)
    said = "\n".join(_summary([judged, result("killed")], 7))

    assert "both                1           1           0           0           0   50.0%" in said
    assert "Without 1 that a person found to change nothing: 100.0%" in said
    assert "equivalent: true of every row" in said


def test_a_relation_is_known_by_its_name():
    """Macros that are tables stand with the macros."""
    names = ["sql/facts/macros/pass_at.sql", "sql/macros/distributions/a.sql", "views/b/c.sql"]

    assert ["macros.pass_at", "macros.a", "metrics.c"] == [sql_tests.name_of(n) for n in names]
