"""The trade-off of thresholds: what was tried, what nothing beats, and what was chosen."""

import json
from xml.etree import ElementTree

import pytest

from evalstore.errors import EmptyChartError
from evalstore.reviews.charts import render
from evalstore.suites.drift.charts.threshold_trade_off import threshold_trade_off

HOSTILE = "</script><b onmouseover=alert(1)>{{7*7}} \x00\x1b[31m\u202e\ud800x"
RUN = "r1"


def title_of(chart):
    title = chart.to_dict()["title"]
    return " ".join(title["text"]), " ".join(title["subtitle"])


def texts_of(chart):
    tree = ElementTree.fromstring(render.svg(chart))
    return [
        "".join(node.itertext()) for node in tree.iter() if node.tag.endswith(("}text", "}tspan"))
    ]


def setting(delta, f1, rate):
    thresholds = {"delta": delta, "tau_low": -0.4, "c_min": 3, "epsilon": 0.3}
    return {**thresholds, "f1": f1, "hit_rate": f1, "false_positive_rate": rate}


def tuning_row(results, **parameters):
    return {
        "run_id": RUN,
        "results": json.dumps(results),
        "parameters": json.dumps(parameters),
    }


def trade_off(answers, results, **parameters):
    row = tuning_row(results, **parameters)
    return threshold_trade_off(answers(threshold_trade_off=[row]), run_id=RUN)


def test_front_holds_what_nothing_beats(answers):
    """A setting with a lower F1 at a higher rate is behind; the order of the events is nothing."""
    settings = [setting(0.3, 0.6, 0.3), setting(0.5, 0.5, 0.1), setting(0.4, 0.4, 0.2)]
    chart = trade_off(answers, {"trade_off": settings})
    spec = chart.to_dict()
    [line] = [layer for layer in spec["layer"] if layer["mark"]["type"] == "line"]
    front = [(row["f1"], row["rate"]) for row in spec["datasets"][line["data"]["name"]]]

    expected = [(0.5, 0.1), (0.6, 0.3)]
    assert expected == front
    assert "Within the limit the best thresholds reach F1 0.50" in title_of(chart)[0]


def test_chosen_setting_is_marked_with_its_thresholds(answers):
    """What it reaches while tuning is the title; on weeks not searched it stands in the notes."""
    chosen = {"delta": 0.5, "tau_low": -0.4, "c_min": 3, "epsilon": 0.3}
    results = {
        "chosen": chosen,
        "tuning": {"f1": 0.7, "false_positive_rate": 0.15},
        "untouched": {"f1": 0.6, "false_positive_rate": 0.18, "ci": {"f1": [0.5, 0.65]}},
        "trade_off": [setting(0.5, 0.7, 0.15)],
        "setting_count": 10080,
    }
    chart = trade_off(answers, results, false_positive_rate_limit=0.25, system_id="critic")
    finding, notes = title_of(chart)

    expected = "The chosen thresholds reach F1 0.70 at a false positive rate of 0.15 while tuning"
    assert expected == finding
    assert "delta 0.50, tau_low \u22120.40, c_min 3, epsilon 0.30." in notes
    assert "1 of 10,080 settings tried for critic" in notes
    assert "F1 0.60 at a false positive rate of 0.18 (F1 0.50 to 0.65)" in notes
    assert "limit 0.25" in texts_of(chart)


@pytest.mark.parametrize(
    "results", [None, [], {"trade_off": "x"}, {"trade_off": [1, {"f1": "high"}]}]
)
def test_recorded_nonsense_is_no_trade_off(answers, results):
    """Invalid results under the method's name count as none: there is nothing to draw."""
    with pytest.raises(EmptyChartError, match="no tuning of it is recorded; run `evalstore drift"):
        trade_off(answers, results)


def test_hostile_system_stays_a_name(answers):
    """A system that attacks the chart is drawn as text."""
    chart = trade_off(answers, {"trade_off": [setting(0.5, 0.5, 0.1)]}, system_id=HOSTILE)
    tree = ElementTree.fromstring(render.svg(chart))
    elements = {node.tag.rpartition("}")[2] for node in tree.iter()}

    assert not elements - {"svg", "g", "path", "line", "rect", "circle", "text", "tspan"}
    assert "</script>" in "".join(tree.itertext())
