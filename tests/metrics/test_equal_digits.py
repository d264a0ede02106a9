"""Every metric has the same digits in each reading, however many threads read it."""

import duckdb
import pytest

from benchmarks.unfolded import compute_sums
from evalstore.metrics.catalog import catalog
from tests.empty_database import template
from tests.weighing import weigh

# Rows in hash order, in groups small enough that threads share a table of a few thousand.
ROW_GROUP = 2048
CASES = """
insert into facts.cases by name
select 'r1' as run_id, 'c' || n as case_id, 'd' || n % 7 as domain, 'ECU'[n % 3 + 1] as label,
    'l' || n % 4 as expected, 's' || n % 3 as session_id
from range($cases) as numbers (n) order by hash(n)
"""
SCORED = """
insert into facts.scored by name
select 'r1' as run_id, 'maia' as system_id, 'c' || n as case_id, v as validator_id, a as attempt,
    v = 'factual' as is_primary_validator, 'd' || n % 7 as domain, 'ECU'[n % 3 + 1] as label,
    's' || n % 3 as session_id, 'g' || n % 97 as cluster_id,
    case when hash(n, a) % 29 = 0 then 'error' else 'ok' end as status,
    'l' || hash(n, a, 7) % 4 as answer,
    case when hash(n, a) % 29 = 0 then null when hash(n, a, v) % 3 > 0 then 'right'
    when hash(n, a, v) % 3 = 0 and hash(n, v) % 11 = 0 then 'abstained' else 'wrong' end
        as outcome,
    case when hash(n, a) % 29 > 0 then hash(n, a, v) % 3 > 0 end as is_right,
    case when hash(n, a) % 29 > 0 then hash(n, a, v, 1) % 997 / 997 end as score,
    hash(n, a, v, 2) % 991 / 991 as value,
    hash(n, a, 3) % 983 / 983 as confidence
from range($cases) as numbers (n), (values (1), (2), (3)) as attempts (a),
    (values ('factual'), ('strict'), ('human:ann')) as validators (v)
order by hash(n, a, v)
"""
READINGS = """
insert into facts.alignments by name
select 'r1' as run_id, 'critic' as system_id, 'p' || n % 61 as persona_id, n // 61 as week,
    'v' || n % 5 as value_dim, hash(n) % 1999 / 1000 - 1 as alignment,
    (hash(n, 1) % 3)::integer - 1 as alignment_truth, hash(n, 2) % 977 / 977 as uncertainty
from range($cases) as numbers (n) order by hash(n)
"""
RESPONSES = """
insert into facts.responses by name
select 'r1' as run_id, 'maia' as system_id, 'c' || n as case_id, 1 as attempt, 'ok' as status,
    hash(n, 4) % 971 / 971 as cost_usd, hash(n, 5) % 967 / 7 as latency_ms
from range($cases) as numbers (n) order by hash(n)
"""


CASE_COUNT, READING_COUNT = 800, 4
CASE_COUNT_OF_SWEEP, READING_COUNT_OF_SWEEP = 20_000, 10
# The last digits of these depend on the order of rows.
TO_THE_TWELFTH_DIGIT = ("accuracy_corrected", "judge_agreement")
EXACT = [name for name in catalog() if name not in TO_THE_TWELFTH_DIGIT]


def made(folder, case_count):
    """Return a connection to facts of so many cases, whose sums are computed as they are read."""
    connection = duckdb.connect()
    connection.execute(f"attach '{template()}' as template (type duckdb, read_only)")
    file = folder / "facts.duckdb"
    connection.execute(f"attach '{file}' as evalstore (type duckdb, row_group_size {ROW_GROUP})")
    connection.execute("copy from database template to evalstore")
    connection.execute("detach template")
    connection.execute("use evalstore")
    compute_sums(connection)
    for statement in (CASES, SCORED, READINGS, RESPONSES):
        connection.execute(statement, {"cases": case_count})
    weigh(connection)
    return connection


def readings(connection, metric, count):
    """Return the different readings of a metric by one thread and by four, in turns."""
    found = set()
    for number in range(count):
        connection.execute(f"set threads = {(1, 4)[number % 2]}")
        found.add(repr(connection.execute(f"from metrics.{metric} order by all").fetchall()))
    return found


@pytest.fixture(scope="module")
def facts(tmp_path_factory):
    """Return graded answers of three judges, with claims, labels, costs and a critic's values."""
    with made(tmp_path_factory.mktemp("digits"), CASE_COUNT) as connection:
        yield connection


@pytest.mark.thinned(8)
@pytest.mark.parametrize(
    "metric", [name for name in catalog() if name not in TO_THE_TWELFTH_DIGIT]
)
def test_readings_have_equal_digits(facts, metric):
    """However many threads read them, and in whatever order rows come."""
    assert len(readings(facts, metric, READING_COUNT)) == 1


@pytest.mark.sweep
def test_ten_readings_have_equal_digits(tmp_path):
    """Of more rows than a group of a database has that is not made for a test."""
    with made(tmp_path, CASE_COUNT_OF_SWEEP) as connection:
        [(row_count,)] = connection.execute("select count(*) from facts.scored").fetchall()
        assert row_count > 122_880
        differing = [
            name for name in EXACT if len(readings(connection, name, READING_COUNT_OF_SWEEP)) > 1
        ]
        assert differing == []
