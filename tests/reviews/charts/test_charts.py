"""A chart's title is its finding; what it leaves out or does not know it says."""

from xml.etree import ElementTree

import pytest

from evalstore.errors import EmptyChartError
from evalstore.reviews.charts import render
from evalstore.reviews.charts.drawing import theme
from evalstore.reviews.charts.drawing.rows import ChartScope
from evalstore.reviews.charts.reliability import single_dots


def title_of(chart):
    title = chart.to_dict()["title"]
    return " ".join(title["text"]), " ".join(title["subtitle"])


def texts_of(chart):
    """Return every text the drawn chart shows."""
    tree = ElementTree.fromstring(render.svg(chart))
    return [
        "".join(node.itertext()) for node in tree.iter() if node.tag.endswith(("}text", "}tspan"))
    ]


def test_reliability_states_the_finding(answers, bin_of):
    """Claim and truth are weighed by the answers of each bin."""
    reader = answers(
        reliability_bins=[bin_of(8, 30, 0.85, 0.5), bin_of(9, 70, 0.95, 0.6)],
    )

    finding, asked = title_of(render.chart_for(reader, "ece", run_id="r1"))

    expected = "bold is 35 points overconfident: claims 0.92, right 0.57"
    assert expected == finding
    assert "Run r1, judged by factual." in asked


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("confidence", "finding"),
    [
        (0.5, "bold is 25 points underconfident: claims 0.50, right 0.75"),
        (0.76, "bold is well calibrated: claims 0.76, right 0.75"),
    ],
)
def test_reliability_names_the_direction(answers, bin_of, confidence, finding):
    """Doubt is not confidence, and a gap that chance explains is none."""
    reader = answers(reliability_bins=[bin_of(5, 40, confidence, 0.75)])

    assert finding == title_of(render.chart_for(reader, "ece", run_id="r1"))[0]


@pytest.mark.sweep
def test_one_sure_answer_makes_no_headline(answers, bin_of):
    """A gap of 0.9 on one answer says less than one of 0.3 on a hundred."""
    reader = answers(
        reliability_bins=[bin_of(9, 1, 0.9, 0.0, "lone"), bin_of(8, 100, 0.85, 0.55, "bold")],
    )

    assert title_of(render.chart_for(reader, "ece", run_id="r1"))[0].startswith("bold is 30")


@pytest.mark.sweep
def test_reliability_counts_every_bin(answers, bin_of):
    """The count of each bin stands over its bar."""
    reader = answers(reliability_bins=[bin_of(3, 17, 0.35, 0.4), bin_of(9, 23, 0.95, 0.9)])

    assert {"17", "23", "40 answers, gap +0.01, ECE —"} <= set(
        texts_of(render.chart_for(reader, "ece", run_id="r1"))
    )


@pytest.mark.sweep
def test_reliability_keeps_to_one_validator(answers, bin_of):
    """Bins of another validator than the primary one are left out."""
    reader = answers(
        reliability_bins=[
            bin_of(9, 10, 0.95, 0.9, validator_id="evidence"),
            bin_of(9, 10, 0.95, 0.5),
        ],
    )

    assert "right 0.50" in title_of(render.chart_for(reader, "ece", run_id="r1"))[0]
    assert (
        "judged by evidence"
        in (title_of(render.chart_for(reader, "ece", run_id="r1", validator_id="evidence"))[1])
    )


def test_slices_name_the_weakest_that_is_sure(answers, value_of):
    """A slice of one wrong answer has a wide interval and does not come first."""
    reader = answers(
        metric_by_slice=[
            value_of(0.0, "lone", ci_low=0.0, ci_high=0.79, scored_count=1),
            value_of(0.3, "math"),
            value_of(0.9, "history"),
        ],
    )

    finding, _ = title_of(render.chart_for(reader, "accuracy", run_id="r1"))

    expected = (
        "accuracy is weakest for bold in math: 0.30 (0.20 to 0.40); "
        "best for bold in history: 0.90 (0.80 to 1.00)"
    )
    assert expected == finding


def test_difficulties_stand_in_their_own_order(answers, value_of):
    """Easy is on top and hard below, whichever is the weakest."""
    rows = [value_of(0.9, "hard"), value_of(0.2, "easy"), value_of(0.5, "medium")]
    drawn = render.chart_for(answers(metric_by_slice=rows), "accuracy", run_id="r1").to_dict()
    orders = [layer["encoding"]["y"]["sort"] for layer in drawn["layer"]
              if "sort" in layer["encoding"].get("y", {})]  # fmt: skip

    assert [["easy", "medium", "hard"]] == [order for order in orders if order][:1]


def test_slice_without_a_value_says_so(answers, value_of):
    """Nothing scored is words at the edge, not a dot at nought."""
    reader = answers(metric_by_slice=[value_of(0.3, "math"), value_of(None, "ritual")])

    assert {"n=40", "no scored cases"} <= set(
        texts_of(render.chart_for(reader, "accuracy", run_id="r1"))
    )


def test_lower_is_better_turns_the_order(answers, value_of):
    """For a rate of errors the highest value is the weakest."""
    rows = [value_of(0.1, "math", better="lower"), value_of(0.6, "history", better="lower")]
    reader = answers(metric_by_slice=rows)

    finding, _ = title_of(render.chart_for(reader, "error_rate", run_id="r1"))

    assert finding.startswith("error_rate is weakest for bold in history: 0.60")


def test_runs_say_what_moved(answers, run_of):
    """The system that moved most makes the headline, with what the intervals say."""
    rows = [
        *(run_of(day, value) for day, value in ((1, 0.8), (2, 0.7), (3, 0.5))),
        *(run_of(day, value, "careful") for day, value in ((1, 0.8), (2, 0.8), (3, 0.81))),
    ]
    reader = answers(metric_over_runs=rows, two_runs=[{}, {}])

    finding, asked = title_of(render.chart_for(reader, "accuracy"))

    expected = "accuracy of bold fell from 0.80 to 0.50 over 3 runs; the intervals do not overlap"
    assert expected == finding
    assert "Each value is of 40 cases." in asked


@pytest.mark.parametrize(
    ("careful", "said"),
    [
        (0.9, "accuracy ranges from 0.70 for bold to 0.90 for careful, in one run"),
        (0.7, "accuracy is 0.70 for each of 2 systems, in one run"),
    ],
)
def test_one_run_says_how_far_its_systems_lie_apart(answers, run_of, careful, said):
    """With nothing that moved, no single system makes the headline."""
    rows = [run_of(1, 0.7), run_of(1, careful, "careful")]
    reader = answers(metric_over_runs=rows, two_runs=[{}, {}])

    assert said == title_of(render.chart_for(reader, "accuracy"))[0]


def test_runs_of_another_suite_are_left_out(answers, run_of):
    """Only runs that asked the same questions stand in one line."""
    rows = [run_of(1, 0.2, suite="other"), run_of(2, 0.7), run_of(3, 0.8)]
    reader = answers(metric_over_runs=rows, two_runs=[{}, {}])

    finding, asked = title_of(render.chart_for(reader, "accuracy"))

    assert finding.startswith("accuracy of bold rose from 0.70 to 0.80 over 2 runs")
    assert "Suite quiz" in asked


def test_runs_of_one_commit_stay_apart(answers, run_of):
    """Two runs of the same day and commit get two places."""
    rows = [run_of(1, 0.7, run_id="a"), run_of(1, 0.8, run_id="b")]
    reader = answers(metric_over_runs=rows, two_runs=[{}, {}])

    assert {"2026-03-01 0000001", "2026-03-01 0000001 ·2"} <= set(
        texts_of(render.chart_for(reader, "accuracy"))
    )


@pytest.mark.parametrize(
    ("metric", "question", "sentence"),
    [
        ("ece", {"run_id": "r1"}, "no judged answer there states a confidence."),
        ("accuracy", {"run_id": "r1"}, "the store has no such row."),
        ("accuracy", {}, "the store has no runs yet."),
    ],
)
def test_no_data_is_said_in_words(answers, metric, question, sentence):
    """A chart without data is an error of usage that says what is missing and what to run."""
    with pytest.raises(EmptyChartError) as error:
        render.chart_for(answers(), metric, **question)

    assert error.value.exit_code == 2
    assert error.value.sentence.endswith(sentence)
    assert "`evalstore " in error.value.way_out


def test_single_dots_are_a_sentence(answers, bin_of):
    """One bin for each system is no diagram in a report; two bins of one system are."""
    lone = [bin_of(9, 10, 0.95, 0.5), bin_of(8, 4, 0.85, 0.75, "careful")]
    scope = ChartScope("r1")

    sentence = single_dots(answers(reliability_bins=lone), scope)

    assert "bold claims 0.95, right 0.50 (10 answers)" in sentence
    assert "careful claims 0.85, right 0.75 (4 answers)" in sentence
    assert not single_dots(answers(reliability_bins=[*lone, bin_of(7, 4, 0.75, 0.5)]), scope)
    assert not single_dots(answers(), scope)


def test_values_that_are_all_unknown_are_no_data(answers, value_of, run_of):
    """Rows without a value would draw axes without a dot."""
    rows = {
        "metric_by_slice": [value_of(None, "law"), value_of(None, "math")],
        "metric_over_runs": [run_of(1, None), run_of(2, None)],
        "two_runs": [{}, {}],
    }

    with pytest.raises(EmptyChartError, match="no case there was scored; a chart needs a value"):
        render.chart_for(answers(**rows), "accuracy", run_id="r1")
    with pytest.raises(EmptyChartError, match="no run of the store has a scored case;"):
        render.chart_for(answers(**rows), "accuracy")


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_colours_keep_their_contrast(mode):
    """Every series stands out from its background by at least 3 to 1, all text by 4.5 to 1."""
    palette = theme.PALETTES[mode]

    assert not [c for c in palette.series if contrast(c, palette.background) < 3]
    assert not [c for c in (palette.ink, palette.muted) if contrast(c, palette.background) < 4.5]
    assert not [c for c in palette.shades if contrast(palette.ink, c) < 4.5]


def test_no_two_roles_share_a_colour():
    """A page that swaps light for dark needs each light colour to mean one thing."""
    lights = [light for light, _ in theme.colour_pairs()]

    assert len(lights) == len(set(lights))


def contrast(colour, background):
    """Return the contrast ratio of WCAG 2."""
    lighter, darker = sorted((luminance(colour), luminance(background)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour):
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_measurements_have_a_scale_of_their_own(answers, value_of):
    """A mean rating of 7.5 is drawn at 7.5: the axis does not end at 1."""
    rows = [value_of(7.5, name, better="none", unit="as measured") for name in ("math", "history")]
    chart = render.chart_for(answers(metric_by_slice=rows), "mean_value", run_id="r1").to_dict()
    layers = [layer for layer in chart["layer"] if "scale" in layer["encoding"].get("x", {})]

    assert [[0.0, pytest.approx(7.98)]] == [
        layer["encoding"]["x"]["scale"]["domain"] for layer in layers
    ]
