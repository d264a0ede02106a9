"""Charts of tables: the curve of risk over coverage, and the matrix of abstention."""

import pytest

from evalstore.errors import EmptyChartError, UsageError
from evalstore.reviews.charts import render


def title_of(chart):
    title = chart.to_dict()["title"]
    return " ".join(title["text"]), " ".join(title["subtitle"])


def values_of(chart):
    """Return the rows of every data set the chart carries."""
    return [row for rows in chart.to_dict()["datasets"].values() for row in rows]


def risk(reader, **question):
    return render.chart_for(reader, "risk_coverage", run_id="r1", **question)


def matrix(reader):
    return render.chart_for(reader, "abstention_confusion", run_id="r1")


def test_curve_states_what_silence_gains(answers, point_of):
    """The title weighs the surest half against all answers, of the system that gains most."""
    curves = [
        *(point_of(coverage, 0.3, "flat") for coverage in (0.25, 0.5, 1)),
        *(point_of(coverage, coverage * 0.4, "steep") for coverage in (0.25, 0.5, 1)),
    ]

    finding, asked = title_of(risk(answers(risk_coverage=curves)))

    expected = (
        "steep benefits most from abstaining: "
        "wrong in 20 % of its most confident half, 40 % of all"
    )
    assert expected == finding
    assert "100 answers with a confidence each" in asked


def test_sure_and_wrong_is_said(answers, point_of):
    """A curve that falls is worse than one that gains nothing."""
    reader = answers(risk_coverage=[point_of(0.5, 0.6), point_of(1, 0.4)])

    expected = "bold is wrong more often if it is confident: wrong in 60 % of its most confident"
    assert title_of(risk(reader))[0].startswith(expected)


def test_curve_draws_its_intervals(answers, point_of):
    """A rule goes from the low end to the high end of a marked point."""
    spec = risk(answers(risk_coverage=[point_of(0.5, 0.2), point_of(1, 0.4)])).to_dict()
    [rule] = [layer for layer in spec["layer"] if layer["mark"]["type"] == "rule"]

    expected = ("low", "high")
    assert expected == (rule["encoding"]["y"]["field"], rule["encoding"]["y2"]["field"])


def test_variants_are_curves_of_their_own(answers, point_of):
    """Two kinds of confidence of one system never share a line, and are named."""
    rows = [point_of(1, 0.2, variant=f"confidence_kind={kind}") for kind in ("stated", "vote")]
    reader = answers(risk_coverage=rows)

    both = {row["system"] for row in values_of(risk(reader))}
    finding, asked = title_of(risk(reader, variant="confidence_kind=vote"))

    assert {"bold\u00a0·\u00a0stated", "bold\u00a0·\u00a0vote"} == both
    assert "bold is wrong in 20 % of all its answers" == finding
    assert "confidence_kind=vote" in asked


def test_unknown_variant_is_refused(answers, point_of):
    """The message says which variants there are."""
    with pytest.raises(UsageError, match="the variant 'k=1' does not exist; available: ''"):
        risk(answers(risk_coverage=[point_of(1, 0.2)]), variant="k=1")


def test_matrix_names_the_unsafe_mistake_first(answers, cell_of):
    """A claim that cannot be made weighs more than more of what is only cautious."""
    cells = [
        cell_of("YES", "E", 10),
        cell_of("YES", "C", 2),
        cell_of("UNKNOWN", "C", 8),
        cell_of("UNKNOWN", "U", 10),
    ]

    finding, asked = title_of(matrix(answers(abstention_confusion=cells)))

    expected = "bold answers YES to 20 % of the contradicted cases (2 of 10)"
    assert expected == finding
    assert "30 answers" in asked


def test_matrix_has_twelve_cells_and_their_sums(answers, cell_of):
    """What nobody said counts nought, and a share is of its column."""
    values = values_of(matrix(answers(abstention_confusion=[cell_of("NO", "C", 3)])))
    counts = {(row["row"], row["column"]): row["count"] for row in values if "count" in row}

    expected = 12
    assert expected == len(counts)
    assert {"3 cases", "0 cases"} <= {row["remark"] for row in values}
    assert 3 == counts["NO", "contradicted (C)"] == sum(counts.values())


def test_right_cells_are_told_without_colour(answers, cell_of):
    """Each has a frame of its own and the word."""
    spec = matrix(answers(abstention_confusion=[cell_of("NO", "C", 3)])).to_dict()
    [panel] = spec["concat"]
    [frame] = [layer for layer in panel["layer"] if layer["mark"].get("style") == "frame"]
    framed = [(row["row"], row["column"]) for row in spec["datasets"][frame["data"]["name"]]]

    expected = [
        ("YES", "entailed (E)"),
        ("NO", "contradicted (C)"),
        ("UNKNOWN", "unknown (U)"),
    ]
    assert expected == framed
    assert "100 % right" in {row["remark"] for rows in spec["datasets"].values() for row in rows}


@pytest.mark.parametrize(
    ("metric", "sentence"),
    [("risk_coverage", "states a confidence."), ("abstention_confusion", "U (unknown).")],
)
def test_no_table_is_said_in_words(answers, metric, sentence):
    """Without rows there is no chart, and the error says what is missing."""
    with pytest.raises(EmptyChartError) as error:
        render.chart_for(answers(), metric, run_id="r1")

    assert error.value.sentence.endswith(sentence)


def test_licensed_is_shown_first(answers, value_of):
    """Of several mappings one is drawn; the subtitle names it and the others."""
    names = ("by_action", "licensed", "strict")
    rows = [
        value_of(value, "math", variant=f"mapping={name}")
        for value, name in zip((0.2, 0.4, 0.6), names, strict=True)
    ]

    drawn = render.chart_for(answers(metric_by_slice=rows), "cvrr", run_id="r1")

    assert [0.4] == [row["value"] for row in values_of(drawn) if "value" in row]
    assert "mapping=licensed (others: mapping=by_action, mapping=strict)" in title_of(drawn)[1]


def test_table_is_not_drawn_slice_by_slice(answers):
    """A table needs one slice; the message says how to name it."""
    with pytest.raises(UsageError, match="--slice domain=VALUE"):
        render.chart_for(answers(), "risk_coverage", run_id="r1", slice_name="domain")
