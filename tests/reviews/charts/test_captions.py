"""A caption on few cases names their number, and calls no control the worst system."""

import pytest

from evalstore.base import sql_files
from evalstore.reviews.charts import render
from evalstore.reviews.charts.drawing.rows import query


def caption_of(reader, metric, run_id="r1"):
    """Return the caption of the chart of a metric, over all runs if ``run_id`` is None."""
    title = render.chart_for(reader, metric, run_id).to_dict()["title"]
    return " ".join(title["text"])


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (4, "accuracy of bold in math: 0.30 (0.20 to 0.40; n = 4)"),
        (9, "accuracy of bold in math: 0.30 (0.20 to 0.40; n = 9)"),
        (10, "accuracy of bold in math: 0.30 (0.20 to 0.40)"),
    ],
)
def test_a_slice(answers, value_of, count, expected):
    """Beside its interval."""
    reader = answers(metric_by_slice=[value_of(0.3, "math", scored_count=count)])

    assert expected == caption_of(reader, "accuracy")


def test_a_slice_without_an_interval(answers, value_of):
    """Alone in the parentheses."""
    row = value_of(0.3, "math", scored_count=4, ci_low=None, ci_high=None)

    assert "accuracy of bold in math: 0.30 (n = 4)" == caption_of(
        answers(metric_by_slice=[row]), "accuracy"
    )


@pytest.mark.parametrize(
    ("bins", "expected"),
    [
        # Too few to be called well calibrated: chance explains any gap of them.
        ([(9, 3, 0.95, 1.0)], "bold: claims 0.95, right 1.00 (n = 3)"),
        ([(9, 12, 0.95, 1.0)], "bold is well calibrated: claims 0.95, right 1.00"),
        (
            [(9, 8, 0.95, 0.0)],
            "bold is 95 points overconfident: claims 0.95, right 0.00 (n = 8)",
        ),
    ],
)
def test_a_reliability_diagram(answers, bin_of, bins, expected):
    """By the answers of the bins that the caption is about."""
    reader = answers(reliability_bins=[bin_of(*each) for each in bins])

    assert expected == caption_of(reader, "ece")


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (40, 40, "fell from 0.80 to 0.50 over 2 runs; the intervals do not overlap"),
        (4, 4, "fell from 0.80 to 0.50 over 2 runs (n = 4); the intervals do not overlap"),
        (40, 3, "fell from 0.80 to 0.50 over 2 runs (n = 40 and 3); the intervals do not overlap"),
    ],
)
def test_a_line_over_runs(answers, run_of, first, last, expected):
    """Of both ends, if one has few."""
    rows = [run_of(1, 0.8, scored_count=first), run_of(2, 0.5, scored_count=last)]
    reader = answers(metric_over_runs=rows, two_runs=[{}, {}])

    assert f"accuracy of bold {expected}" == caption_of(reader, "accuracy", None)


@pytest.mark.parametrize("value", [0.8, 0.3])
def test_no_control_is_the_weakest(answers, value_of, value):
    """Shuffled critics are drawn, and the caption is about the others."""
    rows = [
        value_of(0.1, "power", "shuffled"),
        value_of(value, "power", "critic"),
        value_of(0.9, "family", "critic"),
    ]
    reader = answers(metric_by_slice=rows)
    controls = sql_files.read("sql/queries/controls_by_kind")
    reader.rows_of[controls] = [{"system_id": "shuffled"}]

    assert caption_of(reader, "hit_rate").startswith("hit_rate is weakest for critic in power")

    # A run of nothing else shows what it has.
    reader.rows_of[query("metric_by_slice")] = rows[:1]
    assert "hit_rate of shuffled in power: 0.10 (0.00 to 0.20)" == caption_of(reader, "hit_rate")


@pytest.mark.parametrize("few", [0.5, 1.0])
def test_a_slice_of_few_cases_is_not_the_best(answers, value_of, few):
    """The weakest by the better end of its interval, the best by the worse end."""
    lone = value_of(few, "safety", ci_low=0.09, ci_high=1.0, scored_count=2)
    rows = [value_of(0.54, "math"), value_of(0.8, "art"), lone]

    expected = (
        "accuracy is weakest for bold in math: 0.54 (0.44 to 0.64); "
        "best for bold in art: 0.80 (0.70 to 0.90)"
    )
    assert expected == caption_of(answers(metric_by_slice=rows), "accuracy")


def test_values_that_cannot_be_ranked_are_not(answers, value_of):
    """One slice of many cases beside one of two: both are said, and neither is called best."""
    lone = value_of(0.5, "safety", ci_low=0.09, ci_high=0.91, scored_count=2)

    expected = (
        "accuracy by domain: bold in math: 0.54 (0.44 to 0.64); bold in safety: 0.50 (0.09 to "
        "0.91; n = 2)"
    )
    assert expected == caption_of(
        answers(metric_by_slice=[value_of(0.54, "math"), lone]), "accuracy"
    )
