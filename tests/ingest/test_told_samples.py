"""Records of every_eval_ever that say where their samples are, and how sure a figure is."""

import json

import pytest

from evalstore.ingest.formats import every_eval_ever
from evalstore.ingest.records import SourceFile
from tests.ingest.test_converted_records import line, result
from tests.ingest.test_every_eval_ever import FOREIGN

DETAIL = "detailed_evaluation_results"


def written(folder, results, **fields):
    """Write an aggregate; return its path."""
    path = folder / "record.json"
    path.write_text(json.dumps({**FOREIGN, "evaluation_results": results, **fields}))
    return path


def read(path):
    """Return what is read of a record, and the warnings."""
    found = tuple(every_eval_ever.companions(path))
    source = SourceFile(path, path.name, "0" * 64, companions=found)
    return [json.loads(item.text) for item in every_eval_ever.read(source)], source.warnings


@pytest.mark.parametrize(
    "address", ["data/math/meta/llama/lines.jsonl", "lines.jsonl", "C:\\data\\lines.jsonl"]
)
def test_samples_are_found_by_the_name_that_the_record_gives(tmp_path, address):
    """Wherever the file stood when the record was written, it stands beside it now."""
    (tmp_path / "lines.jsonl").write_text(json.dumps(line("1", "acc", 1.0)) + "\n")
    path = written(tmp_path, [result("acc")], **{DETAIL: {"file_path": address}})

    records, warnings = read(path)

    assert [] == warnings
    assert ["1"] == [one["sample"]["sample_id"] for one in records if "sample" in one]


@pytest.mark.parametrize(
    "address", ["../lines.jsonl/", "none.jsonl", "record.json", "a\0b.jsonl", 7, None]
)
def test_what_is_no_file_beside_the_record_is_none(tmp_path, address):
    """A record without its samples gives its figures, with a warning."""
    path = written(tmp_path, [result("acc")], **{DETAIL: {"file_path": address}})

    assert [] == every_eval_ever.companions(path)
    assert "are not beside it as record_samples.jsonl or by that name" in read(path)[1][0]


def test_a_name_of_its_own_goes_before_the_one_that_is_given(tmp_path):
    """Converters write NAME_samples.jsonl, whatever a copied record says."""
    for name in ("record_samples.jsonl", "lines.jsonl"):
        (tmp_path / name).write_text("")
    path = written(tmp_path, [result("acc")], **{DETAIL: {"file_path": "lines.jsonl"}})

    assert ["record_samples.jsonl"] == [one.name for one in every_eval_ever.companions(path)]


@pytest.mark.parametrize("path", ["record.json", "missing.json"])
def test_a_record_that_cannot_be_read_has_no_samples(tmp_path, path):
    """Reading it says what is wrong."""
    (tmp_path / "record.json").write_text("{")

    assert [] == every_eval_ever.companions(tmp_path / path)


@pytest.mark.parametrize("value", [-0.1, "0.1", True])
def test_a_standard_error_that_is_none_is_left_out_alone(tmp_path, value):
    """The figure stands without it, and a warning says so."""
    figure = result("acc", score=0.25)
    figure["score_details"]["uncertainty"] = {"standard_error": {"value": value}}

    records, warnings = read(written(tmp_path, [figure, result("f1", "f1")]))

    [figures] = [one["figures"] for one in records if one["kind"] == "reported"]
    assert [(0.25, None), (0.5, None)] == [(one["value"], one["stderr"]) for one in figures]
    [warning] = warnings
    assert "evaluation_results[0]: standard_error.value: found" in warning
