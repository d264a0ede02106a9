"""The main numbers of a run: which metrics, which variant, and what a cell notes."""

from dataclasses import replace
from pathlib import Path

import pytest

from evalstore.metrics.catalog import catalog
from evalstore.reviews.report.headlines import METRICS, chosen_variant, headlines_of
from evalstore.reviews.report.metric_row import MetricRow

CVRR = MetricRow(
    anchor="cvrr licensed", metric="cvrr", system_id="oracle", slice_name="all",
    slice_value="all", validator_id="abstention", is_primary_validator=True,
    variant="mapping=licensed", value=1.0, low=None, high=None, scored_count=9, missing_count=0,
    error_count=0, unscored_count=0, unit="share", better="higher",
)  # fmt: skip
BY_ACTION = replace(CVRR, anchor="cvrr by_action", variant="mapping=by_action", value=0.0)
STRICT = replace(CVRR, anchor="cvrr strict", variant="mapping=strict", value=0.5)
ROWS = [BY_ACTION, CVRR, STRICT]
TWINS = Path(__file__).parents[2] / "views"
WITH_DEFAULT = [name for name, metric in catalog().items() if metric.default_variant]


def texts(rows, gated):
    """Return the columns, and the value and note of each system, as text."""
    found = headlines_of(rows, gated)
    values = {
        system_id: [None if value is None else (value.row.value_text, value.note) for value in row]
        for system_id, row in found.systems.items()
    }
    return [column.text for column in found.columns], values


def test_a_headline_takes_the_default_variant_and_names_it():
    """The variant of the header, not the first by name, which says the opposite of an oracle."""
    assert (["cvrr mapping=licensed"], {"oracle": [("1.000", "")]}) == texts(ROWS, {})


@pytest.mark.parametrize(
    ("gated", "expected"),
    [
        ({"mapping=strict"}, ("cvrr mapping=strict", "0.500")),
        ({"mapping=by_action"}, ("cvrr mapping=by_action", "0.000")),
        # Of several the default counts.
        ({"mapping=by_action", "mapping=licensed"}, ("cvrr mapping=licensed", "1.000")),
        ({"mapping=by_action", "mapping=strict"}, ("cvrr mapping=by_action", "0.000")),
        # A gate without a variant, and one on a variant that the run lacks, choose none.
        ({""}, ("cvrr mapping=licensed", "1.000")),
        ({"mapping=other"}, ("cvrr mapping=licensed", "1.000")),
    ],
)
def test_a_headline_takes_the_variant_of_the_gates(gated, expected):
    """What decided is what stands above."""
    [column], values = texts(ROWS, {"cvrr": gated})

    assert expected == (column, values["oracle"][0][0])


def test_without_the_default_the_first_by_name_counts():
    """A run that has no row of the default shows what it has, by its name."""
    assert "mapping=by_action" == chosen_variant(
        "cvrr", {"mapping=strict", "mapping=by_action"}, ()
    )
    assert "raters=a+b" == chosen_variant("cohen_kappa", {"raters=b+c", "raters=a+b"}, ())


def test_a_system_without_the_variant_shows_another_and_says_which():
    """Nothing is hidden because another system states its confidence otherwise."""
    stated = replace(CVRR, metric="ece", variant="confidence_kind=stated", value=0.1)
    other = replace(stated, system_id="rag", variant="confidence_kind=logprob", value=0.2)

    expected = {"oracle": [("0.100", "")], "rag": [("0.200", "confidence_kind=logprob")]}
    assert (["ece confidence_kind=stated"], expected) == texts([other, stated], {})


def test_a_metric_without_a_primary_validator_names_the_validator():
    """Two rivals, neither of them primary: the first by the order of rows, with its name."""
    first = replace(CVRR, metric="accuracy", variant="", validator_id="exact", value=0.7)
    rows = [replace(row, is_primary_validator=False)
            for row in (first, replace(first, validator_id="model", value=0.9))]  # fmt: skip

    assert (["accuracy"], {"oracle": [("0.700", "by exact")]}) == texts(rows, {})


def test_a_missing_value_is_no_headline():
    """A metric without a value for any system is left out, of one system its cell is empty."""
    rag = replace(CVRR, system_id="rag", metric="accuracy", variant="")
    rows = [CVRR, rag, replace(CVRR, metric="far_ne", value=None)]

    expected = {"oracle": [None, ("1.000", "")], "rag": [("1.000", ""), None]}
    assert (["accuracy", "cvrr mapping=licensed"], expected) == texts(rows, {})


def test_controls_have_no_headline():
    """What answers without knowledge is not among the systems."""
    rows = [CVRR, replace(CVRR, anchor="other", system_id="always_yes", is_control=True)]

    assert ["oracle"] == [*headlines_of(rows, {}).systems]


def test_grades_of_subjective_prompts_are_headlines():
    """Respect, integration and orientation stand beside accuracy."""
    assert {"respect_index", "integration_index", "orientation_index"} <= {*METRICS}


@pytest.mark.parametrize("name", WITH_DEFAULT)
def test_a_default_is_a_variant_that_the_metric_has(name):
    """The twin of the metric expects a row of it."""
    text = (TWINS / f"{name}.sql").read_text(encoding="utf-8")

    assert f"'{catalog()[name].default_variant}'" in text
