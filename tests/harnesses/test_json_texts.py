"""JSON and casts of Python beside those of DuckDB, which events had before."""

import json

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalstore.harnesses import json_texts

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([1e-6, 9.9e-6, 1e16, 1e20, 1e21, 1e22, -1e-7, 5e-324])
    | st.text(max_size=5)
    | st.sampled_from(["\x00", "\x1f", "\\u001f", "e+", "1e-6", "7", " 7", "2.5", "true", "x"])
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner)
)


@pytest.fixture(scope="module")
def of_duckdb():
    """Return the only value that a SELECT gives for a JSON text."""
    with duckdb.connect() as connection:
        yield lambda select, value: connection.execute(
            select, {"text": json.dumps({"a": value})}
        ).fetchone()[0]


@given(VALUES)
def test_python_writes_what_duckdb_writes(of_duckdb, value):
    """Whatever made an event, it has the same bytes, and so the same id."""
    fields = json_texts.without_nulls({"a": value})

    assert json_texts.written(fields) == of_duckdb(
        "select json_merge_patch('{}', $text::json)::varchar", value
    )


@given(VALUES)
def test_python_casts_as_duckdb_does(of_duckdb, value):
    """A field of another type than expected is the same text, number or nothing."""
    cast = 'select from_json($text, \'{"a": "KIND"}\').a'

    assert json_texts.as_text(value) == of_duckdb(cast.replace("KIND", "VARCHAR"), value)
    if not isinstance(value, str):
        assert json_texts.as_number(value) == of_duckdb(cast.replace("KIND", "DOUBLE"), value)
        assert json_texts.as_integer(value) == of_duckdb(cast.replace("KIND", "BIGINT"), value)


@pytest.mark.parametrize(
    "text", ["7", " 7", "2.5", "-2.5", "x", "", "1e3", "99999999999999999999"]
)
def test_numbers_in_texts_count(of_duckdb, text):
    """As DuckDB reads them; halves are rounded away from zero."""
    select = 'select from_json($text, \'{"a": "BIGINT"}\').a'

    assert json_texts.as_integer(text) == of_duckdb(select, text)
