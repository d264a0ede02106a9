"""The checks of a metric's file pass what is right and name what is wrong."""

import dataclasses
import re

import pytest

from evalstore.base import sql_files
from evalstore.metrics.catalog import catalog, find
from evalstore.metrics.check import check

ACCURACY = """-- How much is right.

create or replace view metrics.accuracy as

with counted_answers as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
        count(*) as scored_count,
        sum(correctness) as correctness_sum
    from facts.sliced_answers
    group by all
)

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    is_primary_validator,
    scored_count,
    0 as missing_count,
    0 as error_count,
    0 as unscored_count,
    correctness_sum / scored_count as accuracy,
    macros.wilson_low(correctness_sum, scored_count) as ci_low,
    macros.wilson_high(correctness_sum, scored_count) as ci_high
from counted_answers;
"""


@pytest.mark.parametrize("name", sorted(catalog()))
def test_every_metric_keeps_the_rules(name):
    """No file of the folder breaks a rule."""
    metric = catalog()[name]

    assert check(metric, sql_files.read(metric.sql_name)) == []


@pytest.mark.parametrize(
    ("found", "replacement", "sentence"),
    [
        ("from counted_answers;", "from counted_answers; select 1;", "has 2 statements"),
        (ACCURACY, "-- Nothing here.", "has 0 statements"),
        (ACCURACY, "select from where", "is not SQL that sqlglot can parse"),
        (
            ACCURACY,
            "select 1",
            "is not a view; expected only `create or replace view metrics.accuracy as`",
        ),
        ("create or replace view", "create view", "is not a view"),
        ("create or replace view", "create or replace temp view", "is not a view"),
        ("create or replace view", "create or replace table", "is not a view"),
        ("metrics.accuracy as", "metrics.exactness as", "defines metrics.exactness; expected"),
        ("metrics.accuracy as", "facts.accuracy as", "defines facts.accuracy; expected"),
        ("metrics.accuracy as", "a.metrics.accuracy as", "defines a.metrics.accuracy; expected"),
        (
            "facts.sliced_answers",
            "log.events",
            "reads log.events; expected only relations of schema facts",
        ),
        (
            "facts.sliced_answers",
            "metrics.ece",
            "reads metrics.ece; expected only relations of schema facts",
        ),
        (
            "facts.sliced_answers",
            "other.facts.sliced",
            "reads other.facts.sliced; expected only",
        ),
        (
            "facts.sliced_answers",
            "facts.slices",
            "reads facts.slices, which does not exist; available in schema facts: ",
        ),
        ("facts.sliced_answers", "sliced", "reads sliced, which is not a CTE of this file"),
        ("facts.sliced_answers", "'a.parquet'", "which is not a CTE of this file"),
        ("facts.sliced_answers", "read_csv('a.csv')", "reads from the function READ_CSV('a.csv')"),
        ("sum(correctness)", "median(correctness)", "calls median, which is not on the list"),
        ("sum(correctness)", "fsum(correctness)", "calls fsum, which is not on the list"),
        (
            "macros.wilson_low",
            "macros.wald_low",
            "calls macros.wald_low, which does not exist; available in schema macros: ",
        ),
        (
            "macros.wilson_low",
            "facts.wilson_low",
            "calls facts.wilson_low; expected functions with a",
        ),
        ("from counted_answers;", "from counted_answers union all select 1;", "in one select"),
        (
            "    run_id,\n    system_id,\n",
            "    system_id,\n    run_id,\n",
            "begins with the columns",
        ),
        ("as accuracy,", "as exactness,", "has no column accuracy"),
        ("    0 as missing_count,\n", "", "lacks the columns missing_count before"),
        (
            "    is_primary_validator,\n    scored",
            "    scored",
            "lacks the column is_primary_valid",
        ),
        ("as ci_high", "as ci_upper", "has one end of an interval"),
        ("as ci_high", "as ci_low", "names ci_low more than once"),
    ],
)
def test_a_broken_rule_is_named(found, replacement, sentence):
    """Each way to break a file is answered by a sentence about it."""
    assert found in ACCURACY

    actual = check(find("accuracy"), ACCURACY.replace(found, replacement))

    assert any(sentence in line for line in actual), actual


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("draws", "pie", "has `draws: pie`, which does not exist; available: abstention_matrix, "),
        ("section", "drifts/reading", "has `section: drifts`, .* available: cards, charts, drift"),
        ("resamples", "bins", "has `resamples: bins`"),
        ("resamples", "accuracy", "has `resamples: accuracy`"),
        ("empty", ("no_answers of factual",), "has `empty: no_answers`"),
        ("empty", (), "lacks the reason why it can be empty"),
        ("label", "by=value: right", "has the label 'by=value: right' for a variant"),
        ("default", "k=1", "has `default: k=1`, but is not one number for each variant"),
    ],
)
def test_a_header_names_what_exists(key, value, sentence):
    """A chart, a section, a table of bins or a cause without a file is named, with those there."""
    metric = dataclasses.replace(find("accuracy"), **{key: value})

    actual = check(metric, ACCURACY)

    assert any(re.search(sentence, line) for line in actual), actual


@pytest.mark.parametrize(
    ("name", "default", "sentence"),
    [
        ("cvrr", "", "lacks the variant that a headline shows; .* `-- default: mapping=licensed`"),
        ("hit_rate", "", "lacks the variant that a headline shows; .* `-- default: by=value`"),
        ("hit_rate", "by=week", "has `default: by=week`, which has no label; labelled are by=v"),
    ],
)
def test_a_metric_with_variants_names_its_default(name, default, sentence):
    """Without it a headline would take the first variant by name."""
    metric = dataclasses.replace(find(name), default=default)

    actual = check(metric, sql_files.read(metric.sql_name))

    assert len(actual) == 1
    assert re.search(sentence, actual[0])


@pytest.mark.parametrize("star", ["*", "counted_answers.*", "columns('a')", "* exclude (run_id)"])
def test_a_star_at_the_end_is_refused(star):
    """The final select names its columns, in whatever way a star is written."""
    final = ACCURACY.rindex("select\n")

    actual = check(find("accuracy"), f"{ACCURACY[:final]}select {star} from counted_answers;")

    assert any("ends in a `select *`" in line for line in actual), actual


def test_a_table_needs_no_value():
    """A metric that is a table has rows of its own, and no value column."""
    table = dataclasses.replace(find("accuracy"), shape="table", draws="no, a list")
    text = ACCURACY.replace("as accuracy,", "as exactness,")

    assert check(table, text) == []
    [finding] = check(dataclasses.replace(table, draws=""), text)
    assert "lacks a chart" in finding


def test_every_macro_is_named_after_its_file():
    """A macro's file makes that macro, in schema macros, and nothing else."""
    for name in sql_files.names("sql/macros"):
        statements = [
            line for line in sql_files.read(name).splitlines() if line.startswith("create")
        ]
        stem = name.rpartition("/")[2]

        assert len(statements) == 1
        assert statements[0].startswith(f"create or replace macro macros.{stem}(")
