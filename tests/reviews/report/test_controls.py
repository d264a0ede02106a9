"""Controls in reports: they stand beside the systems under test, and never among them."""

from datetime import UTC, datetime

import pytest

from evalstore.cli import call_command
from evalstore.metrics.catalog import find
from evalstore.reviews.charts.metric_by_slice import metric_by_slice
from evalstore.reviews.gathering import review_of
from evalstore.reviews.report import gathering
from evalstore.reviews.report.comparison_section import comparison_section
from evalstore.reviews.report.markdown_report import render_markdown
from evalstore.reviews.report.page import page_of
from evalstore.reviews.report.report import gather
from evalstore.statistics import trends
from evalstore.statistics.compared import comparison_query
from evalstore.statistics.comparison import compare
from evalstore.statistics.comparison_words import systems_of
from evalstore.store.query.reader import reading
from evalstore.suites.epistemic.report import cards
from tests.kept_stores import store_of
from tests.statistics.controlled import controlled_run

ANSWERS = {
    "<agree>": "10" * 10,
    "echo": "1" + "0" * 19,
    "good": "1011101111" * 2,
    "poor": "01" * 10,
}
CONTROLS = ["<agree>", "echo"]
STORE = {"name": "store", "tree_size": 1, "root": None, "views_sha256": None}


@pytest.fixture(scope="module")
def layout(tmp_path_factory):
    """Two runs of two systems and two controls."""
    events = [
        event
        for day in (1, 2)
        for event in controlled_run(
            ANSWERS, controls=CONTROLS, chances=[0.5] * 20, run_id=f"r{day}", day=day
        )
    ]
    return store_of(events, tmp_path_factory.mktemp("controls") / "warehouse").layout


@pytest.fixture(scope="module")
def run(layout):
    """The report of the newer run."""
    with reading(layout) as reader:
        [summary], _ = gathering.summaries_of(reader, ["r2"])
        return gathering.run_report(reader, summary)


@pytest.mark.sweep
def test_main_numbers_are_of_systems_under_test(run):
    """Beside each stands the strongest control, and whom it is not shown to beat."""
    assert ["good", "poor"] == [*run.headlines.systems]
    found = {name: values[0].row for name, values in run.headlines.systems.items()}
    assert [("0.500", "<agree>", "0.500", ""), ("0.500", "<agree>", "0.500", "<agree>")] == [
        (row.control_text, row.control.system_id, row.chance_text, row.unbeaten)
        for row in found.values()
    ]
    assert (2, 2, "2 systems, 2 controls") == (
        run.summary.system_count, run.summary.control_count, run.summary.systems_text
    )  # fmt: skip


@pytest.mark.sweep
def test_notes_say_who_is_not_shown_to_know_anything(run):
    """One sentence names the controls, and one each system that does not beat them."""
    assert (
        "Controls with the same cases: <agree>, echo.",
        "accuracy of poor is 0.500, not shown to beat <agree>, a control that has 0.500.",
    ) == run.control_notes


def test_values_of_controls_stand_apart(run):
    """They are in none of the tables of systems, and only what says how right they are."""
    [answers] = [each for each in run.answers if each.question.name == "rightness"]
    tables = (answers.rows, answers.more, answers.others, answers.slices)

    assert {"good", "poor"} == {row.system_id for rows in tables for row in rows}
    assert {("<agree>", "accuracy"), ("echo", "accuracy")} == {
        (row.system_id, row.metric) for row in answers.controls
    }
    assert [] == [row for each in run.answers if each is not answers for row in each.controls]


def test_reviews_tell_of_systems_under_test(layout):
    """Neither failing cases nor changes nor systems are those of controls."""
    with reading(layout) as reader:
        review = review_of(reader, "r2")

    assert {"good", "poor"} == {case.system_id for case in review.cases}
    assert ("good", "poor") == review.run.systems
    assert ["good", "poor"] == [change.system_id for change in review.changes]
    assert review.case_count == 4 + 10


def test_trends_and_charts_leave_controls_out(layout):
    """Unless one of them is named."""
    history = trends.TrendHistory(find("accuracy"), "s")
    with reading(layout) as reader:
        series = trends.series_of(reader, history)
        chart = metric_by_slice(reader, metric_name="accuracy", run_id="r2").to_json()
        named = metric_by_slice(
            reader, metric_name="accuracy", run_id="r2", system_id="echo"
        ).to_json()

    assert ["good", "poor"] == [item.system_id for item in series]
    assert (False, True) == ("echo" in chart, "echo" in named)


@pytest.mark.sweep
def test_page_and_markdown_mark_controls(layout):
    """Names are escaped, and the numbers of systems come with the strongest control."""
    now = datetime(2026, 1, 3, tzinfo=UTC)
    with reading(layout) as reader:
        page = page_of(gather(reader, ["r2"], now, STORE))
        text = render_markdown(reader, ["r2"], now, STORE)

    assert "<agree>" not in page
    assert "control 0.500, <bdi>&lt;agree&gt;</bdi>" in page
    assert "Controls, which answer without knowledge: 6 values" in page
    assert "| strongest control | unit |" in text
    assert "| 0.500, `<agree>`; not shown to beat `<agree>` |" in text
    assert "2 systems, 2 controls" in text


@pytest.mark.sweep
def test_commands_name_controls(layout, capsys):
    """`show` names them beside its rows, `runs` counts them, `failures` leaves them out."""
    root = str(layout.root)
    call_command(["show", "accuracy", "--store", root, "--run", "r2"])
    assert "control systems, which use no knowledge: <agree>, echo" in capsys.readouterr().err
    call_command(["runs", "--store", root])
    assert "control_count" in capsys.readouterr().out
    call_command(["failures", "--store", root, "--run", "r2", "--format", "csv"])
    assert "echo" not in capsys.readouterr().out
    call_command(["failures", "--store", root, "--system", "echo", "--format", "csv"])
    assert "echo" in capsys.readouterr().out


@pytest.mark.sweep
def test_a_comparison_is_led_by_no_control(layout):
    """They come last, are marked, and are no question among those that are asked at once."""
    query = comparison_query("r1", "r2", ["accuracy"], control="holm")
    with reading(layout) as reader:
        found = compare(reader, query)
        section = comparison_section(reader, found)

    assert ["good", "poor", "<agree> (control)", "echo (control)"] == [
        systems_of(row) for row in found.rows
    ]
    assert [True, True, False, False] == [row.adjusted_p_value is not None for row in found.rows]
    assert {"good", "poor"} == {system.systems for system in section.systems}


@pytest.mark.sweep
def test_sections_of_suites_are_of_systems_under_test(tmp_path):
    """Cards have a matrix for each system under test and none for a control."""
    run = controlled_run(ANSWERS, controls=CONTROLS)
    for event in run:
        if event["kind"] == "case_generated":
            event["payload"]["label"] = "C"
        if event["kind"] == "response_recorded":
            event["payload"]["answer"] = "NO"
    store = store_of(run, tmp_path / "warehouse")
    with reading(store.layout) as reader:
        found = cards.section(reader, "r")

    assert "good" in found
    assert "echo" not in found
