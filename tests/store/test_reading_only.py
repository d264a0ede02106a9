"""A statement is accepted where it only reads, as DuckDB's parser understands it."""

import duckdb
import pytest

from evalstore.errors import QueryError
from evalstore.store.query.reading_only import require_reading

READING = """
    select 1
    select 1;
    select 1 -- x; drop table t
    from t
    table t
    values (1, 2), (3, 4)
    (select 1) union all (select 2)
    from t select a
    from t where range < 150
    select a, sum(range) over w from t window w as (order by a)
    with x as (from t) select * from x
    with x as materialized (select 1) from x
    with recursive r(n) as (select 1 union all select n + 1 from r where n < 3) from r
    with recursive r(n) using key (n) as (select 1 union select n + 1 from r where n < 3) from r
    pivot t on a using sum(b)
    pivot t on a in (1, 2) using sum(b)
    pivot (select a, b as "update" from t) on a using sum("update"), count(*) group by a
    with p as (pivot t on a using sum(b)) select * from p
    select 'insert', "delete" from (pivot t on a using sum(b)), (select 1 as "delete")
    unpivot t on a, b into name n value v
    unpivot (from t) on columns('a|b')
    explain select 1
    explain analyze select 1
    explain (format json) select 1
    explain (analyze, format json) from t
    explain (select 1)
    explain analyze pivot t on a using sum(b)
    explain /* of /* a */ table */ analyze -- here
    show tables
    show all tables
    show databases
    show t
    describe t
    describe select 1 as one
    desc t
    summarize t
    summarize select 1 as one
    from (summarize t)
    select column_name from (describe t)
    with s as (show tables) from s
    select t.* exclude (a) replace (b + 1 as b) from t
    select columns('a|b') from t
    select * like 'a%' from t
    select [x * 2 for x in [1, 2] if x > 1]
    select list_transform([1, 2], lambda x: x + 1)
    select 'a'.upper(), {'a': 1}.a, [1, 2][-1:], map {'k': 1}['k']
    from t positional join t as t2
    from t asof join t as t2 on t.a >= t2.a
    from t semi join t as t2 using (a)
    select max(a) filter (b > 1), arg_max(a, b order by b) from t
    select a from t qualify row_number() over (order by b) = 1
    from t using sample 10%
    select distinct on (a) * from t order by all limit 10%
    select grouping_id(a) from t group by cube (a)
    select a from t union by name select b from t
    select 0x1F, 1_000, 1e3, e'a\\nb', $$insert$$, try(1 / 0)
    select a, (select b from t as u where u.a = t.a limit 1) from t, lateral (select t.a + 1) as l
    from range(3) as r(i) select i, i::int as j, i // 2
    from query_table('t')
    select ä from (select 'ö' as ä)
"""
REFUSED = {
    "insert into t values (1, 2, 3)": "INSERT",
    "update t set a = 1": "UPDATE",
    "delete from t": "DELETE",
    "truncate t": "DELETE",
    "merge into t using t as s on t.a = s.a when matched then delete": "MERGE_INTO",
    "with i as (insert into t values (1, 2, 3) returning *) from i": "INSERT",
    "with i as (update t set a = 1 returning *) from i": "UPDATE",
    "with i as (delete from t returning *) select 1": "DELETE",
    "with i as (copy t to 'x.csv') from i": "COPY",
    "from (with i as (insert into t values (1, 2, 3) returning *) from i)": "INSERT",
    "create table z as select 1": "CREATE",
    "create temp table z as pivot t on a using sum(b)": "CREATE",
    "insert into t pivot t on a using sum(b)": "INSERT",
    "with i as (delete from t returning *), p as (pivot t on a using sum(b)) from p": "DELETE",
    "copy (pivot t on a using sum(b)) to 'x.csv'": "COPY",
    "create macro f() as 1": "CREATE",
    "drop table t": "DROP",
    "alter table t rename to u": "ALTER",
    "comment on table t is 'x'": "ALTER",
    "copy t to 'x.csv'": "COPY",
    "export database 'x'": "EXPORT",
    "import database 'x'": "PRAGMA",
    "attach 'x.duckdb' as x": "ATTACH",
    "detach memory": "DETACH",
    "use memory": "SET",
    "set threads = 1": "SET",
    "set variable x = 1": "SET",
    "reset threads": "SET",
    "load json": "LOAD",
    "install json": "LOAD",
    "pragma version": "PRAGMA",
    "call duckdb_settings()": "CALL",
    "checkpoint": "CALL",
    "vacuum": "VACUUM",
    "begin": "TRANSACTION",
    "prepare p as select 1": "PREPARE",
    "execute p": "EXECUTE",
    "explain insert into t values (1, 2, 3)": "EXPLAIN of INSERT",
    "explain analyze insert into t values (1, 2, 3)": "EXPLAIN of INSERT",
    "explain (analyze, format json) delete from t": "EXPLAIN of DELETE",
    "explain analyze copy t to 'x.csv'": "EXPLAIN of COPY",
    "explain analyze with i as (delete from t returning *) from i": "EXPLAIN of DELETE",
    "explain analyze create table z as pivot t on a using sum(b)": "CREATE",
    "explain analyze /* /* */ select 1 -- */ insert into t values (1, 2, 3)": "EXPLAIN of INSERT",
    "select 1; select 2": "2 statements",
    "select 1; drop table t": "2 statements",
    "explain select 1; drop table t": "2 statements",
    "": "0 statements",
    "-- nothing": "0 statements",
}
NO_SQL = ("selec 1", "select '", "explain explain select 1", "select (insert into t values (1))")


@pytest.fixture(scope="module")
def connection():
    """A connection with a table, fenced off as that of a query is."""
    with duckdb.connect() as connection:
        connection.execute("create table t as select 1 as a, 2 as b, 3.0 as range")
        connection.execute("set enable_external_access = false")
        connection.execute("set lock_configuration = true")
        yield connection


def test_what_only_reads_is_accepted_and_runs(connection):
    """Also where other parsers of DuckDB's dialect give up."""
    statements = [line.strip() for line in READING.strip().splitlines()]
    statements = [
        text + "\n select 1" if text.endswith("-- here") else text for text in statements
    ]
    failing = []
    for sql in statements:
        try:
            require_reading(connection, sql)
            connection.sql(sql).to_arrow_table()
        except (QueryError, duckdb.Error) as error:
            failing.append((sql, str(error)))

    assert len(statements) > 50
    assert [] == failing


def test_what_writes_is_refused_by_name(connection):
    """Inside a CTE, a PIVOT or an EXPLAIN, behind comments that nest, as a second statement."""
    passing = []
    for sql, found in REFUSED.items():
        try:
            require_reading(connection, sql)
        except QueryError as error:
            if f"found {found}" not in str(error):
                passing.append((sql, str(error)))
        else:
            passing.append((sql, "accepted"))

    assert [] == passing
    assert [(1,)] == connection.execute("select count(*) from t").fetchall()


def test_what_is_no_sql_is_said_by_the_parser(connection):
    """With the place, which the query shows."""
    for sql in NO_SQL:
        with pytest.raises(duckdb.ParserException, match="LINE 1"):
            require_reading(connection, sql)


def test_what_would_overflow_the_parser_is_refused(connection):
    """So many nested tables end the process; parentheses in a text or a comment count not."""
    with pytest.raises(QueryError, match="1000 parentheses"):
        require_reading(connection, "select * from (" * 60_000 + "select 1" + ")" * 60_000)

    require_reading(connection, f"select '{'(' * 2000}' /* {'(' * 2000} */")
