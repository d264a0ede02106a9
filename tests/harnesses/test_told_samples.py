"""Records of every_eval_ever that say how many samples they have, and how sure a figure is."""

import json

import pytest

from evalstore.harnesses.every_eval_ever import every_eval_ever
from evalstore.harnesses.records import Skip, SourceFile
from tests.harnesses.listed_events import listed, payloads
from tests.harnesses.test_converted_records import line, result
from tests.harnesses.test_every_eval_ever import FOREIGN

DETAIL = "detailed_evaluation_results"


def read(folder, results, lines=(), **fields):
    """Return what is read of a record with its lines, and the warnings."""
    path = folder / "record.json"
    path.write_text(json.dumps({**FOREIGN, "evaluation_results": results, **fields}))
    samples = "".join(f"{json.dumps(one)}\n" for one in lines)
    path.with_name("record_samples.jsonl").write_text(samples)
    found = tuple(every_eval_ever.companions(path))
    source = SourceFile(path, path.name, "0" * 64, companions=found)
    items = [item for item in every_eval_ever.read(source) if not isinstance(item, Skip)]
    return listed(items), source.warnings


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("own_count", "other_count", "total_rows", "is_ended", "is_warned"),
    [
        (2, 0, 2, True, False),
        (1, 0, 2, False, True),
        # Records that share a file say how many lines it has, or how many of them are theirs.
        (2, 2, 2, True, False),
        (2, 2, 4, True, False),
        (2, 2, 3, False, True),
        (0, 2, 2, False, False),
        (0, 0, 0, True, False),
    ],
)
def test_a_run_without_all_of_its_samples_has_no_end(
    tmp_path, own_count, other_count, total_rows, is_ended, is_warned
):
    """Lines of another record are none of its samples; each of those is named, when skipped."""
    lines = [line(f"s{number}", "acc", 1.0) for number in range(own_count)]
    lines += [
        line(f"o{number}", "acc", 1.0, evaluation_id="other") for number in range(other_count)
    ]

    detail = {DETAIL: {"total_rows": total_rows}}
    records, warnings = read(tmp_path, [result("acc")], lines, **detail)

    kinds = [kind for events in records for kind, _ in events]
    assert own_count == kinds.count("verdict_recorded")
    assert is_ended == ("run_finished" in kinds)
    assert is_warned == any("`total_rows`" in warning for warning in warnings)


@pytest.mark.parametrize(
    ("uncertainty", "words"),
    [
        ({"standard_error": {"value": -0.1}}, "standard_error.value: found"),
        ({"standard_error": {"value": "0.1"}}, "standard_error.value: found"),
        ({"standard_error": {"value": True}}, "standard_error.value: found"),
        ({"standard_error": 0.1}, "standard_error: found"),
        ({"num_samples": -1}, "num_samples: found"),
    ],
)
def test_what_is_beside_a_figure_is_left_out_alone(tmp_path, uncertainty, words):
    """The figure stands without it, and one warning says of how many."""
    figures = [result("acc", score=0.25), result("f1", "f1"), result("em", "em", score=0.75)]
    for figure in figures[:2]:
        figure["score_details"]["uncertainty"] = uncertainty

    records, warnings = read(tmp_path, figures)

    assert [(0.25, None, None), (0.5, None, None), (0.75, None, None)] == [
        (one["value"], one.get("stderr"), one.get("count"))
        for one in payloads(records, "score_reported")
    ]
    [warning] = warnings
    assert f"evaluation_results[0]: {words}" in warning
    assert warning.endswith("ignored, also in 1 more")


def test_a_record_of_our_own_has_its_own_name_of_the_system(tmp_path):
    """The schema wants a developer in the model's id; the name without one is beside it."""
    model = {"id": "unknown/m", "additional_details": {"system_id": "m"}}
    lines = [line("s1", "acc", 1.0, model_id="unknown/m")]
    fields = {"model_info": model, "eval_library": {"name": "evalstore", "version": "1"}}

    own, _ = read(tmp_path, [result("acc")], lines, **fields)
    foreign, _ = read(tmp_path, [result("acc")], lines, model_info=model)

    for records, system_id in ((own, "m"), (foreign, "unknown/m")):
        assert [system_id] == dict(records[0])["run_started"]["systems"]
        found = [payload for events in records for _, payload in events]
        assert {system_id} == {one["system_id"] for one in found if "system_id" in one}
        assert payloads(records, "verdict_recorded")
