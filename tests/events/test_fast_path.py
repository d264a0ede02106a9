"""The SQL of the fast path is what its generator makes of the schemas."""

import json
import shutil

import duckdb
import pytest

from evalstore.base import sql_files
from evalstore.events import classify, schemas
from tools.events import fast_path

# Beside a required name, a field of each sort that the fast path is asked about.
FIELDS = {
    "language": {"type": ["string", "null"]},
    "code": {"type": "string", "minLength": 2, "maxLength": 3},
    "secret": {"type": "string", "pattern": "^a+$"},
    "level": {"type": ["string", "null"], "enum": ["low", "high", None]},
    "share": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
    "offset": {"type": ["integer", "null"]},
    "rank": {"type": "integer", "minimum": 1, "maximum": 3},
    "is_new": {"type": ["boolean", "null"]},
    "words": {"type": ["array", "null"], "items": {"type": "string"}},
    "pair": {"type": ["array", "null"], "items": {"type": "number"}, "maxItems": 2},
    "sums": {"type": ["object", "null"], "additionalProperties": {"type": "number"}},
    "digest": {
        "type": ["string", "null"],
        "maxLength": 64,
        "pattern": schemas.definition("sha256")["pattern"],
    },
    "judge": {"type": ["object", "null"], "properties": {"model": {"type": "string"}}},
    "any": {},
}
CASES = [
    # (field, value, whether the fast path is sure of it)
    ("language", "de", True),
    ("language", None, True),
    ("language", 5, False),
    ("code", "abc", True),
    ("code", "abcd", False),
    ("code", None, False),
    # A pattern of Python's is for the slow path.
    ("secret", "aaa", False),
    ("level", "low", True),
    ("level", "middle", False),
    ("share", 0.25, True),
    ("share", 1.5, False),
    ("share", "0.5", False),
    ("offset", -5, True),
    ("offset", 1.5, False),
    ("offset", 2**40, False),
    ("rank", 3, True),
    ("rank", 4, False),
    ("rank", None, False),
    ("is_new", False, True),
    ("is_new", 0, False),
    ("words", ["a", "b"], True),
    ("words", ["a", 1], False),
    # So is a list of so many items.
    ("pair", [1, 2], False),
    ("pair", None, True),
    ("sums", {"a": 1, "b": -2.5}, True),
    ("sums", {"a": "x"}, False),
    ("digest", "0a" * 32, True),
    ("digest", None, True),
    ("digest", "0A" * 32, False),
    ("digest", "0a" * 31, False),
    # An object whose fields have schemas is for the slow path.
    ("judge", {}, False),
    ("judge", None, True),
    ("any", [1, None], True),
]


def test_the_files_are_fresh():
    """The checked-in files are those that `make docs` writes, and there are no others."""
    files = {
        name.rpartition("/")[2]: sql_files.read(name) for name in sql_files.names(fast_path.FOLDER)
    }

    assert fast_path.files() == files


@pytest.fixture(scope="module")
def connection():
    with duckdb.connect() as connection:
        classify.prepare(connection)
        for macro in sql_files.in_order_of_use("sql/append/macros"):
            connection.execute(sql_files.read(macro))
        yield connection


def subjects(connection, schema, payloads):
    """Return what the generated statement says of these payloads: their subjects, or None."""
    connection.execute(
        "create or replace temp table prefiltered as "
        "select unnest(range(len($texts))) as ordinal, $kind as kind, "
        "unnest($texts) as payload, key_count(payload) as key_count",
        {
            "kind": schema["title"],
            "texts": [json.dumps(payload, separators=(",", ":")) for payload in payloads],
        },
    )
    rows = connection.execute(fast_path.statement(schema)).fetchall()
    return [(subject, is_unknown) for _, subject, is_unknown in sorted(rows)]


@pytest.mark.parametrize("kind", ["retracted", "response_recorded"])
def test_a_new_field_is_one_edit(connection, tmp_path, kind):
    """A field that a copy of a schema has more is validated by the SQL made of that copy."""
    path = tmp_path / f"{kind}.json"
    shutil.copy(schemas.FOLDER / path.name, path)
    schema = json.loads(path.read_text(encoding="utf-8"))
    schema["properties"]["certainty"] = {
        "description": "How sure it is.",
        "type": ["number", "null"],
        "minimum": 0,
        "maximum": 1,
    }
    path.write_text(json.dumps(schema), encoding="utf-8")
    uuid = "0190d3a1-7b3c-8def-9abc-0123456789ab"
    required = {
        "retracted": {"event_id": uuid, "reason": "wrong"},
        "response_recorded": {"case_id": "c", "system_id": "s", "status": "ok"},
    }[kind]
    payloads = [required, *({**required, "certainty": value} for value in (0.5, None, 2, "x"))]
    subject = {"retracted": uuid, "response_recorded": "c/s/1"}[kind]

    assert [
        (subject, False),
        (subject, False),
        (subject, False),
        (None, False),
        (None, False),
    ] == subjects(connection, schemas.load(path), payloads)
    # Before, it was an unknown field, of which anything is kept.
    assert [(subject, True)] == subjects(connection, schemas.schema(kind), [payloads[3]])


@pytest.mark.thinned(3)
@pytest.mark.parametrize(("name", "value", "is_sure"), CASES)
def test_each_sort_of_field(connection, name, value, is_sure):
    """Of a value the statement is sure, or it leaves it to the slow path."""
    schema = {
        "title": "made_up",
        "x-subject": ["name"],
        "required": ["name"],
        "properties": {"name": {"type": "string"}, name: FIELDS[name]},
    }
    found = subjects(connection, schema, [{"name": "n"}, {"name": "n", name: value}])

    assert [("n", False), ("n" if is_sure else None, False)] == found


@pytest.mark.parametrize(("value", "is_sure"), [(None, True), (1, True), ("x", False)])
def test_a_required_field_may_be_null(connection, value, is_sure):
    """Null is a value of a required field where its schema says so; absent it may not be."""
    schema = {
        "title": "made_up",
        "x-subject": [],
        "required": ["count", "note"],
        "properties": {"count": {"type": ["integer", "null"]}, "note": {}},
    }
    payloads = [{"count": value, "note": None}, {"note": 1}, {"count": 1}]

    assert ["" if is_sure else None, None, None] == [
        subject for subject, _ in subjects(connection, schema, payloads)
    ]


def test_a_name_that_the_statement_uses_is_refused():
    """A field cannot have the name of a column that the statement has beside the fields."""
    schema = {"title": "t", "x-subject": [], "required": [], "properties": {"payload": {}}}

    with pytest.raises(NotImplementedError, match="no field can have one of the names"):
        fast_path.statement(schema)
