"""Properties of reading samples and results, whatever is in them."""

import json
import math

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalstore.base import sql_files
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.lm_eval import evaluation, results
from evalstore.harnesses.lm_eval.replies import reply_of
from evalstore.harnesses.lm_eval.sample_events import TaskFacts, sample_events
from evalstore.harnesses.lm_eval.samples import record_of
from evalstore.harnesses.lm_eval.task_samples import TaskSamples
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["arg_0", "arg_1", "a"]), inner, max_size=3)
    ),
    max_leaves=6,
)
FIELDS = ["doc", "target", "arguments", "filtered_resps", "filter", "metrics", "doc_hash", "acc"]
SAMPLES = st.fixed_dictionaries(
    {"doc_id": st.integers(0, 3) | st.text(max_size=3), "resps": VALUES},
    optional=dict.fromkeys(FIELDS, VALUES),
)
METRIC_KEYS = ["acc,none", "acc_stderr,none", "f1", "alias", "sample_count", "x,y,z"]
METRICS = st.dictionaries(st.sampled_from(METRIC_KEYS), VALUES)
TASKS = st.dictionaries(st.sampled_from(["sums", "kinds", "all"]), METRICS | VALUES, max_size=3)
PARTS = ("groups", "group_subtasks", "configs", "versions", "n-samples", "higher_is_better")
RESULTS = st.fixed_dictionaries(
    {"results": TASKS},
    optional={
        **dict.fromkeys(PARTS, TASKS | VALUES),
        **dict.fromkeys(("config", "date", "git_hash", "lm_eval_version"), VALUES),
    },
)


@pytest.fixture(scope="module", name="mapped")
def mapped_fixture():
    """Map records to events, as kinds and payloads."""
    with duckdb.connect() as connection:

        def run(texts):
            connection.execute(
                "create or replace table records as "
                "select unnest(range(len($texts))) as ordinal, unnest($texts::varchar[])::json "
                "as record",
                {"texts": texts},
            )
            rows = connection.execute(sql_files.read(event_records.MAPPING)).fetchall()
            return [(row[1], json.loads(row[7])) for row in rows]

        yield run


@settings(max_examples=10, deadline=None)
@given(lines=st.lists(SAMPLES, min_size=1, max_size=4))
def test_every_line_is_a_record_or_named(mapped, lines):
    """Whatever stands in its fields: a case for each document, and strict JSON."""
    task = TaskSamples("r", "sums", "m", {})
    found = [record_of(json.dumps(line).encode(), "line", task) for line in lines]
    facts = TaskFacts("sums", "m", [], [], [])
    texts = [
        event_records.record(
            "line", "r", *sample_events(json.loads(item.text)["sample"], facts)
        ).text
        for item in found
        if isinstance(item, SourceRecord)
    ]
    events = mapped(texts)
    ids = {payload["case_id"] for kind, payload in events if kind == "case_generated"}

    assert len(texts) + sum(isinstance(item, Skip) for item in found) == len(lines)
    assert ids == task.cases
    assert {str(line["doc_id"]) for line in lines} >= task.documents.keys()
    assert len(ids) + task.repeat_count <= len(texts)


@pytest.mark.sweep
@settings(max_examples=30, deadline=None)
@given(found=RESULTS)
def test_every_file_of_results_is_read_or_refused(mapped, tmp_path_factory, found):
    """Whatever stands in its parts: a run's start and end for each task and group, or refused."""
    path = tmp_path_factory.mktemp("results") / "results.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    source = SourceFile(path, path.name, "0" * 64)
    try:
        records = list(evaluation.records(results.opened(source), [], source))
    except UnreadableInputError:
        return
    events = mapped([record.text for record in records])
    starts = [payload["suite"] for kind, payload in events if kind == "run_started"]

    assert len(starts) == len(set(starts)) == sum(kind == "run_finished" for kind, _ in events)


@given(
    likelihoods=st.lists(st.floats(-1e4, 0), min_size=2, max_size=6),
    shift=st.floats(-100, 100),
)
def test_confidence_is_a_share_that_no_shift_changes(likelihoods, shift):
    """At least one in as many as there are choices; that of the likeliest."""

    def reply(values):
        return reply_of({
            "arguments": [["q", str(at)] for at in range(len(values))],
            "filtered_resps": [[str(value), "False"] for value in values],
        })  # fmt: skip

    found = reply(likelihoods)
    shifted = reply([value + shift for value in likelihoods])

    assert found.picked is not None
    assert max(likelihoods) == likelihoods[found.picked]
    assert 1 / len(likelihoods) - 1e-12 <= found.confidence <= 1
    assert math.isclose(found.confidence, shifted.confidence, rel_tol=1e-6)
