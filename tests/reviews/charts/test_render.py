"""A chart becomes a file of the kind its name asks for, and hostile names stay names."""

import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import altair
import pytest

from evalstore.errors import UsageError
from evalstore.metrics import catalog
from evalstore.reviews.charts import render
from evalstore.reviews.charts.drawing import theme
from evalstore.reviews.charts.drawing.font import width_of_text
from evalstore.reviews.charts.drawing.page import bundle

HOSTILE = "</script><script>alert(1)</script>{{7*7}} datum.value \x00\x1b[31m\u202e\ud800x"
BEGINNINGS = {
    "html": b"<!doctype html>",
    "svg": b"<svg",
    "png": b"\x89PNG",
    "pdf": b"%PDF",
    "json": b"{",
}


@pytest.fixture
def chart(answers, bin_of):
    reader = answers(reliability_bins=[bin_of(9, 10, 0.95, 0.5)])
    return render.chart_for(reader, "ece", run_id="r1")


@pytest.fixture
def hostile_charts(answers, bin_of, value_of, run_of, point_of, cell_of):
    reader = answers(
        reliability_bins=[bin_of(9, 10, 0.95, 0.5, HOSTILE)],
        metric_by_slice=[
            value_of(0.5, HOSTILE, HOSTILE, unit=HOSTILE),
            value_of(0.6, "math", "careful"),
        ],
        risk_coverage=[point_of(1, 0.5, HOSTILE), point_of(1, 0.5, "careful")],
        abstention_confusion=[cell_of("YES", "C", 3, HOSTILE)],
        metric_over_runs=[
            run_of(1, 0.5, HOSTILE, run_id=HOSTILE, git_sha=None, suite=HOSTILE),
            run_of(2, 0.6, "careful", suite=HOSTILE),
        ],
        two_runs=[{}, {}],
    )
    return [
        render.chart_for(reader, "ece", run_id=HOSTILE),
        render.chart_for(reader, "accuracy", run_id=HOSTILE, slice_name=HOSTILE),
        render.chart_for(reader, "accuracy"),
        render.chart_for(reader, "risk_coverage", run_id=HOSTILE),
        render.chart_for(reader, "abstention_confusion", run_id=HOSTILE),
    ]


@pytest.mark.thinned(50)
@pytest.mark.parametrize("ending", sorted(BEGINNINGS))
def test_ending_chooses_the_format(chart, tmp_path, ending):
    """The file is what its name says, in any case of letters."""
    path = tmp_path / f"chart.{ending.upper()}"

    render.save(chart, path)

    assert BEGINNINGS[ending] == path.read_bytes()[: len(BEGINNINGS[ending])]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("name", ["chart.gif", "chart", "chart.svg.txt"])
def test_other_endings_are_refused(chart, tmp_path, name):
    """An unknown ending names those that are known, and writes nothing."""
    with pytest.raises(UsageError, match=r"expected one of \.html, \.svg, \.png, \.pdf, \.json"):
        render.save(chart, tmp_path / name)

    assert not list(tmp_path.iterdir())


def test_specifications_are_of_vega_lite(hostile_charts):
    """The renderer does not compare them with the schema; this does."""
    for chart in hostile_charts:
        for mode in ("light", "dark"):
            altair.Chart.from_dict(render.specification(chart, mode), validate=True)


@pytest.mark.sweep
def test_dark_charts_are_dark(chart):
    """Both modes draw the same marks in other colours."""
    light, dark = render.svg(chart, "light"), render.svg(chart, "dark")

    assert light != dark
    assert re.sub("#[0-9a-f]{6}", "", light) == re.sub("#[0-9a-f]{6}", "", dark)


def test_hostile_names_stay_text_in_svg(hostile_charts):
    """The drawing is well-formed and holds no script, link or style."""
    for chart in hostile_charts:
        tree = ElementTree.fromstring(render.svg(chart))
        names = {element.tag.rpartition("}")[2] for element in tree.iter()}

        assert not (names - {"svg", "g", "path", "line", "rect", "text", "tspan"})


def test_texts_keep_within_the_picture(hostile_charts, answers, value_of, run_of):
    """Each text has the width that it was measured with, and ends before the edge."""
    names = ["M" * 30, "W" * 31, "accuracy-of-a-model-with-a-long-name"]
    rows = {
        "metric_by_slice": [value_of(0.5, "W" * 40, name) for name in names],
        "metric_over_runs": [run_of(at, 0.5, name) for name in names for at in (1, 2)],
        "two_runs": [{}, {}],
    }
    reader = answers(**rows)
    wide = [render.chart_for(reader, "accuracy", run_id=run) for run in ("r1", None)]
    for chart in (*hostile_charts, *wide):
        tree = ElementTree.fromstring(render.svg(chart))
        picture = float(tree.get("width"))
        for left, right in spans_of(tree, 0.0):
            assert left >= -1
            assert right <= picture + 1


def spans_of(element, offset):
    """Yield the left and the right end of each measured text that is not turned."""
    transform = element.get("transform", "")
    if "rotate" in transform:
        return
    if moved := re.search(r"translate\(([-\d.]+)", transform):
        offset += float(moved[1])
    if length := element.get("textLength"):
        share = {"end": 1.0, "middle": 0.5}.get(element.get("text-anchor"), 0.0)
        left = offset - share * float(length)
        yield left, left + float(length)
    for child in element:
        if element.get("text-anchor"):
            child.set("text-anchor", element.get("text-anchor"))
        yield from spans_of(child, offset)


@pytest.mark.parametrize("weight", [400, 600])
def test_widths_are_those_of_the_renderer(weight):
    """A title of all characters is as wide as the renderer makes it."""
    text = "".join(chr(code) for code in range(ord("!"), ord("~") + 1)) + "…·–—−→"  # noqa: RUF001
    title = {"text": text, "anchor": "start", "fontSize": 20, "fontWeight": weight}
    chart = altair.Chart(altair.InlineData(values=[{}])).mark_point().properties(width=10)
    plain = {**chart.to_dict(), "padding": 0, "title": {**title, "font": theme.FONT}}

    drawing = ElementTree.fromstring(render.drawn(plain))

    measured = width_of_text(text, 20, is_bold=weight == 600)
    assert float(drawing.get("width")) == pytest.approx(measured, abs=4)


@pytest.mark.sweep
def test_hostile_names_do_not_end_the_script(hostile_charts):
    """In a page the chart's data cannot close the element they stand in."""
    for chart in hostile_charts:
        page = render.WRITERS[".html"](chart, None).decode()

        expected = 4
        assert expected == page.count("<script")
        assert "</script><script>alert(1)" not in page


def test_hostile_names_are_not_evaluated(hostile_charts):
    """Names reach Vega as data or as plain titles, never as an expression or a signal."""
    for chart in hostile_charts:
        text = json.dumps(render.specification(chart))

        assert not re.findall(r'"(?:expr|signal|labelExpr|calculate|filter)"', text)


@pytest.mark.sweep
def test_page_loads_nothing_and_evaluates_nothing(chart):
    """Its policy allows two scripts by their hashes; no element names an address."""
    page = render.WRITERS[".html"](chart, "light").decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page).group(1)

    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe-eval" not in policy
    page = page.replace(bundle(), "")
    assert not re.findall(r"(?:src|href)=", page)


@pytest.mark.sweep
def test_specification_is_complete(chart, tmp_path):
    """The JSON file carries its data and its look, and nothing to fetch."""
    path = tmp_path / "chart.json"

    render.save(chart, path, "dark")

    read = json.loads(path.read_text(encoding="utf-8"))
    expected = "#16191f"
    assert expected == read["config"]["background"]
    assert '"url"' not in json.dumps(read)


@pytest.mark.sweep
def test_page_follows_the_screen_unless_told(chart, tmp_path):
    """Without a theme a page carries both; with one it carries that alone."""
    pages = {}
    for mode in (None, "light", "dark"):
        render.save(chart, tmp_path / "chart.html", mode)
        page = (tmp_path / "chart.html").read_text(encoding="utf-8")
        pages[mode] = re.findall(r'application/json" id="([a-z]+)"', page)

    expected = {None: ["light", "dark"], "light": ["light"], "dark": ["dark"]}
    assert expected == pages


def test_every_metric_has_a_chart_or_a_reason():
    """A number is drawn by slice and by run; a table names its chart, or says why it has none."""
    for metric in catalog.catalog().values():
        assert metric.has_value or metric.chart or metric.why_not_drawn, metric.name
        if metric.chart:
            assert callable(render.named_chart(metric.chart))


def test_table_without_a_chart_is_refused():
    """The message says why, which tables have one, and how to see this one."""
    table = replace(
        catalog.find("reliability_bins"), sql_name="views/a/other", draws="no, it is a list"
    )

    with pytest.raises(UsageError, match=r"chart: it is a list; .*risk_coverage; run `"):
        render.require_drawable(table)
