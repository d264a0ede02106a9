"""The rows of a statement keep DuckDB's types in every frame."""

import sys
from decimal import Decimal
from uuid import UUID

import duckdb
import polars
import pytest

import evalstore
from evalstore.errors import QueryError, UsageError
from tests.kept_stores import store_of

ID = "11111111-2222-3333-4444-555555555555"
EVERY_TYPE = f"""
    select true as flag, 1::tinyint as small, 7::bigint as big, 3::hugeint as huge, 1.5 as exact,
        1.5::double as real, 'x' as text, '{ID}'::uuid as id, '{{"a": 1}}'::json as document,
        date '2026-01-02' as day, timestamp '2026-01-02 03:04:05' as moment, 'ab'::blob as bytes,
        ['{ID}'::uuid] as ids, {{'a': 1, 'b': null::double}} as parts,
        map {{'factual': {{'outcome': 'right', 'event_id': '{ID}'::uuid}}}} as verdicts,
        'b'::enum('a', 'b') as word, interval 3 day as span, '101'::bit as bits,
        [timetz '10:00:00+02'] as clocks
    union all
    select null, null, null, null, null, null, null, null, null, null, null, null, null, null,
        null, null, null, null, null
"""
NAMES = ("flag", "big", "huge", "exact", "id", "moment", "ids", "parts", "verdicts", "span")


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A store of one run with a right and a missing answer."""
    about = {"case_id": "c1", "system_id": "s"}
    payloads = [
        ("run_started", {"suite": "quiz", "systems": ["s", "silent"]}),
        ("case_generated", {"case_id": "c1", "domain": "d", "prompt": "2 + 2?", "expected": "4"}),
        ("response_recorded", {**about, "status": "ok", "answer": "4", "confidence": 0.9}),
        ("verdict_recorded",
         {**about, "validator_id": "factual", "outcome": "right", "reason": "equal"}),
    ]  # fmt: skip
    events = [{"kind": kind, "run_id": "r1", "payload": payload} for kind, payload in payloads]
    return store_of(events, tmp_path_factory.mktemp("result") / "warehouse")


@pytest.fixture(scope="module")
def every_type(store):
    """One row of every type, and one of nothing but NULL."""
    return store.query(EVERY_TYPE)


def test_rows_are_what_duckdb_gives(every_type):
    """Python values as a connection of DuckDB's own would fetch them."""
    assert duckdb.execute(EVERY_TYPE).fetchall() == every_type.rows() == list(every_type)
    row = every_type.to_dicts()[0]
    assert {"a": 1, "b": None} == row["parts"]
    assert UUID(ID) == row["verdicts"]["factual"]["event_id"]
    assert (3, int, Decimal("1.5")) == (row["huge"], type(row["huge"]), row["exact"])


def test_types_are_duckdbs(every_type):
    """The names of the types, in the order of the columns."""
    types = dict(zip(every_type.columns, every_type.types, strict=True))
    assert (
        "BOOLEAN BIGINT HUGEINT DECIMAL(2,1) UUID TIMESTAMP UUID[] STRUCT(a INTEGER, b DOUBLE) "
        "MAP(VARCHAR, STRUCT(outcome VARCHAR, event_id UUID)) INTERVAL"
    ) == " ".join(types[name] for name in NAMES)


def test_polars_has_the_types_and_writes_them(every_type, tmp_path):
    """Nothing is an Object, and Parquet gives the same rows back."""
    frame = every_type.pl()
    frame.write_parquet(tmp_path / "rows.parquet")

    assert (
        polars.Boolean, polars.Int64, polars.Decimal(38, 0), polars.Decimal(2, 1), polars.String,
        polars.Datetime("us"), polars.List(polars.String),
        polars.Struct({"a": polars.Int32, "b": polars.Float64}),
        polars.Map(polars.String, polars.Struct({"outcome": polars.String,
                                                 "event_id": polars.String})),
        polars.String,
    ) == tuple(frame.schema[name] for name in NAMES)  # fmt: skip
    assert frame.equals(polars.read_parquet(tmp_path / "rows.parquet"))
    assert (ID, "101", "3 days") == frame.select("id", "bits", "span").row(0)


def test_pandas_keeps_integers_beside_missing_ones(every_type):
    """A missing integer is NA in a column of integers, and no float."""
    frame = every_type.df()

    assert ["int64[pyarrow]", "bool[pyarrow]"] == [str(frame[name].dtype) for name in
                                                   ("big", "flag")]  # fmt: skip
    assert [7] == frame["big"].dropna().to_list()
    assert frame["big"].isna().to_list() == [False, True]
    assert "2026-01-02 03:04:05" == str(frame["moment"][0])


def test_without_pandas_the_error_names_it(every_type, monkeypatch):
    """It is not among the dependencies."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UsageError, match="needs pandas, which is not installed"):
        every_type.df()


def test_a_relation_goes_on_in_sql(every_type):
    """DuckDB's relation has the same types and rows, on any connection."""
    with duckdb.connect() as connection:
        relation = every_type.relation(connection)
        assert every_type.types == [
            "ENUM('a', 'b')" if name == "word" else str(kind)
            for name, kind in zip(relation.columns, relation.types, strict=True)
        ]
        assert [(4,)] == relation.filter("big = 7").select("small + huge").fetchall()


def test_every_type_of_ours_is_written_to_parquet(store, tmp_path):
    """Of each column of ``facts`` and ``metrics``, also where it has no value at all."""
    types = store.query(
        "select distinct data_type from information_schema.columns "
        "where table_schema in ('facts', 'metrics') order by all"
    )
    columns = ", ".join(f"null::{kind} as c{place}" for place, (kind,) in enumerate(types))
    frame = store.query(f"select {columns}").pl()
    frame.write_parquet(tmp_path / "rows.parquet")

    assert len(types) > 8
    assert not {polars.Object, polars.Null} & set(frame.dtypes)
    assert frame.equals(polars.read_parquet(tmp_path / "rows.parquet"))


def test_columns_of_one_name_are_numbered(store):
    """So none is lost in a frame or a dict."""
    found = store.query("select 1 as a, 2 as b, 3 as a")
    assert ["a", "b", "a_2"] == found.columns == found.pl().columns
    assert [{"a": 1, "b": 2, "a_2": 3}] == found.to_dicts()
    crossed = store.query("select 1 as a, 2 as a_2, 3 as a, 4 as A")
    assert ["a", "a_2", "a_3", "A_4"] == crossed.columns == crossed.pl().columns


def test_item_is_for_one_value(store):
    """Anything else names its shape."""
    assert 4 == store.query("select 2 + 2").item()
    with pytest.raises(UsageError, match="found 2 rows, 1 column; item"):
        store.query("select unnest([1, 2])").item()


def test_a_notebook_shows_texts_as_texts(store):
    """Markup, escape sequences and the direction of reading are spelled out; 50 rows, counted."""
    found = store.query(
        "select '<script>alert(1)</script>' as \"<b>\", chr(27) || '[2J' || chr(8238) as bad, "
        "null as gone from range(60)"
    )
    html = found._repr_html_()

    assert "<script" not in html
    assert "<b>" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert r"\x1b[2J\u202e" in html
    assert "<i>NULL</i>" in html
    assert 51 == html.count("<tr>")
    assert html.endswith("<p>first 50 of 60 rows, 3 columns</p>")
    assert "\x1b" not in repr(found)
    assert "first 10 of 60 rows, 3 columns" == repr(found).splitlines()[-1]


def test_times_with_a_zone_are_shown_and_framed(store):
    """Their Python values need a module that may be missing; the error says what to do."""
    found = store.query("select timestamptz '2026-01-02 03:04:05+01' as moment")
    assert "2026-01-02 02:04:05+00" in repr(found)
    assert [2] == found.pl()["moment"].dt.hour().to_list()
    with pytest.raises(QueryError, match="cast it to a timestamp"):
        found.rows()


def test_limits_are_parameters(store):
    """As of the command: a statement that takes too long, and a size that is none."""
    with pytest.raises(QueryError, match=r"stopped after 0\.1 s"):
        store.query("select sum(a.range * b.range) from range(10000000) a, range(1000000) b",
                    timeout_seconds=0.1)  # fmt: skip
    with pytest.raises(UsageError, match="expected a size such as"):
        store.query("select 1", memory_limit="much")
    for seconds in (0, -1, float("nan"), float("inf")):
        with pytest.raises(UsageError, match="expected seconds"):
            store.query("select 1", timeout_seconds=seconds)


def test_an_interrupt_between_two_statements_is_not_lost(store):
    """Time that is over before DuckDB begins stops the statement all the same."""
    with pytest.raises(QueryError, match="stopped after"):
        store.query("select sum(a.range * b.range) from range(10000000) a, range(1000000) b",
                    timeout_seconds=1e-6)  # fmt: skip


def test_a_result_outlives_its_store(store, tmp_path):
    """It holds nothing of it: the same rows are there after the store is written to."""
    other = evalstore.open(tmp_path / "warehouse", create=True)
    before = other.query("select count(*) as event_count from log.events")
    other.append([{"kind": "run_started", "run_id": "r1", "payload": {"suite": "quiz"}}])
    assert (0, 2) == (before.item(), other.query("select count(*) from log.events").item())
