"""Records of every_eval_ever that others made, and those that are damaged."""

import json

import pytest

from evalstore.errors import EvalstoreError
from evalstore.harnesses.ingest import ingest
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading

FOREIGN = {
    "schema_version": "0.3.0",
    "evaluation_id": "math/meta/llama/1706000000",
    "evaluation_timestamp": "1706000000",
    "retrieved_timestamp": "1706000000",
    "source_metadata": {
        "source_type": "evaluation_run",
        "source_organization_name": "us",
        "evaluator_relationship": "first_party",
    },
    "eval_library": {"name": "inspect_ai", "version": "unknown"},
    "model_info": {
        "name": "llama",
        "id": "meta/llama",
        "additional_details": {"deployment_type": "unknown", "model_availability": "open_weights"},
    },
    "evaluation_results": [
        {
            "evaluation_result_id": "m1",
            "evaluation_name": "math",
            "source_data": {"dataset_name": "math", "source_type": "other"},
            "metric_config": {
                "metric_id": "accuracy", "lower_is_better": False, "score_type": "continuous",
                "min_score": 0, "max_score": 1,
            },
            "score_details": {
                "score": 0.5,
                "uncertainty": {"standard_error": {"value": 0.5}, "num_samples": 2},
            },
        }
    ],
}  # fmt: skip
SAMPLE = {
    "schema_version": "0.3.0",
    "evaluation_id": "math/meta/llama/1706000000",
    "model_id": "meta/llama",
    "evaluation_name": "math",
    "evaluation_result_id": "m1",
    "sample_id": "4",
    "interaction_type": "single_turn",
    "input": {"raw": "2 + 3?", "reference": ["5"]},
    "output": {"raw": ["It is 5."]},
    "answer_attribution": [
        {"turn_idx": 0, "source": "output.raw", "extracted_value": "5",
         "extraction_method": "regex", "is_terminal": True}
    ],
    "evaluation": {"score": 1.0, "is_correct": True},
    "metadata": {"level": "easy"},
}  # fmt: skip
TALKED = {
    **SAMPLE,
    "sample_id": "5",
    "interaction_type": "multi_turn",
    "output": None,
    "messages": [{"turn_idx": 0, "role": "user", "content": "3 + 3?"}],
    "answer_attribution": [],
    "evaluation": {"score": 0.0, "is_correct": False},
}


@pytest.fixture
def written(tmp_path):
    """Return a function that writes an aggregate and lines, and reads them into a store."""
    layout = Layout(tmp_path / "store")
    layout.create()

    def write(aggregate=FOREIGN, lines=(SAMPLE, TALKED), named="record.json"):
        path = tmp_path / "record.json"
        texts = [one if isinstance(one, str) else json.dumps(one) for one in lines]
        if aggregate is not None:
            said = json.dumps(aggregate) if isinstance(aggregate, dict) else aggregate
            path.write_bytes(said if isinstance(said, bytes) else said.encode())
        if texts:
            samples = tmp_path / "record_samples.jsonl"
            samples.write_text("\n".join(texts) + "\n", encoding="utf-8")
        return ingest(layout, [str(tmp_path / named)])

    write.layout = layout
    return write


def test_a_record_of_others(written):
    """Its samples are judged by its metric, and its figure agrees with them."""
    taken = written()

    with reading(written.layout) as reader:
        rows = reader.rows(
            "select scored.case_id, system_id, validator_id, outcome, answer, domain, named.value "
            "from facts.scored left join facts.case_attributes as named "
            "on named.case_id = scored.case_id and name = 'level' order by 1"
        )
    assert [
        ("4", "meta/llama", "accuracy", "right", "5", "math", "easy"),
        ("5", "meta/llama", "accuracy", "wrong", None, "math", "easy"),
    ] == [tuple(row.values()) for row in rows]
    assert str(taken.compared).startswith("1 agrees, 0 differ")
    assert taken.files[0].warnings == []


@pytest.mark.sweep
def test_parts_that_are_missing_are_said(written):
    """Samples without a record, a record without samples, and samples that are others."""
    reference = {"format": "jsonl", "file_path": "x", "hash_algorithm": "sha256", "checksum": "0"}
    assert any(
        "so its samples may not belong to the record" in warning
        for warning in written({**FOREIGN, "detailed_evaluation_results": reference})
        .files[0]
        .warnings
    )
    with pytest.raises(EvalstoreError, match="ingest that file, which reads both"):
        written(named="record_samples.jsonl")


@pytest.mark.sweep
def test_samples_alone(written):
    """They are read, and the record's figures are not known."""
    [file] = written(None, named="record_samples.jsonl").files

    assert "record.json was not found next to it" in file.warnings[0]
    with reading(written.layout) as reader:
        [row] = reader.rows("select accuracy from metrics.accuracy where slice_name = 'all'")
    assert row["accuracy"] == 0.5


def without(name):
    return {key: value for key, value in SAMPLE.items() if key != name}


# Lines that cannot be read, beside one that can.
BAD_LINES = {
    "no JSON": "{",
    "a list": "[]",
    "NaN beside the score": json.dumps({**SAMPLE, "performance": {"latency_ms": float("nan")}}),
    "a key twice": '{"sample_id": "a", "sample_id": "b"}',
    "deep nesting": '{"a":' + "[" * 90 + "]" * 90 + "}",
    "no score": {**SAMPLE, "evaluation": {"is_correct": True}},
    "a truth value as score": {**SAMPLE, "evaluation": {"score": True, "is_correct": True}},
    "no verdict": {**SAMPLE, "evaluation": {"score": 1.0, "is_correct": None}},
    "no sample": without("sample_id"),
    "no input": {**SAMPLE, "input": "2 + 3?"},
    "no model": without("model_id"),
    "an empty id": {**SAMPLE, "evaluation_id": " "},
    "a number as id": {**SAMPLE, "sample_id": 7},
    "cut short": json.dumps(SAMPLE)[:-40],
    "a control character": '{"sample_id": "\x01"}',
}
# Aggregates that cannot be read.
BAD_RECORDS = {
    "cut short": json.dumps(FOREIGN)[:-40],
    "a key twice": json.dumps(FOREIGN)[:-1] + ', "evaluation_id": "b"}',
    "Latin-1": json.dumps({**FOREIGN, "evaluation_id": "é"}, ensure_ascii=False).encode("latin-1"),
    "deep nesting": json.dumps(FOREIGN)[:-1] + ', "a": ' + "[" * 9000 + "]" * 9000 + "}",
    "no model": json.dumps({**FOREIGN, "model_info": {"name": "llama"}}),
    "a text as model": json.dumps({**FOREIGN, "model_info": "meta/llama"}),
    "a text as results": json.dumps({**FOREIGN, "evaluation_results": "none"}),
    "a list": "[]",
    "empty": "",
    "no id": json.dumps({**FOREIGN, "evaluation_id": 7}),
}


@pytest.mark.thinned(16)
@pytest.mark.parametrize("name", BAD_LINES)
def test_bad_lines_are_named(written, name):
    """One bad line is skipped by place and reason; the others are read."""
    [file] = written(lines=(TALKED, BAD_LINES[name])).files

    [skip] = file.skips
    assert skip.location == "record_samples.jsonl, line 2"
    with reading(written.layout) as reader:
        assert [{"case_id": "5"}] == reader.rows("select case_id from facts.cases")


@pytest.mark.parametrize("name", BAD_RECORDS)
def test_bad_records_are_refused(written, name):
    """Nothing of it is appended, its samples neither."""
    with pytest.raises(EvalstoreError, match=r"record\.json"):
        written(BAD_RECORDS[name])

    assert list(written.layout.inbox.iterdir()) == []


@pytest.mark.sweep
def test_what_no_reader_needs_may_be_of_any_type(written):
    """It is left out with a warning."""
    odd = {"schema_version": 9, "source_metadata": 1, "detailed_evaluation_results": "x"}

    [file] = written({**FOREIGN, **odd}).files

    assert any("schema version '9' is unknown" in warning for warning in file.warnings)
    assert any('source_metadata: found "1", expected an object' in one for one in file.warnings)
    assert not file.skips


def test_lines_alone_of_an_unknown_version(written):
    """It is said of them, as of a record."""
    [file] = written(None, [{**SAMPLE, "schema_version": "9"}], "record_samples.jsonl").files

    assert any("schema version '9' is unknown" in warning for warning in file.warnings)


def test_lines_of_an_unknown_version_keep_their_fields(written):
    """Those that nobody here knows, but for secrets."""
    lines = [
        {**SAMPLE, "schema_version": "9", "mood": "calm", "api_key": "sk-1"},
        {**TALKED, "mood": "calm"},
    ]
    written({**FOREIGN, "schema_version": "9"}, lines)

    with reading(written.layout) as reader:
        rows = reader.rows(
            "select payload ->> 'case_id' as case_id, payload -> 'raw_fields' as raw_fields "
            "from log.events where kind = 'response_recorded' order by 1"
        )
    assert [("4", '{"mood":"calm"}'), ("5", None)] == [tuple(row.values()) for row in rows]


REFUSALS = {
    "a key twice": 'found the key "evaluation_id" twice',
    "Latin-1": "is not valid UTF-8",
    "no model": "model_info.id: found nothing",
    "a text as model": 'model_info: found "meta/llama"',
    "a text as results": 'evaluation_results: found "none", expected a list',
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_says_what_it_found(written, name):
    """It names the field, or where in the file."""
    with pytest.raises(EvalstoreError, match=REFUSALS[name]):
        written(BAD_RECORDS[name])
