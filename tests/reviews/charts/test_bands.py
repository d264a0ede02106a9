"""Bands say where presets of gates expect a metric, and stay apart where they overlap."""

import tomllib
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalstore.gates import preset
from evalstore.reviews.charts import render
from evalstore.reviews.charts.drawing import bands

LICENSED = "mapping=licensed"
SHARE = (0.0, 1.0)
METRICS = ("abstention_precision", "cvrr", "far_ne", "licensed_accuracy")


def texts_of(chart):
    tree = ElementTree.fromstring(render.svg(chart))
    return [
        "".join(node.itertext()) for node in tree.iter() if node.tag.endswith(("}text", "}tspan"))
    ]


def layers_of(chart, style):
    return [layer for layer in chart.to_dict()["layer"] if layer["mark"].get("style") == style]


def by_slice(answers, value_of, metric="cvrr", variant=LICENSED):
    rows = [value_of(value, domain, variant=variant) for value, domain in ((0.3, "a"), (0.8, "b"))]
    return render.chart_for(answers(metric_by_slice=rows), metric, run_id="r1")


def over_runs(answers, run_of, metric="cvrr", variant=LICENSED, **question):
    rows = [run_of(day, value, variant=variant) for day, value in ((1, 0.8), (2, 0.5))]
    reader = answers(metric_over_runs=rows, two_runs=[{}, {}])
    return render.chart_for(reader, metric, **question)


def published():
    """Read the gates of every preset without the code that reads them."""
    for path in sorted(preset.FOLDER.glob("*.toml")):
        for gate in tomllib.loads(path.read_text(encoding="utf-8"))["gate"]:
            yield path.stem, gate


@pytest.mark.parametrize("metric", METRICS)
def test_bands_are_those_of_the_presets(metric):
    """The ends are those of the files; an open end is that of the scale."""
    expected = [
        (gate.get("min", 0.0), gate.get("max", 1.0))
        for _, gate in published()
        if (gate.get("metric"), gate.get("where", {}).get("variant")) == (metric, LICENSED)
    ]

    shown = bands.bands_of(metric, {LICENSED}, SHARE).shown

    assert expected[: bands.BAND_LIMIT] == [(band.low, band.high) for band in shown]


def test_variants_have_bands_of_their_own():
    """What is expected of one mapping says nothing of another, nor of several at once."""
    strict = bands.bands_of("cvrr", {"mapping=strict"}, SHARE)

    assert ["ideal-licensed: at least 0.90"] == [band.name for band in strict.shown]
    by_action = bands.bands_of("cvrr", {"mapping=by_action"}, SHARE)

    assert ["raw-model: 0.20 to 0.40", "typical-rag: 0.30 to 0.50"] == [
        band.name for band in by_action.shown
    ]
    for variants in ({LICENSED, "mapping=strict"}, set()):
        assert bands.Bands((), "") == bands.bands_of("cvrr", variants, SHARE)


def test_bands_end_with_the_scale():
    """What lies beyond the scale is not drawn, and the note counts it."""
    found = bands.bands_of("cvrr", {LICENSED}, (0.25, 0.45))

    expected = [("raw-model: 0.20 to 0.40", 0.25, 0.4), ("typical-rag: 0.30 to 0.50", 0.3, 0.45)]
    assert expected == [(band.name, band.low, band.high) for band in found.shown]
    assert found.note.endswith("2 of 3 bands drawn.")


def test_too_many_bands_are_counted(monkeypatch):
    """Beyond the limit none is drawn, and the note says how many there are."""
    many = [preset.Band(f"preset-{n}", "cvrr", LICENSED, n / 10, None) for n in range(7)]
    monkeypatch.setattr(bands, "bands", lambda _: many)

    found = bands.bands_of("cvrr", {LICENSED}, SHARE)

    assert bands.BAND_LIMIT == len(found.shown)
    assert found.note.endswith("4 of 7 bands drawn.")


def test_slices_show_bands(answers, value_of):
    """The chart names each band with its ends, and its subtitle says what the grey is."""
    chart = by_slice(answers, value_of)

    expected = {
        "ideal-licensed: at least 0.90",
        "raw-model: 0.20 to 0.40",
        "typical-rag: 0.30 to 0.50",
    }
    assert expected <= set(texts_of(chart))
    assert chart.to_dict()["title"]["subtitle"][-1].startswith("Grey: range that gate presets")


def test_runs_show_bands(answers, run_of):
    """The same bands stand behind the lines over runs."""
    assert {"raw-model: 0.20 to 0.40", "typical-rag: 0.30 to 0.50"} <= set(
        texts_of(over_runs(answers, run_of))
    )


def test_runs_of_one_slice_show_none(answers, run_of):
    """What is expected over all cases is not laid behind one slice alone."""
    chart = over_runs(answers, run_of, slice_name="domain", slice_value="math")

    assert [] == layers_of(chart, "band")


@pytest.mark.parametrize(
    ("metric", "variant"), [("accuracy", ""), ("abstention_recall", "mapping=by_action")]
)
def test_no_band_leaves_the_chart_as_it_was(answers, value_of, metric, variant):
    """A metric that no preset asks about has no grey and no lanes."""
    chart = by_slice(answers, value_of, metric, variant)
    [dots] = layers_of(chart, "dot")

    assert [] == [*layers_of(chart, "band"), *layers_of(chart, "band-name")]
    assert dots["encoding"]["x"]["axis"]["offset"] == 0


def test_overlapping_bands_have_lanes_of_their_own(answers, value_of):
    """Each band has a bar between plot and axis, no two of them on one height."""
    chart = by_slice(answers, value_of)
    [bars] = layers_of(chart, "band-bar")
    [dots] = layers_of(chart, "dot")
    spec = chart.to_dict()
    lanes = [row["lane"] for row in spec["datasets"][bars["data"]["name"]]]

    assert min(later - earlier for earlier, later in pairwise(sorted(lanes))) == bands.LANE
    assert spec["height"] < min(lanes)
    assert max(lanes) < spec["height"] + dots["encoding"]["x"]["axis"]["offset"]


@given(
    st.lists(
        st.tuples(st.integers(0, 99), st.integers(1, 100)), min_size=1, max_size=bands.BAND_LIMIT
    )
)
def test_names_never_share_a_line(ends):
    """However bands overlap, their names over runs stand a line apart."""
    shown = tuple(
        bands.ShownBand("name", low / 100, max(low + 1, high) / 100, lane)
        for lane, (low, high) in enumerate(ends)
    )

    places = sorted(bands.spread(shown, SHARE, 280))

    assert all(earlier + bands.LANE <= later for earlier, later in pairwise(places))
