"""``show --set``: a metric with another value of a parameter."""

import json

import pytest

from evalstore.cli import call_command


def test_the_value_is_used_and_named(store, evalstore):
    """Two claims of 0.9, of which one is right: sure above 0.7, and not above 0.95."""
    show = ("show", "overconfidence_index", "--slice", "all")
    [usual] = json.loads(evalstore(*show, "--json").out)
    [set_to_default] = json.loads(evalstore(*show, "--set", "sure_above=0.7", "--json").out)
    answer = evalstore(*show, "--set", "sure_above=0.95", "--json")
    [other] = json.loads(answer.out)

    assert usual == set_to_default
    assert "parameters" not in usual
    assert (usual["overconfidence_index"], other["overconfidence_index"]) == (0.5, None)
    assert other["parameters"] == "sure_above=0.95"
    assert "none of 2 claims has a confidence above 0.95" in answer.err


def test_what_was_counted_follows(store, evalstore):
    """The reasons are those with the value."""
    show = ("show", "overconfidence_index", "--slice", "all", "--counted", "--json")
    reasons = {
        setting: {row["reason"] for row in json.loads(evalstore(*show, "--set", setting).out)}
        for setting in ("sure_above=0.5", "sure_above=0.95")
    }

    assert reasons == {"sure_above=0.5": {None}, "sure_above=0.95": {"not sure"}}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("ece --set bin=15", "ece has no parameter 'bin'; it has: bins (an integer 1 to 1000, "),
        ("ece --set bins=0", "ece: the parameter bins is 0, expected an integer 1 to 1000"),
        ("ece --set bins", "--set 'bins'; expected KEY=VALUE, such as bins=15"),
        (
            "ece --set bins=15 --set bins=20",
            "--set names bins twice, the second time as 'bins=20'",
        ),
        ("accuracy --set bins=15", "accuracy has no parameter 'bins'; it has: none"),
        ("ece --set bins=15 --sql", "--set and --sql cannot be combined; leave one out"),
        ("--all --set bins=15", "--all cannot be combined with --counted, --sql, --cluster or"),
    ],
)
def test_a_mistake_is_said(store, evalstore, arguments, sentence):
    """With what the metric has, and exit code 2."""
    answer = evalstore("show", *arguments.split())

    assert answer.code == 2
    assert sentence in answer.err


def test_a_table_is_set_too(store, evalstore):
    """The bins of a diagram, with their edges."""
    answer = evalstore("show", "reliability_bins", "--slice", "all", "--set", "bins=4", "--json")
    [row] = json.loads(answer.out)

    assert (row["bin_index"], row["bin_low"], row["bin_high"]) == (3, 0.75, 1.0)
    assert call_command(["show", "reliability_bins", "--store", str(store)]) == 0
