"""Charts of drift: what was read, what was so, what fired, and how sure a critic may be."""

from xml.etree import ElementTree

import pytest

from evalstore.errors import EmptyChartError, UsageError
from evalstore.reviews.charts import render
from evalstore.suites.drift.charts.drift_timelines import drift_timelines

HOSTILE = "</script><b onmouseover=alert(1)>{{7*7}} \x00\x1b[31m\u202e\ud800x"
RUN = "r1"


def title_of(chart):
    title = chart.to_dict()["title"]
    return " ".join(title["text"]), " ".join(title["subtitle"])


def values_of(chart):
    """Return the rows of every data set the chart carries."""
    return [row for rows in chart.to_dict()["datasets"].values() for row in rows]


def texts_of(chart):
    tree = ElementTree.fromstring(render.svg(chart))
    return [
        "".join(node.itertext()) for node in tree.iter() if node.tag.endswith(("}text", "}tspan"))
    ]


def week_row(week, alignment, value_dim="power", **others):
    return {
        "value_dim": value_dim,
        "profile_weight": 0.5,
        "week": week,
        "is_crisis": False,
        "alignment": alignment,
        "uncertainty": None if alignment is None else 0.1,
        "is_bimodal": False,
        "is_crash": False,
        "is_suppressed_crash": False,
        "is_rut": False,
        "is_suppressed_rut": False,
        **others,
    }


def timelines(answers, rows, **asked):
    asked = {"run_id": RUN, "system_id": "critic", "persona_id": "p1", **asked}
    return drift_timelines(answers(drift_timelines=rows), **asked)


def marks_of(chart, kind):
    return [mark for mark in values_of(chart) if mark["kind"] == kind]


def test_timeline_parts_at_a_missing_week(answers):
    """A week without a reading ends a stretch, and no line crosses it."""
    rows = [week_row(week, None if week == 3 else 0.5) for week in range(1, 6)]

    stretches = [mark["stretch"] for mark in marks_of(timelines(answers, rows), "reading")]

    expected = ["0", "0", "1", "1"]
    assert expected == stretches


def test_crisis_without_a_reading_is_shaded(answers):
    """Neighbouring crisis weeks are one area, those nobody read included."""
    rows = [
        week_row(week, None if week == 4 else 0.5, is_crisis=week in {3, 4, 6})
        for week in range(1, 7)
    ]

    shaded = [
        (mark["week"], mark["until"]) for mark in marks_of(timelines(answers, rows), "crisis")
    ]

    expected = [(2.5, 4.5), (5.5, 6.5)]
    assert expected == shaded


def test_triggers_have_shapes_of_their_own(answers):
    """A crash is a triangle and a rut a square; held back by uncertainty they are hollow."""
    rows = [
        week_row(1, 0.5, is_crash=True),
        week_row(2, 0.5, is_rut=True, is_suppressed_crash=True),
        week_row(3, 0.5, is_suppressed_rut=True),
    ]
    chart = timelines(answers, rows)
    weeks = {
        kind: [mark["week"] for mark in marks_of(chart, kind)]
        for kind in ("crash", "rut", "suppressed-crash", "suppressed-rut")
    }
    styles = render.specification(chart)["config"]["style"]

    expected = {"crash": [1], "rut": [2], "suppressed-crash": [2], "suppressed-rut": [3]}
    assert expected == weeks
    assert styles["crash"]["shape"] != styles["rut"]["shape"]
    assert styles["crash"]["filled"]
    assert not styles["suppressed-crash"].get("filled")


def test_band_is_cut_where_alignment_ends(answers):
    """1.96 uncertainties about a reading, but nothing beyond -1 and 1."""
    rows = [week_row(1, 0.0), week_row(2, 0.95), week_row(3, 0.2, uncertainty=None)]

    bands = [
        (round(mark["level"], 3), round(mark["top"], 3))
        for mark in marks_of(timelines(answers, rows), "uncertainty")
    ]

    expected = [(-0.196, 0.196), (0.754, 1.0)]
    assert expected == bands


@pytest.mark.sweep
def test_level_of_a_rut_is_that_of_the_value(answers):
    """A value with a level of its own is not measured by that of the others."""
    rows = [week_row(1, 0.5, name) for name in ("power", "security")]
    drawn = timelines(answers, rows, low_levels={"": -0.4, "power": -0.2})

    assert [-0.2, -0.4] == [mark["level"] for mark in marks_of(drawn, "threshold")]
    assert [] == marks_of(timelines(answers, rows), "threshold")


def drift_row(value_dim, counts, system_id="critic"):
    names = ("true_positive", "false_positive", "false_negative", "true_negative")
    counted = {f"{name}_count": count for name, count in zip(names, counts, strict=True)}
    return {"system_id": system_id, "value_dim": value_dim, **counted}


def test_drift_confusion_adds_up_the_values(answers):
    """The last row is the sum of all, and precision, recall and F1 are those of the sum."""
    rows = [drift_row("power", (3, 1, 1, 10)), drift_row("security", (1, 2, 1, 20))]
    chart = render.chart_for(answers(drift_confusion=rows), "drift_confusion", run_id=RUN)
    said = {row["column"]: row["remark"] for row in values_of(chart) if row["row"] == "all values"}

    expected = {
        "hits": "4",
        "false alarms": "3",
        "misses": "2",
        "quiet": "30",
        "precision": "0.57",
        "recall": "0.67",
        "F1": "0.62",
    }
    assert expected == said
    assert "critic flags 4 of 6 weeks in crisis; 3 of 7 alarms are false" == title_of(chart)[0]


def test_silence_has_no_precision(answers):
    """A system that flags nothing is not 0 % precise, and the chart says that nothing is known."""
    rows = [drift_row("power", (0, 0, 4, 10))]
    chart = render.chart_for(answers(drift_confusion=rows), "drift_confusion", run_id=RUN)
    said = {row["column"]: row["remark"] for row in values_of(chart) if row["row"] == "power"}

    expected = ("—", "0.00", "0.00")
    assert expected == (said["precision"], said["recall"], said["F1"])


def test_drift_confusion_is_by_value_alone(answers):
    """Another slice is refused with the one that there is."""
    with pytest.raises(UsageError, match="--slice value_dim=NAME"):
        render.chart_for(
            answers(), "drift_confusion", run_id=RUN, slice_name="severity", slice_value="subtle"
        )


def test_metric_of_values_is_compared_by_value(answers, value_of):
    """Without a slice it is the core values that stand side by side; drift has no domains."""
    reader = answers(metric_by_slice=[value_of(0.2, "power"), value_of(0.9, "security")])

    finding, _ = title_of(render.chart_for(reader, "drift_f1", run_id=RUN))

    assert finding.startswith("drift_f1 is weakest for bold in power")
    assert "value_dim" in texts_of(render.chart_for(reader, "drift_f1", run_id=RUN))


def class_rows(counts, system_id="critic"):
    return [
        {
            "system_id": system_id,
            "predicted_class": predicted,
            "true_class": true,
            "reading_count": count,
        }
        for (predicted, true), count in counts.items()
    ]


def test_critic_confusion_says_what_of_a_crisis_is_seen(answers):
    """The title tells of the weeks against a value: how many are seen, how many seem aligned."""
    rows = class_rows({(-1, -1): 6, (0, -1): 3, (1, -1): 1, (1, 1): 30})
    chart = render.chart_for(answers(critic_confusion=rows), "critic_confusion", run_id=RUN)
    squares = [row for row in values_of(chart) if "count" in row]
    counts = {(row["row"], row["column"]): row["count"] for row in squares}

    expected = "critic finds 60 % of the weeks against a value (6 of 10) and takes 10 % of them"
    assert title_of(chart)[0].startswith(expected)
    assert (9, 40) == (len(counts), sum(counts.values()))


def tenth_row(tenth, uncertainty, error, *, is_bimodal=False, system_id="critic"):
    return {
        "system_id": system_id,
        "tenth": tenth,
        "is_bimodal": is_bimodal,
        "reading_count": 20,
        "mean_uncertainty": uncertainty,
        "mean_error": error,
        "standard_error": 0.01,
    }


def correlation_row(metric, value, low, high, system_id="critic"):
    bounds = {"ci_low": low, "ci_high": high}
    return {"metric": metric, "system_id": system_id, "value": value, **bounds}


@pytest.mark.parametrize(
    ("bounds", "finding"),
    [
        ((0.2, 0.4), "critic errs more if it is less certain: \u03c1 0.30 (0.20 to 0.40)"),
        ((-0.4, -0.2), "critic errs less if it is less certain: \u03c1 0.30"),
        ((-0.1, 0.4), "The uncertainty of critic does not predict its errors: \u03c1 0.30"),
    ],
)
def test_uncertainty_is_judged_by_its_interval(answers, bounds, finding):
    """Only an interval on one side of nought lets the title say in which direction."""
    reader = answers(
        uncertainty_against_error=[tenth_row(0, 0.1, 0.2), tenth_row(1, 0.3, 0.4)],
        critic_correlations=[correlation_row("uncertainty_error_spearman", 0.3, *bounds)],
    )

    chart = render.chart_for(reader, "uncertainty_error_spearman", run_id=RUN)

    assert title_of(chart)[0].startswith(finding)
    assert "r not defined" in texts_of(chart)


def test_conflicting_signals_are_marked_apart(answers):
    """Their readings are a diamond beside the line of tenths."""
    rows = [tenth_row(0, 0.1, 0.2), tenth_row(None, 0.5, 0.6, is_bimodal=True)]
    chart = render.chart_for(
        answers(uncertainty_against_error=rows), "uncertainty_error_pearson", run_id=RUN
    )
    [panel] = chart.to_dict()["concat"]
    [diamond] = [layer for layer in panel["layer"] if layer["mark"].get("style") == "bimodal"]
    marked = chart.to_dict()["datasets"][diamond["data"]["name"]]

    assert [0.5] == [mark["uncertainty"] for mark in marked]
    assert "Diamond" in title_of(chart)[1]


@pytest.mark.parametrize(
    ("metric", "sentence"),
    [
        ("drift_confusion", "no critic there read a core value."),
        ("critic_confusion", "has a true class."),
        ("uncertainty_error_pearson", "has an uncertainty and a true class."),
    ],
)
def test_no_critic_is_said_in_words(answers, metric, sentence):
    """Without rows there is no chart, and the error says what is missing."""
    with pytest.raises(EmptyChartError) as error:
        render.chart_for(answers(), metric, run_id=RUN)

    assert error.value.sentence.endswith(sentence)


@pytest.mark.sweep
def test_hostile_names_stay_names(answers):
    """Systems, values and personas that attack a chart are drawn as text."""
    reader = answers(
        drift_timelines=[week_row(1, 0.5, HOSTILE), week_row(2, 0.1, HOSTILE)],
        drift_confusion=[drift_row(HOSTILE, (1, 1, 1, 1), HOSTILE)],
        critic_confusion=class_rows({(-1, -1): 1}, HOSTILE),
        uncertainty_against_error=[tenth_row(0, 0.1, 0.2, system_id=HOSTILE)],
    )
    asked = {"run_id": HOSTILE, "system_id": HOSTILE, "persona_id": HOSTILE}
    charts = [
        drift_timelines(reader, **asked, finding=HOSTILE),
        *(
            render.chart_for(reader, metric, run_id=HOSTILE)
            for metric in ("drift_confusion", "critic_confusion", "uncertainty_error_pearson")
        ),
    ]
    for chart in charts:
        tree = ElementTree.fromstring(render.svg(chart))
        elements = {node.tag.rpartition("}")[2] for node in tree.iter()}

        assert not elements - {"svg", "g", "path", "line", "rect", "circle", "text", "tspan"}
        assert "</script>" in "".join(tree.itertext())
