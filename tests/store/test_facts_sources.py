"""The header of a table of facts that says without what it has no row."""

import json

import pytest

import evalstore
from evalstore.events import schemas
from evalstore.store.facts import facts, schema


@pytest.mark.parametrize("table", schema.FACTS)
def test_a_table_is_empty_without_what_is_computed_before_it(table):
    """A header that names no kind, or a later table, would leave the table empty for ever."""
    before = schema.FACTS[: schema.FACTS.index(table)]

    assert {source.partition(" with ")[0] for source in facts.sources_of(table)} <= {
        *schemas.kinds(),
        *(f"facts.{name}" for name in before),
    }


IMAGE = {"data": "data:image/gif;base64,R0lGODlhAQA="}
# Events that fill each table of facts that is not computed without a field, and no other of them.
FILLED = {
    "run_weights": [("run_started", {"suite": "s", "config": {"weights": {"math": 2}}})],
    "verdict_scores": [
        ("response_recorded", {"case_id": "c", "system_id": "s", "status": "ok", "text": "t"}),
        (
            "verdict_recorded",
            {
                "case_id": "c", "system_id": "s", "validator_id": "v", "outcome": "right",
                "scores": {"respect": 1},
            },
        ),
    ],
    "alignments": [
        (
            "response_recorded",
            {
                "case_id": "c", "system_id": "s", "status": "ok", "value_dim": "power",
                "alignment": 1.0,
            },
        )
    ],
    "case_attributes": [("case_generated", {"case_id": "c", "prompt": "p", "tags": ["t"]})],
    "images": [
        ("case_generated", {"case_id": "c", "prompt": "p", "images": [IMAGE]}),
    ],
    "unjudged": [
        ("run_started", {"suite": "s", "systems": ["s"]}),
        ("case_generated", {"case_id": "c", "prompt": "p", "label": "E"}),
    ],
    "sliced_attempts": [
        ("response_recorded", {"case_id": "c", "system_id": "s", "status": "ok", "cost_usd": 1}),
        ("verdict_recorded",
         {"case_id": "c", "system_id": "s", "validator_id": "v", "outcome": "right"}),
    ],
    "drift_weeks": [
        ("run_started", {"suite": "s", "systems": ["s"]}),
        (
            "case_generated",
            {"case_id": "c", "prompt": "p", "attributes": {"persona_id": "p", "week": 1}},
        ),
    ],
}  # fmt: skip


@pytest.mark.sweep
def test_a_field_fills_the_tables_that_need_it(tmp_path):
    """Each has its row where the events of a fold give its field, and no other such field."""
    store = evalstore.open(tmp_path / "store", create=True)
    counts = {}
    for table, given in FILLED.items():
        store.append(
            [{"kind": kind, "run_id": table, "payload": values} for kind, values in given]
        )
        counts[table] = len(store.query(f"from facts.{table} where run_id = '{table}'"))

    with_field = [table for table in schema.FACTS if " with " in str(facts.sources_of(table))]
    assert sorted(FILLED) == sorted(with_field)
    assert dict.fromkeys(FILLED, 1) == counts


def test_an_image_of_a_reply_alone(tmp_path):
    """Each of the kinds that may name one fills the table, also without the other."""
    store = evalstore.open(tmp_path / "store", create=True)
    reply = {"case_id": "c", "system_id": "s", "status": "ok", "text": "t", "images": [IMAGE]}

    store.append([{"kind": "response_recorded", "run_id": "r", "payload": reply}])

    assert [("s", "image/gif")] == list(
        store.query("select system_id, media_type from facts.images")
    )


@pytest.mark.sweep
def test_a_name_written_with_escapes_is_a_name(tmp_path):
    """JSON may spell a letter as its code: such a payload counts as naming every field."""
    line = json.dumps(
        {
            "kind": "run_started",
            "run_id": "r",
            "payload": {"suite": "s", "config": {"weights": {"a": 2}}},
        }
    )
    path = tmp_path / "events.ndjson"
    path.write_text(line.replace('"weights"', '"w\\u0065ights"') + "\n", encoding="utf-8")
    store = evalstore.open(tmp_path / "store", create=True)

    store.ingest(path)

    assert [(2.0,)] == list(store.query("select weight from facts.run_weights"))
