"""Every field of an event that may hold a text is left out of a bundle without texts."""

import json
from pathlib import Path

import pytest

from evalstore.events import validation
from evalstore.store.explanation.bundles.texts import TEXT_FIELDS, TEXT_LEFT_OUT, outgoing
from tests.store.explanation.bundle_checks import bundled

SCHEMAS = Path(validation.__file__).parent / "schemas"
# Names, times, hashes, versions and numbers by name: what a bundle without texts still tells.
NO_TEXTS = """
analysis_id at_run at_session attempt attributes baseline_reason baseline_reference
baseline_run_id by_facts_run_ids case_id cluster_id committed_at confidence_kind config_sha256
controls counts definition detector domain event_id fields finish_reason format gate_id
generator git_branch git_sha group images judge label label_probabilities label_set_id method
metric model must_beat noticed_in_session over_system_id parameters params prompt_sha256 raters
reader redactions reducer repairs request_sha256s response_event_id results root run_id runs
scorer scores seed session_id severity sha256 skipped slice source suite suite_version system
system_id systems tags template threshold tool_version unit validator_digest validator_id
validator_version validators value_dim variant views_sha256 votes weights_sha256
"""


def open_fields(name, schema):
    """Yield the names under which a payload may have any string, outside of text fields."""
    if name in TEXT_FIELDS or not isinstance(schema, dict):
        return
    kinds = schema.get("type", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    is_any_text = "string" in kinds and "enum" not in schema
    is_any_object = "object" in kinds and "properties" not in schema
    if name and (is_any_text or is_any_object or "$ref" in schema):
        yield name
    for key, part in schema.get("properties", {}).items():
        yield from open_fields(key, part)
    for part in (schema.get("items"), schema.get("additionalProperties")):
        yield from open_fields(name, part)
    for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from open_fields(name, part)


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(SCHEMAS.glob("*.json")) if path.stem not in ("common", "event_line")],
    ids=lambda path: path.stem,
)
def test_each_field_is_a_text_or_known_to_be_none(path):
    """Whoever adds a field to an event says here or in TEXT_FIELDS what it holds."""
    fields = {*open_fields("", json.loads(path.read_text(encoding="utf-8")))}

    known = {*NO_TEXTS.split()}
    assert fields <= known, fields - known


def test_the_replies_of_a_judge_are_texts():
    """Word for word, in the provenance of a verdict."""
    payload = {
        "provenance": {"model": "m", "raw_reply": "It is Paris.", "raw_replies": ["Yes.", "No."]}
    }
    [event] = outgoing([bundled(json.dumps(payload))], without_texts=True)

    assert json.loads(event.payload)["provenance"] == {
        "model": "m", "raw_reply": TEXT_LEFT_OUT, "raw_replies": [TEXT_LEFT_OUT, TEXT_LEFT_OUT],
    }  # fmt: skip
