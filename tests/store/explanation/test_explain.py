"""A number is explained by its rows and events, and computed again from the segments alone."""

import json
import shutil

import duckdb
import pytest
from click.testing import CliRunner

import evalstore
from evalstore.cli import cli
from evalstore.errors import CorruptStoreError, UsageError
from evalstore.metrics.catalog import catalog
from evalstore.store.explanation import explaining
from evalstore.store.explanation.recomputing import recomputed
from evalstore.store.query.queries import Filter, Slice
from evalstore.store.query.reader import reading
from evalstore.store.verify import integrity
from tests.store.integrity.conftest import events_of
from tests.store.integrity.test_doctored_database import REFUSED

# Of these the accuracy of r2 is no part: the checks of a gate find them.
NOT_OF_THE_NUMBER = {
    "the suite", "the newest run without a suite", "the newest run made old", "a decision",
    "the newest run gone", "the newest run, in the log, too", "a source that was not read",
    "confidence", "domains",
}  # fmt: skip

# All metrics at once take half a minute.
PART_COUNT = 4
OTHER_VALUES = {"expected": "label", "answered": "factual"}


def doctor(layout, statements):
    with duckdb.connect(str(layout.database)) as connection:
        connection.execute(statements)


@pytest.mark.thinned(PART_COUNT)
@pytest.mark.parametrize("part", range(PART_COUNT))
def test_every_metric_is_computed_again(explained_store, part):
    """Revisions, retractions, attempts, errors, missing and abstained answers, in every metric."""
    metrics = [*catalog().values()][part::PART_COUNT]
    names = [name for metric in metrics for name in explaining.needed_files(metric)]
    number_count = 0
    with (
        recomputed(explained_store.layout, "r1", dict.fromkeys(names)) as now,
        reading(explained_store.layout) as reader,
    ):
        for metric in metrics:
            asked = Slice("domain" if "slice_name" in metric.grain else "all")
            row_filter = Filter("r1", slices=(asked,))
            explanation = explaining.beside(reader, now, metric, row_filter)
            assert explanation.is_equal, explaining.difference(explanation)
            number_count += len(explanation.numbers)

    assert number_count > 100 / PART_COUNT


def test_rows_rest_on_their_events(explained_store):
    """Each row has the events that agree with it in case, system, attempt and validator."""
    explanation = explained_store.explain("accuracy", run="r1", system="s", validator="factual")
    events = {event["position"]: event for event in explanation.events.listed}
    [row] = [row for row in explanation.rows if (row["case_id"], row["attempt"]) == ("c1", 2)]

    subjects = [(events[at]["kind"], events[at]["subject"]) for at in row["positions"]]
    assert subjects == [
        ("case_generated", "c1"),
        ("response_recorded", "c1/s/2"),
        ("verdict_recorded", "c1/s/2/factual"),
    ]
    assert {event["event_id"] for event in events.values()} <= {
        str(value) for (value,) in explained_store.query("select event_id from log.events").rows()
    }
    # Both the numbers of rows and their reasons are those of `show --counted`.
    counted = explained_store.counted("accuracy", run="r1", system="s", validator="factual")
    assert explanation.row_count == len(counted)
    # The revised answer counts, not the one before it.
    [revised] = [row for row in explanation.rows if row["case_id"] == "c2"]
    assert [events[at]["revision"] for at in revised["positions"]] == [1, 2, 2]


def test_without_the_database_the_numbers_are_the_same(explained_store, tmp_path):
    """What is computed again does not read the file that it is to check."""
    before = explained_store.explain("accuracy", run="r1")
    shutil.copytree(explained_store.folder, tmp_path / "copy")
    layout = evalstore.open(tmp_path / "copy").layout
    doctor(layout, "update facts.answer_sums set right_sum = 0, correctness_sum = 0")
    after = evalstore.open(tmp_path / "copy").explain("accuracy", run="r1")

    assert [n.recomputed for n in after.numbers] == [n.recomputed for n in before.numbers]
    assert not after.is_equal
    assert "number" in explaining.difference(after)


@pytest.mark.thinned(16)
@pytest.mark.parametrize("doctoring", [name for name, text in REFUSED.items() if text])
def test_a_doctored_database_is_named(copied, doctoring):
    """Each doctoring that the number rests on makes it broken."""
    doctor(copied, REFUSED[doctoring])
    store = evalstore.open(copied.root)
    explanation = store.explain("accuracy", run="r2", on_note=lambda note: None)

    assert explanation.is_equal == (doctoring in NOT_OF_THE_NUMBER), explanation.problems


@pytest.mark.thinned(3)
@pytest.mark.parametrize("change", ["a byte", "a segment gone", "another checkpoint"])
def test_a_doctored_segment_is_refused(copied, change):
    """What the segments say is only believed where they are those that were recorded."""
    path = min(copied.segments.glob("*.parquet"))
    if change == "a byte":
        data = bytearray(path.read_bytes())
        data[len(data) // 3] ^= 1
        path.write_bytes(data)
    elif change == "a segment gone":
        path.unlink()
    else:
        file = min(copied.checkpoints.glob("*.json"), key=lambda p: int(p.stem))
        fields = json.loads(file.read_text())
        fields["segments"] = dict.fromkeys(fields["segments"], "00" * 32)
        file.write_text(json.dumps(fields))

    with pytest.raises(CorruptStoreError):
        evalstore.open(copied.root).explain("accuracy", run="r1", on_note=lambda note: None)


def test_what_a_number_was(tmp_path):
    """An earlier size of the log gives the earlier number, and what changed since."""
    store = evalstore.open(tmp_path / "store", create=True)
    store.append(events_of("r1", 1))
    [(size,)] = store.query("select max(tree_size) from log.batches").rows()
    revised = {"case_id": "c5", "system_id": "s", "validator_id": "factual", "outcome": "right"}
    store.append([{"kind": "verdict_recorded", "run_id": "r1", "payload": revised}])
    explanation = store.explain("accuracy", run="r1", at=size)

    [number] = explanation.change.numbers
    assert number.stored["value"] == pytest.approx(2 / 6)
    assert number.recomputed["value"] == pytest.approx(3 / 6)
    assert [(row.key["case_id"], row.before["numerator"], row.after["numerator"])
            for row in explanation.change.rows] == [("c5", 0, 1)]  # fmt: skip
    [event] = explanation.change.events
    assert (event["kind"], event["event_count"], event["revision_count"]) == (
        "verdict_recorded", 1, 1,
    )  # fmt: skip
    with pytest.raises(UsageError, match="never ended at 3 events"):
        store.explain("accuracy", run="r1", at=3)


def test_who_corrected_and_what_was_decided_on_the_old_number(copied):
    """The source of the correction, and the decisions whose number is another one now."""
    store = evalstore.open(copied.root)
    decided = store.query("select tree_size from facts.gates where run_id = 'r1'").rows()
    [(size,)] = store.query("select max(tree_size) from log.batches").rows()
    before = store.explain("accuracy", run="r1", at=size)
    revised = {"case_id": "c5", "system_id": "s", "validator_id": "factual", "outcome": "right"}
    store.append([{"kind": "verdict_recorded", "run_id": "r1", "payload": revised}], source="anna")
    change = store.explain("accuracy", run="r1", at=size).change

    assert before.change.decisions == []
    assert [(event["source"], event["revision_count"]) for event in change.events] == [("anna", 1)]
    assert [(row["gate_id"], row["decision"], row["tree_size"]) for row in change.decisions] == [
        ("accuracy", "pass", decided[0][0])
    ]
    [decision] = change.decisions
    assert (decision["value"], decision["value_now"]) == pytest.approx((2 / 6, 3 / 6))


def test_two_slices_are_refused(explained_store):
    """One of them would be left out in silence."""
    command = ["explain", "accuracy", "--slice", "all", "--slice", "domain"]
    ended = CliRunner().invoke(cli, [*command, "--store", str(explained_store.folder)])

    assert "found 2 slices, expected one: all, domain" in f"{ended.exception}{ended.output}"


def test_names_that_do_not_exist(explained_store):
    """Whoever mistypes is told what there is."""
    for given, found in (
        ({"run": "r9"}, "no run 'r9'"),
        ({"run": "r1", "system": "t"}, "no system 't'"),
        ({"run": "r1", "slice": "domian"}, "no slice 'domian'"),
    ):
        with pytest.raises(UsageError, match=found):
            explained_store.explain("accuracy", **given)


def test_a_run_whose_rows_are_gone(copied):
    """A run that the segments have is explained, and broken where the database lacks it."""
    doctor(
        copied,
        "; ".join(
            f"delete from facts.{table} where run_id = 'r2'"
            for table in ("scored", "answer_sums", "sliced_attempts")
        ),
    )
    explanation = evalstore.open(copied.root).explain("accuracy", run="r2")

    assert [number.stored for number in explanation.numbers] == [None]
    assert not explanation.is_equal


def test_definitions_are_those_of_the_gate(copied):
    """A definition that could change a number is a problem, by the same check as a gate's."""
    doctor(copied, "create macro main.sum(x) as count(x)")
    with reading(copied) as reader:
        assert (
            evalstore.open(copied.root).explain("accuracy", run="r2").problems
            == integrity.definition_problems(reader)
            != []
        )


@pytest.mark.thinned(8)
@pytest.mark.parametrize(
    ("metric", "parameters"),
    [
        (metric.name, {parameter.name: OTHER_VALUES.get(parameter.name, parameter.high)})
        for metric in catalog().values()
        for parameter in metric.parameter
    ],
)
def test_another_parameter(explained_store, metric, parameters):
    """The same value is set on both sides, and is that of the metric itself."""
    part = "session" if catalog()[metric].slice == "session" else "all"
    rows = explained_store.metric(metric, run="r1", slice=part, parameters=parameters).to_dicts()
    try:
        explanation = explained_store.explain(
            metric, run="r1", slice=part, parameters=parameters, row_limit=1
        )
    except UsageError:
        assert not rows
        return

    assert explanation.is_equal
    if catalog()[metric].has_value:
        values = [number.recomputed["value"] for number in explanation.numbers]
        assert values == pytest.approx([row[metric] for row in rows])


def test_only_what_is_listed_is_read(explained_store, monkeypatch):
    """A run of 100,000 cases: rows that are equal on both sides stay in the databases."""
    monkeypatch.setattr(explaining, "_rows", None)

    explanation = explained_store.explain("accuracy", run="r1", row_limit=1)

    assert explanation.row_count > len(explanation.rows) == 1
    positions = explanation.rows[0]["positions"]
    assert [event["position"] for event in explanation.events.listed] == positions
    assert explanation.events.count > len(positions)
