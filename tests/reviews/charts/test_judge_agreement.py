"""The chart of agreement with people: who is drawn, how large, and what stands over it."""

from xml.etree import ElementTree

import pytest

import evalstore
from evalstore.errors import EmptyChartError
from evalstore.reviews.charts import render
from evalstore.reviews.charts.drawing.rows import ChartScope
from evalstore.reviews.charts.judge_agreement import judge_agreement
from evalstore.store.query.reader import reading
from tests.running.labels.test_agreement_over_runs import run_of

HOSTILE = "</script><b onmouseover=alert(1)>{{7*7}} \x00\x1b[31m\u202e\ud800x"


def agreement_row(validator, value, count=10, variant="with=people"):
    ends = {"ci_low": None, "ci_high": None}
    if value is not None:
        ends = {"ci_low": value - 0.1, "ci_high": value + 0.1}
    return {"system_id": "bold", "validator_id": validator, "variant": variant, "value": value,
            **ends, "scored_count": count, "percent_agreement": 0.9, "coverage": 0.8}  # fmt: skip


def chart_of(answers, *rows):
    return judge_agreement(answers(judge_agreement=list(rows)), ChartScope("r1"))


def points_of(chart):
    specification = chart.to_dict()
    data = specification.get("data") or specification["layer"][1]["data"]
    return data.get("values") or specification["datasets"][data["name"]]


def test_lowest_is_named_and_without_a_kappa_none_is_drawn(answers):
    """The count is the size; a judge without a kappa is counted as not shown."""
    chart = chart_of(
        answers,
        agreement_row("rule", 0.4, 30), agreement_row("model", 0.8), agreement_row("none", None),
        agreement_row("human:a", 0.9, 12, "with=human:b"),
    )  # fmt: skip
    title = chart.to_dict()["title"]
    drawn = {point["pair"]: point["count"] for point in points_of(chart)}

    assert {"rule": 30, "model": 10, "human:a and human:b": 12} == drawn
    assert "Agreement with people is lowest for rule: kappa 0.40" in " ".join(title["text"])
    assert "1 row not shown" in " ".join(title["subtitle"])


def test_without_labels_it_says_so(answers):
    """No row, and no value, are an error that names the way to labels."""
    for rows in ([], [agreement_row("rule", None)]):
        with pytest.raises(EmptyChartError, match=r"No agreement with people.*`evalstore label`"):
            chart_of(answers, *rows)


def test_names_are_text(answers):
    """What a name holds is neither markup nor a control character of the drawing."""
    drawn = render.svg(chart_of(answers, agreement_row(HOSTILE, 0.5)))

    assert "<b " not in drawn
    assert "\x1b" not in "".join(ElementTree.fromstring(drawn).itertext())


def test_a_store_is_drawn(tmp_path):
    """The header of the metric leads to the chart; most people and a validator make one row."""
    store = evalstore.open(tmp_path / "warehouse", create=True)
    store.append(run_of(2, 1))
    with reading(store.layout) as reader:
        chart = render.chart_for(reader, "judge_agreement", "r2")

    assert [("factual", 12)] == [(point["pair"], point["count"]) for point in points_of(chart)]
