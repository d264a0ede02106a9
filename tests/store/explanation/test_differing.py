"""Two sizes of a log differ in the numbers in which two rebuilt databases differ."""

import json

import duckdb
import pytest

from evalstore.errors import UsageError
from evalstore.store.explanation import difference
from evalstore.store.facts import rebuild
from tests.store.explanation.conftest import judged, sizes_of

COLUMNS = (
    "metric, run_id, system_id, validator_id, slice_name, slice_value, variant, "
    + ", ".join(f"round({name}, 9)" for name in difference.PARTS)
)  # fmt: skip
GRAIN_SIZE = 7


def keys_that_differ(store, folder, sizes, run_ids):
    """Return the grain of each number in one of two rebuilt databases and not in the other."""
    rows = []
    for size in sizes:
        output = folder / f"{size}.duckdb"
        rebuild.rebuild_at(store.layout, size, output)
        with duckdb.connect(str(output), read_only=True) as connection:
            sql = f"select {COLUMNS} from metrics.all_metrics where list_contains(?, run_id)"
            rows.append({*connection.execute(sql, [run_ids]).fetchall()})
    return {row[:GRAIN_SIZE] for row in rows[0] ^ rows[1]}


def test_they_are_the_differences_of_rebuilt_stores(revised_store, tmp_path):
    """A revision of one run, and a retraction by the other run of an event of this one."""
    _, first, revised, last = sizes_of(revised_store)
    for sizes, runs in (((first, revised), ["r1"]), ((revised, last), ["r1", "r2"])):
        found = revised_store.diff(*sizes)
        expected = keys_that_differ(revised_store, tmp_path, sizes, ["r1", "r2"])

        assert found.compared == runs
        assert {tuple(item.number.values()) for item in found.numbers} == expected
        assert {key[1] for key in expected} == {"r1"}
        for size in sizes:
            (tmp_path / f"{size}.duckdb").unlink()


def test_each_number_has_its_reasons(revised_store):
    """The kind, system, validator and source of the events between, also of a retraction."""
    _, first, _, last = sizes_of(revised_store)
    found = revised_store.diff(first, metric="accuracy")
    [number] = [item for item in found.numbers if item.number["slice_name"] == "all"]

    assert found.after.tree_size == last
    assert (number.before["value"], number.before["scored_count"]) == (pytest.approx(2 / 6), 6)
    assert number.after["value"] != number.before["value"]
    reasons = [
        (str(item), item.system_id, item.validator_id, item.source) for item in number.because
    ]
    assert reasons == [
        ("1 verdict_recorded revised", "s", "factual", "python"),
        ("1 verdict_recorded retracted", "s", "factual", "python"),
    ]  # fmt: skip
    assert json.loads(json.dumps(found.to_dict()))["numbers"][0]["because"]


def test_a_run_that_is_new_is_named(revised_store):
    """Its numbers are all new, so that they are not listed; what did not change is not either."""
    first, second, *_ = sizes_of(revised_store)
    found = revised_store.diff(first, second)

    assert (found.new, found.compared, found.numbers) == (["r2"], [], [])
    assert revised_store.diff(second, second).numbers == []


def test_what_cannot_be_compared(revised_store):
    """Sizes in the wrong order, sizes and names that do not exist."""
    first, second, *_ = sizes_of(revised_store)
    for given, words in (
        ({"first": second, "last": first}, "name the earlier one first"),
        ({"first": 3}, "never ended at 3 events"),
        ({"first": first, "last": 3}, "never ended at 3 events"),
        ({"first": first, "run": "r9"}, "no run 'r9' among the first"),
        ({"first": first, "metric": "acuracy"}, "accuracy"),
    ):
        with pytest.raises(UsageError, match=words):
            revised_store.diff(**given)


def test_a_retracted_retraction_restores_and_a_label_is_a_reason(revised_store):
    """Of the judge's agreement, which has no event of its own; a decision is a reason of none."""
    last = sizes_of(revised_store)[-1]
    [(event_id,)] = revised_store.query(
        "select event_id from log.events where kind = 'retracted'"
    ).rows()
    told = {"event_id": str(event_id), "reason": "it was right"}
    revised_store.append([{"kind": "retracted", "run_id": "r2", "payload": told}])
    found = revised_store.diff(last)
    [number] = [item for item in found.numbers if is_accuracy(item)]

    assert [str(item) for item in number.because] == ["1 verdict_recorded restored"]
    last = sizes_of(revised_store)[-1]
    labels = [judged("c0", "right"), judged("c1", "wrong"), judged("c2", "wrong")]
    for label in labels:
        label["payload"]["validator_id"] = "human:ann"
    revised_store.append(labels)
    decided = {
        "gate_id": "g",
        "metric": "accuracy",
        "slice": "all=all",
        "decision": "pass",
        "reason": "told",
    }
    revised_store.append([{"kind": "gate_evaluated", "run_id": "r1", "payload": decided}])
    found = revised_store.diff(last, metric="judge_agreement")

    assert {item.number["validator_id"] for item in found.numbers} == {"factual"}
    assert {str(reason) for item in found.numbers for reason in item.because} == {
        "3 verdict_recorded"
    }
    assert "gate_evaluated" in {item.kind for item in found.events}


def is_accuracy(item):
    return (item.number["metric"], item.number["slice_name"]) == ("accuracy", "all")
