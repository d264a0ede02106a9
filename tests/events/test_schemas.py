"""The schemas are valid, complete, and the fast check never says yes where they say no."""

import json
import re
from datetime import UTC
from urllib.parse import quote

import duckdb
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from evalstore.errors import RefusedEventError, UsageError
from evalstore.events import schemas, slow_path, subjects, validation

UUID = "0190d3a1-7b3c-8def-9abc-0123456789ab"
VALUES = st.sampled_from(
    [
        *(None, True, 0, 1, -1, 0.5, 1.0, 1.5, 2**31, "", "x", "ok", "a\x00", "x" * 513),
        *([], ["x"], [1], [0.1, 0.2], [0.1, 0.2, 0.3], [{"path": "p"}]),
        *({}, {"a": 1}, {"a": "x"}, {"a": 0.5}, {"a": None}, {"a": []}),
        *([{"path": "p", "was": 1, "rule": "r"}], UUID, f"{UUID}\n"),
    ]
)


@pytest.mark.parametrize("name", [*schemas.kinds(), schemas.EVENT_LINE])
def test_schema_is_one(name):
    """Each file is a valid schema, bears its own name, and describes each of its fields."""
    schema = schemas.schema(name)

    Draft202012Validator.check_schema(schema)
    assert name == schema["title"]
    assert all("description" in field for field in schema["properties"].values())


def test_subject_parts_are_fields():
    """What a subject is made of are fields of that payload."""
    for kind in schemas.kinds():
        schema = schemas.schema(kind)
        parts = {*schema["x-subject"], *schema.get("x-subject-if-present", ())}

        assert set() == parts - schema["properties"].keys()


def test_keywords_of_our_own_are_known():
    """A keyword that begins with x- is one of those the package explains."""
    found = {
        name
        for kind in schemas.kinds()
        for part in (schemas.schema(kind), *schemas.schema(kind)["properties"].values())
        for name in part
        if name.startswith("x-")
    }

    assert found == set(re.findall(r"``(x-[\w-]+)", schemas.__doc__))


def test_an_unknown_schema_is_named():
    """Asking for a schema that is not there says which there are."""
    with pytest.raises(
        UsageError, match=r"no schema 'nope'; available: analysis_recorded, .*, event_line"
    ):
        schemas.schema("nope")


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_fast_check_is_never_kinder(data):
    """Where the fast check says yes, the schema library says yes; where no, mostly no."""
    name = data.draw(st.sampled_from([*schemas.kinds(), schemas.EVENT_LINE]))
    schema = schemas.schema(name)
    fields = data.draw(st.lists(st.sampled_from([*schema["properties"], "note"]), unique=True))
    value = {field: data.draw(VALUES) for field in {*schema["required"], *fields}}
    is_valid = Draft202012Validator(schema).is_valid(value)

    if validation.fast_check(name)(value):
        assert is_valid
    if not is_valid:
        with pytest.raises(RefusedEventError) as caught:
            validation.refuse_invalid(name, value, "payload")
        assert "found" in caught.value.detail
        assert "expected" in caught.value.detail


@settings(max_examples=300, deadline=None)
@given(st.text())
def test_percent_encoding_is_that_of_duckdb(text):
    """SQL and Python encode the parts of a subject alike."""
    [(encoded,)] = duckdb.execute("select url_encode($1)", [text]).fetchall()

    assert quote(text, safe="") == encoded
    assert encoded == subjects.subject("case_generated", {"case_id": text})


@settings(max_examples=300, deadline=None)
@given(st.datetimes(slow_path.FIRST_TIME, slow_path.END_TIME.replace(year=2199)), st.timezones())
def test_times_round_trip(at, zone):
    """A time written in any zone is read as the same time in UTC."""
    written = at.replace(tzinfo=UTC).astimezone(zone).isoformat()
    # Before there were zones, offsets had seconds, which RFC 3339 cannot say.
    assume(written[-6] in "+-")

    assert at == slow_path.utc_time(written)


def test_a_sentence_says_what_to_do():
    """A refusal names the field, what was found, what was expected, and the way out."""
    with pytest.raises(RefusedEventError) as caught:
        validation.refuse_invalid(
            "response_recorded",
            {"case_id": "c", "system_id": "s", "status": "ok", "confidence": "high"},
            "payload",
        )

    assert "wrong type" == caught.value.reason
    assert (
        'payload.confidence: found "high", expected a number or null; write it so, or leave an '
        "optional field out"
    ) == caught.value.detail


def test_the_schemas_are_written_alike():
    """A schema file is its own JSON, indented by two."""
    for name in (*schemas.kinds(), schemas.EVENT_LINE, schemas.COMMON):
        text = (schemas.FOLDER / f"{name}.json").read_text(encoding="utf-8")

        assert json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n" == text
