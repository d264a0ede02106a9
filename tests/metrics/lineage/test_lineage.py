"""Each metric's lineage ends in fields of events, and a change elsewhere changes no number."""

import json

import pytest

from evalstore.events import schemas
from evalstore.metrics import lineage as lineages
from evalstore.metrics.catalog import catalog
from evalstore.metrics.lineage import split
from tests.metrics.lineage.conftest import metrics_of
from tools.metrics.lineage import known_steps, to_json

# All metrics at once take half a minute.
PART_COUNT = 4
# Readers of logs write these, and no schema has them.
BEYOND_SCHEMAS = {"run_started.validators", "verdict_recorded.scorer_value"}
FIELDS = [f"{kind}.{field}" for kind in schemas.line_kinds()
          for field in schemas.schema(kind)["properties"]]  # fmt: skip
# What a change of a field must change, among others.
FELT = {
    "case_generated.label": {"abstention_f1", "licensed_accuracy"},
    "response_recorded.alignment": {"qwk", "critic_mae"},
    "response_recorded.confidence": {"ece", "brier", "risk_coverage"},
    "response_recorded.cost_usd": {"cost_usd_total"},
    "response_recorded.status": {"missing_rate", "error_rate", "accuracy", "abstention_f1"},
    "verdict_recorded.outcome": {"accuracy", "ece", "pass_at_k", "percent_agreement"},
}


def fields_of(name):
    """Return the fields of payloads in the lineage of a metric."""
    return {field for field in lineages.lineage(name).whole.all if split(field)[1] == "fields"}


def top(field):
    return ".".join(field.split(".")[:2])


def otherwise(value):
    """Return another value of the same type; of nothing, a number."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return 1 - value if 0 <= value <= 1 else value + 1
    if isinstance(value, str):
        return {"right": "wrong", "ok": "error", "E": "C"}.get(value, f"{value}x")
    if isinstance(value, list):
        return []
    return {} if isinstance(value, dict) else 1


def test_the_file_is_up_to_date():
    """It says what the SQL says; `make docs` writes it."""
    assert lineages.FILE.read_text(encoding="utf-8") == to_json(known_steps())


@pytest.mark.parametrize("name", catalog())
def test_every_metric_ends_in_fields_of_events(name):
    """Whatever a metric rests on rests in turn on fields that the schema of a kind has."""
    found = fields_of(name)
    unknown = {
        field
        for field in found
        if split(field)[0] not in schemas.kinds()
        or split(field)[2].partition(".")[0] not in schemas.schema(split(field)[0])["properties"]
    }

    assert lineages.lineage(name).fields
    assert unknown <= BEYOND_SCHEMAS
    beside = {field for field in lineages.lineage(name).whole.all if split(field)[1] == "beside"}
    assert {split(field)[0] for field in beside} <= {*schemas.kinds(), lineages.ANY_KIND}


def changed_metrics(before, after):
    return {name for name in before if before[name] != after[name]}


@pytest.mark.thinned(PART_COUNT)
@pytest.mark.parametrize("part", range(PART_COUNT))
def test_fields_in_no_lineage_change_no_number(everything, part):
    """All of them at once, each with another value."""
    names = [*catalog()][part::PART_COUNT]
    read = {top(field) for name in catalog() for field in fields_of(name)}

    def changed(kind, payload):
        return {name: value if f"{kind}.{name}" in read else otherwise(value)
                for name, value in payload.items()}  # fmt: skip

    assert set(FIELDS) - read
    recorded = metrics_of(everything, lambda kind, payload: payload, names)
    assert not changed_metrics(recorded, metrics_of(everything, changed, names))


@pytest.mark.sweep
@pytest.mark.parametrize("field", FIELDS)
def test_a_field_changes_only_what_rests_on_it(everything, as_recorded, field):
    """A field that is changed in all events changes no metric without it in its lineage."""
    felt = changed_metrics(as_recorded, metrics_of(everything, alone(field)))

    assert felt <= {name for name in catalog() if field in {*map(top, fields_of(name))}}


def alone(field):
    kind_of_it, _, own = field.partition(".")

    def changed(kind, payload):
        if kind == kind_of_it and own in payload:
            return {**payload, own: otherwise(payload[own])}
        return payload

    return changed


@pytest.mark.sweep
@pytest.mark.parametrize("field", FELT)
def test_a_field_in_a_lineage_is_felt(everything, as_recorded, field):
    """What is in a lineage changes the number: else the lineage could name everything."""
    felt = changed_metrics(as_recorded, metrics_of(everything, alone(field)))

    assert felt >= FELT[field]


def test_what_is_computed_is_apart_from_what_is_filtered():
    """The value of a metric, its counts, and the rows that are chosen for it."""
    found = lineages.lineage("cost_usd_total").parts["value"]

    assert {field for field in found.values if split(field)[1] == "fields"} == {
        "response_recorded.cost_usd"
    }
    assert "response_recorded.value_dim" in found.filters
    assert "facts.responses.cost_usd" in found.values
    assert json.dumps(lineages.lineage("cost_usd_total").to_dict())
